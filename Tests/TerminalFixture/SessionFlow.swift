#if DEBUG
  import Libretto

  /// One step of a conversation that many processes have, each with nothing but the token.
  enum SessionFlow {
    private static let name = Key<String>("name")
    private static let size = Key<String>("size")
    private static let total = Key<Int>("total")

    private static let flow = Flow("conversation") {
      Ask("Name?", into: name)
      Do("reckon") { answers in answers[total] = 6 }
      Choose("Size, \(name)?", into: size) {
        Option("Small")
        Option("Large") { Say("Large it is.") }
      }
      Confirm("\(total) euros?", into: Key<Bool>("pay"))
      Say("Thank you, \(name).")
    }

    /// Takes no words to start, else a token, the name of a need and an answer; prints the token
    /// and what there is to show.
    static func step(_ words: ArraySlice<String>) async throws {
      let words = Array(words)
      var session = try words.isEmpty ? Session(flow) : Session(flow, token: words[0])
      if words.count > 2 { try await session.answer(words[1], with: .text(words[2])) }
      try await session.perform()
      print(session.tokenText)
      print((session.said + session.needs.map { "\($0.name): \($0.text)" }).joined(separator: "; "))
      if let outcome = session.outcome { print(outcome, session.answers) }
    }
  }
#endif
