import Testing

@testable import LibrettoCore

@Suite("Flows that are built when they are needed")
struct LazyFlowTests {
  private static let name = Key<String>("name")

  private static var greeting: Flow {
    Flow("Greeting") {
      Ask("Name?", into: name).id("who", was: "asked")
      When(name == "Bob") { Wait(.seconds(1)) }
      Load("prices", into: Key<String>("prices")) {
        nil
      } failure: { _ in
        Say("none")
      }
      Alert("Done")
    }
  }

  @Test("many tasks that use a flow first see the same")
  func tasks() async {
    let flow = Self.greeting
    let trees = await withTaskGroup(of: Tree.self) { group in
      for _ in 0..<20 { group.addTask { flow.tree } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(trees) == [flow.tree])
    #expect(trees.count == 20)
  }

  @Test("a flow that was read stands in another one as the declared flow does")
  func readInside() throws {
    let read = try Flow(json: JSONExporter().bytes(Self.greeting))
    func outer(_ inner: Flow) -> Flow {
      Flow("Outer") {
        Wait(.seconds(2))
        inner
        Confirm("Again?") { inner.id("second") }
      }
    }
    let (declared, nested) = (outer(Self.greeting), outer(read))
    #expect(nested.problems == [])
    #expect(nested == declared)
    #expect(try JSONExporter().bytes(nested) == JSONExporter().bytes(declared))
    #expect(nested.places.keys.sorted() == declared.places.keys.sorted())
  }

  @Test("what is wrong with an inner flow is told once, by the outer one")
  func problems() {
    let inner = Flow("Inner") {
      Ask("Name?", into: Self.name)
      Ask("Name?", into: Self.name)
    }
    let outer = Flow("Outer") { inner }
    #expect(inner.problems.map(\.code) == ["same-id"])
    #expect(outer.problems.map(\.code) == ["same-id"])
  }

  @Test("a flow of 128 levels that was read is refused inside another one")
  func depth() throws {
    func steps(_ levels: Int) -> String {
      levels == 1
        ? #"{"type":"say","text":"x"}"#
        : #"{"type":"repeat","times":1,"steps":[\#(steps(levels - 1))]}"#
    }
    let text = #"{"libretto":1,"flow":"deep","keys":{},"steps":[\#(steps(128))]}"#
    let deep = try Flow(json: text)
    let outer = Flow("outer") { deep }
    #expect(outer.problems.map(\.code) == ["nesting-depth"])
  }
}
