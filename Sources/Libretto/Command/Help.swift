/// The help that every flow's command line prints.
enum Help {
  static func text(program: String, flow: String, command: CommandOptions.Command) -> String {
    var text = """
      usage: \(program) [run] [OPTION…] [-- ARGUMENT…]
             \(program) export [--compact]
             \(program) test [OPTION…] SCRIPT…
             \(program) outline

      Performs the flow “\(flow)”, or shows it in another form.

        run       performs it at the terminal; the default
        export    prints it as JSON
        test      performs scripted answers, prints the transcripts, and compares them with
                  those that stand beside the scripts (NAME.transcript beside NAME.json)
        outline   prints it as indented text, with the ids that answers go by


      """
    for command in CommandOptions.Command.allCases {
      let options = CommandOptions.spellings.filter { $0.commands == [command] }
      guard !options.isEmpty else { continue }
      text += "Options of \(command.rawValue):\n"
      text += options.map(row).joined() + "\n"
    }
    text += "Options of all:\n"
    text += CommandOptions.spellings.filter { $0.commands.count > 1 }.map(row).joined()
    return text + """

      Exit codes: 0 finished, 1 the flow failed, 2 a scripted run differs, 64 wrong usage,
      65 bad data or missing answers, 66 no such file, 130 cancelled or interrupted.

      """
  }

  private static func row(_ option: CommandOptions.Spelling) -> String {
    let name = option.name + (option.value.map { " " + $0 } ?? "")
    return "  " + name + String(repeating: " ", count: max(1, 20 - name.count)) + option.help + "\n"
  }
}
