import Testing

@testable import LibrettoCore

@Suite("Lists and tables")
struct SayListTests {
  static let extras = Key<[String]>("extras")
  static let days = Key<[CalendarDay]>("days")
  static let name = Key<String>("name")
  static let count = Key<Int>("count")

  static let flow = Flow("f") {
    Store(["Tests", "Guides"], into: extras)
    Store([CalendarDay("2026-11-20")], into: days)
    Store("shelf", into: name)
    Store(3, into: count)
    Say(list: extras)
    Say(list: days)
    Say(list: ["one", "\(name)", "two\nlines"])
    Say(table: ["Name": "\(name)", "Price": "\(count * 4)", "Ü": "", "": "x"])
    Say("There are:\n\(extras.lines())")
    Say(table: [
      ["**Item**", "**Count**", "**Price**"], ["\(name)", "\(count)", "\(count * 4)"],
      ["delivery", "", "5"], ["all", ""], [],
    ])
    Store([], into: extras)
    Say(list: extras)
    Say(list: [])
  }

  @Test("shown line by line, in a transcript too")
  func shown() async throws {
    let result = try await Self.flow.run(with: Scripted([]))
    #expect(
      result.transcript
        == """
        SAY      - Tests
                 - Guides
        SAY      - 2026-11-20
        SAY      - one
                 - shelf
                 - two
                 lines
        SAY      Name   shelf
                 Price  12
                 Ü
                        x
        SAY      There are:
                 - Tests
                 - Guides
        SAY      **Item**  **Count**  **Price**
                 shelf     3          12
                 delivery             5
                 all

        SAY
        SAY
        END      finished

        """)
  }

  @Test("as JSON, and read back")
  func json() throws {
    let text = try JSONExporter(pretty: false).perform(Self.flow)
    #expect(text.contains(#"{"type":"say","text":{"parts":[{"lines":"extras"}]}}"#), "\(text)")
    #expect(try Flow(json: text) == Self.flow)
  }

  @Test("of something that is no list, refused")
  func wrong() {
    let json =
      #"{"libretto":1,"flow":"f","keys":{"a":"string"},"steps":["#
      + #"{"type":"store","into":"a","value":{"lines":"a"}}]}"#
    let error = #expect(throws: InvalidFlow.self) { try Flow(json: json) }
    #expect(
      error?.problems.map(\.message) == [
        "a.lines can’t be evaluated: “a” is text, which isn’t a list"
      ])
  }
}
