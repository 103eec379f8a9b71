import Testing

@testable import LibrettoCore

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
    let clock: @Sendable () -> Timestamp = { Timestamp(time.withLock { $0 }) }
    var straight = try Session(Self.flow, clock: clock)
    var token = straight.tokenText
    for (name, resolution) in Self.answers {
      time.withLock { $0 += 1234 }
      try straight.resolve(name, with: resolution)
      var session = try Session(Self.flow, token: token, clock: clock)
      try session.resolve(name, with: resolution)
      token = session.tokenText
      #expect(token == straight.tokenText)
      let again = try Session(Self.flow, token: token, clock: clock)
      #expect(again.needs == straight.needs)
      #expect(again.answers.description == straight.answers.description)
      #expect(again.said == straight.said)
    }
    #expect(straight.outcome == .finished(nil))
  }

  @Test("An answer may be nested as deep as a type")
  func nested() throws {
    var (type, value) = (#""string""#, Value.string("x"))
    for _ in 1..<Limits.depth { (type, value) = (#"{"list":\#(type)}"#, .list([value])) }
    let flow = try Flow(
      json: #"{"libretto":1,"flow":"deep","keys":{"a":\#(type),"b":"string"},"steps":["#
        + #"{"type":"ask","id":"a","title":"A?","into":"a"},"#
        + #"{"type":"ask","id":"b","title":"B?","into":"b"}]}"#)
    var session = try Session(flow)
    try session.resolve("a", with: .value(value))
    let again = try Session(flow, token: session.tokenText)
    #expect(again.answers.value("a") == value)
  }

  @Test("A printed token shows no answer")
  func printed() throws {
    var session = try Session(Self.flow, id: "r", clock: { 5 })
    try session.resolve("name", with: .text("sesame"))
    let token = try SessionToken(session.token)
    let words = "a token of the flow “token” \(token.fingerprint), run r, started at 5"
    #expect("\(token)" == words)
    var dumped = ""
    dump(token, to: &dumped)
    #expect(!dumped.contains("sesame") && !dumped.contains("115"))
  }

  @Test("Every cut of a token, and every changed byte, is an error")
  func damaged() throws {
    var session = try Session(Self.flow)
    for (name, resolution) in Self.answers { try session.resolve(name, with: resolution) }
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

  @Test("Random bytes with a valid checksum are errors or sessions")
  func hostile() throws {
    var session = try Session(Self.flow)
    for (name, resolution) in Self.answers { try session.resolve(name, with: resolution) }
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
        #expect(["damaged", "contents"].contains(error.code))
      }
    }
    // A count of 2⁶³ values, and lists in lists without end.
    let head = Array(try Session(Self.flow).token.dropLast(4))
    var huge: [UInt8] = [1 << 5, 0, 0, 0, 0]
    huge += [UInt8](repeating: 0xFF, count: 9)
    huge.append(0x7F)
    #expect(throws: TokenError.self) { try Session(Self.flow, token: Self.sealed(head + huge)) }
    var deep: [UInt8] = [0]
    withUnsafeBytes(of: "name".shortForm.littleEndian) { deep += $0 }
    for _ in 0..<100_000 { deep += [TokenValue.list, 1] }
    #expect(throws: TokenError.damaged) {
      try Session(Self.flow, token: Self.sealed(head + deep))
    }
  }

  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var writer = TokenWriter()
    for byte in bytes { writer.byte(byte) }
    writer.seal()
    return writer.bytes
  }

  @Test("A removed choice is reported without its name, which nobody knows")
  func lostChoices() throws {
    func flow(_ options: [String]) -> Flow {
      Flow("f") {
        Choose("Colour?", into: Self.word) { for option in options { Option(Text(option)) } }
        ChooseMany("Sizes?", into: Key<[String]>("sizes")) {
          for option in options { Option(Text(option)) }
        }
      }
    }
    var session = try Session(flow(["Red", "Blue"]), clock: { 0 })
    try session.resolve("word", with: .answer(.choice("red")))
    try session.resolve("sizes", with: .answer(.choices(["blue", "red"])))
    let taken = try Session(flow(["Crimson", "Blue"]), token: session.token, clock: { 0 })
    #expect(
      taken.remarks.map(\.description) == [
        "“Colour?” is asked again: an option that was chosen no longer exists; the options are “Crimson”, “Blue”",
        "“Sizes?” is asked again: an option that was chosen no longer exists; the options are “Crimson”, “Blue”",
      ])
  }

  @Test("Tokens of another flow, of an edited one and of a later version")
  func foreign() throws {
    let token = try Session(Self.flow).token
    let other = Flow("other") { Ask("Name?", into: Self.word) }
    let edited = Flow("token") { Ask("Name?", into: Self.word) }
    #expect(throws: TokenError(.flow, "The token is for the flow “token”, not for “other”.")) {
      try Session(other, token: token)
    }
    // What fits is taken over by its name.
    var session = try Session(Self.flow, clock: { 0 })
    try session.resolve("name", with: .text("Zoë"))
    let taken = try Session(edited, token: session.token, clock: { 0 })
    #expect(taken.needs.map(\.name) == ["word"])
    #expect(taken.remarks.map(\.code) == ["vanished"])
    #expect(
      throws: TokenError(
        .version,
        "The token has format 6, but this version of Libretto reads 5; "
          + "if it is a token at all, use a later version.")
    ) { try Session(Self.flow, token: [6] + token.dropFirst()) }
    #expect(
      throws: TokenError(
        .version,
        "The token has format 2, from an earlier version of Libretto; "
          + "finish its session with that version, or start a new session.")
    ) { try Session(Self.flow, token: [2] + token.dropFirst()) }
    #expect(throws: TokenError(.damaged, "The token is empty; start a new session.")) {
      try Session(Self.flow, token: [])
    }
  }

  @Test("A run's id takes eight bytes if it was made here; the format before has it as a text")
  func runs() throws {
    for id in ["00c1fce1c1050658", "4C1FCE1C1050658F", "", "user-17", "0"] {
      var session = try Session(Self.flow, id: id, clock: { 5 })
      try session.resolve("name", with: .text("Zoë"))
      let token = session.token
      #expect(try SessionToken(token).id == id)
      #expect(try Session(Self.flow, token: token, clock: { 5 }).id == id)
      // Behind the format and the name are the fingerprint, and a zero in place of a version.
      let head = 2 + Self.flow.name.utf8.count + 9
      let isShort = token[head] == 0
      #expect(isShort == (id == "00c1fce1c1050658"))
      var writer = TokenWriter([3] + token[1..<head])
      writer.text(id)
      writer.append(token.dropLast(4).dropFirst(head + 1 + (isShort ? 8 : id.utf8.count)))
      writer.seal()
      var before = try Session(Self.flow, token: writer.bytes, clock: { 5 })
      #expect((before.id, before.needs) == (id, session.needs))
      #expect(before.token == token)
      try before.resolve(before.needs[0].name, with: .text("1"))
      #expect(
        try Session(Self.flow, token: before.token, clock: { 5 }).answers.names
          == before.answers.names)
    }
  }

  @Test("A secret is not in the token; it is asked again before work that may read it")
  func secrets() async throws {
    let sent = Locked<[String]>([])
    let flow = Flow("secret") {
      Say("Hello.")
      Ask("Password?", into: Self.word).secret().validate(.length(4...))
      Ask("Number?", into: Self.keys[0])
      Say("In.")
      Do("send") { work in sent.withLock { $0.append(work[Self.word] ?? "") } }.reads(Self.word)
      Ask("More?", into: Self.keys[1])
    }
    var session = try Session(flow, clock: { 0 })
    try session.resolve("word", with: .text("sesame"))
    let early = session.token
    #expect(!String(decoding: early, as: UTF8.self).contains("sesame"))
    // Nothing has read it yet: what comes next is asked.
    let unasked = try Session(flow, token: early, clock: { 0 })
    #expect(unasked.needs.map(\.name) == ["n0"])
    #expect(unasked.token == early)
    try session.resolve("n0", with: .text("1"))
    let token = session.token
    var restored = try Session(flow, token: token, clock: { 0 })
    #expect(restored.said == ["In."])
    #expect(restored.needs.map(\.kind) == [.secret])
    #expect(restored.needs.map(\.name) == ["word"])
    #expect(restored.needs[0].isSecret)
    #expect(restored.outcome == nil)
    #expect(restored.token == token)
    #expect(
      try refusal { try restored.resolve("word", with: .text("x")) }
        == "Give at least 4 characters.")
    try restored.resolve("word", with: .text("sesame"))
    #expect(restored.needs.map(\.name) == ["send"])
    try await restored.perform()
    #expect(sent.withLock { $0 } == ["sesame"])
    #expect(restored.needs.map(\.name) == ["n1"])
    // The work is done, so nobody needs the secret any more.
    let done = try Session(flow, token: restored.token, clock: { 0 })
    #expect(done.needs.map(\.name) == ["n1"])
    #expect(!String(decoding: restored.token, as: UTF8.self).contains("sesame"))
    let given = try Session(flow, token: token, secrets: ["word": .string("sesame")], clock: { 0 })
    #expect(given.needs.map(\.name) == ["send"])
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
      try session.resolve(name, with: .text(text))
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
    try restored.resolve("n0", with: .text("9"))
    try session.resolve("n0", with: .text("9"))
    #expect(restored.needs == session.needs)
    #expect(restored.token == session.token)
  }

  @Test("Ten ordinary answers take about 200 bytes, also as text")
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
    var session = try Session(flow, clock: { Timestamp(time.withLock { $0 }) })
    for index in 0..<10 {
      time.withLock { $0 += 20_000 }
      let name = session.needs[0].name
      try session.resolve(name, with: .text(index < 5 ? "Some words" : index == 8 ? "12" : "y"))
    }
    #expect(session.token.count == 196)
    #expect(session.tokenText.utf8.count == 262)
  }
}
