import Testing

@testable import LibrettoCore

/// How what a person says becomes an answer, for every kind of question and type.
struct ReadingTests {
  enum Size: String, CaseIterable, AnswerValue { case small, large }

  static let alert = Alert("Delete the data?") {
    Button("Yes", shortcut: "j")
    Button("No, never", shortcut: "x")
    Button("No, not now").id("Later")
    Button("Help")
  }
  static let numbers = Choose("Number?", into: Key<Int>("number")) {
    Option("3", 30)
    Option("10", 20).default()
    Option("1 more", 10)
  }

  static func question(_ step: any FlowContent) throws -> Question {
    let run = try Run(Flow("f") { step })
    return try #require(run.nextNeed.flatMap { run.question(for: $0) })
  }

  static func ask<Answer>(_ type: Answer.Type) -> Ask<Answer> {
    Ask("What?", into: Key<Answer>("key"))
  }

  /// The answer that is read, or the refusal.
  static func read(_ text: String, _ step: any FlowContent, byNumber: Bool = true) throws -> String
  {
    do { return "\(try question(step).read(text, byNumber: byNumber).quoted)" } catch let error
      as Rejection
    { return error.message }
  }

  static func read(_ value: Value, _ step: any FlowContent) throws -> String {
    do { return "\(try question(step).read(value).quoted)" } catch let error as Rejection {
      return error.message
    }
  }

  static let offered = "Yes, No, never, No, not now, Help."

  static let typedCases: [(String, String)] = [
    ("Yes", "“yes”"), (" yES ", "“yes”"), ("y", "“yes”"), ("J", "“yes”"), ("2", "“no-never”"),
    ("No, never", "“no-never”"), ("no-never", "“no-never”"), ("no, ne", "“no-never”"),
    ("later", "“Later”"), ("X", "“no-never”"), ("4", "“help”"),
    ("no", "“no” can be “No, never” or “No, not now”; type more of it."),
    ("0", "“0” is not one of the answers: \(offered)"),
    ("5", "“5” is not one of the answers: \(offered)"),
    ("-1", "“-1” is not one of the answers: \(offered)"),
    ("hepl", "“hepl” is not one of the answers: \(offered) Did you mean “Help”?"),
    ("q", "“q” is not one of the answers: \(offered)"),
    ("quit", "“quit” is not one of the answers: \(offered)"),
    ("", "An answer is needed; the answers are: Yes, No, never, No, not now, Help."),
  ]

  @Test("an alert's buttons by title, beginning, key, id and number", arguments: typedCases)
  func alert(text: String, answer: String) throws {
    #expect(try Self.read(text, Self.alert) == answer)
  }

  @Test("a title that is a number comes before a position; nothing takes what is preferred")
  func numberTitles() throws {
    #expect(try Self.read("3", Self.numbers) == "“3”")
    #expect(try Self.read("1", Self.numbers) == "“3”")
    #expect(try Self.read("2", Self.numbers) == "“10”")
    #expect(try Self.read("10", Self.numbers) == "“10”")
    #expect(try Self.read("1 m", Self.numbers) == "“1-more”")
    #expect(try Self.read(" ", Self.numbers) == "“10”")
    #expect(
      try Self.read("4", Self.numbers) == "“4” is not one of the answers: 3, 10, 1 more.")
  }

  @Test("data never chooses by position; it may by value, title, id or beginning")
  func data() throws {
    let list = "3, 10, 1 more."
    #expect(try Self.read(.int(20), Self.numbers) == "“10”")
    #expect(try Self.read(.int(10), Self.numbers) == "“1-more”")
    #expect(try Self.read(.int(3), Self.numbers) == "“3”")
    #expect(try Self.read(.string("1-more"), Self.numbers) == "“1-more”")
    #expect(try Self.read(.int(2), Self.numbers) == "“2” is not one of the answers: \(list)")
    #expect(try Self.read(.string("2"), Self.numbers) == "“2” is not one of the answers: \(list)")
    #expect(
      try Self.read("2", Self.numbers, byNumber: false) == "“2” is not one of the answers: \(list)")
    #expect(try Self.read(.string("Yes"), Self.alert) == "“yes”")
    #expect(
      try Self.read(.bool(true), Self.alert) == "“yes”")
    #expect(
      try Self.read(.list([1]), Self.alert) == "“1” is not one of the answers: \(Self.offered)")
  }

  @Test("two answers with one title are ambiguous")
  func sameTitles() throws {
    let step = Alert("A") {
      Button("OK").id("first")
      Button("OK").id("second")
    }
    #expect(
      try Self.read("OK", step)
        == "“OK” is the title of 2 answers; give the id “first” or “second”.")
    #expect(try Self.read("second", step) == "“second”")
    #expect(try Self.read("2", step) == "“second”")
  }

  @Test("of many answers, twenty are listed")
  func many() throws {
    let step = Choose("Which?", from: Array(100...130), into: Key<Int>("key"))
    #expect(
      try Self.read("x", step)
        == "“x” is not one of the answers: "
        + (100..<120).map(String.init).joined(separator: ", ") + ", ….")
  }

  @Test("yes and no, in any case")
  func confirm() throws {
    let step = Confirm("Sure?")
    for text in ["y", "YES", " Yes ", "true"] { #expect(try Self.read(text, step) == "“yes”") }
    for text in ["n", "NO", " No ", "False"] { #expect(try Self.read(text, step) == "“no”") }
    #expect(try Self.read("maybe", step) == "“maybe” is neither yes nor no.")
    #expect(try Self.read("1", step) == "“1” is neither yes nor no.")
    #expect(try Self.read(" ", step) == "An answer is needed: yes or no.")
    #expect(try Self.read("", step.default(false)) == "“no”")
    #expect(try Self.read(.bool(true), step) == "“yes”")
    #expect(try Self.read(.string("no"), step) == "“no”")
    #expect(try Self.read(.int(1), step) == "1 is neither yes nor no.")
  }

  @Test("typed values of every type")
  func typed() throws {
    #expect(try Self.read(" Bob ", Self.ask(String.self)) == "“ Bob ”")
    #expect(try Self.read("", Self.ask(String.self)) == "“”")
    #expect(try Self.read("", Self.ask(String.self).default("x")) == "“x”")
    #expect(try Self.read(" 42 ", Self.ask(Int.self)) == "42")
    #expect(try Self.read("4.2", Self.ask(Int.self)) == "“4.2” is not a whole number.")
    #expect(try Self.read("", Self.ask(Int.self)) == "An answer is needed: a whole number.")
    #expect(try Self.read("4.2", Self.ask(Double.self)) == "4.2")
    #expect(try Self.read("nan", Self.ask(Double.self)) == "“nan” is not a number.")
    #expect(try Self.read("y", Self.ask(Bool.self)) == "true")
    #expect(try Self.read("1", Self.ask(Bool.self)) == "“1” is not yes or no.")
    #expect(try Self.read("LARGE", Self.ask(Size.self)) == "“large”")
    #expect(
      try Self.read("huge", Self.ask(Size.self)) == "“huge” is not one of “small”, “large”.")
    #expect(try Self.read("a, b", Self.ask([String].self)) == "[“a”, “b”]")
    #expect(try Self.read("1, x", Self.ask([Int].self)) == "“1, x” is not a list of whole numbers.")
    #expect(try Self.read("", Self.ask(Int?.self)) == "nothing")
    #expect(try Self.read("x", Self.ask(Int?.self)) == "“x” is not a whole number, or nothing.")
  }

  @Test("typed values as data: an empty text is an answer, not the default")
  func typedData() throws {
    #expect(try Self.read(.string(""), Self.ask(String.self).default("x")) == "“”")
    #expect(try Self.read(.string("42"), Self.ask(Int.self)) == "42")
    #expect(try Self.read(.int(42), Self.ask(Double.self)) == "42.0")
    #expect(try Self.read(.int(42), Self.ask(String.self)) == "42 is not text.")
    #expect(try Self.read(.double(1), Self.ask(Int.self)) == "1.0 is not a whole number.")
    #expect(try Self.read(.string("1,2"), Self.ask([Int].self)) == "[1, 2]")
    #expect(
      try Self.read(.list(["a"]), Self.ask([Int].self)) == "[“a”] is not a list of whole numbers.")
    #expect(try Self.read(.null, Self.ask(Int?.self)) == "nothing")
    #expect(try Self.read(.null, Self.ask(Int.self)) == "An answer is needed: a whole number.")
  }

  @Test("an optional question takes an empty text for none, typed or as data")
  func emptyOptional() async throws {
    let nickname = Key<String?>("nickname")
    let flow = Flow("f") { Ask("Nickname?", into: nickname) }
    let need = try #require(try Run(flow).nextNeed)
    let question = try #require(try Run(flow).question(for: need))
    #expect(try question.read("") == .typed(.null))
    #expect(try question.read(.string("")) == .typed(.null))
    #expect(try question.read(.null) == .typed(.null))
    #expect(try question.read(.string("Bo")) == "Bo")
  }

  static let several = ChooseMany("Which?", into: Key<[String]>("key")) {
    Option("Red")
    Option("Red, white, blue")
    Option("Green").id("g")
    Option("White")
  }

  @Test("a title that is itself “all”, “none” or a range takes precedence")
  func severalTitles() throws {
    let words = ChooseMany("Which?", into: Key<[String]>("key")) {
      Option("All")
      Option("None")
      Option("1-2")
      Option("4-6 nights")
      Option("Alliance")
    }
    #expect(try Self.read("all", words) == "[“all”]")
    #expect(try Self.read("none", words) == "[“none”]")
    #expect(try Self.read("all, none, 1-2", words) == "[“all”, “none”, “1-2”]")
    #expect(try Self.read("4-6", words) == "[“4-6-nights”]")
    #expect(try Self.read("1-3", words) == "[“all”, “none”, “1-2”]")
    // The beginning of a title is no title.
    let alliance = ChooseMany("Which?", into: Key<[String]>("key")) {
      Option("Alliance")
      Option("Nonesuch")
    }
    #expect(try Self.read("all", alliance) == "[“alliance”, “nonesuch”]")
    #expect(try Self.read("none", alliance) == "[]")
    // A number that is a title means it, in a range too.
    let numbers = ChooseMany("Which?", from: [3, 2, 1, 20], into: Key<[Int]>("key"))
    #expect(try Self.read("1-2", numbers) == "[“1”, “2”]")
  }

  @Test("several answers: numbers, titles, beginnings, titles with commas, each once")
  func severalAnswers() throws {
    let offered = "Red, Red, white, blue, Green, White."
    #expect(try Self.read("1, 3", Self.several) == "[“red”, “g”]")
    #expect(try Self.read("g,red , 4", Self.several) == "[“g”, “red”, “white”]")
    #expect(try Self.read("red, white, blue", Self.several) == "[“red-white-blue”]")
    #expect(
      try Self.read("green, Red, White, Blue, red", Self.several)
        == "[“g”, “red-white-blue”, “red”]")
    #expect(try Self.read("red, white", Self.several) == "[“red”, “white”]")
    #expect(try Self.read("red, 1, Red,,", Self.several) == "[“red”]")
    #expect(try Self.read("", Self.several) == "[]")
    #expect(try Self.read("None", Self.several) == "[]")
    #expect(try Self.read(",", Self.several) == "“,” is not one of the answers: \(offered)")
    #expect(try Self.read("red, 5", Self.several) == "“5” is not one of the answers: \(offered)")
    #expect(
      try Self.read("whit, gren", Self.several)
        == "“gren” is not one of the answers: \(offered) Did you mean “Green”?")
    #expect(try Self.read("ALL", Self.several) == "[“red”, “red-white-blue”, “g”, “white”]")
    #expect(try Self.read("white, all", Self.several) == "[“white”, “red”, “red-white-blue”, “g”]")
    #expect(
      try Self.read("red, none", Self.several)
        == "“none” is not one of the answers: \(offered)")
    #expect(try Self.read("2-4", Self.several) == "[“red-white-blue”, “g”, “white”]")
    #expect(try Self.read("4, 1 – 2,2-2", Self.several) == "[“white”, “red”, “red-white-blue”]")
    #expect(try Self.read("3-1", Self.several) == "“3-1” is not one of the answers: \(offered)")
    #expect(try Self.read("3-5", Self.several) == "“5” is not one of the answers: \(offered)")
    #expect(try Self.read("0-2", Self.several) == "“0” is not one of the answers: \(offered)")
    #expect(
      try Self.read("1-9999999999", Self.several)
        == "“1-9999999999” is not one of the answers: \(offered)")
    // As data, a text has no numbers, but the same words.
    #expect(try Self.read(.string("all"), Self.several).hasPrefix("[“red”, “red-white-blue”"))
    #expect(try Self.read(.string("none"), Self.several) == "[]")
    #expect(
      try Self.read(.string("1-2"), Self.several) == "“1-2” is not one of the answers: \(offered)")
    #expect(try Self.read(.list(["White", "g"]), Self.several) == "[“white”, “g”]")
    #expect(try Self.read(.string("white, g"), Self.several) == "[“white”, “g”]")
    #expect(try Self.read(.list([1]), Self.several) == "“1” is not one of the answers: \(offered)")
  }

  @Test("the review of a form has no number for submitting it")
  func review() throws {
    let flow = Flow("f") { Form("Profile") { Ask("Name?", into: Key<String>("name")) } }
    var run = try Run(flow)
    try run.resolve(try #require(run.nextNeed), with: .answer("Bob"))
    let question = try #require(run.nextNeed.flatMap { run.question(for: $0) })
    #expect(try question.read("1") == .choice("profile/name"))
    #expect(try question.read("name") == .choice("profile/name"))
    for text in ["", "submit", "S"] { #expect(try question.read(text) == .submit) }
    #expect(throws: Rejection.self) { try question.read("2") }
  }

  @Test("a refused secret is not repeated")
  func secret() throws {
    let step = Self.ask(Int.self).secret()
    #expect(try Self.read("sesame", step) == "That is not a whole number.")
    #expect(try Self.read(.string("sesame"), step) == "That is not a whole number.")
    #expect(try Self.question(step).words(for: 42) == "(secret)")
  }

  @Test("the nearest word, where one is near")
  func nearestWord() {
    #expect(nearest(to: "smal", among: ["large", "small"]) == "small")
    #expect(nearest(to: "SAMLL", among: ["large", "small"]) == "small")
    #expect(nearest(to: "a", among: ["b", "c"]) == nil)
    #expect(nearest(to: "ab", among: ["ba", "abc"]) == "ba")
    #expect(nearest(to: "", among: ["a"]) == nil)
    #expect(nearest(to: "elephant", among: ["large", "small"]) == nil)
    #expect(nearest(to: "x", among: []) == nil)
  }

  @Test("a megabyte of names is read in one pass")
  func longList() throws {
    let many = Key<[String]>("many")
    let options = (1...100).map { "Option \($0)" }
    let step = ChooseMany("Which?", from: options, into: many)
    let names = Array(repeating: "option 7, 12,OPTION 100", count: 40_000).joined(separator: ",")
    #expect(names.utf8.count > 900_000)
    #expect(
      try Self.question(step).read(names) == .choices(["option-7", "option-12", "option-100"]))
    let values = Value.list(Array(repeating: "Option 7", count: 200_000))
    #expect(try Self.question(step).read(values) == .choices(["option-7"]))
  }
}
