import Testing

@testable import LibrettoCore

struct ListedTests {
  @Test("at most twenty elements are listed")
  func most() {
    #expect(["a", "b"].listed { "“\($0)”" } == "“a”, “b”")
    #expect([Int]().listed { "\($0)" } == "")
    #expect((1...20).listed { "\($0)" }.hasSuffix("19, 20"))
    #expect((1...21).listed { "\($0)" }.hasSuffix("19, 20, …"))
    #expect(["a", "b"].listed(separator: " or ") { $0 } == "a or b")
  }

  @Test("a refusal fits on a screen, however many answers there are")
  func refusal() throws {
    let names = (0..<5000).map { "name-\($0)" }
    let flow = Flow("f") {
      Choose("Which?", from: names, into: Key<String>("which"))
      Ask("Which?", into: Key<String>("typed")).validate(.oneOf(names))
    }
    var run = try Run(flow)
    let choice = try #require(run.nextNeed.flatMap { run.question(for: $0) })
    let first = #expect(throws: Rejection.self) { try choice.read("other") }
    #expect(try #require(first).message.utf8.count < 1000)
    try run.resolve(try #require(run.nextNeed), with: .answer(.choice("name-7")))
    let typed = try #require(run.nextNeed)
    let second = #expect(throws: Rejection.self) { try run.resolve(typed, with: .answer("other")) }
    #expect(try #require(second).message.utf8.count < 1000)
  }
}
