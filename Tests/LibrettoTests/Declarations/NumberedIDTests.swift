import Testing

@testable import LibrettoCore

/// The ids of pauses, cancellations and alerts that dismiss themselves, which nobody answers and so
/// nobody has to name.
struct NumberedIDTests {
  @Test("pauses and cancellations are numbered in the order of declaration, scope by scope")
  func numbers() {
    let flow = Flow("f") {
      Wait(.seconds(1))
      When(Key<Bool>("ready").isSet) { Wait(.seconds(2)) }
      Alert("Go") { Button("On") { Repeat(times: 2) { Wait(.seconds(3)) } } }
      Flow("inner") {
        Wait(.seconds(4))
        Wait(.seconds(5)).id("pause")
      }
      Wait(.seconds(6))
      Operations {
        Operation("A b") {
          CancelOperation("???")
          CancelOperation("A b")
          CancelOperation("A b")
        }
        Operation("???") { CancelOperation("A b") }.id("c")
      }
    }
    #expect(flow.problems == [])
    #expect(
      FlowTests.ids(flow.tree.steps) == [
        "wait", "wait-2", "go", "[on]", "go/on/wait", "inner", "inner/wait", "inner/pause",
        "wait-3", "a-b", "a-b/cancel", "a-b/cancel-a-b", "a-b/cancel-a-b-2", "c", "c/cancel-a-b",
      ])
  }

  @Test("alerts that nobody answers are numbered, and those that somebody answers are not")
  func alerts() {
    let line = #line + 1
    let flow = Flow("f") {
      Alert("Done")
      Alert("Done").dismiss(after: .seconds(1))
      When(Key<Bool>("ready").isSet) { Alert("Done") { Button("OK") } }
      Alert("Done") { Button("OK") }
    }
    #expect(
      flow.problems.map { "\(($0.place?.line ?? 0) - line): \($0.message)" } == [
        "4: the id “done” is also the id of the step at NumberedIDTests.swift:\(line + 3); "
          + "give one of the two another id, such as .id(\"done-2\")"
      ])
    #expect(
      FlowTests.ids(flow.tree.steps) == ["done-2", "done-3", "done", "[ok]", "done", "[ok]"])
  }

  @Test("each of several equal alerts has its own place in a run, and in JSON")
  func alertsPerformed() throws {
    let flow = Flow("f") {
      Alert("Done")
      Alert("Done")
      Repeat(times: 2) { Alert("Done") }
    }
    var run = try Run(flow)
    var names: [String] = []
    while let need = run.nextNeed {
      names.append(need.name)
      try run.resolve(need, with: .dismissed)
    }
    #expect(names == ["done", "done-2", "done-3", "done-3@2"])
    #expect(try Flow(json: try JSONExporter().perform(flow)) == flow)
  }

  @Test("every other id takes precedence, even if declared later")
  func givesWay() throws {
    let flow = Flow("f") {
      Wait(.seconds(1))
      Wait(.seconds(2))
      Wait(.seconds(3)).id("wait-2")
      Do("wait") { _ in }
      Flow("inner") { Do("x") { _ in }.id("wait") }
      Flow("inner") {}.id("inner-2")
    }
    #expect(flow.problems == [])
    #expect(
      FlowTests.ids(flow.tree.steps) == [
        "wait-3", "wait-4", "wait-2", "wait", "inner", "inner/wait", "inner-2",
      ])
    #expect(try Flow(json: try JSONExporter().perform(flow)) == flow)
  }

  @Test("two bases that meet")
  func meeting() {
    let flow = Flow("f") {
      Operations {
        Operation("a") {}
        Operation("a 2") {}
        Operation("b") {
          CancelOperation("a")
          CancelOperation("a")
          CancelOperation("a 2")
        }
      }
    }
    #expect(flow.problems == [])
    #expect(
      FlowTests.ids(flow.tree.steps) == [
        "a", "a-2", "b", "b/cancel-a", "b/cancel-a-2", "b/cancel-a-2-2",
      ])
  }

  @Test("two equal explicit ids are refused, as for other steps")
  func explicit() {
    let line = #line + 1
    let flow = Flow("f") {
      Wait(.seconds(1)).id("w")
      Wait(.seconds(1)).id("w")
      Wait(.seconds(1)).id("w w")
    }
    #expect(
      flow.problems.map(\.message) == [
        "the id “w” is also the id of the step at NumberedIDTests.swift:\(line + 1); "
          + "give one of the two another id, such as .id(\"w-2\")",
        "“w w” can't be an id: use only letters, digits, “-”, “_”, “.” and “/”",
      ])
  }

  @Test("ten thousand pauses are numbered in time")
  func many() {
    let flow = Flow("f") { for _ in 0..<10_000 { Wait(.seconds(1)) } }
    #expect(flow.problems == [])
    #expect(FlowTests.ids(flow.tree.steps).last == "wait-10000")
  }
}

/// The earlier ids that `was:` names.
struct EarlierIDTests {
  let name = Key<String>("name")

  @Test("several earlier ids, also of a step in a sub-flow")
  func several() throws {
    let flow = Flow("f") {
      Ask("Name?", into: name).id("new", was: "old", "older")
      Flow("inner") {
        Alert("A") { Button("B").id("b", was: "c", "d") }.id("a", was: "x")
      }.id("i", was: "j")
    }
    #expect(flow.problems == [])
    let inner = flow.tree.steps[1]
    let node = try #require(inner[.body]?.first)
    guard case .prompt(let alert) = node.kind else { throw Rejection(message: "other steps") }
    #expect(flow.tree.steps[0].was == ["old", "older"])
    #expect(inner.was == ["j"])
    #expect(node.was == ["i/x"])
    #expect(alert.choices[0].was == ["c", "d"])
    let json = try JSONExporter().perform(flow)
    #expect(json.contains(#""id":"new","was":["old","older"],"#))
    #expect(json.contains(#""id":"i","was":"j","#))
    #expect(try Flow(json: json) == flow)
    let single = json.replacing(#""was":"j""#, with: #""was":["j"]"#)
    #expect(try Flow(json: single) == flow)
  }

  @Test("two steps, and two choices, that have exchanged their ids")
  func swapped() {
    let flow = Flow("f") {
      Do("a") { _ in }.id("a", was: "b")
      Do("b") { _ in }.id("b", was: "a")
      Alert("C") {
        Button("D").id("d", was: "e")
        Button("E").id("e", was: "d")
      }
      Alert("F") { Button("D").id("d", was: "e") }
    }
    #expect(flow.problems == [])
  }

  @Test("invalid earlier ids are refused: wrong characters, the current id, a repeated id")
  func refused() {
    let line = #line + 1
    let flow = Flow("f") {
      Do("a") { _ in }.id("a", was: "a", "a b", "", "c", "c")
      Do("b") { _ in }.id("b", was: "c")
      Wait(.zero).id("w", was: "b")
      Flow("inner") { Do("d") { _ in }.id("d", was: "c", "d") }
      Alert("E") {
        Button("F").id("f", was: "f", "g", "g", "h h")
        Button("I").id("i", was: "g")
      }
    }
    #expect(
      flow.problems.map { "\(($0.place?.line ?? 0) - line): \($0.message)" } == [
        "1: was: “a” is the current id; list only earlier ids",
        "1: was: “a b” can't be an id: use only letters, digits, “-”, “_”, “.” and “/”",
        "1: was: “” can't be an id: an id can't be empty",
        "1: was: “c” is listed twice",
        "2: was: “c” is also listed at NumberedIDTests.swift:\(line + 1); "
          + "saved answers can move to only one of the two",
        "4: was: “d” is the current id; list only earlier ids",
        "6: was: “f” is the current id; list only earlier ids",
        "6: was: “g” is listed twice",
        "6: was: “h h” can't be an id: use only letters, digits, “-”, “_”, “.” and “/”",
        "7: was: “g” is also listed at NumberedIDTests.swift:\(line + 6); "
          + "saved answers can move to only one of the two",
      ])
  }
}
