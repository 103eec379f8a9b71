import Libretto

/// The subcommands of `flow`: those of a flow's own command line, and help.
enum Commands {
  /// The commands that the script itself performs: it gets the word, then the arguments.
  static let passedOn = CommandOptions.Command.allCases.map(\.rawValue)
  static let all = passedOn + ["diff", "help"]
  static let options = ["--help", "--version"]

  /// Whether a script knows the option, so that it is only in the wrong place.
  static func isOptionOfScripts(_ word: String) -> Bool {
    let name = word.prefix { $0 != "=" }
    return CommandOptions.spellings.contains { $0.name == name }
  }
}
