import Testing

@testable import LibrettoCore

/// What is refused of operations when the flow is built, and what they look like as data.
struct OperationDeclarationTests {
  static let name = Key<String>("name")

  static func messages(_ flow: Flow, from line: Int) -> [String] {
    flow.problems.map { problem in
      "\((problem.place?.line ?? 0) - line): \(problem.message)"
    }
  }

  @Test("a cycle is spelled out")
  func cycle() {
    let line = #line + 2
    let flow = Flow("f") {
      Operations {
        Operation("a", after: "c") {}
        Operation("b", after: "a") {}
        Operation("c", after: "d", "b") {}
        Operation("d") {}
      }
    }
    #expect(
      Self.messages(flow, from: line) == [
        "1: these operations wait for each other and can never start: "
          + "“a” after “c” after “b” after “a”"
      ])
    let own = Flow("f") { Operations { Operation("a", after: "a") {} } }
    #expect(
      own.problems.map(\.message) == [
        "these operations wait for each other and can never start: “a” after “a”"
      ])
  }

  @Test("unknown names and names used twice are refused, with both places")
  func names() {
    let line = #line + 2
    let flow = Flow("f") {
      Operations {
        Operation("upload", after: "sing in") {}
        Operation("sign in") { CancelOperation("uplaod") }
        Operation("upload") {}
      }
      CancelOperation("upload")
    }
    #expect(
      Self.messages(flow, from: line) == [
        "3: the name “upload” is used twice in these Operations, here and at "
          + "OperationDeclarationTests.swift:\(line + 1); give one of the two another name",
        "1: after: there is no operation “sing in” beside or around this one; did you mean “sign in”?",
        "2: CancelOperation: there is no operation “uplaod” beside or around this one; "
          + "did you mean “upload”?",
        "3: the id “upload” is also the id of the step at OperationDeclarationTests.swift:\(line + 1); "
          + "give one of the two another id, such as .id(\"upload-2\")",
        "5: CancelOperation: there is no operation “upload” beside or around this one",
      ])
  }

  @Test("operations that can run together and write one key are refused")
  func writes() {
    let line = #line + 2
    let flow = Flow("f") {
      Operations {
        Operation("a") { Ask("?", into: Self.name) }
        Operation("b") { When(Self.name.isSet) { Store("x", into: Self.name) } }
        Operation("c", after: "b") { Store("x", into: Self.name) }
        Operation("d", after: "a", "c") { Store("x", into: Self.name) }
      }
    }
    let advice =
      "make one wait for the other, or use different keys"
    #expect(
      Self.messages(flow, from: line) == [
        "2: the operations “a” and “b” can run at the same time, and both write the key “name”; "
          + advice,
        "3: the operations “a” and “c” can run at the same time, and both write the key “name”; "
          + advice,
      ])
  }

  @Test("Break and Reload don't reach outside their operation")
  func jumps() {
    let flow = Flow("f") {
      Repeat(times: 2) { Operations { Operation("a") { Break() } } }
    }
    #expect(flow.problems.map(\.message) == ["Break() is outside a Repeat; move it into one"])
  }

  @Test("operations, switches, waits, actions with results as JSON and as an outline")
  func forms() throws {
    let size = Key<Int>("size")
    let flow = Flow("f") {
      Operations {
        Operation("a") { Do("count", into: size) { 1 }.timeout(.seconds(2)) }
        Operation("b", after: "a") {
          CancelOperation("a")
        } failure: { error in
          Say("\(error)")
        }
      }
      Switch(size) {
        Case(1) { Say("one") }
        Case(2, 3) { Wait(.milliseconds(1500)) }
        Default { Say("many") }
      }
      Load("prices", into: Key<[Int]>("prices")) {
        nil
      } data: {
        Say("some")
      } failure: { _ in
        TryAgain()
      }.loading("…")
        .retry(2, backoff: .seconds(1)).timeout(.seconds(3))
    }
    #expect(flow.problems == [])
    #expect(
      try JSONExporter().perform(flow) == #"""
        {"libretto":1,"flow":"f","keys":{"size":"integer","b.error":"string","prices":{"list":"integer"}},"steps":[{"type":"operations","operations":[{"type":"operation","id":"a","name":"a","steps":[{"type":"do","id":"a/count","name":"count","into":"size","timeoutMilliseconds":2000,"writes":[]}]},{"type":"operation","id":"b","name":"b","after":["a"],"steps":[{"type":"cancelOperation","id":"b/cancel-a","name":"a"}],"failure":[{"type":"say","text":"{b.error}"}]}]},{"type":"switch","key":"size","cases":[{"values":[1],"steps":[{"type":"say","text":"one"}]},{"values":[2,3],"steps":[{"type":"wait","id":"2/wait","milliseconds":1500}]}],"default":[{"type":"say","text":"many"}]},{"type":"load","id":"prices","name":"prices","into":"prices","loading":"…","retries":2,"backoffMilliseconds":1000,"timeoutMilliseconds":3000,"data":[{"type":"say","text":"some"}],"failure":[{"type":"reload"}]}]}
        """#)
    #expect(
      try Outline().perform(flow) == """
        Flow “f”
          Operations
            Operation “a”  [a]
              Do “count” into size  [a/count]
            Operation “b” after “a”  [b]
              CancelOperation “a”  [b/cancel-a]
            failure
              Say “{b.error}”
          Switch size
            Case 1
              Say “one”
            Case 2, 3
              Wait 1.5 seconds  [2/wait]
            default
              Say “many”
          Load “prices” into prices  [prices]
            data
              Say “some”
            failure
              TryAgain

        """)
  }
}
