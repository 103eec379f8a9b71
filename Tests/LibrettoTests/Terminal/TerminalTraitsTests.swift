import Testing

@testable import LibrettoTerminal

@Suite("What the environment says of a terminal") struct TerminalTraitsTests {
  private func traits(_ changes: [String: String?] = [:]) -> TerminalTraits {
    let all: [String: String?] = ["TERM": "xterm-256color", "LANG": "en_GB.UTF-8"]
    let environment = all.merging(changes) { $1 }
    return TerminalTraits { environment[$0] ?? nil }
  }

  @Test(
    "Whether prompts are drawn in place",
    arguments: [
      ([:], true), (["TERM": "dumb"], false), (["TERM": ""], false), (["TERM": nil], false),
      (["TERM": "unknown"], false), (["ACCESSIBLE": "1"], false), (["ACCESSIBLE": "0"], true),
      (["ACCESSIBLE": ""], true), (["CI": "true"], false), (["CI": "false"], true),
      (["NO_COLOR": "1"], true),
    ] as [([String: String?], Bool)])
  func rich(changes: [String: String?], wanted: Bool) { #expect(traits(changes).isRich == wanted) }

  @Test(
    "Links that the terminal follows",
    arguments: [
      ([:], false), (["TERM": "xterm-kitty"], true), (["TERM_PROGRAM": "WezTerm"], true),
      (["VTE_VERSION": "7600"], true), (["VTE_VERSION": "4205"], false),
      (["VTE_VERSION": "x"], false), (["WT_SESSION": "1"], true),
      (["WT_SESSION": "1", "TERM": "tmux-256color"], false),
      (["KONSOLE_VERSION": "230800", "TMUX": "/tmp/t"], false), (["FORCE_HYPERLINK": "1"], true),
      (["TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"], false),
    ] as [([String: String?], Bool)])
  func links(changes: [String: String?], wanted: Bool) {
    #expect(traits(changes).followsLinks == wanted)
  }

  @Test(
    "Colours",
    arguments: [
      ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["NO_COLOR": "0"], false),
      (["NO_COLOR": "1", "FORCE_COLOR": "1"], true), (["FORCE_COLOR": "0"], false),
      (["NO_COLOR": "1", "FORCE_COLOR": ""], false),
    ] as [([String: String?], Bool)])
  func colors(changes: [String: String?], wanted: Bool) {
    #expect(traits(changes).hasColors == wanted)
  }

  @Test(
    "Signs beyond ASCII",
    arguments: [
      ([:], true), (["LANG": "en_GB.utf8"], true), (["LANG": "C"], false), (["LANG": nil], true),
      (["LANG": nil, "TERM": "linux"], false), (["LANG": "en_GB"], true),
      (["LANG": "de_DE.ISO-8859-1"], false), (["LANG": "de_DE.ISO-8859-15@euro"], false),
      (["LC_ALL": "C"], false), (["LC_ALL": ""], true), (["LC_CTYPE": "POSIX"], false),
      (["LC_ALL": "de_CH.UTF-8", "LANG": "C"], true), (["LANG": "ja_JP.UTF-8"], true),
      (["LANG": "ja_JP.eucJP"], false), (["TERM": "linux"], false),
    ] as [([String: String?], Bool)])
  func unicode(changes: [String: String?], wanted: Bool) {
    #expect(traits(changes).hasUnicode == wanted)
  }

  @Test("Where the ambiguous signs may take two columns, only they are replaced")
  func narrow() {
    for locale in ["ja_JP.UTF-8", "zh_CN.UTF-8", "ko_KR.UTF-8"] {
      #expect(traits(["LANG": locale]).hasWideSigns)
    }
    #expect(!traits().hasWideSigns)
    let glyphs = Glyphs.unicode.narrow(or: .ascii)
    #expect(glyphs.done == "✓" && glyphs.failed == "✗" && glyphs.focus == "❯")
    #expect(glyphs.free == "[ ]" && glyphs.chosen == "[x]" && glyphs.mask == "*")
    #expect(glyphs.frame == Glyphs.ascii.frame && glyphs.ellipsis == "~" && glyphs.ahead == ".")
    #expect(glyphs.spinner == Glyphs.unicode.spinner)
  }

  @Test("How long Esc waits, and what breaks rows anew")
  func others() {
    #expect(traits().escapeDelay == 30)
    for changes in [
      ["TERM": "tmux-256color"], ["TERM": "screen"], ["SSH_TTY": "/dev/pts/1"],
      ["SSH_CONNECTION": "a"],
    ] {
      #expect(traits(changes).escapeDelay == 100)
    }
    #expect(traits().bracketsPastes)
    #expect(!traits(["TERM": "linux"]).bracketsPastes)
    #expect(!traits(["TERM": "screen.xterm"]).bracketsPastes)
    #expect(traits(["TERM": "screen", "TMUX": "/tmp/tmux"]).bracketsPastes)
    #expect(traits().reflows)
    for changes in [["TERM": "linux"], ["TERM": "rxvt-unicode"], ["XTERM_VERSION": "XTerm(390)"]] {
      #expect(!traits(changes).reflows)
    }
  }
}
