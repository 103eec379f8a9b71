import Testing

@testable import LibrettoCore

@Suite("Options from a key, with titles from another one")
struct OptionTitlesTests {
  static let ids = Key<[Int]>("ids")
  static let names = Key<[String]>("names")
  static let one = Key<Int>("one")
  static let some = Key<[Int]>("some")

  static let flow = Flow("f") {
    Store([7, 8, 7, 9], into: ids)
    Ask("Names?", into: names)
    Choose("Which?", from: ids, titles: names, into: one)
    ChooseMany("Which ones?", from: ids, titles: names, into: some)
    Say("\(one), \(some)")
  }

  @Test("the titles are shown and typed, the values are kept")
  func shown() async throws {
    let result = try await Self.flow.run(
      with: Scripted([["Ann", "Bob", "Cid"], "bob", ["9", "Ann"]]))
    #expect(
      result.transcript == """
        ASK      Names?
        PERSON   Ann, Bob, Cid
        CHOOSE   Which?
                 [Ann] [Bob] [9]
        PERSON   Bob
        CHOOSE   Which ones?
                 [Ann] [Bob] [9]
        PERSON   9, Ann
        SAY      8, 7, 9
        END      finished

        """)
  }

  @Test("the titles are inputs: if one changes, the question is asked again")
  func inputs() throws {
    var run = try Run(Self.flow)
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed(["Ann", "Bob"])))
    try run.resolve(try #require(run.nextNeed), with: .answer(.choice("8")))
    for _ in 0..<2 { try run.goBack(from: try #require(run.nextNeed)) }
    try run.resolve(try #require(run.nextNeed), with: .answer(.typed(["Ann", "Zoe"])))
    #expect(run.nextNeed?.id == "one")
  }

  @Test("titles that aren't texts, or that belong to no options, are refused in JSON")
  func wrong() {
    func problems(_ members: String) -> [String] {
      let json =
        #"{"libretto":1,"flow":"f","keys":{"a":{"list":"integer"},"b":{"list":"string"},"c":"integer"},"#
        + #""steps":[{"type":"choose","id":"c","title":"?","into":"c",\#(members)}]}"#
      do throws(InvalidFlow) {
        return try Flow(json: Array(json.utf8)).problems.map(\.description)
      } catch {
        return error.problems.map(\.description)
      }
    }
    #expect(
      problems(#""from":"a","titles":"a""#) == [
        "$.steps[0].titles: the key “a” must be a list of texts here"
      ])
    #expect(
      problems(#""titles":"b","options":[{"id":"x","title":"X","value":1}]"#) == [
        "$.steps[0].titles: titles belong to options from a key; give “from” too"
      ])
  }
}
