import TestSupport
import Testing

@testable import LibrettoCore

/// Nothing is said to a person that isn't in the table of words: in a table where each word is marked,
/// no other word may appear. The flow's own texts have no Latin letter.
@Suite("Words outside the table")
struct StrayWordsTests {
  /// English with a mark around each word; what is read stays, and the keys for yes and no have no
  /// letter.
  private static let marked: [String: String] = {
    var entries = Words.english.entries
    for (code, template) in entries
    where !code.hasPrefix("read") && code != "plurals" && code != "own" {
      entries[code] = mark(template)
    }
    (entries["readYes"], entries["readNo"]) = ("ναι", "όχι")
    entries["keyYes"] = "1"
    entries["keyNo"] = "0"
    entries["keysOfSeveral"] = "+, *, #"
    return entries
  }()

  private static func mark(_ template: String) -> String {
    template.replacing(/\{[^}]*\}|[A-Za-z'’]+/) { match in
      let piece = String(match.output)
      guard piece.hasPrefix("{") else { return "«\(piece)»" }
      let parts = piece.dropFirst().dropLast().split(separator: ":")
      if parts.count < 2 { return piece }
      let forms = parts[1].split(separator: "|").map { "«\($0)»" }
      return "{\(parts[0]):\(forms.joined(separator: "|"))}"
    }
  }

  /// The words without a mark; the name of the key F1 is the same in every language.
  private static func strays(in text: String) -> [String] {
    let rest = text.replacing(/«[^»\n]*(»|…|\n|$)/, with: "\n").replacing("F1", with: "")
    return rest.matches(of: /[A-Za-z]+/).map { String($0.output) }
  }

  private static func terminal(_ kind: String) throws -> (RichTerminal, ScratchFile) {
    let file = ScratchFile()
    try file.write(Words(marked).json)
    let terminal = try RichTerminal(
      "words", columns: 118, rows: 34, environment: ["TERM": kind, "WORDS": file.path])
    return (terminal, file)
  }

  /// What is waited for, and then typed.
  private typealias Step = (shown: String, typed: String)

  @Test("Prompts that are drawn in place say nothing else")
  func rich() throws {
    let (terminal, file) = try Self.terminal("xterm")
    let (back, help, enter, outline) = ("\u{1B}", "\u{1B}OP", "\r", "\u{7}")
    let steps: [Step] = [
      ("? Όνομα", help), ("«hide»", "Ν" + enter), ("«characters».\n  Λίγα", "ικο" + enter),
      ("? Ηλικία", "12" + enter), ("«Give» 1 «to» 9", help), ("«hide»", "\u{15}5" + enter),
      ("? Μέρα", "+2"), ("«in» 2", help), ("«hide»", enter),
      ("? Ώρα", enter), ("? Σίγουρα", "?"), ("«hide»", "1"),
      ("? Χρώμα", "?"), ("«hide»", "\u{1B}[B" + enter), ("❯ Μαύρο", "Ω"), ("«Nothing»", back),
      ("❯ Μαύρο", "1" + enter), ("? Πολλά", "?"), ("«hide»", "1 " + enter),
      ("? Βαθμός", "?"), ("«hide»", "9"), ("«Give» 1 «to» 5", "4" + enter),
      ("? Κείμενο", help), ("«hide»", "α" + enter + "β\u{4}"), ("? Μυστικό", "ψψ" + enter),
      ("❯ Πόλη", help), ("«hide»", enter), ("❯ Οδός", "Χ" + enter), ("❯ [ «Submit» ]", enter),
      ("«needed»", "Α" + enter), ("❯ Οδός", enter), ("❯ [ «Submit» ]", enter),
      ("«tries» «now»", enter), ("Προσοχή", "?"), ("«hide»", "\u{1B}[C" + enter),
      ("? Αλήθεια", outline), ("«Go» «back» «to»", "\u{1B}[H"), ("«depend»", enter),
      ("? Όνομα", "\u{15}Νικα"), ("«Then»", enter), ("«Asked» «again»", enter),
      ("«was» «performed»", "?"), ("«hide»", enter), ("? Αλήθεια", "\u{3}"),
    ]
    for step in steps {
      try terminal.waitForScreen(containing: step.shown)
      let text = try #require(terminal.screen?.text)
      #expect(Self.strays(in: text) == [], "before \(step.shown):\n\(text)")
      try terminal.send(step.typed)
    }
    let (text, _) = try terminal.end()
    #expect(Self.strays(in: text) == [], "\(text)")
    withExtendedLifetime(file) {}
  }

  @Test("Line mode says nothing else")
  func lines() throws {
    let (terminal, file) = try Self.terminal("dumb")
    let steps: [Step] = [
      ("Όνομα", "?"), ("Λίγα γράμματα", "Ν"), ("«characters»", "Νίκος"), ("Νίκος", "Νικο"),
      ("Ηλικία", "?"), ("«whole»", "μ"), ("«is» «not»", "5"), ("Μέρα", "?"), ("«friday»", "μ"),
      ("«such» «as»", "+1"), ("Ώρα", "?"), ("«noon»", "μ"), ("09:30", ""), ("Σίγουρα", "?"),
      ("«will» «do»", "μ"), ("«neither»", "ναι"), ("Χρώμα", "?"), ("«beginning»", "2"),
      ("Όχι", "3"), ("«one» «of»", "1"), ("Πολλά", "?"), ("«first» «three»", "Τ, Ω"),
      ("«one» «of»", "«none»"), ("«least»", "1-2"), ("Βαθμός", "9"), ("«Give» 1 «to» 5", "4"),
      ("Κείμενο", "?"), ("«several» «lines»", "α\n."), ("Μυστικό", "ψψ"), ("Πόλη", "Χ"),
      ("Οδός", ""), ("«submit»", "?"), ("«Press»", ""), ("«Again»", "\u{3}"),
    ]
    var seen: [String: Int] = [:]
    var reached = 0
    for step in steps {
      seen[step.shown, default: 0] += 1
      let (count, isLast, least) = (seen[step.shown] ?? 0, step.typed == "\u{3}", reached)
      // What is typed before a refused question is asked again is dropped.
      try terminal.waitForScreen { screen in
        let text = screen.text.trimmed
        return text.utf8.count > least && (isLast || text.hasSuffix(":"))
          && text.split(separator: step.shown).count > count
      }
      reached = (terminal.screen?.text.trimmed.utf8.count ?? 0) + step.typed.utf8.count
      try terminal.send(step.typed + (isLast ? "" : "\n"))
    }
    let (text, _) = try terminal.end()
    #expect(Self.strays(in: text.replacing("^C", with: "")) == [], "\(text)")
    withExtendedLifetime(file) {}
  }
}
