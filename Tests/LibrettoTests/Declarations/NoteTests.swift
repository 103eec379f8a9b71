import Testing

@testable import Libretto

/// Notes and headings: sugar for a `Say`.
struct NoteTests {
  let name = Key<String>("name")

  @Test("the steps are those of a Say, with the keys in the texts")
  func sugar() {
    same(
      Flow("f") {
        Heading("For \(name)")
        Note("Before, \(name)", "Close all apps.\nSave \(name).\n\nGo on.")
        Note("By \(name)", "\(name)\n\(name)\n")
        When(name == "Bob") < [Heading("A"), Note("B", "c")]
      },
      Flow("f") {
        Say("== For \(name) ==")
        Say("Before, \(name)\n  Close all apps.\n  Save \(name).\n\n  Go on.")
        Say("By \(name)\n  \(name)\n  \(name)\n  ")
        When(name == "Bob") {
          Say("== A ==")
          Say("B\n  c")
        }
      })
  }

  @Test("in a transcript")
  func transcript() async throws {
    let flow = Flow("f") {
      Store("Bob", into: name)
      Heading("For \(name)")
      Note("Before", "Close all.\nSave \(name).")
    }
    let result = try await flow.run(with: Scripted([:]))
    #expect(
      result.transcript == """
        SAY      == For Bob ==
        SAY      Before
                   Close all.
                   Save Bob.
        END      finished

        """)
  }
}
