import Testing

@Suite("flow diff")
struct DiffTests {
  static let folder = ScriptFolder(
    "diff",
    [
      "old.swift": script(#"Ask("Name?", into: Key<String>("name"))"#),
      "new.swift": script(#"Ask("Your name?", into: Key<String>("name")).id("who")"#),
      "mapped.swift": script(
        #"Ask("Name?", into: Key<String>("name")).id("who", was: "name")"#),
    ])
  var folder: ScriptFolder { Self.folder }

  static func script(_ step: String) -> String {
    "import Libretto\nawait Flow(\"hello\") {\n  \(step)\n}.main()\n"
  }

  @Test("Scripts and exports; exit code 2 if an id needs a mapping, otherwise 0")
  func versions() throws {
    let text = """
      migrates automatically:
        who: is new: it is asked when a run reaches it

      needs a mapping:
        name: was removed; its answer is dropped; if it became “who”, write .id("who", was: \
      "name")

      """
    #expect(try folder.flow("diff", "old.swift", "new.swift") == Ended(2, text))
    folder.save("old.json", try folder.flow("export", "old.swift").output)
    #expect(try folder.flow("diff", "old.json", "new.swift") == Ended(2, text))
    #expect(
      try folder.flow("diff", "old.json", "mapped.swift")
        == Ended(0, "migrates automatically:\n  who: renamed from “name”; saved entries are kept\n")
    )
    #expect(try folder.flow("diff", "old.json", "old.swift") == Ended(0, "no difference\n"))
    let json = "{\n  \"needsMapping\": false,\n  \"differences\": []\n}\n"
    #expect(
      try folder.flow("diff", "old.swift", "old.json", "--output", "json") == Ended(0, json))
  }

  @Test("What can't be compared")
  func misuse() throws {
    folder.save("broken.json", "{")
    #expect(
      try folder.flow("diff", "old.swift")
        == Ended(
          64, "",
          "flow: diff compares two versions of a flow, and there is 1 file: write "
            + "`flow diff OLD NEW`, each a .swift script or a .json export\n"))
    #expect(
      try folder.flow("diff", "none.json", "old.swift")
        == Ended(66, "", "flow: none.json: no such file or directory\n"))
    let broken = try folder.flow("diff", "old.swift", "broken.json")
    #expect(broken.status == 65)
    #expect(broken.errors.hasPrefix("flow: broken.json: this JSON is not a valid flow"))
  }
}
