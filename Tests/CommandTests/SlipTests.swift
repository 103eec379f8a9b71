import Testing

/// Slips on the command line and in files that put a secret where it doesn't belong.
@Suite("A slip quotes no secret")
struct SlipTests {
  static let folder = ScriptFolder(
    "slips",
    [
      "open.swift": script(""), "secret.swift": script(".secret()"),
      "names.json": #"{"S3CRET": "pin"}"#, "near.json": #"{"pni": "S3CRET"}"#,
      "writes.json": #"{"pin": "1", "save": {"writes": {"S3CRET": 1}}}"#,
      "second.json": #"{"pin": "1", "hunter2!": 2}"#,
    ])

  private static func script(_ secret: String) -> String {
    """
    import Libretto
    let pin = Key<String>("pin")
    await Flow("slips") {
      Ask("PIN?", into: pin)\(secret)
      Do("save") { _ in }
    }.main()

    """
  }

  private static let end = "arguments for the script itself go after “--”"

  static let slips: [(arguments: [String], errors: String)] = [
    (
      ["secret.swift", "pin=S3CRET"],
      "secret.swift: unexpected argument “pin=…”; to answer a question, write --answer before it, "
        + "and \(end)"
    ),
    (
      ["serve", "secret.swift", "pin=S3CRET"],
      "secret.swift: unexpected argument “pin=…”; to answer a question, write --answer before it, "
        + "and \(end)"
    ),
    (
      // Base 64.
      ["secret.swift", "UzNDUkVU=="],
      "secret.swift: unexpected argument “…”; to answer a question, write --answer before it, "
        + "and \(end)"
    ),
    (
      ["secret.swift", "--answer", "pin=a", "S3CRET"],
      "secret.swift: unexpected argument after --answer; write --answer before each answer, put a "
        + "value with spaces in quotation marks, and \(end)"
    ),
    (
      ["secret.swift", "--answers", #"{"pin":"S3CRET"}"#],
      "secret.swift: the path of a file is needed, not the answers themselves; save them in a file"
    ),
    (
      ["test", "secret.swift", #"{"pin":"S3CRET"}"#],
      "secret.swift: the path of a file is needed, not the answers themselves; save them in a file"
    ),
    (
      ["test", "secret.swift", "pin=S3CRET"],
      "secret.swift: pin=…: no such file; check the path, which is relative to the current folder"
    ),
    (
      ["secret.swift", "--answers", "pin=S3CRET"],
      "secret.swift: pin=…: no such file; check the path, which is relative to the current folder"
    ),
    (
      ["secret.swift", "--answers", "names.json"],
      "secret.swift: names.json: the flow “slips” has no step with the id in member 1, which isn't "
        + "quoted because it may be a secret; its outline shows the ids"
    ),
    (
      ["secret.swift", "--answers", "second.json"],
      "secret.swift: second.json: the flow “slips” has no step with the id in member 2, which "
        + "isn't quoted because it may be a secret; its outline shows the ids"
    ),
    (
      ["secret.swift", "--answer", "S3CRET=pin"],
      "secret.swift: the flow “slips” has no step with the id in --answer, which isn't quoted "
        + "because it may be a secret; its outline shows the ids"
    ),
    (
      ["test", "secret.swift", "writes.json"],
      "secret.swift: writes.json: “save” writes a key that the flow doesn't have, which isn't "
        + "quoted because it may be a secret; the flow's keys are “pin”"
    ),
    (
      ["pin=S3CRET", "secret.swift"],
      "flow: unknown command “pin=…”; `flow --help` lists the commands, and a script is named "
        + "like greeting.swift"
    ),
    (
      ["--answer=pin=S3CRET", "secret.swift"],
      "flow: “--answer=…” belongs after the script’s name: write `flow FILE.swift --answer=…`"
    ),
  ]

  /// What follows if the question could be asked and nobody is there.
  private static func missing(_ example: String, _ title: String) -> String {
    """
    1 answer is missing, and nobody can be asked; give it like this:
      --answer \(example)  \(title)
    The command “answers” prints a file for all answers, to fill in and give with --answers.

    """
  }

  @Test("What stands in the wrong place is named by its place or by its name", arguments: slips)
  func hidden(arguments: [String], errors: String) throws {
    let ended = try Self.folder.flow(arguments, input: .null)
    #expect(ended.status == 64 || ended.status == 65 || ended.status == 66)
    #expect(ended.output == "")
    let listed = errors.contains("second.json") || !errors.contains("no step with the id")
    #expect(
      ended.errors == errors + "\n" + (listed ? "" : Self.missing("pin=@FILE", "PIN? (secret)")))
  }

  @Test("A misspelled id is still quoted, and any id in a flow without secrets")
  func quoted() throws {
    #expect(
      try Self.folder.flow("secret.swift", "--answers", "near.json")
        == Ended(
          65, "",
          "secret.swift: near.json: the flow “slips” has no step with the id “pni”; did you mean "
            + "“pin”?\n" + Self.missing("pin=@FILE", "PIN? (secret)")))
    #expect(
      try Self.folder.flow("open.swift", "--answers", "names.json")
        == Ended(
          65, "",
          "open.swift: names.json: the flow “slips” has no step with the id “S3CRET”; its outline "
            + "shows the ids\n"
            + Self.missing("pin=TEXT ", "PIN?")))
    #expect(
      try Self.folder.flow("test", "open.swift", "writes.json")
        == Ended(
          65, "",
          "open.swift: writes.json: “save” writes “S3CRET”, but the flow has no such key\n"))
  }

  @Test("serve names the member of its protocol, not the key that a value was written to")
  func serve() throws {
    let ended = try Self.folder.flow(
      "serve", "secret.swift",
      input: #"""
        {"performed":"save","writes":{"S3CRET":{}}}
        {"submit":"save","answers":{"S3CRET":[{}]}}
        {"cancel":true}

        """#)
    #expect(
      ended.output.split(separator: "\n").filter { $0.hasPrefix(#"{"error""#) } == [
        #"{"error":"“writes” contains an object, but an answer can't contain one."}"#,
        #"{"error":"“answers” contains an object, but an answer can't contain one."}"#,
      ])
    #expect(!ended.output.contains("S3CRET"))
  }
}
