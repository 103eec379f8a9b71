import TestSupport
import Testing

@Suite("The Playground: every script performs its scripted answers")
struct PlaygroundTests {
  static let folder = ScriptFolder("playground")
  /// The package's folder, three above this file.
  static let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  private func flow(_ arguments: String...) throws -> Ended {
    try Self.folder.shell(
      "cd \"$1\" && shift && exec \"$FLOW\" \"$@\"", [Self.package] + arguments)
  }

  static let scripts = [
    "booking": ["corrected", "full", "suite"],
    "cleanup": ["fails", "no", "yes"],
    "cleanup-operators": [],
    "feedback": ["good", "poor"],
    "game": ["found", "lost"],
    "greeting": ["bob", "refused"],
    "operations": ["one", "three"],
    "portfolio": ["data", "empty", "left", "reloaded"],
    "quiz": ["again", "perfect"],
    "requests": ["alone", "fails", "good"],
    "order": ["cash", "later", "paid"],
    "project": ["left", "local", "published"],
    "wizard": ["left", "library"],
    "text-fields": ["approved", "rejected"],
    "survey": ["adult", "discarded", "minor", "refused"],
  ]

  @Test("Every file of the Playground is performed")
  func complete() throws {
    let listed = try Self.folder.shell(
      "cd \"$1\"/Playground && ls *.swift Scripts/*", [Self.package])
    let cases = Self.scripts.flatMap { name, cases in cases.map { "Scripts/\(name).\($0)" } }
    let expected =
      Self.scripts.keys.map { $0 + ".swift" }
      + cases.flatMap { [$0 + ".json", $0 + ".transcript"] }
    #expect(Set(listed.output.split(separator: "\n").map(String.init)) == Set(expected))
  }

  @Test("Every script has a #! line of its own, since Linux passes the rest of it as one word")
  func firstLines() throws {
    for name in Self.scripts.keys.sorted() {
      let path = Self.package + "/Playground/\(name).swift"
      let text = try Subprocess.run("/bin/cat", [path]).standardOutput
      #expect(text.hasPrefix("#!/usr/bin/env flow\n"), "\(name).swift")
    }
  }

  @Test("Every script starts by its path", arguments: scripts.keys.sorted())
  func path(_ name: String) throws {
    let ended = try Self.folder.shell(
      "cd \"$1\" && PATH=${FLOW%/*}:$PATH && exec Playground/\(name).swift outline", [Self.package])
    #expect(ended == (try flow("outline", "Playground/\(name).swift")))
    #expect(ended.status == 0)
    #expect(ended.output.hasPrefix("Flow “"))
  }

  @Test("A script that is started by its path takes options, answers and its own arguments")
  func performedByPath() throws {
    let start = "cd \"$1\" && PATH=${FLOW%/*}:$PATH && exec "
    #expect(
      try Self.folder.shell(
        start + "Playground/greeting.swift", [Self.package], input: .text("Bob\n"))
        == Ended(0, "Hello, Bob!\n", "What is your name? \n"))
    #expect(
      try Self.folder.shell(
        start + "Playground/cleanup-operators.swift --answer some-random-error=No -- x",
        [Self.package])
        == Ended(
          0, "(everything is saved)\n",
          "Some random error\nDo you want to delete all the user's data? No\nDone\n"))
  }

  @Test("Good and bad paths", arguments: scripts.filter { !$0.value.isEmpty }.keys.sorted())
  func perform(_ name: String) throws {
    let cases = Self.scripts[name, default: []].map { "Playground/Scripts/\(name).\($0).json" }
    let ended = try Self.folder.shell(
      "cd \"$1\" && shift && exec \"$FLOW\" test \"$@\"",
      [Self.package, "Playground/\(name).swift"] + cases)
    let count = cases.count
    #expect(ended.status == 0)
    #expect(ended.errors == "\(count) scripts passed\n")
  }

  @Test("Both spellings of the cleanup are equal and behave the same")
  func spellings() throws {
    let braces = try flow("export", "Playground/cleanup.swift")
    #expect(braces.status == 0)
    #expect(try flow("export", "Playground/cleanup-operators.swift") == braces)
    let prompts = "Some random error\nDo you want to delete all the user's data? Yes\nDone\n"
    for name in ["cleanup", "cleanup-operators"] {
      #expect(
        try flow("Playground/\(name).swift", "--answer", "some-random-error=Yes")
          == Ended(0, "(everything is deleted)\n", prompts))
    }
  }

  @Test("The quiz and the survey with their actions performed")
  func performed() throws {
    let quiz = try flow(
      "Playground/quiz.swift", "--answer", "player=sally", "--answer", "riddle-1=Objective-C",
      "--answer", "riddle-2=Another array")
    #expect(
      quiz.output == "Right!\nRight!\nSALLY, you have 2 of 2 right.\nPerfect.\n")
    #expect(quiz.status == 0)
    let survey = try flow(
      "Playground/survey.swift", "--yes", "--answer", "name=Bob", "--answer", "age=7", "--answer",
      "languages=Swift, English", "--answer", "colour=b", "--answer",
      "account/password=correct horse")
    #expect(
      survey.output == """
        A few questions about you.
        Welcome, Bob.
        Thank you, your password is kept secret.
        No newsletter, then.
        Thank you!

        """)
    #expect(survey.status == 0)
  }
}
