import LibrettoCore

/// The help texts of the two command lines, which must agree: a flow's own, and that of `flow`.
package enum Help {
  /// The help of a flow's program.
  static func text(program: String, _ flow: Flow) -> String {
    usage(program, "") + "Performs the flow “\(flow.name)”, or shows it in another form.\n\n"
      + commands + "\n" + options + questions(of: flow) + exitCodes()
  }

  /// The questions of a flow, so that `--answer` can be written; empty if it has none or is wrong.
  private static func questions(of flow: Flow) -> String {
    guard flow.problems.isEmpty else { return "" }
    let rows = Blanks.all(in: flow).compactMap { blank in
      blank.kindOfAnswer.map { (blank.id, "\(blank.title) (\($0))") }
    }
    return rows.isEmpty ? "" : "Questions, for --answer ID=VALUE:\n" + columns(rows) + "\n"
  }

  /// Rows of two columns.
  static func columns(_ rows: [(String, String)]) -> String {
    let width = min(40, max(18, rows.map(\.0.count).max() ?? 0))
    return rows.map { first, second in
      "  " + first + String(repeating: " ", count: max(0, width - first.count)) + "  \(second)\n"
    }.joined()
  }

  /// The help of `flow`, which compiles a script and passes the rest of the line to it.
  package static var runner: String {
    let own = "\n       flow diff OLD NEW [SCRIPT…] [--output text|json]\n       flow words"
    return usage("flow", " FILE.swift", own) + """
      Compiles a Swift script that declares a flow, keeps the program, and runs it.
      FILE may also be the JSON of a flow, FILE.json, which is performed as it is.


      """ + commands + ownCommands + "  help      prints this\n\n" + options
      + exitCodes("69 no Swift compiler,")
  }

  private static func usage(_ program: String, _ file: String, _ more: String = "") -> String {
    """
    usage: \(program) [run]\(file) [OPTION…] [-- ARGUMENT…]
           \(program) export\(file) [--compact]
           \(program) test\(file) [OPTION…] SCRIPT…
           \(program) check\(file) [--strict] [--output text|json]
           \(program) paths\(file)
           \(program) storyboard\(file) -o NAME.html
           \(program) diagram\(file) -o NAME.svg | --mermaid
           \(program) replay\(file) JOURNAL
           \(program) outline\(file)
           \(program) answers\(file)
           \(program) serve\(file) [OPTION…]\(more)


    """
  }

  /// The commands that no program of a flow has.
  private static let ownCommands = """
      diff      flow diff OLD NEW [SCRIPT…]: shows what an edit of a flow does to saved runs, to
                paths and to scripts or folders of them; exit code 2 where an id needs a mapping
                or a script breaks
      words     prints the sentences of Libretto itself as JSON, to be translated for --words

    """

  private static let commands = """
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

    """

  private static var options: String {
    var text = ""
    for command in CommandOptions.Command.allCases {
      let options = CommandOptions.spellings.filter {
        $0.commands.contains(command) && $0.commands != CommandOptions.Command.allCases
      }
      guard !options.isEmpty else { continue }
      text += "Options of \(command.rawValue):\n" + options.map(row).joined() + "\n"
    }
    return text + "Options of all:\n"
      + CommandOptions.spellings.filter {
        $0.commands == CommandOptions.Command.allCases
      }.map(row).joined()
      + "  -- ARGUMENT…        arguments for the script itself\n\n"
  }

  private static func row(_ option: CommandOptions.Spelling) -> String {
    let name = option.name + (option.value.map { " " + $0 } ?? "")
    return "  " + name + String(repeating: " ", count: max(1, 20 - name.count)) + option.help + "\n"
  }

  private static func exitCodes(_ more: String = "") -> String {
    """
    Exit codes: 0 finished, 1 the flow failed, 2 a script differs or a check found errors,
    64 wrong usage, 65 bad data or missing answers, 66 no such file,\(more.isEmpty ? "" : " " + more)
    124 timed out, 130 cancelled or interrupted.

    """
  }
}

extension Blank {
  /// The title of the question, or the name of the work, on one line.
  var title: String {
    switch step {
    case .prompt(let prompt, _): prompt.title.template.neutralisedLine
    case .action(let action): action.name
    case .load(let load): load.name
    }
  }

  /// What its answer can be, in a few words; nil if nobody has to give it.
  fileprivate var kindOfAnswer: String? {
    guard case .prompt(let prompt, _) = step, prompt.kind != .form else { return nil }
    if isSecret { return "secret" }
    if let source = prompt.source { return "one of “\(source.name)”" }
    switch prompt.shape {
    case .oneOf: return ids(of: prompt)
    case .someOf: return "some of " + ids(of: prompt)
    case .yesNo: return "yes or no"
    case .typed, .review, .notice:
      let scale =
        prompt.kind == .rate
        ? prompt.rules.first?.range(for: .integer).map { Words.english($0) } : nil
      return (scale ?? Question.type(of: prompt).description)
        + (prompt.isOptional ? ", or nothing" : "")
    }
  }

  private func ids(of prompt: Prompt) -> String {
    let ids = prompt.choices.map(\.id)
    return ids.prefix(8).joined(separator: ", ") + (ids.count > 8 ? ", …" : "")
  }
}
