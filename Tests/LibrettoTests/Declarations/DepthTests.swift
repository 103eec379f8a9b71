import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

/// Steps inside one another: 128 are taken, more are refused before anything recurses into them.
struct DepthTests {
  static let ready = Key<Bool>("ready")

  /// So many steps inside one another, the outermost made last.
  static func narrow(_ depth: Int) -> any FlowContent {
    var content: any FlowContent = Say("inside")
    for level in 1..<depth {
      let inner = content
      content =
        level.isMultiple(of: 2)
        ? Alert("A") { Button("B") { inner } } : Confirm("C") { inner }
    }
    return content
  }

  /// What a person writes who forgets to stop.
  static func recursive(_ depth: Int) -> any FlowContent {
    if depth == 1 { return Say("inside") }
    return When(ready.isSet) { recursive(depth - 1) }
  }
  static let recursiveLine = #line - 2

  static func message(_ line: Int) -> String {
    "DepthTests.swift:\(line): steps are nested more than 128 deep here; "
      + "move the inner ones into a separate flow, run by an action"
  }

  @Test("128 levels are a flow, exported and performed; 129 are refused")
  func limit() throws {
    let flow = Flow("f") { Self.recursive(128) }
    #expect(flow.problems == [])
    #expect(try Run(flow).outcome == .finished(nil))
    #expect(try JSONExporter().perform(flow).contains("inside"))
    let deep = Flow("f") { Self.recursive(129) }
    #expect(deep.problems.map(\.description) == [Self.message(Self.recursiveLine)])
    #expect(deep.tree.steps.map(\.kind) == [.when(Self.ready.isSet)])
    #expect(deep.tree.steps[0].branches.map(\.steps.count) == [0])
  }

  @Test("a hundred thousand levels are refused, and freed")
  func farTooDeep() {
    var flow: Flow? = Flow("f") { Self.narrow(100_000) }
    #expect(flow?.problems.count == 1)
    #expect(flow?.problems.first?.message.hasPrefix("steps are nested more than 128 deep") == true)
    flow = nil
    let inFlow = Flow("f") { Flow("g") { Self.narrow(128) } }
    #expect(inFlow.problems.count == 1)
    #expect(Flow("f") { Flow("g") { Self.narrow(127) } }.problems == [])
  }

  @Test("on a thread of 512 KiB the deepest flow is built, compared, exported and performed")
  func smallStack() throws {
    let seen = Locked<[String]>([])
    let thread = try SystemThread {
      let flow = Flow("f") { Self.narrow(128) }
      let same = Flow("f") { Self.narrow(128) }
      var results = ["\(flow.problems)", "\(flow == same)", "\(flow.hashValue == same.hashValue)"]
      results.append("\((try? JSONExporter().bytes(flow).count) ?? 0)")
      results.append("\((try? Outline().perform(flow).contains("inside")) ?? false)")
      results.append("\((try? Run(flow).nextNeed?.id) ?? "none")")
      results.append("\(Flow("f") { Self.narrow(100_000) }.problems.count)")
      let condition = ConditionTests.nested(128)
      let when = Flow("f") {
        anything
        When(condition) { Self.narrow(127) }
      }
      results.append("\(when.problems)")
      var run = try? Run(when)
      if let need = run?.nextNeed { try? run?.resolve(need, with: .performed(when.noAnswers)) }
      results.append("\(run?.outcome?.description.prefix(6) ?? "none")")
      results.append("\((try? JSONExporter().bytes(when).count) ?? 0 > 0)")
      seen.withLock { $0 = results }
    }
    thread.join()
    let results = seen.withLock { $0 }
    try #require(results.count == 10)
    #expect(results[3] != "0")
    #expect(
      results[0..<3] + results[4...] == [
        "[]", "true", "true", "true", "c", "1", "[]", "failed", "true",
      ])
  }
}
