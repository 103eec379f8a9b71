import Testing

@testable import Libretto

@Suite("Tokens of sessions")
struct SessionTokenTests {
  private static let keys = (0..<3).map { Key<Int>("n\($0)") }
  private static let word = Key<String>("word")

  private static let flow = Flow("token") {
    Ask("Name?", into: Key<String>("name"))
    Choose("Size?", into: Key<String>("size")) {
      Option("Small")
      Option("Large")
    }
    ChooseMany("Extras?", into: Key<[String]>("extras")) {
      Option("Milk")
      Option("Sugar")
    }
    Ask("Price?", into: Key<Double>("price"))
    Ask("Numbers?", into: Key<[Int]>("numbers"))
    Repeat(times: 2) { Ask("More?", into: keys[0]) }
    Do("reckon") { _ in }
    Ask("Late?", into: keys[1]).timeout(.seconds(60)) { Say("Too late.") }
    Say("Nearly.")
    Confirm("Go?", into: Key<Bool>("go"))
  }

  private static let answers: [(String, SessionResolution)] = [
    ("name", .text("Zoë 🐈")), ("size", .text("l")), ("extras", .text("sugar, milk")),
    ("price", .text("2.5")), ("numbers", .value(.list([.int(-3), .int(300)]))),
    ("n0", .text("7")), ("n0@2", .text("-8000000000")),
    ("reckon", .performed(["n2": .int(3), "free": .string("x"), "gone": nil])),
    ("n1", .timedOut), ("go", .text("yes")),
  ]

  @Test("Restored after each answer, a session goes on as if nothing had happened")
  func restored() throws {
    let time = Locked(1_789_000_000_000)
    let clock: @Sendable () -> Int = { time.withLock { $0 } }
    var straight = try Session(Self.flow, clock: clock)
    var token = straight.tokenText
    for (name, resolution) in Self.answers {
      time.withLock { $0 += 1234 }
      try straight.resolve(name, resolution)
      var session = try Session(Self.flow, token: token, clock: clock)
      try session.resolve(name, resolution)
      token = session.tokenText
      #expect(token == straight.tokenText)
      let again = try Session(Self.flow, token: token, clock: clock)
      #expect(again.needs == straight.needs)
      #expect(again.answers.description == straight.answers.description)
      #expect(again.said == straight.said)
    }
    #expect(straight.outcome == .finished(nil))
  }

  @Test("Every cut of a token, and every changed byte, is an error")
  func damaged() throws {
    var session = try Session(Self.flow)
    for (name, resolution) in Self.answers { try session.resolve(name, resolution) }
    let token = session.token
    for length in 0..<token.count {
      #expect(throws: TokenError.self) {
        try Session(Self.flow, token: Array(token[..<length]))
      }
    }
    for place in token.indices {
      var changed = token
      changed[place] ^= 0x41
      #expect(throws: TokenError.self) { try Session(Self.flow, token: changed) }
    }
    #expect(throws: TokenError.damaged) { try Session(Self.flow, token: "no token!") }
    let text = session.tokenText
    #expect(throws: TokenError.self) { try Session(Self.flow, token: String(text.dropLast())) }
  }

  @Test("Bytes that only the check at the end makes a token of are errors too, or sessions")
  func hostile() throws {
    var session = try Session(Self.flow)
    for (name, resolution) in Self.answers { try session.resolve(name, resolution) }
    let body = Array(session.token.dropLast(4))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var bytes = body
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 13..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count - 13, using: &random))
      }
      do {
        _ = try Session(Self.flow, token: Self.sealed(bytes)).needs
      } catch let error as TokenError {
        #expect(error.reason == .damaged || error.reason == .contents)
      }
    }
    // A count of 2⁶³ values, and lists in lists without end.
    let head = Array(body[..<13])
    var huge: [UInt8] = [1 << 5, 0, 0, 0, 0]
    huge += [UInt8](repeating: 0xFF, count: 9)
    huge.append(0x7F)
    #expect(throws: TokenError.self) { try Session(Self.flow, token: Self.sealed(head + huge)) }
    var deep: [UInt8] = [0, 1]
    withUnsafeBytes(of: "name".shortForm.littleEndian) { deep += $0 }
    for _ in 0..<100_000 { deep += [TokenValue.list, 1] }
    #expect(throws: TokenError.damaged) {
      try Session(Self.flow, token: Self.sealed(head + deep))
    }
  }

  private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var writer = TokenWriter()
    for byte in bytes { writer.byte(byte) }
    writer.seal()
    return writer.bytes
  }

  @Test("Tokens of another flow, of an edited one and of a later version")
  func foreign() throws {
    let token = try Session(Self.flow).token
    let other = Flow("other") { Ask("Name?", into: Self.word) }
    let edited = Flow("token") { Ask("Name?", into: Self.word) }
    #expect(
      throws: TokenError(
        .flow, "The token is of another flow than “other”; look up which one it is of.")
    ) { try Session(other, token: token) }
    #expect(
      throws: TokenError(
        .edited,
        "The flow “token” has been edited since the token was made; "
          + "perform the flow as it was then, or start a new session.")
    ) { try Session(edited, token: token) }
    #expect(
      throws: TokenError(
        .version,
        "The token has the format 2, and this version of Libretto reads 1 at most; "
          + "if it is a token at all, use a later version.")
    ) { try Session(Self.flow, token: [2] + token.dropFirst()) }
    #expect(throws: TokenError(.damaged, "The token is empty; start a new session.")) {
      try Session(Self.flow, token: [])
    }
  }

  @Test("A secret is not in the token; it is asked again, before anything else")
  func secrets() throws {
    let flow = Flow("secret") {
      Say("Hello.")
      Ask("Password?", into: Self.word).secret().validate(.length(4...))
      Ask("Number?", into: Self.keys[0])
      Say("In.")
      Ask("More?", into: Self.keys[1])
    }
    var session = try Session(flow, clock: { 0 })
    try session.resolve("word", .text("sesame"))
    try session.resolve("n0", .text("1"))
    let token = session.token
    #expect(!String(decoding: token, as: UTF8.self).contains("sesame"))
    var restored = try Session(flow, token: token, clock: { 0 })
    #expect(restored.needs.map(\.name) == ["word"])
    #expect(restored.needs[0].isSecret)
    #expect(restored.said == [])
    #expect(restored.outcome == nil)
    #expect(restored.token == token)
    #expect(
      throws: Rejection(
        message: "The secret “word” is not in the token; it has to be given again, first.")
    ) { try restored.resolve("n1", .text("2")) }
    #expect(throws: Rejection(message: "Give at least 4 characters.")) {
      try restored.resolve("word", .text("x"))
    }
    try restored.resolve("word", .text("sesame"))
    #expect(restored.said == ["In."])
    #expect(restored.needs.map(\.name) == ["n1"])
    #expect(restored.token == token)
    let given = try Session(flow, token: token, secrets: ["word": .string("sesame")], clock: { 0 })
    #expect(given.needs.map(\.name) == ["n1"])
    #expect(given[Self.word] == "sesame")
  }

  @Test("What a step back keeps is in the token")
  func back() throws {
    let flow = Flow("back") {
      Ask("A?", into: Self.keys[0])
      Ask("B?", into: Self.keys[1])
      Ask("C \(Self.keys[0])?", into: Self.keys[2])
      Confirm("Right?", into: Key<Bool>("right"))
    }
    var session = try Session(flow, clock: { 0 })
    for (name, text) in [("n0", "1"), ("n1", "2"), ("n2", "3")] {
      try session.resolve(name, .text(text))
    }
    for _ in 0..<3 { try session.goBack() }
    #expect(session.needs.map(\.name) == ["n0"])
    #expect(session.needs[0].question?.defaultAnswer == 1)
    #expect(
      throws: Rejection(message: "This is the first question; there is nothing to go back to.")
    ) { try session.goBack() }
    var restored = try Session(flow, token: session.token, clock: { 0 })
    #expect(restored.needs.map(\.question?.defaultAnswer) == [1])
    #expect(restored.token == session.token)
    try restored.resolve("n0", .text("9"))
    try session.resolve("n0", .text("9"))
    #expect(restored.needs == session.needs)
    #expect(restored.token == session.token)
  }

  @Test("Two ids with one short form are an error of the flow, with both named")
  func clash() throws {
    let flow = Flow("clash") {
      Ask("A?", into: Self.keys[0]).id("q40991")
      Ask("B?", into: Self.keys[1]).id("q109389")
    }
    #expect(
      flow.problems.map(\.message) == [
        "the ids “q40991” and “q109389” have the same short form, by which a session’s token "
          + "refers to them; give one of the two another with .id(\"…\")"
      ])
    let choices = Flow("choices") {
      Choose("Which?", into: Self.word) {
        Option("A").id("q40991")
        Option("B").id("q109389")
      }
    }
    #expect(choices.problems.map(\.message) == flow.problems.map(\.message))
  }

  @Test("Ten ordinary answers take at most 250 bytes, as text too")
  func size() throws {
    let flow = Flow("ordinary") {
      for number in 0..<5 { Ask("Question \(number)?", into: Key<String>("answer\(number)")) }
      for number in 5..<8 {
        Choose("Question \(number)?", into: Key<String>("answer\(number)")) {
          Option("Yes, certainly")
          Option("Perhaps another day")
        }
      }
      Ask("How many?", into: Key<Int>("count"))
      Confirm("Right?", into: Key<Bool>("right"))
      Ask("Anything else?", into: Key<String>("else"))
    }
    let time = Locked(1_789_000_000_000)
    var session = try Session(flow, clock: { time.withLock { $0 } })
    for index in 0..<10 {
      time.withLock { $0 += 20_000 }
      let name = session.needs[0].name
      try session.resolve(name, .text(index < 5 ? "Some words" : index == 8 ? "12" : "y"))
    }
    #expect(session.token.count == 181)
    #expect(session.tokenText.utf8.count == 242)
  }
}
