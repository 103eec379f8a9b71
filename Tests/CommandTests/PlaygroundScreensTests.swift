import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How each script of the Playground begins at terminals of three sizes, and some of them in the
/// middle: kept as text, so that a change of it is seen. The portfolio and the requests begin with
/// work, which shows its times.
@Suite("The screens of the Playground") struct PlaygroundScreensTests {
  private static let sizes = [(80, 24), (40, 15), (20, 10)]

  /// What is shown and then pressed, one after the other; what is shown last is kept.
  private static let stories:
    [(script: String, keys: [(shown: String, keys: String)], last: String)] =
      [
        ("booking", [], "name"), ("cleanup", [], "delete"), ("cleanup-operators", [], "delete"),
        ("feedback", [], "How was"), ("game", [], "100"), ("greeting", [], "name"),
        ("operations", [], "Three"), ("order", [], "Pie"), ("project", [], "called"),
        ("quiz", [], "JIM"), ("survey", [], "Sally"), ("text-fields", [], "name"),
        ("wizard", [], "Project name"),
        ("booking", [("name", "Ann\r"), ("nights", "\u{15}99\r")], "99"),
        ("text-fields", [("name", "\u{1B}OP")], "sign"),
        ("wizard", [("Project name", "app\r"), ("kind", "\u{7}")], "Go back"),
        ("survey", [("Sally", "Tom\r"), ("old", "\u{1B}")], "Tom"),
      ]

  /// `LIBRETTO_UPDATE_PICTURES=1 swift test --filter PlaygroundScreensTests` writes them anew, and
  /// fails if they have changed.
  @Test("They are as they were kept")
  func screens() throws {
    var text = ""
    for (columns, rows) in Self.sizes {
      for story in Self.stories {
        let keys = story.keys.map { " \($0.keys.debugDescription)" }.joined()
        text += "--- \(story.script) \(columns)x\(rows)\(keys)\n"
        text += try screen(story, (columns, rows)) + "\n"
      }
    }
    let path = PlaygroundTests.package + "/Tests/CommandTests/Screens.txt"
    let kept = try Subprocess.run("/bin/cat", [path]).standardOutput
    if getenv("LIBRETTO_UPDATE_PICTURES").map({ String(cString: $0) }) == "1" {
      ScriptFolder.save(text, at: path, mode: 0o644)
    }
    let (new, old) = (text.split(separator: "\n"), kept.split(separator: "\n"))
    let differing = zip(new, old).first { $0 != $1 }
    #expect(text == kept, "the first row that differs: \(differing.map { "\($0)" } ?? "none")")
  }

  private func screen(
    _ story: (script: String, keys: [(shown: String, keys: String)], last: String),
    _ size: (columns: Int, rows: Int)
  ) throws -> String {
    let file = "Playground/\(story.script).swift"
    // It is compiled before, so that no message of the compiling is on the screen.
    let compiled = try PlaygroundTests.folder.shell(
      "cd \"$1\" && exec \"$FLOW\" outline \"$2\"", [PlaygroundTests.package, file])
    try #require(compiled.status == 0, "\(compiled.errors)")
    let terminal = try PlaygroundTests.folder.richTerminal(
      file, in: PlaygroundTests.package, size: size)
    // A word is whole wherever the window breaks the text.
    func wait(for shown: String) throws {
      try terminal.waitForScreen { $0.takesBracketedPaste && $0.text.contains(shown) }
    }
    for step in story.keys {
      try wait(for: step.shown)
      try terminal.send(step.keys)
    }
    try wait(for: story.last)
    let screen = try #require(terminal.screen)
    #expect(screen.violations == [], "\(story)")
    try terminal.send("\u{3}")
    return screen.text
  }
}
