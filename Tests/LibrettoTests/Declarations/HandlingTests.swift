import Testing

@testable import LibrettoCore

/// Closures by name: a flow from JSON gets them, another flow gets others, and none is missed late.
struct HandlingTests {
  static let count = Key<Int>("count"), prices = Key<[String]>("prices"), user = Key<String>("user")
  static let paid = Key<Bool>("paid")

  static var declared: Flow {
    Flow("f") {
      Ask("User?", into: user).check("user exists", message: "Nobody.") { $0 == "ada" }
      Do("count", into: count) { 1 }
      Check("paid", into: paid) { false }
      Load("prices", into: prices) { ["a"] }
      Do("save") { _ in }
      Do("save") { answers in answers[count] = 0 }.id("again")
      Say("\(user) \(count) \(paid) \(prices)")
    }
  }

  static func read() throws -> Flow { try Flow(json: JSONExporter().bytes(declared)) }

  static func handled(_ flow: Flow) -> Flow {
    flow.handling(action: "count", into: count) { 2 }
      .handling(action: "paid", into: paid) { answers in answers[user] == "bob" }
      .handling(load: "prices", into: prices) { answers in [answers[user] ?? "", "b"] }
      .handling(action: "save") { answers in answers[count, default: 0] += 1 }
      .handling(check: "user exists") { (name: String) in name == "bob" }
  }

  @Test("a flow from JSON is performed with the closures it is given, and one from Swift too")
  func performed() async throws {
    let script = Scripted([.refused("ada"), "bob"], actions: .performed)
    for flow in [try Self.read(), Self.declared] {
      let handled = Self.handled(flow)
      #expect(handled.problems == [])
      #expect(handled == flow)
      let result = try await handled.run(with: script)
      #expect(result.transcript.contains("bob 4 yes bob, b"))
    }
  }

  @Test("all missing closures are reported before the first prompt")
  func missing() async throws {
    let flow = try Self.read().handling(action: "count", into: Self.count) { 2 }
    await #expect {
      _ = try await flow.run(with: Scripted(["ada"], actions: .performed))
    } throws: { error in
      "\(error)" == """
        the flow “f” has 5 problems:
          $.steps[2]: the action “paid” (id “paid”) has no closure; give it one with .handling(action: "paid", into: paid) { … }
          $.steps[4]: the action “save” (id “save”) has no closure; give it one with .handling(action: "save") { … }
          $.steps[5]: the action “save” (id “again”) has no closure; give it one with .handling(action: "save") { … }
          $.steps[3]: the load “prices” (id “prices”) has no closure; give it one with .handling(load: "prices", into: prices) { … }
          $.steps[0]: the check “user exists” (id “user”) has no closure; give it one with .handling(check: "user exists") { … }
        """
    }
    let noted = Scripted(
      ["ada"], byID: ["count": 3, "paid": true, "prices": ["c"]], actions: .stubbed)
    #expect(try await flow.run(with: noted).transcript.contains("ada 3 yes c"))
  }

  @Test("a sub-flow keeps its closures")
  func embedded() async throws {
    let inner = Self.handled(try Self.read())
    let result = try await Flow("outer") { inner }
      .run(with: Scripted(["bob"], actions: .performed))
    #expect(result.transcript.contains("bob 4 yes bob, b"))
  }

  @Test("a wrong name, key or type is a problem of the new flow")
  func problems() throws {
    func messages(_ flow: Flow) -> [String] { flow.problems.map(\.message) }
    let flow = try Self.read()
    #expect(
      messages(flow.handling(action: "save all") {})
        == ["handling(“save all”): the flow has no action with this name"])
    #expect(
      messages(flow.handling(load: "price", into: Self.prices) { [] }) == [
        "handling(“price”): the flow has no load with this name; did you mean “prices”?"
      ])
    #expect(
      messages(flow.handling(action: "count", into: Key<String>("name")) { "" }) == [
        "the closure for the action “count” has a result for “name”, text, but the flow keeps it "
          + "in “count”, a whole number"
      ])
    #expect(
      messages(flow.handling(action: "count") {}) == [
        "the action “count” has a result for the key “count”; "
          + "write .handling(action: \"count\", into: count) { … }"
      ])
    #expect(
      messages(flow.handling(check: "user exists") { (age: Int) in age > 3 }) == [
        "the closure for the check “user exists” takes a whole number, but the answer is text"
      ])
  }
}
