import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("Answers of the program's own types")
struct OwnTypeTests {
  struct Even: AnswerValue {
    let number: Int
    static var answerType: ValueType { .integer }
    var answerValue: Value { .int(number) }
    init?(answerValue: Value) {
      guard case .int(let number) = answerValue, number.isMultiple(of: 2) else { return nil }
      self.number = number
    }
    init(_ number: Int) { self.number = number }
  }

  struct Odd: AnswerValue {
    let number: Int
    static var answerType: ValueType { .integer }
    static var answerDescription: String? { "an odd number, such as 7" }
    var answerValue: Value { .int(number) }
    init?(answerValue: Value) {
      guard case .int(let number) = answerValue, !number.isMultiple(of: 2) else { return nil }
      self.number = number
    }
  }

  @Test("a type says what it accepts, in its own words")
  func description() throws {
    let flow = Flow("f") { Ask("Odd?", into: Key<Odd>("odd")) }
    var run = try Run(flow)
    let need = try #require(run.needs.first)
    let question = try #require(run.question(for: need))
    #expect(PromptLayout(question).help == "Type an odd number, such as 7.\nOdd?\u{20}")
    #expect(throws: Rejection(message: "4 is not an odd number, such as 7.")) {
      try run.resolve(need, with: .answer(4))
    }
  }

  struct Size: AnswerValue {
    let megabytes: Int
    static var answerType: ValueType { .string }
    var answerValue: Value { .string("\(megabytes) MB") }
    init?(answerValue: Value) {
      guard case .string(let text) = answerValue,
        let match = text.wholeMatch(of: /(\d+) (MB|GB)/), let count = Int(match.1)
      else { return nil }
      megabytes = match.2 == "GB" ? count * 1024 : count
    }
  }

  /// A type that doesn't read what it gives back.
  struct Shouted: AnswerValue {
    let text: String
    static var answerType: ValueType { .string }
    var answerValue: Value { .string(text.uppercased()) }
    init?(answerValue: Value) {
      guard case .string(let text) = answerValue, text == text.lowercased() else { return nil }
      self.text = text
    }
  }

  @Test("an answer is kept as its type gives it back, so that two spellings are one value")
  func kept() throws {
    let (size, loaded) = (Key<Size>("size"), Key<Size>("loaded"))
    let word = Key<Shouted>("word")
    let two = try #require(Size(answerValue: "2 GB"))
    let flow = Flow("f") {
      Ask("Size?", into: size)
      Load("size", into: loaded) { nil }
      Ask("Word?", into: word)
      When(size == two) { Say("\(size), \(loaded), \(word)") }
    }
    var run = try Run(flow)
    try run.resolve(#require(run.nextNeed), with: .answer(.typed("2 GB")))
    try run.resolve(#require(run.nextNeed), with: .loaded("1 GB"))
    // What the type would refuse later stays as it was given.
    try run.resolve(#require(run.nextNeed), with: .answer(.typed("loud")))
    #expect(run.nextNeed.map { run.text(of: $0) } == "2048 MB, 1024 MB, loud")
    #expect(run.lines.first?.value == "2048 MB")
  }

  @Test("an export has the words, and a flow that is read from it says them")
  func exported() throws {
    let flow = Flow("f") {
      Ask("Odd?", into: Key<Odd>("odd"))
      Ask("Even?", into: Self.even)
    }
    let json = try JSONExporter().perform(flow)
    #expect(
      json.hasPrefix(
        #"{"libretto":1,"flow":"f","keys":{"odd":"integer","even":"integer"},"#
          + #""accepts":{"odd":"an odd number, such as 7"},"steps":["#))
    let read = try Flow(json: json)
    #expect(read == flow)
    #expect(try JSONExporter().perform(read) == json)
    // A run goes on, however its types say what they accept.
    let bare = try Flow(json: json.replacing(#""an odd number, such as 7""#, with: #""odd ones""#))
    #expect(bare != flow)
    #expect(try bare.fingerprint == flow.fingerprint)
    var run = try Run(read)
    let need = try #require(run.needs.first)
    let question = try #require(run.question(for: need))
    #expect(PromptLayout(question).help == "Type an odd number, such as 7.\nOdd?\u{20}")
    // What is refused, only the program knows.
    try run.resolve(need, with: .answer(4))
  }

  @Test(
    "words for a key that isn’t there, or that aren’t a text, are refused",
    arguments: [
      (
        #"{"add":"an odd number"}"#, "$.accepts.add",
        "the key “add” isn't declared in “keys”; did you mean “odd”?"
      ),
      (#"{"odd":7}"#, "$.accepts.odd", "expected a text, found 7"),
      ("[]", "$.accepts", "expected an object of texts by key, found an array"),
    ])
  func refusedWords(words: String, path: String, message: String) throws {
    let json =
      #"{"libretto":1,"flow":"f","keys":{"odd":"integer"},"accepts":"# + words
      + #","steps":[{"type":"ask","id":"odd","title":"Odd?","into":"odd"}]}"#
    do throws(InvalidFlow) {
      _ = try Flow(json: json)
      Issue.record("read")
    } catch {
      #expect(error.problems.map(\.message) == [message])
      #expect(error.problems.first?.place?.path == path)
    }
  }

  private static let even = Key<Even>("even")
  private static let sentence = "3 is not accepted as Even."

  @Test("what the type refuses is refused, wherever it comes from")
  func refused() async throws {
    let flow = Flow("f") {
      Ask("Even?", into: Self.even)
      Load("numbers", into: Key<[Even]>("numbers")) { [Even(2)] }
      Do("reckon", into: Key<Even>("half")) { Even(4) }
    }
    var session = try Session(flow, clock: { 0 })
    for _ in 0..<2 {
      do throws(Rejection) {
        try session.resolve("even", with: .text("3"))
        Issue.record("taken")
      } catch {
        #expect(error.message == Self.sentence)
      }
    }
    try session.resolve("even", with: .text("4"))
    #expect(session[Self.even]?.number == 4)
    #expect(throws: Rejection.self) {
      try session.resolve("numbers", with: .loaded(.list([.int(3)])))
    }
    try session.resolve("numbers", with: .loaded(.list([.int(2)])))
    #expect(throws: Rejection.self) {
      try session.resolve("reckon", with: .performed(["half": .int(3)]))
    }
    try session.resolve("reckon", with: .performed(["half": .int(4)]))
    #expect(session.outcome == .finished(nil))
    let asked = Flow("g") { Ask("Even?", into: Self.even) }
    let scripted = try await asked.run(with: Scripted(["6"]))
    #expect(scripted[Self.even]?.number == 6)
    await #expect(throws: ScriptedError.self) { try await asked.run(with: Scripted(["3"])) }
  }
}
