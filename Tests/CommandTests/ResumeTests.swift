import TestSupport
import Testing

@Suite("Saved runs resume")
struct ResumeTests {
  static let survey =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    + "/Playground/survey.swift"
  static let folder = ScriptFolder("resume")

  /// Each prompt of the survey, as it ends, with what is typed.
  static let dialogue: [(prompt: String, answer: String)] = [
    ("name? (for example Sally): ", "Sally"), ("old are you? (0 to 130; ? for help): ", "42"),
    ("metres? (0.3 to 2.8; Enter for 1.7): ", ""),
    ("speak? (separated by commas; 1 to 5 values): ", "Swift, English"),
    ("nickname? (Enter for none): ", "Sal"), ("(Enter for medium): ", "large"),
    ("type an answer: ", "g"), ("? for help): ", "correct horse"),
    ("newsletter? (yes or no; Enter for No): ", "y"), ("Discard", "Submit"),
  ]

  @Test("Killed at every prompt of the survey and resumed, it ends as if nothing had happened")
  func killed() throws {
    #expect(try Self.folder.flow(Self.survey, "--version").status == 0)
    for killedAt in Self.dialogue.indices {
      let journal = "killed\(killedAt).jsonl"
      let first = try Self.folder.terminal(Self.survey, "--record", journal)
      for step in Self.dialogue[..<killedAt] {
        try first.expect(step.prompt)
        try first.send(step.answer + "\n")
      }
      try first.expect(Self.dialogue[killedAt].prompt)
      first.kill()
      _ = try first.waitForExit()
      let second = try Self.folder.terminal(Self.survey, "--resume", journal)
      for (index, step) in Self.dialogue.enumerated().dropFirst(killedAt) {
        try second.expect(step.prompt)
        try second.send(step.answer + "\n")
        guard killedAt == 8, index == 8 else { continue }
        // Behind it come actions, which may read the secret: it is asked for again before them.
        try second.expect(
          "“Choose a password” is asked again: a saved run doesn't contain secrets.\r\n")
        try second.expect(Self.dialogue[7].prompt)
        try second.send("correct horse\n")
      }
      #expect(try second.waitForExit() == .exited(0), "killed at prompt \(killedAt)")
      #expect(
        second.transcript.hasSuffix(
          "Thank you!\r\n(the same again without questions: --answers \(journal)"
            + " --answer account/password=@FILE)\r\n"))
      let lines = Self.folder.text(journal).split(separator: "\n")
      let ended = lines.filter { $0.hasPrefix("{\"answered\"") || $0.hasPrefix("{\"ended\"") }
      #expect(Set(ended.map { $0.prefix { $0 != "," } }).count == ended.count)
      #expect(ended.count == 12)
    }
  }

  static let batch = """
    import Libretto

    let payee = Key<String>("payee")
    await Flow("batch") {
      Repeat(times: 3) {
        Ask("Whom?", into: payee)
        Do("pay") { work in print("paid \\(try work.answer(payee))") }
      }
    }.main()

    """

  @Test("Answers in the order of asking go on where the run stands; a dry run records nothing")
  func inOrder() throws {
    let folder = Self.folder
    folder.save("batch.swift", Self.batch)
    folder.save("all.json", #"{"payee": ["ann", "bob", "eve"]}"#)
    let first = try folder.flow("batch.swift", "--record", "batch.jsonl", input: "ann\nbob\n")
    #expect(first.output == "paid ann\npaid bob\n")
    let journal = folder.text("batch.jsonl")
    let dry = try folder.flow(
      "batch.swift", "--resume", "batch.jsonl", "--no-input", "--answers", "all.json",
      "--stub-actions")
    #expect(dry.status == 0)
    #expect(folder.text("batch.jsonl") == journal)
    let cut = try folder.flow("batch.swift", "--resume", "batch.jsonl", "--stub-actions", input: "")
    #expect(cut.status == 65 && !cut.errors.contains("continue with"))
    #expect(
      try folder.flow(
        "batch.swift", "--resume", "batch.jsonl", "--no-input", "--answers", "all.json")
        == Ended(
          0, "paid eve\n",
          "(of the answers given for “payee”, the first 2 were used)\nWhom? eve\n"))
  }

  @Test("An answer of several lines is shown as it was when it was given")
  func severalLines() throws {
    Self.folder.save(
      "lines.swift",
      """
      import Libretto
      let text = Key<String>("text"), name = Key<String>("name")
      await Flow("lines") {
        Ask("Text?", into: text).multiline()
        Ask("Name?", into: name)
      }.main()
      """)
    let first = try Self.folder.flow(
      "lines.swift", "--record", "lines.jsonl", input: "one\ntwo\n.\n")
    #expect(first.status == 65)
    let second = try Self.folder.richTerminal(
      "lines.swift", "--resume", "lines.jsonl", size: (60, 20))
    try second.waitForScreen(containing: "? Name?")
    #expect(second.screen?.text.hasPrefix("✓ Text?\n    one\n    two\n") == true)
    try second.send("Bob\r")
    #expect(try second.waitForExit() == .exited(0))
  }

  @Test("What was answered in operations is shown again, too")
  func inOperations() throws {
    Self.folder.save(
      "side.swift",
      """
      import Libretto
      let who = Key<String>("who"), age = Key<Int>("age")
      let label = Key<String>("label"), next = Key<String>("next")
      await Flow("side") {
        Operations {
          Operation("guest") {
            Ask("Who?", into: who)
            Ask("How old is \\(who)?", into: age)
          }
          Operation("you") {
            Ask("Label?", into: label)
            Ask("Next, \\(label)?", into: next)
          }
          Operation("copy") { Do("copy") { try await Task.sleep(for: .seconds(600)) } }
        }
      }.main()
      """)
    let first = try Self.folder.richTerminal(
      "side.swift", "--record", "side.jsonl", size: (60, 20))
    for (title, answer) in [("Who?", "Bob"), ("How old is Bob?", "42"), ("Label?", "blue")] {
      try first.waitForScreen(containing: "? \(title)")
      try first.send(answer + "\r")
    }
    try first.waitForScreen(containing: "? Next, blue?")
    first.kill()
    _ = try first.waitForExit()
    let second = try Self.folder.richTerminal(
      "side.swift", "--resume", "side.jsonl", "--interrupted", "run", size: (60, 20))
    try second.waitForScreen(containing: "? Next, blue?")
    #expect(
      second.screen?.text.hasPrefix(
        """
        ✓ Who?                  Bob
        ✓ How old is Bob?       42
        ✓ Label?                blue
        """) == true, "\(second.screen?.text ?? "")")
    second.kill()
    _ = try second.waitForExit()
  }

  @Test("Answers that are kept for later stand below the question again")
  func kept() throws {
    Self.folder.save(
      "kept.swift",
      """
      import Libretto
      let a = Key<String>("a"), b = Key<String>("b")
      await Flow("kept") {
        Ask("First?", into: a)
        Ask("Second?", into: b)
        Confirm("Sure?")
      }.main()
      """)
    let first = try Self.folder.richTerminal(
      "kept.swift", "--record", "kept.jsonl", size: (60, 20))
    try first.waitForScreen(containing: "? First?")
    try first.send("one\r")
    try first.waitForScreen(containing: "? Second?")
    try first.send("two\r")
    try first.waitForScreen(containing: "? Sure?")
    try first.send("\u{1B}")
    try first.waitForScreen(containing: "? Second?")
    try first.send("\u{1B}")
    try first.waitForScreen(containing: "? First?")
    first.kill()
    _ = try first.waitForExit()
    let second = try Self.folder.richTerminal(
      "kept.swift", "--resume", "kept.jsonl", size: (60, 20))
    try second.waitForScreen(containing: "? First?")
    #expect(
      second.screen?.text.contains("· Second?               two") == true,
      "\(second.screen?.text ?? "")")
    second.kill()
    _ = try second.waitForExit()
  }

  static let order = """
    import Libretto
    let name = Key<String>("name"), size = Key<Int>("size")
    await Flow("order") {
      Ask("Name?", into: name)
      Do("pack") { print("packed") }
      Ask("Size?", into: size)
      Say("\\(name), \\(size)")
    }.main()
    """

  @Test("An effect is performed once; a journal in use, missing, foreign or broken is refused")
  func refused() throws {
    Self.folder.save("order.swift", Self.order)
    let first = try Self.folder.flow("order.swift", "--record", "order.jsonl", input: "Bob\n")
    #expect(first.status == 65)
    #expect(first.output == "packed\n")
    let second = try Self.folder.flow("order.swift", "--resume", "order.jsonl", input: "7\n")
    #expect(second == Ended(0, "Bob, 7\n", "Size? \n"))
    // What was said behind the last entry is said again; nothing is asked or performed.
    let third = try Self.folder.flow("order.swift", "--resume", "order.jsonl")
    #expect(third == Ended(0, "Bob, 7\n"))

    let waiting = try Self.folder.terminal("order.swift", "--record", "used.jsonl")
    try waiting.expect("Name? ")
    #expect(
      try Self.folder.flow("order.swift", "--resume", "used.jsonl")
        == Ended(
          65, "",
          "order.swift: used.jsonl is in use by another run; wait until it has ended, or resume a "
            + "copy\n"))
    #expect(
      try Self.folder.flow("order.swift", "--resume", "none.jsonl")
        == Ended(
          66, "",
          "order.swift: none.jsonl: no such journal; a first run writes one with --record none.jsonl\n"
        ))
    Self.folder.save("foreign.jsonl", JournalText.sealed(JournalText.header("x")))
    #expect(
      try Self.folder.flow("order.swift", "--resume", "foreign.jsonl", input: "7\n")
        == Ended(
          65, "",
          "order.swift: foreign.jsonl: This is a saved run of the flow “x”, not of “order”.\n"))
    Self.folder.save("broken.jsonl", JournalText.sealed(JournalText.header("order")) + "{\"x\n{}\n")
    let broken = try Self.folder.flow("order.swift", "--resume", "broken.jsonl")
    #expect(broken.status == 65)
    #expect(broken.errors.hasPrefix("order.swift: broken.jsonl: line 2: "))
  }

  @Test("On a full disk an answer doesn't count as saved, and the run reports it")
  func full() throws {
    Self.folder.save(
      "full.swift",
      """
      import Libretto
      let note = Key<String>("note")
      await Flow("full") {
        Repeat(times: 9) {
          Ask("Note?", into: note)
          Say("taken")
        }
      }.main()
      """)
    #expect(try Self.folder.flow("full.swift", "--version").status == 0)
    let line = String(repeating: "x", count: 300)
    // No file may grow past one block; the signal that this sends is ignored, as on a full disk.
    let ended = try Self.folder.shell(
      "trap '' XFSZ; ulimit -f 1; for i in 1 2 3 4 5 6 7 8 9; do echo \"$1\"; done | "
        + "\"$FLOW\" full.swift --record full.jsonl", [line])
    #expect(ended.status == 1)
    #expect(
      ended.errors.hasSuffix(
        "full.swift: the journal full.jsonl can't be written, so the last entries are missing: "
          + "file too large; make room, then continue with --resume full.jsonl\n"),
      "\(ended.errors)")
    let saved =
      Self.folder.text("full.jsonl").split(separator: "\n").count { $0.hasSuffix("}") } - 1
    #expect(saved == ended.output.split(separator: "\n").count)
    #expect(saved > 0)
  }

  @Test("An incomplete line doesn't count as an answer, and is removed")
  func torn() throws {
    Self.folder.save("torn.swift", Self.order)
    _ = try Self.folder.flow("torn.swift", "--record", "torn.jsonl", input: "Bob\n")
    let whole = Self.folder.text("torn.jsonl")
    Self.folder.save("torn.jsonl", whole + "{\"answered\":\"size\",\"va")
    #expect(
      try Self.folder.flow("torn.swift", "--resume", "torn.jsonl", input: "8\n")
        == Ended(0, "Bob, 8\n", "Size? \n"))
    #expect(Self.folder.text("torn.jsonl").hasPrefix(whole + "{\"answered\":\"size\",\"value\":8,"))
  }

  @Test("An edited flow keeps the entries that fit and reports the others; the journal continues")
  func edited() throws {
    Self.folder.save("edited.swift", Self.order)
    _ = try Self.folder.flow("edited.swift", "--record", "edited.jsonl", input: "Bob\n")
    Self.folder.save(
      "edited.swift",
      Self.order.replacing("Do(\"pack\") { print(\"packed\") }", with: "")
        .replacing(
          "Ask(\"Name?\", into: name)",
          with: "Ask(\"Name?\", into: name).id(\"who\", was: \"name\")"))
    let ended = try Self.folder.flow("edited.swift", "--resume", "edited.jsonl", input: "9\n")
    #expect(
      ended
        == Ended(
          0, "Bob, 9\n", "(“pack” is no longer in the flow; what it did stays as it is)\nSize? \n"))
    let lines = Self.folder.text("edited.jsonl").split(separator: "\n")
    #expect(lines.filter { $0.contains("\"fingerprint\"") }.count == 2)
    #expect(lines.last?.hasPrefix("{\"answered\":\"size\",\"value\":9,") == true)
  }

  @Test("An interrupted action is performed again, or not, or fails the run, as requested")
  func begun() throws {
    Self.folder.save("order.swift", Self.order)
    _ = try Self.folder.flow("order.swift", "--record", "whole.jsonl", input: "Bob\n")
    // As if it had been killed within the action.
    let journal = Self.folder.text("whole.jsonl").split(separator: "\n").prefix(3)
      .map { $0 + "\n" }.joined()
    #expect(journal.contains("{\"began\":\"pack\","))
    for (policy, input, output, status) in [
      ("run", "7\n", "packed\nBob, 7\n", Int32(0)), ("ask", "1\n7\n", "packed\nBob, 7\n", 0),
      ("ask", "2\n7\n", "Bob, 7\n", 0), ("fail", "7\n", "", 1),
    ] {
      Self.folder.save("begun.jsonl", journal)
      let ended = try Self.folder.flow(
        "order.swift", "--resume", "begun.jsonl", "--interrupted", policy, input: input)
      #expect(ended.output == output, "\(policy)")
      #expect(ended.status == status, "\(policy): \(ended.errors)")
    }
    Self.folder.save("begun.jsonl", journal)
    let asked = try Self.folder.flow(
      "order.swift", "--resume", "begun.jsonl", "--no-input", "--answer", "size=7")
    let remark = "“pack” was interrupted and may have been done"
    #expect(asked.status == 65)
    #expect(
      asked.errors.hasSuffix(
        ": nobody can be asked for the decision: \(remark) (id “pack”); answer it, or resume with "
          + "--interrupted run or --interrupted fail\n"),
      "\(asked.errors)")
    let ended = try Self.folder.flow("order.swift", "--resume", "begun.jsonl", input: "1\n7\n")
    #expect(
      ended.errors == """
        \(remark).
        Check whether it was done.
          1) Perform it again
          2) It was done
        Choose 1 to 2, or type an answer: 
        Size? 

        """)
  }

  @Test("Going back at a terminal")
  func back() throws {
    Self.folder.save("back.swift", Self.order)
    let terminal = try Self.folder.terminal("back.swift", "--record", "back.jsonl")
    try terminal.expect("Name? ")
    try terminal.send("<\n")
    try terminal.expect("This is the first question; there is nothing to go back to.\r\nName? ")
    try terminal.send("Bob\n")
    try terminal.expect("Size? ")
    try terminal.send("<\n")
    try terminal.expect("Name? (Enter for Bob): ")
    try terminal.send("Ann\n")
    try terminal.expect("Size? ")
    try terminal.send("3\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript.contains("Size? 3\r\nAnn, 3\r\n"))
    // The action read nothing, so it stays as it is.
    #expect(!terminal.transcript.contains("packed\r\nSize? 3"))
    #expect(
      Self.folder.text("back.jsonl").contains(
        "{\"back\":\"name\",\"out\":[\"name\"],\"from\":\"size\","))
  }
}
