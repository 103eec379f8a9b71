import TestSupport
import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

/// Texts that would control a terminal, at every place where the rich console shows text.
@Suite("Hostile texts at the rich console")
struct RichHostileTests {
  private static let hostile =
    "a\u{1B}[2J\u{9B}31mb\u{202E}c\u{7}\u{8}d\u{1B}]0;title\u{7}e\u{1B}P+q\u{1B}\\f\u{E0041}g"

  private static let name = Key<String>("name")
  private static let kind = Key<String>("kind")
  private static let kinds = Key<[String]>("kinds")

  private static var flow: Flow {
    let text = Text(hostile)
    return Flow("hostile") {
      Say(text)
      Ask(text, into: name).placeholder(text).help(text)
      Say("\(name)")
      Choose(text, into: kind) {
        Option(text).description(text)
        Option("other")
      }
      ChooseMany(text, into: kinds) { Option(text) }
      Confirm(text, into: Key<Bool>("sure")).id("sure")
      Alert(text, message: text) { Button(text) { Say("\(name) and \(kind)") } }.id("alert")
      Form(text, message: text) { Ask(text, into: Key<String>("other")).placeholder(text) }.id(
        "form")
      Do("work") { work in
        work.log(hostile)
        work.progress(0.5, label: hostile)
        throw Hostile()
      } failure: { error in
        Say("\(error)")
      }.loading(text)
    }
  }

  private struct Hostile: Error, CustomStringConvertible {
    let description = RichHostileTests.hostile
  }

  @Test(
    "Signs of a theme that are empty, wide or no text keep to the screen",
    arguments: ["", "漢", "\u{1B}[2J", "👩‍👩‍👧", "a long sign"])
  func signs(_ sign: String) async throws {
    var theme = Theme.standard
    for path in [
      \.question, \.done, \.failed, \.attention, \.ahead, \.focus, \.chosen, \.free, \.mask,
      \.ellipsis,
      \.separator, \.gutter,
    ] as [WritableKeyPath<Glyphs, String>] { theme.glyphs[keyPath: path] = sign }
    theme.glyphs.frame = [sign, sign, sign, sign]
    theme.glyphs.bar = [sign, sign]
    theme.glyphs.sides = [sign, sign]
    theme.glyphs.arrows = [sign, sign]
    theme.glyphs.spinner = [sign]
    theme.glyphs.more = (sign, sign)
    let terminal = try HandTerminal(columns: 30, rows: 12)
    let flow = Flow("signs") {
      Choose("Plan?", into: Self.kind) {
        for number in 1...20 { Option("option \(number)") }
      }
      Form("You") {
        Ask("Name?", into: Self.name)
        Choose("Which?", from: ["a", "b"], into: Key<String>("which"))
      }
      Alert("Sure?") { Button("Yes") { Say("Yes.") } }
    }
    let task = Task { try await terminal.perform(flow, theme: theme) }
    try await terminal.waitForScreen { $0.contains("option 1") }
    if sign.isEmpty {
      // What has the focus stands below the others.
      let indents = terminal.text.split(separator: "\n").filter { $0.contains("option ") }
        .map { $0.prefix { $0 == " " }.count }
      #expect(indents.count > 1 && Set(indents).count == 1)
    }
    terminal.send("\u{1B}[B\r")
    try await terminal.at("You", type: "Ann\r")
    try await terminal.at("Ann", type: "\r\r")
    try await terminal.at("Sure?", type: "\r")
    #expect(try await task.value.outcome == .finished)
    #expect(terminal.shown.violations == [])
    #expect(terminal.shown.lastColumnViolations == [])
  }

  @Test("A heading of a megabyte is said, and its beginning stands above the questions")
  func heading() async throws {
    let terminal = try HandTerminal()
    let flow = Flow("long") {
      Heading(Text(String(repeating: "word ", count: 200_000)))
      for number in 1...4 { Ask("Question \(number)?", into: Key<String>("q\(number)")) }
    }
    let task = Task { try await terminal.perform(flow) }
    for number in 1...4 {
      try await terminal.waitForScreen {
        $0.contains("? Question \(number)?") && $0.contains("\(number) of 4")
          && (number == 1 || $0.contains("  word word word") && $0.contains("…  \(number) of 4"))
      }
      terminal.send("x\r")
    }
    #expect(try await task.value.outcome == .finished)
    #expect(terminal.shown.violations == [])
  }

  @Test("Nothing of them reaches the terminal", arguments: [true, false])
  func shown(asPages: Bool) async throws {
    let paste = "\u{1B}[200~\(Self.hostile)\u{1B}[201~"
    let (result, screen) = try await TypedConsole.perform(
      Self.flow, lines: [paste, "1", "1", "y", "1", paste, "submit"],
      pages: asPages ? [paste + "\r\r"] : nil)
    #expect(result.outcome == .finished)
    #expect(screen.violations == [])
    #expect(screen.bells == 0)
    // What was pasted is the answer, with the control characters that a paste can have.
    #expect(result[Self.name]?.hasPrefix("a\u{1B}[2J") == true)
    let unsafe = screen.text.unicodeScalars.filter { scalar in
      scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
        || (0x202A...0x202E).contains(scalar.value) || (0xE0000...0xE007F).contains(scalar.value)
    }
    #expect(unsafe.isEmpty)
  }
}
