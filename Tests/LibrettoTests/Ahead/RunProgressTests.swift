import Testing

@testable import LibrettoCore

@Suite("Under which heading a run is")
struct RunProgressTests {
  static let name = Key<String>("name")
  static let flow = Flow("f") {
    Ask("Name?", into: name)
    Heading("Your stay, \(name)")
    Ask("Town?", into: Key<String>("town"))
    When(name == "Bob") { Heading("Bob's own") }
    Ask("Days?", into: Key<Int>("days"))
    Operations {
      Operation("one") {
        Heading("One")
        Ask("First?", into: Key<Int>("first"))
      }
      Operation("two") { Ask("Second?", into: Key<Int>("second")) }
      Operation("three", after: "one") { Ask("Third?", into: Key<Int>("third")) }
    }
    Ask("Last?", into: Key<Int>("last"))
  }

  private static func say(_ run: inout Run) throws {
    while let need = run.nextNeed, need.kind == .say { try run.resolve(need, with: .shown) }
  }

  private static func parts(_ run: Run) throws -> [String?] {
    var run = run
    try say(&run)
    let way = WayAhead(run.program)
    return run.needs.filter { $0.kind == .prompt }.map { run.progress(at: $0, way)?.part }
  }

  @Test("that of the last one on its way; a resumed run has the same, also behind a step back")
  func parts() throws {
    var run = try Run(Self.flow)
    var seen: [[String?]] = []
    func note() throws {
      try Self.say(&run)
      seen.append(try Self.parts(run))
      let saved = try SavedRun(run, of: Self.flow)
      #expect(try Self.parts(try Run.resuming(Self.flow, from: saved).run) == seen.last)
    }
    for answer in ["Ann", "Oslo", 3, 1, 2, 3] as [Value] {
      try note()
      try run.resolve(try #require(run.nextNeed), with: .answer(.typed(answer)))
    }
    try note()
    let stay = "Your stay, Ann"
    #expect(seen == [[nil], [stay], [stay], ["One", stay], [stay, stay], [stay], [stay]])
    var other = try Run(Self.flow)
    for answer in ["Bob", "Rome"] as [Value] {
      try Self.say(&other)
      try other.resolve(try #require(other.nextNeed), with: .answer(.typed(answer)))
    }
    try Self.say(&other)
    #expect(try Self.parts(other) == ["Bob's own"])
    try other.goBack(from: try #require(other.nextNeed))
    #expect(try Self.parts(other) == ["Your stay, Bob"])
  }

  @Test("a loop with a number of rounds counts the rounds that are left")
  func rounds() throws {
    var run = try Run(
      Flow("rounds") {
        Ask("Who?", into: Key<String>("who"))
        Repeat(times: 2) {
          Ask("Which?", into: Key<Int>("which"))
          Repeat(times: 3) { Ask("How many?", into: Key<Int>("many")) }
        }
        Confirm("Fine?", into: Key<Bool>("fine"))
        Repeat(times: .max) { Ask("More?", into: Key<Int>("more")) }
      })
    let way = WayAhead(run.program)
    var seen: [String] = []
    while let need = run.nextNeed, seen.count < 12 {
      let (least, most) = try #require(run.progress(at: need, way)).range
      seen.append("\(need.id) \(least)-\(most.map(String.init) ?? "")")
      let isText = need.id == "who"
      try run.resolve(
        need,
        with: .answer(need.id == "fine" ? .yes(true) : .typed(isText ? "Ann" : 1)))
    }
    let loops = ["which", "many", "many", "many"].map { "\($0) 12-" }
    #expect(seen == ["who 12-"] + loops + loops + ["fine 12-", "more 12-", "more 13-"])
  }

  @Test("a loop that an answer leaves counts each of its rounds at most")
  func leaving() throws {
    let run = try Run(
      Flow("rounds") {
        Repeat(times: 3) {
          Ask("Which?", into: Key<Int>("which"))
          When(Key<Int>("which") == 0) { Break() }
          Ask("How many?", into: Key<Int>("many"))
        }
        Confirm("Fine?", into: Key<Bool>("fine"))
      })
    let need = try #require(run.nextNeed)
    #expect(run.progress(at: need, WayAhead(run.program))?.range ?? (0, 0) == (2, 7))
  }
}
