import Testing

@testable import LibrettoTerminal

/// Random keys at prompts of every kind, on screens of every size.
@Suite("Random keys at prompts") struct PromptWalkTests {
  private static let sizes = [
    (1, 1), (1, 24), (2, 2), (3, 1), (5, 3), (20, 4), (20, 24), (40, 10), (80, 1), (80, 24),
    (120, 50),
  ].map { QuestionView.Size(columns: $0.0, rows: $0.1) }

  @Test(
    "A prompt keeps to the screen, and what it replies can be answered",
    arguments: FuzzPrompts.all.indices)
  func keys(number: Int) throws {
    for seed in 0..<2 as Range<UInt64> {
      var keys = RandomKeys(seed: seed * 100 + UInt64(number))
      var prompt = try FuzzPrompt(FuzzPrompts.all[number])
      prompt.checkFocus()
      for size in Self.sizes { prompt.draw(size, seed == 0 ? .unicode : .ascii) }
      for _ in 0..<50 {
        for key in keys.some() { prompt.press(key) }
        prompt.draw(keys.size, keys.isPlain ? .ascii : .unicode)
        guard prompt.problems.isEmpty else { break }
      }
      #expect(prompt.problems == [], "seed \(seed) of \(number)")
    }
  }
}

extension PromptWalkTests {
  @Test("Bytes give the same keys however they are cut")
  func cuts() {
    for seed in 0..<300 as Range<UInt64> {
      var keys = RandomKeys(seed: seed)
      let bytes = (0..<5).flatMap { _ in keys.bytes }
      var (whole, parts) = (KeyParser(maximum: 20), KeyParser(maximum: 20))
      whole.feed(bytes)
      var (wanted, got): ([KeyPress], [KeyPress]) = ([], [])
      while let key = whole.pop() { wanted.append(key) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = keys.cut(4)
        parts.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
        while let key = parts.pop() { got.append(key) }
      }
      #expect(got == wanted, "\(seed)")
    }
  }
}

/// Keys as a person presses them, and as no person does.
struct RandomKeys {
  private var generator: SeededGenerator
  private var parser = KeyParser(maximum: 1_000)

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let plain: [KeyPress] = [
    .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end,
    .pageUp, .pageDown, .wordLeft, .wordRight, .function(1), .function(12), .tooLong(2_000_000),
    .endOfInput,
    .alt("d"), .alt("\u{8}"), .alt("\n"), .alt("["),
  ]

  private static let texts = [
    "/", " ", "a", "i", "n", "j", "k", "y", "?", "-", ".", "0", "1", "5", "9", "tomorrow", "x",
    "\u{301}",
    "\u{200D}", "🇨", "漢", "👩", "\u{FE0F}", "\u{9B}", "\u{FFFD}", "red",
  ]

  /// The next keys, one or several.
  mutating func some() -> [KeyPress] {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1, 2: return [Self.plain.randomElement(using: &generator) ?? .enter]
    case 3, 4: return [.text(Self.texts.randomElement(using: &generator) ?? "")]
    case 5:
      let letter = UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator)
      return [.control(Character(Unicode.Scalar(letter)))]
    case 6:
      let word = FuzzPrompts.words.randomElement(using: &generator) ?? ""
      return [.paste(word + (Bool.random(using: &generator) ? "\n" : "") + word)]
    default:
      parser.feed(bytes)
      if Bool.random(using: &generator) { parser.flush() }
      var keys: [KeyPress] = []
      while let key = parser.pop() { keys.append(key) }
      return keys
    }
  }

  /// Bytes that are mostly sequences.
  var bytes: [UInt8] {
    mutating get {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes += Array((Self.pieces.randomElement(using: &generator) ?? "").utf8)
        if Int.random(in: 0..<3, using: &generator) == 0 {
          bytes.append(.random(in: .min ... .max, using: &generator))
        }
      }
      return bytes
    }
  }

  private static let pieces = [
    "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}[A", "\u{1B}[1;5D", "\u{1B}OA", "\u{1B}[[A", "\u{1B}[3~",
    "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]0;title\u{7}", "\u{1B}P1$r\u{1B}\\", "\u{1B}[?62;c",
    "\u{1B}\u{1B}",
    "a", "1", "é", "漢", "👨‍👩‍👧", "\r", "\n", "\u{3}", ";", "~",
  ]

  var isPlain: Bool { mutating get { Bool.random(using: &generator) } }

  var size: QuestionView.Size {
    mutating get {
      let small = Int.random(in: 0..<3, using: &generator) == 0
      return QuestionView.Size(
        columns: .random(in: 1...(small ? 12 : 120), using: &generator),
        rows: .random(in: 1...(small ? 6 : 50), using: &generator))
    }
  }

  /// A part of a length, of any size.
  mutating func cut(_ length: Int) -> Int { .random(in: 0...length, using: &generator) }
}
