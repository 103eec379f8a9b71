/// The open part of the terminal, and what stands above it: the one place that writes to a terminal
/// on which prompts are drawn in place.
///
/// From top to bottom, it shows what was said and answered, as far as that can still be changed;
/// work that is being performed; the open question; and the answers below it that the run will come
/// to again. What was written by others, or has left the screen, is never touched.
final class Screen: Sendable {
  typealias Size = QuestionView.Size

  /// Something that was written for good, but for a step back.
  struct Entry: Sendable {
    /// The name of the question that was answered; nil for anything else.
    var name: String?
    /// Draws it for a number of columns.
    var draw: @Sendable (_ columns: Int) -> [Row]
    /// Draws it while the run has yet to come to it again.
    var drawAhead: @Sendable (_ columns: Int) -> [Row]
  }

  private struct Line: Sendable {
    var row: Row
    var entry: Int
  }

  private struct State: Sendable {
    var canvas: Canvas
    var size: Size
    /// What stands above the open part and can still be changed.
    var tail: [Line] = []
    /// How many of those rows are drawn.
    var drawn = 0
    var entries: [Int: Entry] = [:]
    var lastEntry = 0
    /// What stands below the open question.
    var ahead: [Entry] = []
    /// The earlier answer to the question that is open.
    var reopened: Entry?
    var work: (@Sendable (Size) -> [Row])?
    var prompt: (@Sendable (Size) -> Frame)?
    var mode: TerminalMode?
    /// Whether the terminal is somebody else's for now.
    var isHandedOver = false
    var failure: DescriptorError?
    /// What was printed and couldn't be shown yet.
    var printed = ""
  }

  private let input: Descriptor
  /// A descriptor of its own for the terminal: those of the process lead elsewhere while output is
  /// captured.
  private let output: Descriptor
  let traits: TerminalTraits
  let glyphs: Glyphs
  private let capture: OutputCapture
  private let state: Locked<State>

  /// - Parameters:
  ///   - input: the terminal whose keys are read.
  ///   - output: the terminal that is written to.
  init(input: Descriptor, output: Descriptor, traits: TerminalTraits, theme: Theme) {
    self.input = input
    let output = output.copy ?? output
    self.output = output
    self.traits = traits
    glyphs = traits.hasUnicode ? theme.glyphs : theme.plainGlyphs
    capture = OutputCapture(terminal: output)
    let ink = Ink(theme: theme, hasColors: traits.hasColors)
    state = Locked(State(canvas: Canvas(ink), size: output.terminalSize))
  }

  deinit { if output.number > 2 { output.close() } }

  var size: Size { state.withLock { $0.size } }

  // MARK: Beginning and end

  /// Takes the terminal, once: keys are handed over one by one, and what others print goes above
  /// the open part.
  /// - Throws: ``DescriptorError`` if there is no terminal.
  func begin() throws(DescriptorError) {
    if state.withLock({ $0.mode != nil || $0.isHandedOver }) { return }
    // What is printed goes into a pipe of this process, so a trap must show it.
    TrapRestorer.installOnce()
    let mode = try TerminalMode.readingKeys(on: input)
    capture.begin { [weak self] in self?.update() }
    state.withLock { state in
      state.mode = mode
      state.size = output.terminalSize
      write("\u{1B}[?2004h", &state)
    }
  }

  /// Gives the terminal back; everything stays as it is.
  func end() {
    capture.flush()
    state.withLock { state in
      (state.prompt, state.work, state.ahead) = (nil, nil, [])
      draw(&state)
      guard let mode = state.mode else { return }
      if mode.isActive { write("\u{1B}[?2004l", &state) }
      mode.setFarewell(Farewell())
      mode.restore()
      state.mode = nil
      Self.forgetTail(&state)
    }
    capture.end()
  }

  /// Gives the terminal to somebody else, from now until ``takeBack()``.
  func handOver() {
    end()
    state.withLock { $0.isHandedOver = true }
  }

  /// Takes the terminal back.
  func takeBack() throws(DescriptorError) {
    state.withLock { $0.isHandedOver = false }
    try begin()
  }

  // MARK: Contents

  /// Writes something above the open part.
  func add(_ entry: Entry) throws(DescriptorError) {
    try change { state in Self.append(entry, &state) }
  }

  /// Opens a question, or draws it anew.
  func open(_ prompt: @escaping @Sendable (Size) -> Frame) throws(DescriptorError) {
    try change { $0.prompt = prompt }
  }

  /// Closes the question, and writes what is left of it.
  func close(_ entry: Entry?) throws(DescriptorError) {
    try change { state in
      state.prompt = nil
      if entry != nil { state.reopened = nil }
      if let entry { Self.append(entry, &state) }
    }
  }

  /// Shows work that is being performed; nil for none.
  func show(work: (@Sendable (Size) -> [Row])?) throws(DescriptorError) {
    try change { $0.work = work }
  }

  /// Arranges the answers around the place where the run is now.
  ///
  /// A question that is asked again opens in its old place. What stood below it goes on standing
  /// there until the run has come past it, or until it no longer counts.
  /// - Parameters:
  ///   - name: the question that is asked next; nil for something else.
  ///   - standing: the names that count, and whether the run has come past them.
  func arrange(
    for name: String?, _ standing: () -> (passed: Set<String>, ahead: Set<String>)
  ) throws(DescriptorError) {
    let mustArrange = state.withLock { state in
      !state.ahead.isEmpty || state.reopened != nil
        || state.tail.contains { state.entries[$0.entry]?.name == name }
    }
    guard mustArrange else { return }
    let (passed, coming) = standing()
    try change { state in
      // A question that was left keeps its answer, if the run comes to it again.
      if let left = state.reopened { state.ahead.insert(left, at: 0) }
      state.reopened = nil
      if let name { Self.reopen(name, &state) }
      // What the run has come past stands above again.
      var ahead = state.ahead[...]
      var waiting: [Entry] = []
      while let entry = ahead.popFirst() {
        guard let known = entry.name else {
          waiting.append(entry)
          continue
        }
        if passed.contains(known), known != name {
          for entry in waiting + [entry] { Self.append(entry, &state) }
        } else if coming.contains(known), known != name {
          ahead = (waiting + [entry] + ahead)[...]
          waiting = []
          break
        }
        // Otherwise, it is asked now or no longer counts; what was said before it is said again.
        waiting = []
      }
      state.ahead = Array(ahead).filter { entry in
        entry.name.map { coming.contains($0) && $0 != name } ?? true
      }
      if !state.ahead.contains(where: { $0.name != nil }) { state.ahead = [] }
    }
  }

  private static func reopen(_ name: String, _ state: inout State) {
    guard let place = state.tail.firstIndex(where: { state.entries[$0.entry]?.name == name })
    else { return }
    let number = state.tail[place].entry
    // If its first row has left the screen, it can't be changed any more.
    let rows = state.entries[number]?.draw(state.size.width).count ?? 0
    guard state.tail.count(where: { $0.entry == number }) == rows else { return }
    var below: [Entry] = []
    var last = number
    for line in state.tail[place...] where line.entry != last {
      last = line.entry
      if let entry = state.entries[last] { below.append(entry) }
    }
    state.reopened = state.entries[number]
    state.tail.removeSubrange(place...)
    state.ahead = below + state.ahead
  }

  private static func append(_ entry: Entry, _ state: inout State) {
    state.lastEntry += 1
    let number = state.lastEntry
    state.entries[number] = entry
    state.tail += entry.draw(state.size.width).map { Line(row: $0, entry: number) }
  }

  // MARK: Events

  /// Draws everything anew after the size of the terminal has changed.
  func resize() {
    state.withLock { state in
      let size = output.terminalSize
      // It may have changed back already, but the terminal has broken its rows all the same.
      guard state.mode?.isActive == true else { return }
      let isBrokenAnew = traits.reflows && size.columns < state.size.columns
      state.size = size
      // What is above the open part stays as the terminal has broken it.
      let kept = state.tail.count
      if state.canvas.row >= kept {
        let above = state.canvas.rows[min(kept, state.canvas.rows.count)...]
          .prefix(state.canvas.row - kept)
        var up = above.reduce(0) { count, row in
          count + (isBrokenAnew ? max(1, (row.columns + size.columns - 1) / size.columns) : 1)
        }
        if isBrokenAnew { up += state.canvas.cursorColumn / size.columns }
        up = min(up, max(0, size.rows - 1))
        write((up > 0 ? "\u{1B}[\(up)A" : "") + "\r\u{1B}[J", &state)
      }
      Self.forgetTail(&state)
      draw(&state)
    }
  }

  /// Draws the open part below what others have written while the process was stopped.
  func redrawBelow() {
    state.withLock { state in
      guard state.mode?.isActive == true else { return }
      Self.forgetTail(&state)
      state.size = output.terminalSize
      write("\r\u{1B}[?2004h", &state)
      draw(&state)
    }
  }

  /// Draws everything anew in its place, because something else has written over it.
  func redraw() {
    state.withLock { state in
      guard state.mode?.isActive == true else { return }
      write(state.canvas.erasing(from: 0), &state)
      state.canvas.releaseAll()
      state.drawn = 0
      draw(&state)
    }
  }

  /// Draws again, with what has been printed meanwhile.
  func update() { state.withLock { draw(&$0) } }

  // MARK: Writing

  private func change(_ body: (inout State) -> Void) throws(DescriptorError) {
    capture.flush()
    let failure = state.withLock { state -> DescriptorError? in
      body(&state)
      // A line that has not ended is whole when something else is shown.
      draw(&state, takingAll: true)
      defer { state.failure = nil }
      return state.failure
    }
    if let failure { throw failure }
  }

  private func draw(_ state: inout State, takingAll: Bool = false) {
    let printed = state.printed + capture.take(all: takingAll)
    state.printed = ""
    defer { capture.noteShown() }
    guard let mode = state.mode, mode.isActive else { return drawPlainly(printed, &state) }
    // Stopped: what was printed stands above when the process goes on.
    guard mode.beginDrawing() else { return state.printed += printed }
    defer { mode.endDrawing() }
    mode.setFarewell(restoring(&state, at: nil))
    var text = ""
    if !printed.isEmpty {
      text += state.canvas.erasing(from: state.tail.count)
      // What was added since it was last drawn comes first.
      for line in state.tail.dropFirst(state.drawn) { text += state.canvas.ink.text(line.row) + "\n" }
      text += printed
      Self.forgetTail(&state)
    }
    let size = state.size
    var open = Frame(rows: state.work?(size) ?? [])
    if let prompt = state.prompt {
      let frame = prompt(size)
      if frame.rows.count + open.rows.count > size.height {
        open.rows = Array(open.rows.suffix(max(0, size.height - frame.rows.count)))
      }
      open.append(frame)
    }
    for entry in state.ahead { open.rows += entry.drawAhead(size.width) }
    open.rows = open.rows.prefix(size.height).map { $0.clipped(to: size.width, glyphs.ellipsis) }
    var frame = Frame(rows: state.tail.map(\.row))
    frame.append(open)
    text += state.canvas.draw(frame, limit: size.height)
    let released = frame.rows.count - state.canvas.rows.count
    if released > 0 { state.tail.removeFirst(min(released, state.tail.count)) }
    state.drawn = state.tail.count
    if !text.isEmpty {
      write("\u{1B}[?2026h\u{1B}[?25l" + text + "\u{1B}[?25h\u{1B}[?2026l", &state)
    }
    mode.setFarewell(restoring(&state, at: state.tail.count))
  }

  /// Writes what is above the open part, for a terminal that isn't taken.
  private func drawPlainly(_ printed: String, _ state: inout State) {
    var text = printed
    // What is drawn already stays.
    for line in state.tail.dropFirst(state.drawn) {
      text += state.canvas.ink.text(line.row) + "\n"
    }
    Self.forgetTail(&state)
    if !text.isEmpty { write(text, &state) }
  }

  /// Leaves everything that is drawn as it is.
  private static func forgetTail(_ state: inout State) {
    state.canvas.releaseAll()
    state.tail = []
    state.drawn = 0
    state.entries = [:]
  }

  /// What gives the terminal back where nothing else can: the open part is erased from a row on.
  private func restoring(_ state: inout State, at place: Int?) -> Farewell {
    Farewell(
      (place.map { state.canvas.erasing(from: $0) } ?? "") + "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?2026l",
      to: output)
  }

  private func write(_ text: String, _ state: inout State) {
    do throws(DescriptorError) {
      try output.write(bytes: Array(text.utf8))
    } catch {
      state.failure = error
    }
  }
}
