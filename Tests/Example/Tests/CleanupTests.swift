import Cleanup
import Libretto
import Testing

struct CleanupTests {
  @Test("Yes deletes the files")
  func yes() async throws {
    let result = try await Cleanup.flow.run(
      with: Scripted(["Yes", .action("delete files")], byID: ["found": ["a.tmp"]]))
    #expect(result.outcome == .finished)
    #expect(result.performed == ["list files", "delete files"])
    try result.requireTranscript(
      """
      LOAD     list files
      LOADED   [“a.tmp”]
      ALERT    Delete a.tmp?
               [Yes] [No]
      PERSON   Yes
      ACTION   delete files
      SAY      Deleted.
      END      finished
      """)
  }

  @Test("What fails is said")
  func failures() async throws {
    let offline = try await Cleanup.flow.run(
      with: Scripted(["found": .failure("no network")]))
    #expect(offline.outcome == .finished("offline"))

    let locked = try await Cleanup.flow.run(
      with: Scripted(
        ["Yes"],
        byID: ["found": ["a.tmp"], "delete/yes/delete-files": .failure("disk is locked")]))
    #expect(!locked.isFinished)
  }

  @Test("A script that leaves out the action shows where it is written")
  func incomplete() async throws {
    let script = Scripted(["Yes"], byID: ["found": ["a.tmp"]])
    let error = await #expect(throws: ScriptedError.self) {
      try await Cleanup.flow.run(with: script)
    }
    #expect(
      error?.description == """
        CleanupTests.swift:40:26: the flow performs the action “delete files” \
        (id “delete/yes/delete-files”), which the script doesn't mention; \
        add .action("delete files") in its place, or pass actions: .stubbed
        LOAD     list files
        LOADED   [“a.tmp”]
        ALERT    Delete a.tmp?
                 [Yes] [No]
        PERSON   Yes
        ACTION   delete files

        """)
  }
}
