import Testing

@testable import LibrettoCore

/// The end of a flow: what the person is told, and what a program reads.
struct FinishTests {
  @Test("The text is shown, and the name is the outcome's")
  func both() async throws {
    let flow = Flow("f") {
      Finish("Nothing was created.", name: "left")
      Say("Never.")
    }
    let result = try await flow.run(with: Scripted([:]))
    #expect(result.outcome == .finished("left"))
    #expect(
      result.transcript == """
        SAY      Nothing was created.
        END      finished: left

        """)
    #expect(
      try Outline().perform(flow) == """
        Flow “f”
          Finish “Nothing was created.” named “left”
          Say “Never.”

        """)
    #expect(
      try JSONExporter(pretty: true).perform(flow).contains(
        #"""
            {
              "type": "finish",
              "text": "Nothing was created.",
              "outcome": "left"
            }
        """#))
    #expect(try Flow(json: JSONExporter(pretty: true).perform(flow)) == flow)
  }

  @Test("A text with answers, in an operation")
  func operation() async throws {
    let name = Key<String>("name")
    let flow = Flow("f") {
      Ask("Who?", into: name)
      Operations { Operation("a") { Finish("Bye, \(name).") } }
      Say("Never.")
    }
    let result = try await flow.run(with: Scripted(["Bob"]))
    #expect(result.outcome == .finished)
    #expect(
      result.transcript == """
        ASK      Who?
        PERSON   Bob
        START    a
        SAY      Bye, Bob.
        END      finished

        """)
  }
}
