#if DEBUG
  @testable import LibrettoCore
  @testable import LibrettoTerminal

  #if canImport(Glibc)
    @preconcurrency import Glibc
  #elseif canImport(Musl)
    @preconcurrency import Musl
  #elseif canImport(Darwin)
    @preconcurrency import Darwin
  #endif

  /// The flows that the tests of the rich console perform at a terminal of their own.
  enum RichFlows {
    private static let name = Key<String>("name")
    private static let plan = Key<String>("plan")
    private static let seats = Key<Int>("seats")
    private static let text = Key<String>("text")

    static func flow(_ name: String) -> Flow? {
      switch name {
      case "trip": trip
      case "printing": printing
      case "trap": trap
      case "leave": leave
      case "work": work
      case "parts": parts
      case "editor": editor
      case "cjk": cjk
      case "delete": delete
      case "side": side
      case "watchdog": watchdog
      case "secrets": secrets
      case "words": WordsFlow.flow
      default: RichBackFlows.flow(name)
      }
    }

    /// Answers that depend on each other.
    private static let trip = Flow("trip") {
      Ask("Name?", into: name)
      Choose("Plan?", into: plan) {
        Option("Free")
        Option("Paid")
        Option("Old").when(name == "Bob", because: "only for Bob")
      }
      Ask("How many seats?", into: seats).default(1).validate(.range(1...9))
      Say("\(name): \(plan), \(seats).")
      Confirm("Go?", into: Key<Bool>("go"))
    }

    /// Work that prints between two questions.
    private static let printing = Flow("printing") {
      Ask("Name?", into: name)
      Do("print") {
        for number in 1...3 { print("line \(number)") }
        print("\u{1B}[31mred\u{1B}[m and \u{1B}[2Jclear")
        try Descriptor.standardError.write("error\n")
        print("no end", terminator: "")
      }
      Ask("And now?", into: text)
      Say("Hello, \(name).")
    }

    private static let trap = Flow("trap") {
      Operations {
        Operation("ask") { Ask("Name?", into: name) }
        Operation("work") {
          Do("work") {
            try await gate()
            print("last words")
            fatalError("a trap")
          }
        }
      }
    }

    private static let leave = Flow("leave") {
      Operations {
        Operation("ask") { Ask("Name?", into: name) }
        Operation("work") {
          Do("work") {
            try await gate()
            print("bye")
            exit(3)
          }
        }
      }
    }

    private static let work = Flow("work") {
      Do("copy") { work in
        work.log("first file")
        work.progress(0.5, label: "file 2")
        try await gate()
      }.loading("Copying…")
      Say("Copied.")
    }

    /// Secrets whose types have prompts of their own.
    private static let secrets = Flow("secrets") {
      Form("Page") {
        Ask("Day?", into: Key<CalendarDay>("day")).secret()
        Ask("Number?", into: seats).secret().validate(.range(1...99))
        Rate("Stars?", scale: 1...7, into: Key<Int>("stars")).secret()
      }
      Ask("When?", into: Key<CalendarDay>("when")).secret()
    }

    /// Work that prints a line in parts, one of which ends within a character.
    private static let parts = Flow("parts") {
      Do("parts") { work in
        let bytes = Array("one é, ".utf8)
        try Descriptor.standardOutput.write(bytes: Array(bytes[..<5]))
        try await gate()
        try Descriptor.standardOutput.write(bytes: Array(bytes[5...]))
        print("two, three")
        try Descriptor.standardError.write("no end")
      }.loading("Working…")
      Say("Done.")
    }

    /// Waits until the test lets the work go on, by making the file that `GATE` names.
    static func gate() async throws {
      let path = getenv("GATE").map { String(cString: $0) } ?? ""
      while access(path, F_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// An operation that says something and then ends another one, which asks.
    private static let watchdog = Flow("watchdog") {
      Operations {
        Operation("ask") { Ask("A?", into: name) }
        Operation("watch") {
          Wait(.milliseconds(20))
          Say("The offer has ended.")
          CancelOperation("ask")
        }
      }
      When(.operation("ask", .cancelled)) { Say("Nothing was bought.") }
      Operations {
        Operation("first") { Ask("B?", into: name) }
        Operation("second") {
          Say("One more thing:")
          Ask("C?", into: text)
        }
      }
    }

    private static let editor = Flow("editor") {
      Ask("Name?", into: name)
      Do("read") { work in
        print("type:")
        let line = readLine() ?? "nothing"
        print("read \(line)")
      }
      .takesTerminal()
      Ask("Text?", into: text).multiline()
      Say("\(text)")
    }

    private static let cjk = Flow("cjk") {
      Ask("名前は？ 👨‍👩‍👧 é", into: name)
      Choose("色 🇨🇭?", into: plan) {
        Option("赤 ☺️").description("red")
        Option("青").description("blue")
      }
      Say("\(name): \(plan)")
    }

    private static let delete = Flow("delete") {
      Ask("Name?", into: name)
      Alert("Delete all?", message: "It can't be undone.") {
        Button("Yes", role: .destructive, shortcut: "y") { Say("Deleted.") }
        Button("No", role: .cancel, shortcut: "n") { Say("Kept.") }
      }
    }

    private static let side = Flow("side") {
      Operations {
        Operation("friends") {
          Do("friends") { try await gate() }.loading("Loading friends…")
        }
        Operation("who") { Ask("Who are you?", into: name) }
      }
    }
  }
#endif
