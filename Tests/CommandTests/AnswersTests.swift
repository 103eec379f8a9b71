import Testing

@Suite("Answers given beforehand")
struct AnswersTests {
  static let folder = ScriptFolder(
    "answers", ["order.swift": OrderScript.text, "all.json": OrderScript.answers])
  var folder: ScriptFolder { Self.folder }

  @Test("Answers on a pipe: texts go to standard output, prompts to standard error")
  func piped() throws {
    let input = "\nBob\n\n a , b\n12\n1234\n1\n5\n6\ny\ns\n"
    let prompts = """
      What is your name? 
      An answer is needed.
      What is your name? 
      How many? (1 to 9; Enter for 1): 1
      Which extras? (separated by commas): 
      Your PIN? (the answer is not shown): 
      Four digits, please.
      Your PIN? (the answer is not shown): 
      Which size?
        1) Small
        2) Large
      Choose 1 to 2, or type an answer (Enter for Large): 
      Your guess? 
      Your guess? 
      Pay 3? (yes or no; Enter for Yes): 
      Send it?
      1 for Bob, a, b, s
        1) Send (key s)
        2) Drop (deletes)
      Choose 1 to 2, or type an answer: 

      """
    #expect(try folder.flow("order.swift", input: input) == Ended(0, "Sent.\n", prompts))
    let windows = input.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    #expect(try folder.flow("run", "order.swift", input: windows) == Ended(0, "Sent.\n", prompts))
  }

  @Test("From a file: values, a list, an array for successive performances")
  func file() throws {
    let all = Ended(0, "Sent.\n", OrderScript.prompts())
    #expect(try folder.flow("order.swift", "--answers", "all.json") == all)
    #expect(try folder.flow("order.swift", "--answers=all.json", "--plain") == all)
    folder.save("lists.json", #"{"extras": [["milk", "sugar"]], "guess": 7, "guess@2": "8"}"#)
    let rest = [
      "--answer", "name=Sally", "--answer", "count=3", "--answer", "pin=4711", "--answer", "size=s",
      "--answer", "pay=y", "--answer", "send-it=s",
    ]
    #expect(
      try folder.flow(["order.swift", "--answers", "lists.json"] + rest, input: .null)
        .output == "Sent.\n")
  }

  @Test("@@ at the beginning stands for one “@”")
  func at() throws {
    folder.save("at.swift", AnswersTests.at)
    func said(_ answer: String) throws -> Ended {
      var ended = try folder.flow("at.swift", "--answer", "name=" + answer)
      ended.errors = String(ended.errors.split(separator: "\n").last ?? "")
      return ended
    }
    #expect(try said("@@sally") == Ended(0, "(@sally)\n", "Name? @sally"))
    #expect(try said("@@") == Ended(0, "(@)\n", "Name? @"))
    #expect(try said("@@@x") == Ended(0, "(@@x)\n", "Name? @@x"))
    #expect(try said("a@b") == Ended(0, "(a@b)\n", "Name? a@b"))
    folder.save("@name", "Bob\n")
    #expect(try said("@./@name") == Ended(0, "(Bob)\n", "Name? Bob"))
  }

  private static let at = """
    import Libretto
    let name = Key<String>("name")
    await Flow("at") {
      Ask("Name?", into: name)
      Say("(\\(name))")
    }.main()

    """

  @Test("Bytes that aren't UTF-8 are refused, in files and in arguments")
  func bytes() throws {
    folder.save("at.swift", AnswersTests.at)
    func refused(_ arguments: String) throws -> Ended {
      try folder.shell(
        "printf 'a\\377b' >bytes.txt; printf '{\"name\":\\n \"a\\377\"}' >bytes.json; "
          + "exec \"$FLOW\" at.swift \(arguments)", input: .text("unused\n"))
    }
    #expect(try folder.flow("at.swift", "--version").status == 0)
    #expect(
      try refused("--answer name=@bytes.txt")
        == Ended(
          65, "",
          "at.swift: bytes.txt: this isn't text: its bytes aren't UTF-8; convert the file to UTF-8\n"
        ))
    #expect(
      try refused("--answers bytes.json")
        == Ended(
          65, "",
          "at.swift: bytes.json: line 2, column 4: this isn't text: its bytes aren't UTF-8; "
            + "convert the file to UTF-8\n"))
    #expect(
      try refused("--answer \"$(printf 'name=\\377')\"")
        == Ended(
          64, "",
          "flow: argument 3 isn't text: its bytes aren't UTF-8; convert it to UTF-8\n"))
    // A program that was compiled by other means looks itself.
    #expect(
      try refused("--answer name=x -- \"$(printf '\\377')\"") == Ended(0, "(x)\n", "Name? x\n"))
  }

  @Test("An input that is closed has ended, whatever opens files before the flow starts")
  func closed() throws {
    folder.save("at.swift", AnswersTests.at)
    folder.save(
      "closed.swift",
      """
      #if canImport(Glibc)
        import Glibc
      #elseif canImport(Musl)
        import Musl
      #elseif canImport(Darwin)
        import Darwin
      #endif
      \(AnswersTests.at.replacing("await", with: "close(0)\nawait"))
      """)
    #expect(try folder.flow("closed.swift", "--version").status == 0)
    let ended = try folder.shell("exec \"$FLOW\" closed.swift", input: .text("unused\n"))
    #expect(ended.status == 65)
    #expect(ended.errors.hasPrefix("closed.swift: 1 answer is missing, and nobody can be asked;"))
    #expect(try folder.shell("exec \"$FLOW\" at.swift <&-").status == 65)
  }

  @Test("--answer overrides the file; given twice it answers twice; @FILE reads a file")
  func options() throws {
    folder.save("pin.txt", "4711\n")
    let run = try folder.flow(
      "order.swift", "--answers", "all.json", "--answer", "name=\u{301}Zoé = é漢🙂", "--answer",
      "guess=1", "--answer", "guess=2", "--answer", "pin=@pin.txt")
    #expect(
      run == Ended(0, "Sent.\n", OrderScript.prompts(name: "\u{301}Zoé = é漢🙂", guesses: (1, 2))))
  }

  @Test("A choice given beforehand can fail the flow")
  func dropped() throws {
    #expect(
      try folder.flow("order.swift", "--answers", "all.json", "--answer", "send-it=Drop")
        == Ended(
          1, "", OrderScript.prompts(last: "Drop") + "order.swift:26: The order was dropped.\n"))
  }

  struct Refused: CustomTestStringConvertible, Sendable {
    let file: String
    let errors: String
    var testDescription: String { file }
  }

  static let refused = [
    Refused(
      file: #"{"name": "x", "count": "many"}"#,
      errors: "order.swift: file.json: the answer given for “How many?” (id “count”) "
        + "does not fit: “many” is not a whole number.\n"),
    Refused(
      file: #"{"name": "x", "count": 10}"#,
      errors:
        "order.swift: file.json: the answer given for “How many?” (id “count”) "
        + "does not fit: Give 1 to 9.\n"),
    Refused(
      file: #"{"name": {"refused": ""}}"#,
      errors:
        "order.swift: file.json: the answer given for “What is your name?” (id “name”) does not fit: "
        + "Only a scripted run, flow test, understands {\"refused\": …}.\n"),
    Refused(
      file: #"{"cuont": 3}"#,
      errors: "order.swift: file.json: the flow “order” has no step with the id “cuont”; did you "
        + "mean “count”?\n"),
    Refused(
      file: #"{"xyzzy": 3}"#,
      errors: "order.swift: file.json: the flow “order” has no step with the id in member 1, which "
        + "isn't quoted because it may be a secret; its outline shows the ids\n"),
    Refused(
      file: #"{"count": {"a": 3}}"#,
      errors: "order.swift: file.json: the answer for “count” is an object, but not one of "
        + #"{"refused": …}, {"default": true}, {"timedOut": true}, {"back": true}, "#
        + #"{"writes": {…}} and {"error": "…"}"# + "\n"),
    Refused(
      file: #"{"count": 3,}"#,
      errors: "order.swift: file.json: line 1, column 13: this isn't the JSON of an answers file; "
        + "put text in double quotes, and no comma before a closing bracket\n"),
    Refused(
      file: "[1]",
      errors: "order.swift: file.json: an answers file must be a JSON object: {\"id\": answer, …}\n"
    ),
    Refused(
      file: JournalText.sealed(JournalText.header("cleanup")),
      errors: "order.swift: file.json: this is a journal of the flow “cleanup”, not of “order”\n"),
    Refused(
      file: JournalText.sealed(JournalText.header("order"), #"{"time":1}"#),
      errors:
        "order.swift: file.json: line 2: the first member must name a step\n"
    ),
  ]

  @Test("Answers that don't fit are bad data", arguments: refused)
  func badData(_ example: Refused) throws {
    // A file of its own for each case: they run at the same time.
    let stem = "refused\(example.file.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFFFF })"
    folder.save(stem + ".json", example.file)
    let errors = example.errors.replacing("file.json", with: stem + ".json")
    // With input that is never read, since otherwise what is missing would be listed too.
    #expect(
      try folder.flow("order.swift", "--answers", stem + ".json", input: "unused\n")
        == Ended(65, "", errors))
  }

  @Test("Answers on the command line that don't fit")
  func refusedOptions() throws {
    let all = ["order.swift", "--answers", "all.json"]
    func errors(_ more: String...) throws -> Ended { try folder.flow(all + more, input: .null) }
    #expect(
      try errors("--answer", "nmae=x")
        == Ended(
          65, "",
          "order.swift: the flow “order” has no step with the id “nmae”; did you mean “name”?\n"))
    #expect(
      try errors("--answer", "reckon=3")
        == Ended(
          65, "",
          "order.swift: “reckon” is an action, which doesn't ask anything; remove --answer reckon=…\n"
        ))
    #expect(
      try errors("--answer", "pin=@none.txt")
        == Ended(
          66, "",
          "order.swift: none.txt: no such file; check the path, which is relative to the current "
            + "folder\n"))
    #expect(
      try folder.flow("order.swift", "--answers", "/")
        == Ended(66, "", "order.swift: /: cannot be read: is a directory\n"))
    #expect(
      try errors("--answer", "pin=99")
        == Ended(
          65, "",
          "order.swift: the answer given for “Your PIN?” (id “pin”) does not fit: Four digits, please.\n"
        ))
  }

  @Test("--output json: outcome and answers on the output, all else on standard error; no secret")
  func json() throws {
    let json = """
      {
        "flow": "order",
        "outcome": "finished",
        "name": "ordered",
        "answers": {
          "count": 3,
          "extras": [
            "milk",
            "sugar"
          ],
          "guess": 8,
          "name": "Sally",
          "size": "s",
          "total": 9
        },
        "secrets": [
          "pin"
        ]
      }

      """
    #expect(
      try folder.flow("order.swift", "--answers", "all.json", "--output", "json")
        == Ended(0, json, OrderScript.prompts() + "Sent.\n"))
    let failed = """
      {
        "flow": "order",
        "outcome": "failed",
        "reason": "endOfInput",
        "message": "the input ended at the question “What is your name?” (id “name”); answer it, \
      or give --answer name=…",
        "step": "name",
        "answers": {},
        "place": "order.swift:13"
      }

      """
    let ended = try folder.flow("order.swift", "--output=json", input: "\n")
    #expect(ended.status == 65)
    #expect(ended.output == failed)
  }
}
