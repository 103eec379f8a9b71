import Testing

@Suite("Input")
struct InputTests {
  static let folder = ScriptFolder("input", ["kinds.swift": KindsScript.text])
  var folder: ScriptFolder { Self.folder }

  struct End: CustomTestStringConvertible, Sendable {
    let kind: String
    let line: Int
    let prompt: String
    let question: String
    let id: String
    var testDescription: String { kind }
  }

  static let ends = [
    End(kind: "ask", line: 6, prompt: "Some text? ", question: "Some text?", id: "ask/text"),
    End(
      kind: "secret", line: 7, prompt: "The word? (the answer is not shown): ",
      question: "The word?", id: "secret/word"),
    End(kind: "number", line: 8, prompt: "How old? ", question: "How old?", id: "number/age"),
    End(
      kind: "list", line: 9, prompt: "Which ones? (separated by commas): ",
      question: "Which ones?", id: "list/ones"),
    End(
      kind: "confirm", line: 10, prompt: "Sure? (yes or no): ", question: "Sure?",
      id: "confirm/sure"),
    End(
      kind: "choose", line: 11,
      prompt: "Which?\n  1) a\n  2) b\nChoose 1 to 2, or type an answer: ", question: "Which?",
      id: "choose/one"),
    End(
      kind: "alert", line: 13,
      prompt: "Delete?\n  1) Yes (deletes)\n  2) No\n"
        + "Choose 1 to 2, or type an answer (Enter for No): ", question: "Delete?",
      id: "alert/delete"),
    End(
      kind: "notice", line: 18, prompt: "Done\nAnd now? ", question: "And now?", id: "notice/now"),
    End(
      kind: "optional", line: 19, prompt: "A nickname? (Enter for none): ",
      question: "A nickname?", id: "optional/nick"),
  ]

  @Test(
    "End of input never counts as an answer, and the failure names the question", arguments: ends)
  func end(_ end: End) throws {
    let errors = """
      \(KindsScript.opening())\(end.prompt)
      kinds.swift:\(end.line): the input ended at the question “\(end.question)” \
      (id “which-kind/\(end.id)”); answer it, or give --answer which-kind/\(end.id)=\(end.kind == "secret" ? "@FILE" : "…")

      """
    #expect(try folder.flow("kinds.swift", input: end.kind + "\n") == Ended(65, "", errors))
  }

  @Test("--yes takes every default but a destructive button's")
  func yes() throws {
    func run(_ kind: String) throws -> Ended {
      // With an input that is not at its end: then nothing is listed beforehand.
      var ended = try folder.flow(
        "kinds.swift", "--yes", "--answer", "which-kind=\(kind)", input: "unused\n")
      let opening = KindsScript.opening(kind)
      #expect(ended.errors.hasPrefix(opening))
      ended.errors = String(ended.errors.dropFirst(opening.count))
      return ended
    }
    #expect(
      try run("alert")
        == Ended(
          0, "",
          "Delete? No\n"))
    #expect(try run("optional") == Ended(0, "", "A nickname? none\n"))
    #expect(
      try run("danger")
        == Ended(
          65, "",
          "kinds.swift: the default of “Drop?” (id “which-kind/danger/drop”), “Yes”, is destructive, "
            + "so it is not accepted without asking; give --answer which-kind/danger/drop=…\n"))
    #expect(
      try run("confirm")
        == Ended(
          65, "",
          "kinds.swift: “Sure?” (id “which-kind/confirm/sure”) has no default to accept; "
            + "give --answer which-kind/confirm/sure=…\n"))
    #expect(
      try run("notice")
        == Ended(
          65, "",
          "Done\nkinds.swift: “And now?” (id “which-kind/notice/now”) has no default to accept; "
            + "give --answer which-kind/notice/now=…\n"))
  }

  @Test("A flow that fails, and one that would never end")
  func fails() throws {
    #expect(
      try folder.flow("kinds.swift", input: "fail\n")
        == Ended(1, "", KindsScript.opening() + "kinds.swift:20: As you wished.\n"))
    #expect(
      try folder.flow("kinds.swift", input: "endless\n")
        == Ended(
          1, "",
          KindsScript.opening()
            + "kinds.swift:21: 1000000 steps were performed without a prompt between them, near "
            + "a loop; end the loop, or raise the limit: flow.limits(Limits(stepsBetweenPrompts: …))\n"
        ))
  }

  @Test("An output without a reader, and one that is full or closed")
  func outputs() throws {
    let answered = "kinds.swift --answer which-kind=long"
    let gone = "kinds.swift: the output can't be written: the pipe was closed\n"
    #expect(
      try folder.shell("{ \"$FLOW\" \(answered); echo $? >&2; } | head -1")
        == Ended(
          0, "A line that goes to a pipe.\n", KindsScript.opening("long") + gone + "1\n"))
    #expect(
      try folder.shell("\"$FLOW\" export kinds.swift >&-")
        == Ended(
          1, "", "kinds.swift: the output can't be written: write: Bad file descriptor\n"))
    #if os(Linux)
      #expect(
        try folder.shell("\"$FLOW\" outline kinds.swift >/dev/full")
          == Ended(
            1, "", "kinds.swift: the output can't be written: write: No space left on device\n"))
    #endif
  }
}
