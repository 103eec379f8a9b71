import TestSupport

@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A screen at a pseudo-terminal, and the story that it should tell.
final class ScreenWalk {
  private(set) var difference: String?
  private var generator: SeededGenerator
  private var story = ScreenStory()
  private let master: Int32
  private let slave: Int32
  private let screen: Screen
  private var shown: TerminalScreen
  private var size: (columns: Int, rows: Int)
  private var names = 0
  private var log: [String] = []

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    size = (40, .random(in: 8...30, using: &generator))
    let (master, path) = try openMaster()
    self.master = master
    slave = openTerminal(path)
    let reflows = Bool.random(using: &generator)
    shown = TerminalScreen(columns: size.columns, rows: size.rows, reflows: reflows)
    try setWindowSize(of: master, columns: size.columns, rows: size.rows)
    let traits = TerminalTraits {
      ["TERM": reflows ? "xterm" : "linux", "LANG": "en_US.UTF-8"][$0]
    }
    screen = Screen(
      input: Descriptor(slave), output: Descriptor(slave), traits: traits, theme: .standard)
  }

  deinit {
    screen.end()
    close(slave)
    close(master)
  }

  func perform(steps: Int) throws {
    for _ in 0..<steps where difference == nil {
      try step()
      settleWhatLeaves()
      read()
      compare()
    }
  }

  private func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  private func step() throws {
    switch random(0...13) {
    case 0: try add(name: nil)
    case 1: try add(name: "t\(random(0...3))")
    case 13: try add(name: "w\(random(0...2))")
    case 2: try open()
    case 3, 4: try answer()
    case 5: try work()
    case 6, 7: try arrange()
    case 8: try begin()
    case 9: random(0...2) == 0 ? end() : handOver()
    case 10: foreign()
    case 11: printed()
    default: try resize()
    }
  }

  private func note(_ words: String) { log.append(words) }

  private func entry(_ name: String?) -> ScreenStory.Entry {
    names += 1
    let lines = (0..<random(1...2)).map { "\(name ?? "said")-\(names).\($0)" }
    return ScreenStory.Entry(name: name, lines: lines, linesAhead: lines.map { ". \($0)" })
  }

  private func drawn(_ entry: ScreenStory.Entry) -> Screen.Entry {
    var drawn = Screen.Entry(
      name: entry.name, isPassing: entry.isPassing, draw: { _ in entry.lines.map { Row($0) } },
      drawAhead: { _ in entry.linesAhead.map { Row($0) } })
    if let left = entry.linesLeft { drawn.drawLeft = { _ in left.map { Row($0) } } }
    return drawn
  }

  private func add(name: String?) throws {
    var entry = entry(name)
    entry.isPassing = name != nil
    if name?.hasPrefix("w") == true {
      (entry.linesLeft, entry.linesAhead) = (entry.linesAhead, [])
    }
    note("add \(entry.lines)")
    story.replace(entry)
    try screen.add(drawn(entry))
  }

  private func open() throws {
    guard story.isTaken else { return }
    names += 1
    let lines = (0..<random(1...3)).map { "? ask-\(names).\($0)" }
    note("open \(lines)")
    story.prompt = lines
    try screen.open { _ in
      Frame(rows: lines.map { Row($0) }, cursor: .init(row: lines.count - 1, column: 2))
    }
  }

  private func answer() throws {
    let entry: ScreenStory.Entry? = random(0...3) == 0 ? nil : entry("q\(random(0...4))")
    note("close \(entry?.lines ?? [])")
    story.prompt = []
    if let entry {
      story.reopened = nil
      story.replace(entry)
    }
    try screen.close(entry.map(drawn))
  }

  private func work() throws {
    names += 1
    let lines = (0..<random(0...2)).map { "* work-\(names).\($0)" }
    note("work \(lines)")
    story.work = lines
    let draw: @Sendable (Screen.Size) -> [Row] = { _ in lines.map { Row($0) } }
    try screen.show(work: lines.isEmpty ? nil : draw)
  }

  private func arrange() throws {
    guard story.isTaken else { return }
    let known = (0...4).map { "q\($0)" }
    let name = random(0...4) == 0 ? nil : known[random(0...4)]
    let coming = Set(known.filter { _ in random(0...2) > 0 })
    let texts = (0...3).map { "t\($0)" } + (0...2).map { "w\($0)" }
    let passed =
      (known.filter { _ in random(0...3) == 0 } + texts.filter { _ in random(0...1) == 0 })
      .shuffled(using: &generator)
    note("arrange \(name ?? "-") passed \(passed) coming \(coming.sorted())")
    let isBack = random(0...2) == 0
    let isNeeded =
      isBack || !story.ahead.isEmpty || story.reopened != nil
      || story.above.contains {
        story.entries[$0.entry]?.name == name || story.entries[$0.entry]?.isLeft == true
      }
    if isNeeded { story.arrange(for: name, passed: passed, coming: coming) }
    try screen.arrange(for: name, isBack: isBack) { (passed, coming) }
  }

  private func begin() throws {
    note(story.isHandedOver ? "take back" : "begin")
    if story.isHandedOver {
      (story.isHandedOver, story.isTaken) = (false, true)
      try screen.takeBack()
    } else {
      story.isTaken = true
      try screen.begin()
      screen.update()
    }
  }

  private func end() {
    if story.isHandedOver { return }
    note("end")
    giveBack()
    screen.end()
  }

  private func handOver() {
    if story.isHandedOver { return }
    note("hand over")
    let ahead = story.ahead
    giveBack()
    (story.ahead, story.isHandedOver) = (ahead, true)
    screen.handOver()
  }

  private func giveBack() {
    (story.work, story.prompt, story.ahead, story.isTaken) = ([], [], [], false)
    story.settle(story.above.count)
  }

  /// Somebody else writes while the terminal isn't taken.
  private func foreign() {
    guard !story.isTaken else { return }
    names += 1
    note("foreign \(names)")
    write("other-\(names)\n")
    // What is kept until the terminal is taken back comes later.
    story.settled.append("other-\(names)")
  }

  /// Something is printed, in colour or without.
  private func printed() {
    if story.isHandedOver { return }
    names += 1
    let line = "printed-\(names)"
    let isColoured = random(0...3) == 0
    note("print \(isColoured ? "coloured " : "")\(names)")
    story.print(line, staysForGood: isColoured || !story.isTaken)
    screen.state.withLock { $0.printed += isColoured ? "\u{1B}[31m\(line)\u{1B}[m\n" : line + "\n" }
    screen.update()
  }

  private func resize() throws {
    guard story.isTaken else { return }
    // Nothing that is shown is broken, so it is seen as it was drawn.
    size = (random(20...60), random(8...30))
    note("resize \(size)")
    read()
    shown.resize(columns: size.columns, rows: size.rows)
    try setWindowSize(of: master, columns: size.columns, rows: size.rows)
    // The signal comes at once, or after the next change.
    if Bool.random(using: &generator) { screen.resize() } else { screen.update() }
    story.settle(story.above.count)
  }

  private func settleWhatLeaves() {
    if story.isHandedOver { return }
    guard story.isTaken else { return story.settle(story.above.count) }
    let over = story.above.count + story.open.count - (size.rows - 1)
    if over > 0 { story.settle(over) }
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { writeBytes(slave, $0.baseAddress, $0.count) }
  }

  /// Reads up to a bell that is written now.
  private func read() {
    let bells = shown.bells
    write("\u{7}")
    while shown.bells == bells { shown.feed(readBlock(master)) }
  }

  private func compare() {
    var wanted = story.lines
    // Nothing is written into what somebody else shows.
    if story.isHandedOver { wanted = story.settled }
    let seen = shown.text.split(separator: "\n").map(String.init)
    if seen != wanted || shown.violations != [] {
      difference = """
        \(log.joined(separator: "\n"))
        wanted: \(wanted)
        seen:   \(seen)
        \(shown.violations)
        """
    }
  }
}

private func openTerminal(_ path: String) -> Int32 { open(path, O_RDWR | O_NOCTTY) }

private func writeBytes(_ end: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(end, bytes, count)
}
