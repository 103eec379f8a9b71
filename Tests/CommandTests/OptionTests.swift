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

        run       performs the flow at the terminal; the default
        export    prints the flow as JSON
        test      performs scripted answers, prints the transcripts, and compares them with
                  the transcripts beside the scripts (NAME.transcript beside NAME.json);
                  SCRIPT may be a folder of them
        check     finds what is wrong with the flow, or will be, without performing it
        paths     prints the number of ways through the flow, and the answers of each
        storyboard
                  writes a page with the diagram of the flow, and its dialogs to walk through
        diagram   writes the diagram of the flow as SVG, or as a Mermaid flowchart
        replay    shows a recorded run again, with its timing; performs nothing
        outline   prints the flow as indented text, with the ids to use in answers
        answers   prints a template of every answer that can be asked for, for you to fill in
        serve     performs the flow for another program, in JSON lines on standard streams

      Options of run:
        --answers FILE      answers questions from a JSON object, a journal or a result
        --answer ID=VALUE   answers one question; ID=@FILE reads the answer from a file, ID=@@TEXT is “@TEXT”
        --record FILE       writes a journal of the run
        --resume FILE       resumes the run of this journal, and appends to it
        --interrupted HOW   what to do with an interrupted action: ask (default), run or fail
        --yes               accepts every default, but never a destructive button
        --no-input          never asks; lists all missing answers before it performs anything
        --stub-actions      notes actions instead of performing them; for test, even those not in the script
        --plain             asks line by line, in plain text, even at a terminal
        --words FILE        speaks another language: a JSON object with all sentences, by their codes
        --verbose           says where in the source a failure comes from; a script says it anyway
        --output text|json  json prints the result as JSON: of a run the outcome and the answers
        --timeout SECONDS   ends the run as failed when it takes longer; 0.5 is half a second

      Options of export:
        --compact           prints the JSON on one line

      Options of test:
        --stub-actions      notes actions instead of performing them; for test, even those not in the script
        --output text|json  json prints the result as JSON: of a run the outcome and the answers
        --perform-actions   performs the flow's actions instead of noting them
        --update            writes the transcripts beside the scripts instead of comparing them
        --generate          writes the tests that are missing into a folder, as few as possible
        --coverage          says what no test covers, instead of performing them
        --mutate            plants faults in the flow, and says which of them no test notices
        --criterion WHAT    what tests should cover: classes (default), branches or steps

      Options of check:
        --output text|json  json prints the result as JSON: of a run the outcome and the answers
        --strict            fails on warnings too

      Options of storyboard:
        -o NAME             the file to write, such as NAME.html or NAME.svg

      Options of diagram:
        -o NAME             the file to write, such as NAME.html or NAME.svg
        --mermaid           writes the text of a Mermaid flowchart; without -o to standard output

      Options of serve:
        --words FILE        speaks another language: a JSON object with all sentences, by their codes
        --hand-out-actions  leaves actions, loads, checks and waits to the other program
        --token TOKEN       resumes the session of this token; @FILE reads it from a file
        --today DAY         the person's day, as 2026-11-20, or their distance from UTC, as +02:00
        --save              begins no effect before the other program has saved the token
        --many              serves many conversations: each line has the id of one
        --tokens            writes the token with what is needed, each time

      Options of replay:
        --plain             asks line by line, in plain text, even at a terminal
        --words FILE        speaks another language: a JSON object with all sentences, by their codes

      Options of all:
        --help              prints this
        --version           prints the version
        -- ARGUMENT…        arguments for the script itself

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
