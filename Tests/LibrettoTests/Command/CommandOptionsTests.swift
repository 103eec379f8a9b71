import Testing

@testable import Libretto
@testable import LibrettoCore

@Suite("The options of a command line")
struct CommandOptionsTests {
  @Test("without arguments, the flow is run at the terminal")
  func none() throws {
    let options = try CommandOptions.parse([])
    #expect(options.command == .run)
    #expect(options.interrupted == .ask)
    #expect(options.output == .text)
    #expect(options.timeout == nil)
    #expect(options.rest == [])
  }

  @Test("values follow an option or its equals sign, and what follows -- is the script's own")
  func values() throws {
    let options = try CommandOptions.parse([
      "run", "--answer", "a=b=c", "--answer=x=", "--answers", "one.json", "--answers=two.json",
      "--interrupted", "run", "--output=json", "--timeout", "1.5", "--yes", "--", "--yes", "--",
      "last",
    ])
    #expect(options.answers.map(\.id) == ["a", "x"])
    #expect(options.answers.map(\.value) == ["b=c", ""])
    #expect(options.answersFiles == ["one.json", "two.json"])
    #expect(options.interrupted == .run)
    #expect(options.output == .json)
    #expect(options.timeout == .milliseconds(1500))
    #expect(options.acceptsDefaults)
    #expect(options.rest == ["--yes", "--", "last"])
  }

  @Test("each option is taken by the commands that have it, and refused by the others")
  func commands() {
    for spelling in CommandOptions.spellings {
      for command in CommandOptions.Command.allCases {
        let value = [
          "ID=VALUE": "a=b", "SECONDS": "1", "HOW": "ask", "DAY": "+02:00", "WHAT": "steps",
        ][
          spelling.value ?? ""]
        let word = spelling.name + (spelling.value == nil ? "" : "=\(value ?? "text")")
        let words =
          [command.rawValue, word] + (spelling.name == "--criterion" ? ["--generate"] : [])
          + ([.test, .replay].contains(command) ? ["a"] : [])
        let isTaken = (try? CommandOptions.parse(words)) != nil
        #expect(isTaken == spelling.commands.contains(command), "\(words)")
      }
    }
  }

  @Test(
    "a mistake has its message",
    arguments: [
      (["rnu"], "unknown command “rnu”; did you mean “run”?"),
      (["run", "x"], "unexpected argument “x”; arguments for the script itself go after “--”"),
      (["--anwser", "a=b"], "unknown option “--anwser”; did you mean “--answer”?"),
      (["--xyzzy"], "unknown option “--xyzzy”; --help lists the options"),
      (["export", "--yes"], "--yes is not an option of export, but of run"),
      (["--yes=1"], "--yes takes no value"),
      (["--record"], "--record needs a value: --record FILE"),
      (
        ["--answer", "=b"], "--answer needs ID=VALUE: the id of a question, “=” and the answer"
      ),
      (["--interrupted", "yes"], "--interrupted must be ask, run or fail, not “yes”"),
      (
        ["--begun", "run"],
        "--begun is now --interrupted: write --interrupted ask, run or fail"
      ),
      (["--output", "xml"], "--output must be text or json, not “xml”"),
      (
        ["--timeout", "0"],
        "--timeout must be a number of seconds above 0 and up to 1000000000, not “0”"
      ),
      (
        ["--timeout", "1e3"],
        "--timeout must be a number of seconds above 0 and up to 1000000000, not “1e3”"
      ),
      (
        ["--record", "a", "--resume", "b"], "--resume appends to its own journal; remove --record"
      ),
      (
        ["test", "a.json", "--perform-actions", "--stub-actions"],
        "--perform-actions and --stub-actions contradict each other; remove one"
      ),
      (
        ["test"],
        "test needs at least one script: a JSON file of answers, or a folder of them"
      ),
      (["storyboard"], "storyboard needs a file to write: -o NAME.html"),
      (["diagram", "-o", ""], "diagram needs a file to write: -o NAME.svg"),
    ])
  func mistakes(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try CommandOptions.parse(arguments) }
  }
}
