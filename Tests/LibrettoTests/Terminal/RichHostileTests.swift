import TestSupport
import Testing

@testable import LibrettoCore

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
