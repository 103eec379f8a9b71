import TestSupport
import Testing

@Suite("The command line of a flow")
struct OptionTests {
  static let folder = ScriptFolder("options", ["kinds.swift": KindsScript.text])
  var folder: ScriptFolder { Self.folder }

  struct Misuse: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let sentence: String

    init(_ arguments: String..., is sentence: String) {
      self.arguments = arguments
      self.sentence = sentence
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let misuses = [
    Misuse("--versoin", is: "unknown option “--versoin”; did you mean “--version”?"),
    Misuse("--qqqqqqqqq", is: "unknown option “--qqqqqqqqq”; --help lists the options"),
    Misuse("-x", is: "unknown option “-x”; --help lists the options"),
    Misuse(
      "extra",
      is:
        "unexpected argument “extra”; the commands are run, export, test, check, paths, "
        + "storyboard, diagram, outline, answers, serve, replay, "
        + "and arguments for the script itself go after “--”"),
    Misuse(
      "--stub-actions", "--record", "j",
      is: "with --stub-actions nothing is performed, and a journal would say that it was; "
        + "remove --record"),
    Misuse(
      "--plain", "extra",
      is: "unexpected argument “extra”; arguments for the script itself go after “--”"),
    Misuse("exprot", is: "unknown command “exprot”; did you mean “export”?"),
    Misuse("--compact", is: "--compact is not an option of run, but of export"),
    Misuse("export", "--yes", is: "--yes is not an option of export, but of run"),
    Misuse(
      "test", "a.json", "--generate", "--mutate",
      is: "--update, --generate, --coverage and --mutate exclude each other; give one"),
    Misuse(
      "test", "a.json", "--criterion", "steps",
      is: "--criterion is for --generate and --coverage; add one of them"),
    Misuse(
      "diagram", "-o", "a/tea.v2.png",
      is: "diagram writes SVG, not what “tea.v2.png” says: write -o a/tea.v2.svg"),
    Misuse(
      "diagram", "--mermaid", "-o", "tea.svg",
      is: "diagram writes the text of a flowchart, not what “tea.svg” says: write -o tea.mmd"),
    Misuse(
      "storyboard", "-o", "tea.SVG",
      is: "storyboard writes a page, not what “tea.SVG” says: write -o tea.html"),
    Misuse("outline", "--update", is: "--update is not an option of outline, but of test"),
    Misuse("--output", "xml", is: "--output must be text or json, not “xml”"),
    Misuse("--plain=1", is: "--plain takes no value"),
    Misuse("--record", is: "--record needs a value: --record FILE"),
    Misuse("--answer", is: "--answer needs a value: --answer ID=VALUE"),
    Misuse(
      "--answer", "name", is: "--answer needs ID=VALUE: the id of a question, “=” and the answer"),
    Misuse("--answer==x", is: "--answer needs ID=VALUE: the id of a question, “=” and the answer"),
    Misuse(
      "test", is: "test needs at least one script: a JSON file of answers, or a folder of them"),
  ]

  @Test("Each misuse has its message", arguments: misuses)
  func misuse(_ misuse: Misuse) throws {
    #expect(
      try folder.flow(["kinds.swift"] + misuse.arguments, input: .null)
        == Ended(64, "", "kinds.swift: \(misuse.sentence)\n"))
  }

  @Test("--help and --version")
  func help() throws {
    let help = """
      usage: kinds.swift [run] [OPTION…] [-- ARGUMENT…]
             kinds.swift export [--compact]
             kinds.swift test [OPTION…] SCRIPT…
             kinds.swift check [--strict] [--output text|json]
             kinds.swift paths
             kinds.swift storyboard -o NAME.html
             kinds.swift diagram -o NAME.svg | --mermaid
             kinds.swift replay JOURNAL
             kinds.swift outline
             kinds.swift answers
             kinds.swift serve [OPTION…]

      Performs the flow “kinds”, or shows it in another form.

      \(HelpText.commands)

      \(HelpText.options)

      Questions, for --answer ID=VALUE:
        which-kind                Which kind? (ask, secret, number, list, confirm, choose, alert, danger, …)
        which-kind/ask/text       Some text? (text)
        which-kind/secret/word    The word? (secret)
        which-kind/number/age     How old? (a whole number)
        which-kind/list/ones      Which ones? (a list of texts)
        which-kind/confirm/sure   Sure? (yes or no)
        which-kind/choose/one     Which? (a, b)
        which-kind/alert/delete   Delete? (yes, no)
        which-kind/danger/drop    Drop? (yes, no)
        which-kind/notice/now     And now? (text)
        which-kind/optional/nick  A nickname? (text, or nothing)

      Exit codes: 0 finished, 1 the flow failed, 2 a script differs or a check found errors,
      64 wrong usage, 65 bad data or missing answers, 66 no such file,
      124 timed out, 130 cancelled or interrupted.

      """
    for word in ["--help", "-h"] {
      #expect(try folder.flow("kinds.swift", word) == Ended(0, help))
      #expect(try folder.flow("test", "kinds.swift", word) == Ended(0, help))
    }
    #expect(try folder.flow("kinds.swift", "--version") == Ended(0, "Libretto 0.1.0\n"))
    let runner = try folder.flow("help").output
    // The two helps may not drift apart: all but the usage and the codes is the same text.
    let shared = help.split(separator: "Questions,")[0].split(separator: "\n").dropFirst(12)
    for line in shared { #expect(runner.contains(line)) }
  }

  @Test("Arguments after -- go to the script")
  func arguments() throws {
    let count = ["--answer", "which-kind=count"]
    #expect(
      try folder.flow(["kinds.swift"] + count + ["--", "a", "--yes", "--", ""], input: .null)
        .output == "[\"a\", \"--yes\", \"--\", \"\"]\n")
    #expect(try folder.flow(["kinds.swift"] + count, input: .null).output == "[]\n")
  }

  @Test("export and outline")
  func forms() throws {
    folder.save(
      "small.swift",
      """
      import Libretto
      let name = Key<String>("name")
      await Flow("small") {
        Ask("Name?", into: name)
        When(name == "Bob") { Say("Hello, \\(name).") }
      }.main()

      """)
    let json =
      #"{"libretto":1,"flow":"small","keys":{"name":"string"},"steps":[{"type":"ask","id":"name","#
      + #""title":"Name?","into":"name"},{"type":"when","condition":{"key":"name","is":"==","#
      + #""value":"Bob"},"then":[{"type":"say","text":"Hello, {name}."}]}]}"# + "\n"
    #expect(try folder.flow("export", "small.swift", "--compact") == Ended(0, json))
    let pretty = try folder.flow("export", "small.swift")
    #expect(
      pretty.output.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
        .replacing("\": ", with: "\":") + "\n" == json)
    let outline = """
      Flow “small”
        Ask “Name?” into name  [name]
        When name == "Bob"
          Say “Hello, {name}.”

      """
    #expect(try folder.flow("outline", "small.swift") == Ended(0, outline))
  }
}
