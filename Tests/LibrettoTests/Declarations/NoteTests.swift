import Testing

@testable import LibrettoCore

/// Headings and notes: nodes of their own kinds, which each interpreter shows in its own way.
struct NoteTests {
  let name = Key<String>("name")

  var flow: Flow {
    Flow("f") {
      Store("Bob", into: name)
      Heading("For \(name)")
      Note("Before", text: "Close all.\n\nSave \(name).")
    }
  }

  @Test("in a transcript")
  func transcript() async throws {
    let result = try await flow.run(with: Scripted([:]))
    #expect(
      result.transcript == """
        HEADING  For Bob
        NOTE     Before
                 Close all.

                 Save Bob.
        END      finished

        """)
  }

  @Test("in JSON and back, in the outline, and in a chain")
  func json() throws {
    let json = try JSONExporter(pretty: true).perform(flow)
    #expect(
      json.contains(
        #"""
            {
              "type": "heading",
              "title": "For {name}"
            },
            {
              "type": "note",
              "title": "Before",
              "text": "Close all.\n\nSave {name}."
            }
        """#))
    #expect(try Flow(json: json) == flow)
    #expect(
      try Outline().perform(flow) == """
        Flow “f”
          Store “Bob” into name
          Heading “For {name}”
          Note “Before” “Close all.␊␊Save {name}.”

        """)
    same(
      Flow("f") {
        anything
        When(name == "Bob") < [Heading("A"), Note("B", text: "c")]
      },
      Flow("f") {
        anything
        When(name == "Bob") {
          Heading("A")
          Note("B", text: "c")
        }
      })
  }

  @Test("for an interpreter that only shows texts")
  func plain() async throws {
    let host = ShownTexts()
    _ = try await flow.run(with: host)
    #expect(host.shown.withLock { $0 } == ["For Bob", "Before\n  Close all.\n\n  Save Bob."])
  }

  @Test("in a session, as text and as JSON")
  func session() throws {
    let session = try Session(flow)
    #expect(session.said == ["For Bob", "Before\n  Close all.\n\n  Save Bob."])
    #expect(
      session.statements == [
        .heading("For Bob"), .note(title: "Before", text: "Close all.\n\nSave Bob."),
      ])
    #expect(
      session.json.hasPrefix(
        #"{"said":[{"heading":"For Bob"},{"note":"Close all.\n\nSave Bob.","title":"Before"}],"#))
  }
}

/// Shows texts, and nothing else.
private struct ShownTexts: InteractiveInterpreter {
  let shown = Locked<[String]>([])
  func show(_ text: String) async throws { shown.withLock { $0.append(text) } }
  func ask(_ question: Question) async throws -> Reply { .endOfInput }
}
