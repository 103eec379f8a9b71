import Testing

@Suite("Loads, time limits and forms on the command line")
struct PageTests {
  static let folder = ScriptFolder("page", ["page.swift": PageScript.text])
  var folder: ScriptFolder { Self.folder }

  @Test("A form with all answers given is submitted; its title is above its first question")
  func given() throws {
    let run = try folder.flow(
      "page.swift", "--answer", "size=M", "--answer", "quick=x", "--answer", "profile/name=Bob",
      "--answer", "profile/age=42")
    #expect(
      run
        == Ended(
          0, "loading\nM for Bob, 42\n",
          "Which size? M\nQuick? x\nProfile\nName? Bob\nAge? 42\nProfile: Submit\n"))
  }

  @Test("A form with a question that was asked is reviewed, and end of input doesn't submit it")
  func asked() throws {
    let arguments = [
      "page.swift", "--answer", "size=M", "--answer", "quick=x", "--answer", "profile/name=Bob",
    ]
    let run = try folder.flow(arguments, input: .text("42\n\n"))
    #expect(run.output == "loading\nM for Bob, 42\n")
    let ended = try folder.flow(arguments, input: .text("42\n"))
    #expect(ended.status == 65)
    #expect(ended.errors.contains("the input ended at the question “Profile” (id “profile”)"))
    // What the review refuses is no consent either.
    let refused = try folder.flow(arguments, input: .text("42\nwhat\n"))
    #expect(refused.status == 65)
    #expect(refused.errors.contains("the input ended at the question “Profile” (id “profile”)"))
    #expect(try folder.flow(arguments, input: .text("42\nwhat\n\n")).status == 0)
    #expect(try folder.flow(arguments + ["--yes"], input: .null).status == 0)
  }

  @Test("A form of a resumed run is reviewed by the person, who can also go back into it")
  func resumed() throws {
    _ = try folder.shell("rm -f kept.journal")
    let given = ["page.swift", "--answer", "size=M", "--answer", "quick=x"]
    let cut = try folder.flow(given + ["--record", "kept.journal"], input: .text("Bob\n42\n"))
    #expect(cut.status == 65)
    let still = try folder.flow(["page.swift", "--resume", "kept.journal"], input: .null)
    #expect(still.errors.contains("the input ended at the question “Profile” (id “profile”)"))
    let changed = try folder.flow(
      ["page.swift", "--resume", "kept.journal"], input: .text("2\n43\n\n"))
    #expect(changed.output.hasSuffix("M for Bob, 43\n"))
  }

  @Test("Answers for a load replace it: data, no data, successive errors, a time-out")
  func load() throws {
    let rest = #""size": "L", "quick": {"timedOut": true}, "profile/name": "B", "profile/age": 1}"#
    folder.save("data.json", #"{"sizes": ["L", "XL"], "# + rest)
    #expect(
      try folder.flow("page.swift", "--answers", "data.json").output
        == "Too late.\nL for B, 1\n")
    folder.save("tries.json", #"{"sizes": [{"error": "down"}, ["L", "XL"]], "# + rest)
    let tries = try folder.flow("page.swift", "--answers", "tries.json")
    #expect(tries.output == "Too late.\nL for B, 1\n")
    #expect(tries.errors.contains("Quick? (no answer in time)\n"))
    folder.save("down.json", #"{"sizes": [{"error": "down"}, {"error": "still down"}]}"#)
    #expect(
      try folder.flow("page.swift", "--answers", "down.json")
        == Ended(0, "No sizes: still down\n"))
    let line = try folder.flow(
      ["page.swift", "--answer", "sizes=L, XL", "--answer", "size=XL"], input: .text("now\n"))
    #expect(line.errors.hasPrefix("Which size? XL\n"))
    folder.save("wrong.json", #"{"sizes": 3}"#)
    #expect(
      try folder.flow("page.swift", "--answers", "wrong.json")
        == Ended(
          65, "",
          "page.swift: wrong.json: “sizes” is a load of a list of texts, so 3 can't be its result: "
            + """
            give its data, null for no data, {"error": "…"} or {"timedOut": true}
            4 answers are missing, and nobody can be asked; give them like this:
              --answer size=TEXT          Which size?
              --answer quick=TEXT         Quick?
              --answer profile/name=TEXT  Name?
              --answer profile/age=30     Age?
            The command “answers” prints a file for all answers, to fill in and give with --answers.

            """))
  }

  @Test("A journal with a load and a form reproduces the run")
  func journal() throws {
    _ = try folder.shell("rm -f page.journal")
    let first = try folder.flow(
      ["page.swift", "--record", "page.journal"], input: .text("S\nx\nBob\n\n1\nAnn\n\n"))
    #expect(first.output == "loading\nS for Ann, 30\n")
    #expect(try folder.flow("page.swift", "--answers", "page.journal").output == "S for Ann, 30\n")
  }

  @Test("--timeout ends the run, names the open question and keeps the answers")
  func timeout() throws {
    let terminal = try folder.terminal(
      "page.swift", "--answer", "size=M", "--timeout", "0.3", "--output", "json")
    #expect(try terminal.waitForExit() == .exited(124))
    #expect(terminal.transcript.contains("\"reason\": \"timedOut\""))
    #expect(terminal.transcript.contains("\"size\": \"M\""))
    #expect(
      terminal.transcript.hasSuffix(
        "page.swift:17: the run did not end within 300 milliseconds; the question “Quick?” (id "
          + "“quick”) was open\r\n"))
  }

  @Test(
    "What is no time",
    arguments: ["0", "-1", "", "soon", "1e3", "0x10", "nan", "inf", "2000000000"])
  func wrongTime(text: String) throws {
    #expect(
      try folder.flow("page.swift", "--timeout=\(text)")
        == Ended(
          64, "",
          "page.swift: --timeout must be a number of seconds above 0 and up to 1000000000, not “\(text)”\n"
        ))
  }
}
