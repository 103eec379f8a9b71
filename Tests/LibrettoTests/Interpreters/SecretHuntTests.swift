import Testing

@testable import LibrettoCore

infix operator < : NestingPrecedence
infix operator > : NestingPrecedence

/// Plants secrets in every feature of a flow, and looks for them in everything that leaves a run:
/// errors in many quotations, transcripts, journals, tokens, JSON, output, descriptions and dumps.
struct SecretHuntTests {
  static let pin = Key<String>("pin"), again = Key<String>("again"), name = Key<String>("name")
  static let list = Key<[String]>("list"), sure = Key<Bool>("sure"), count = Key<Int>("count")

  static let secrets = [
    "correct-horse-battery", "o'brien\"44\\back/slash", "§7", "пароль✓é", "<a&b>\u{7F}", "a b%c",
    "sesame", "sesame-street", "90817263", "null", "(secret)x",
  ]

  /// A flow that gives a secret away wherever it can, and the lines that a person types.
  struct Feature: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether it quotes a variable of the host, so that only a search can find the secret.
    let isSearched: Bool
    /// What a person types; “$” is the secret.
    let lines: [String]
    let flow: @Sendable (SecretHunt, @escaping @Sendable (String) -> String) -> Flow

    init(
      _ name: String, isSearched: Bool = false,
      _ lines: [String] = ["$", "yes", "yes"],
      @FlowBuilder _ steps:
        @escaping @Sendable (
          SecretHunt, @escaping @Sendable (String) -> String
        ) -> Steps
    ) {
      testDescription = name
      self.isSearched = isSearched
      self.lines = lines
      flow = { hunt, quote in Flow("f") { steps(hunt, quote) } }
    }
  }

  static let features = work + asking + effects

  static let work: [Feature] = [
    Feature("an action that throws") { hunt, quote in
      Ask("PIN?", into: pin).secret()
      Do("sign in") { work in
        hunt.see(printed: work)
        hunt.see(printed: work.answers)
        throw Quoting(description: quote(work[pin] ?? ""))
      }
      .on(.failed) { event in
        hunt.see(printed: event)
        hunt.see(event.error ?? "")
      }
    },
    Feature("a check that throws") { _, quote in
      Ask("PIN?", into: pin).secret()
      Check("right", into: sure) { work in throw Quoting(description: quote(work[pin] ?? "")) }
    },
    Feature("a load that throws, with retries and a branch") { hunt, quote in
      Ask("PIN?", into: pin).secret()
      Load("mail", into: list) { work in
        throw Quoting(description: quote(work[pin] ?? ""))
      } failure: { error in
        Alert("No mail", message: "\(error)") { Button("Yes") { Say("It was: \(error)") } }
      }
      .retry(1)
      .on(.failed) { hunt.see(printed: $0) }
    },
    Feature("a load that loads what doesn't fit") { _, quote in
      Ask("PIN?", into: pin).secret()
      Do("mail", into: count) { work in
        let words = quote(work["pin"]?.description ?? "")
        work.write(.string(words), "count")
        return 1
      }
      Do("more") { work in work.write(.string(quote(work[pin] ?? "")), "count") }
    },
    Feature("work that writes the secret, and fails") { _, quote in
      Ask("PIN?", into: pin).secret()
      Do("change") { work in
        let old = work[pin] ?? ""
        work[pin] = old + "2"
        throw Quoting(description: quote(old))
      }
    },
    Feature("an old secret, quoted by work that read none", isSearched: true) { hunt, quote in
      Ask("PIN?", into: pin).secret()
      Do("note") { work in hunt.keep(work[pin] ?? "") }
      Do("change") { work in work[pin] = "another" }
      Do("show") { throw Quoting(description: quote(hunt.kept)) }
    },
    Feature("operations") { hunt, quote in
      Ask("PIN?", into: pin).secret()
      Operations {
        Operation("one") {
          Do("sign in") { work in throw Quoting(description: quote(work[pin] ?? "")) }
        } failure: { error in
          Say("Failed: \(error)")
        }
        Operation("two", after: "one") {
          Do("again") { work in throw Quoting(description: quote(work[pin] ?? "")) }
        }
      }
    },
  ]

  static let asking: [Feature] = [
    Feature("rules that refuse", ["", "$", "$$$$", "1234"]) { _, _ in
      Ask("PIN?", into: pin).secret().validate(.matches("[0-9]{4}"))
    },
    Feature("a secret number", ["$", "12", "13"]) { _, quote in
      Ask("PIN?", into: count).secret().validate(.range(13...20))
      Do("sign in") { work in throw Quoting(description: quote("\(work[count] ?? 0)")) }
    },
    Feature("the host's check refuses and throws", ["$", "$"]) { _, quote in
      Ask("PIN?", into: pin).secret().check("right") { throw Quoting(description: quote($0)) }
    },
    Feature("observers", ["x", "$"]) { hunt, quote in
      Ask("PIN?", into: pin).secret().validate(.length(2...))
        .on(.presented) { hunt.see(printed: $0) }
        .on(.changed) { hunt.see(printed: $0) }
        .on(.answered) { hunt.see(printed: $0) }
        .on(.answered) { throw Quoting(description: quote($0.value ?? "")) }
    },
    Feature("an observer of another step", ["$", "Bob"]) { hunt, quote in
      Ask("PIN?", into: pin).secret()
      Ask("Name?", into: name)
        .on(.answered) { throw Quoting(description: quote($0.answers[pin] ?? "")) }
    },
    Feature("a form, with its review", ["Bob", "$", "submit"]) { hunt, quote in
      Form("Account") {
        Ask("Name?", into: name)
        Ask("PIN?", into: pin).secret().on(.changed) { hunt.see(printed: $0) }
      }
      Do("sign up") { work in throw Quoting(description: quote(work[pin] ?? "")) }
    },
    Feature("an alert with fields", ["OK", "Bob", "$"]) { _, quote in
      Alert("Sign in") {
        Field("Name", into: name)
        Field("PIN", into: pin).secret()
        Button("OK").validate(pin, .length(100...))
      }
    },
    Feature("a loop that asks again", isSearched: true, ["$", "no", "next", "yes"]) {
      hunt, quote in
      Repeat(times: 2) {
        Ask("PIN?", into: pin).secret()
        Confirm("Sure?", into: sure)
      }
      Do("sign in") { _ in throw Quoting(description: quote(hunt.secret)) }
    },
  ]

  static let effects: [Feature] = [
    Feature("an undo that throws", ["$", "back", "other", "yes", "yes"]) { _, quote in
      Ask("PIN?", into: pin).secret()
      Do("sign in") { work in
        work[name] = "in"
      }.reads(pin).undo { work in
        throw Quoting(description: quote(work[pin] ?? ""))
      }
      Confirm("Sure?", into: sure)
      Fail("over")
    },
    Feature("in a sub-flow") { _, quote in
      Flow("inner") {
        Ask("PIN?", into: pin).secret().id("pin")
        Do("sign in") { work in throw Quoting(description: quote(work[pin] ?? "")) }
      }
    },
    Feature("what the work writes") { _, quote in
      Ask("PIN?", into: pin).secret()
      Do("hash") { work in work[again] = work[pin] }
      Ask("Again?", into: again).secret()
      Do("compare") { work in throw Quoting(description: quote(work[again] ?? "")) }
    },
  ]

  @Test("nothing that leaves a run contains a secret", arguments: features)
  func hunt(_ feature: Feature) async throws {
    var probes = 0
    // A search finds no secret of two characters, and no quotation that isn't usual.
    let secrets = Self.secrets.filter { !feature.isSearched || $0.count > 2 }
    let quotes = feature.isSearched ? Array(SecretHunt.quotes.prefix(3)) : SecretHunt.quotes
    for (number, secret) in secrets.enumerated() {
      let hunt = SecretHunt(secret)
      let quote = quotes[number % quotes.count]
      let flow = feature.flow(hunt, quote.quote)
      #expect(flow.problems == [])
      try await hunt.perform(
        flow, feature.lines.map { $0.replacing("$", with: secret) }, resumes: !feature.isSearched)
      #expect(hunt.leaks(quoted: quote) == [], "\(secret) \(quote.name)")
      probes += hunt.count
    }
    #expect(probes > 300)
  }
}
