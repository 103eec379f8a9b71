/// The subcommands of `flow`, and the help that lists them.
enum Commands {
  /// Performed by the script itself: it is given the word, then the arguments.
  static let passedOn: [(name: String, does: String)] = [
    ("export", "prints the flow as JSON"),
    ("test", "performs scripted answers and fails on any difference"),
    ("outline", "prints the flow as indented text"),
  ]

  static let all = ["run"] + passedOn.map(\.name) + ["help"]
  static let options = ["--help", "--version"]

  static var usage: String {
    let rows = [("run", "performs the flow; the default")] + passedOn + [("help", "prints this")]
    var text = """
      usage: flow [run] FILE.swift [ARGUMENT…]
             flow COMMAND FILE.swift [ARGUMENT…]

      Compiles a Swift script that declares a flow, keeps the program, and runs it.


      """
    for (name, does) in rows {
      text += "  " + name + String(repeating: " ", count: 12 - name.count) + does + "\n"
    }
    return text + "  --help      prints this\n  --version   prints the version\n"
  }
}
