#if DEBUG
  @testable import LibrettoCore

  /// A flow with everything that makes the product speak, whose own texts have no Latin letter.
  enum WordsFlow {
    private static let name = Key<String>("ν")
    private static let secret = Key<String>("μ")

    private struct Trouble: Error, CustomStringConvertible { let description = "Βλάβη" }

    static var flow: Flow {
      let tries = Locked(0)
      return Flow("Ροή") {
        Say("Αρχή")
        Ask("Όνομα", into: name).validate(.length(2...4)).help("Λίγα γράμματα")
        Ask("Ηλικία", into: Key<Int>("η")).validate(.range(1...9)).placeholder("7")
        Ask("Μέρα", into: Key<CalendarDay>("δ")).validate(.daysFromToday(0...))
        Ask("Ώρα", into: Key<TimeOfDay>("ω")).default("09:30")
        Confirm("Σίγουρα", into: Key<Bool>("σ"))
        Choose("Χρώμα", into: Key<String>("χ")) {
          Option("Άσπρο")
          Option("Μαύρο").when(name == "Χ", because: "Όχι")
        }
        ChooseMany("Πολλά", from: ["Ένα", "Δύο", "Τρία"], into: Key<[String]>("π")).atLeast(1)
        Rate("Βαθμός", scale: 1...5, into: Key<Int>("β"))
        Ask("Κείμενο", into: Key<String>("κ")).multiline()
        Ask("Μυστικό", into: secret).secret()
        Form("Σελίδα") {
          Ask("Πόλη", into: Key<String>("α"))
          Ask("Οδός", into: Key<String>("γ")).optional()
        }
        Do("Πράξη") {
          let isFirst = tries.withLock { tries in
            tries += 1
            return tries == 1
          }
          if isFirst { throw Trouble() }
        }.retry(1, backoff: .seconds(600)).reads(name).undo {}
        Alert("Προσοχή", message: "Σβήσιμο;") {
          Button("Σβήσε", role: .destructive)
          Button("Όχι", role: .cancel)
        }
        Confirm("Αλήθεια", into: Key<Bool>("λ"))
      }
    }
  }
#endif
