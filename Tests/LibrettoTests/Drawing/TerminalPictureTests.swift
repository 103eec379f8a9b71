// Only Foundation knows the Unicode data, and reads XML.
#if canImport(Foundation)
  import Foundation
  import TestSupport
  import Testing

  #if canImport(FoundationXML)
    import FoundationXML
  #endif

  @Suite("The picture of a terminal") struct TerminalPictureTests {
    private func screen(_ text: String, columns: Int = 20, rows: Int = 3) -> TerminalScreen {
      var screen = TerminalScreen(columns: columns, rows: rows)
      screen.feed(text.utf8)
      return screen
    }

    /// The elements that are drawn inside the window.
    private func drawn(_ text: String) -> [String] {
      let lines = screen(text).svg().split(separator: "\n").map(String.init)
      return Array(lines.drop { !$0.contains("\"window frame\"") }.dropFirst().dropLast())
    }

    @Test("A small picture, whole")
    func whole() {
      let svg = screen("\u{1B}[32m✔\u{1B}[0m Name: Ada", columns: 12).svg(title: "greet")
      #expect(
        svg == """
          <svg xmlns="http://www.w3.org/2000/svg" width="140" height="86" viewBox="0 0 140 86" \
          font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', \
          monospace" font-size="15">
          <title>greet</title>
          <style>
          .window { fill: #ffffff }
          .frame { stroke: #d0d7de }
          .text, .title { fill: #1f2328 }
          .c2 { fill: #116329 }
          path.frame { fill: none }
          .title { font-family: system-ui, sans-serif; font-size: 13px }
          .bold { font-weight: bold }
          .faint { opacity: 0.6 }
          .italic { font-style: italic }
          .underlined { text-decoration: underline }
          .struck { text-decoration: line-through }
          .underlined.struck { text-decoration: underline line-through }
          @media (prefers-color-scheme: dark) {
          .window { fill: #0d1117 }
          .frame { stroke: #30363d }
          .text, .title { fill: #e6edf3 }
          .c2 { fill: #3fb950 }
          }
          </style>
          <rect class="window frame" x="0.5" y="0.5" width="139" height="85" rx="8"/>
          <text class="title" x="70" y="23" text-anchor="middle">greet</text>
          <path class="frame" d="M1 36.5H139"/>
          <text class="c2" x="16" y="66">✔</text>
          <text class="text" x="34" y="66" textLength="81" lengthAdjust="spacingAndGlyphs" \
          xml:space="preserve">Name: Ada</text>
          <rect class="text" x="115" y="52" width="2" height="18"/>
          </svg>

          """)
    }

    @Test("Wide characters stand at their columns, and box drawing is one run")
    func columns() {
      #expect(
        drawn("\u{1B}[?25la漢b──") == [
          "<text class=\"text\" x=\"16\" y=\"30\" textLength=\"9\" lengthAdjust=\"spacingAndGlyphs\">a</text>",
          "<text class=\"text\" x=\"25\" y=\"30\">漢</text>",
          "<text class=\"text\" x=\"43\" y=\"30\" textLength=\"27\" lengthAdjust=\"spacingAndGlyphs\">b──</text>",
        ])
    }

    @Test(
      "Styles and colours",
      arguments: [
        ("1;2;3", "class=\"text bold faint italic\"", ""),
        ("4;9;35", "class=\"c5 underlined struck\"", ""),
        ("7", "class=\"window\"", "class=\"text\""), ("7;31", "class=\"window\"", "class=\"c1\""),
        ("7;41", "class=\"c1\"", "class=\"text\""), ("97;104", "class=\"c15\"", "class=\"c12\""),
        ("38;5;16;48;5;196", "fill=\"#000000\"", "fill=\"#ff0000\""),
        ("1;38;5;232;48;2;1;20;255", "class=\"bold\" fill=\"#080808\"", "fill=\"#0114ff\""),
      ])
    func styles(sequence: String, text: String, background: String) {
      let rectangle = "<rect \(background) x=\"16\" y=\"16\" width=\"9\" height=\"18\"/>"
      let run =
        "<text \(text) x=\"16\" y=\"30\" textLength=\"9\" lengthAdjust=\"spacingAndGlyphs\">x"
      #expect(
        drawn("\u{1B}[?25l\u{1B}[\(sequence)mx")
          == (background.isEmpty ? [] : [rectangle]) + ["\(run)</text>"])
    }

    @Test("Blanks are drawn only where they show something")
    func blanks() {
      #expect(drawn("\u{1B}[?25l  \u{1B}[1m  ") == [])
      #expect(
        drawn("\u{1B}[?25l\u{1B}[4m  ") == [
          "<text class=\"text underlined\" x=\"16\" y=\"30\" textLength=\"18\" "
            + "lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">  </text>"
        ])
    }

    @Test("The picture ends with the last row that shows something; the history is optional")
    func rows() {
      func height(_ screen: TerminalScreen, includesHistory: Bool = false) -> Int {
        let svg = screen.svg(includesHistory: includesHistory)
        return (svg.firstMatch(of: /height="(\d+)"/)?.1).flatMap { Int($0) } ?? 0
      }
      #expect(height(screen("")) == 32 + 18)
      #expect(height(screen("a\r\n")) == 32 + 36)
      #expect(height(screen("\u{1B}[?25la\r\n")) == 32 + 18)
      #expect(height(screen("a\r\nb\r\nc\r\nd\r\n")) == 32 + 54)
      #expect(height(screen("a\r\nb\r\nc\r\nd\r\n"), includesHistory: true) == 32 + 90)
    }

    @Test("Any text is valid XML, and is found in it again")
    func valid() throws {
      let svg = screen("<a href=\"x\">&amp;</a>\r\n\u{FFFF}漢👨‍👩‍👧\u{1B}[7m  x").svg(
        title: "a < b & \u{1}")
      let document = try XMLDocument(data: Data(svg.utf8))
      let texts = try document.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue)
      #expect(
        texts == ["a < b & \u{FFFD}", "<a href=\"x\">&amp;</a", ">", "\u{FFFD}", "漢", "👨‍👩‍👧", "x"])
    }
  }
#endif
