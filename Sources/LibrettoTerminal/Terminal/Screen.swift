import LibrettoCore

/// The open part of the terminal, and what stands above it: the one place that writes to a terminal
/// on which prompts are drawn in place.
///
/// From top to bottom, it shows what was said and answered, as far as that can still be changed;
/// work that is being performed; the open question; and the answers below it that the run will come
/// to again. What was written by others, or has left the screen, is never touched.
final class Screen: Sendable {
  typealias Size = QuestionView.Size

  /// A block of rows that only a step back can change.
  struct Entry: Sendable {
    /// The name of the question that was answered, of work, or of a text; nil for anything else.
    var name: String?
    /// Whether the run only comes past it, so that no step back leads to it.
    var isPassing = false
    /// The title that it is as a heading, which need not be said again right below it.
    var heading: String?
    /// Whether others have printed it, so that nothing above it can be asked below it again.
    var isPrinted = false
    /// Whether the run isn't past it any more, so that it doesn't hold now.
    var isLeft = false
    /// Whether it isn't shown among what lies ahead, because the run has gone another way.
    var isBypassed = false
    /// Draws it for a number of columns.
    var draw: @Sendable (_ columns: Int) -> [Row]
    /// Draws it while the run has yet to come to it again. What the run only comes past isn't drawn
    /// then, since it may change on the way.
    var drawAhead: @Sendable (_ columns: Int) -> [Row] = { _ in [] }
    /// Draws work that no longer holds; nil for what stays as it was.
    var drawLeft: (@Sendable (_ columns: Int) -> [Row])?

    /// Whether it is an answer, or work that was done, which holds until a step back leaves it.
    var mayBeLeft: Bool { name != nil && (!isPassing || drawLeft != nil) }

    func rows(_ columns: Int) -> [Row] {
      isLeft ? (drawLeft ?? drawAhead)(columns) : draw(columns)
    }
  }

  struct Line: Sendable {
    var row: Row
    var entry: Int
  }

  struct State: Sendable {
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
    /// How often the process had been stopped when something was last drawn.
    var stops = 0
    var failure: DescriptorError?
    /// The last of what was left as it was drawn; nil if others have printed something behind it.
    var left: Entry?
    /// What was printed and couldn't be shown yet.
    var printed = ""
  }

  let input: Descriptor
  /// A descriptor of its own for the terminal: those of the process lead elsewhere while output is
  /// captured.
  let output: Descriptor
  let traits: TerminalTraits
  let glyphs: Glyphs
  /// Whether a row above the question says how far the run has come.
  let showsWay: Bool
  let capture: OutputCapture
  let state: Locked<State>
  /// Held while the terminal is taken or given back: a question and work may begin together.
  private let taking = Locked(())

  /// - Parameters:
  ///   - input: the terminal whose keys are read.
  ///   - output: the terminal that is written to.
  init(
    input: Descriptor, output: Descriptor, traits: TerminalTraits, theme: Theme,
    words: Words = .english
  ) {
    self.input = input
    let output = output.copy ?? output
    self.output = output
    self.traits = traits
    showsWay = theme.showsWay
    var glyphs =
      !traits.hasUnicode
      ? theme.plainGlyphs
      : traits.hasWideSigns ? theme.glyphs.narrow(or: theme.plainGlyphs) : theme.glyphs
    glyphs = glyphs.neutralised
    glyphs.followsLinks = traits.followsLinks
    glyphs.words = words
    self.glyphs = glyphs
    capture = OutputCapture(terminal: output)
    let ink = Ink(theme: theme, hasColors: traits.hasColors)
    state = Locked(State(canvas: Canvas(ink), size: output.terminalSize))
  }

  deinit { if output.number > 2 { output.close() } }

  /// Whether the question is open in its old place after a step back.
  var isReopened: Bool { state.withLock { $0.reopened != nil } }

  /// The heading that stands right above what is drawn next; nil for anything else.
  var lastHeading: String? {
    state.withLock { state in
      let last = state.tail.last.map { state.entries[$0.entry] } ?? state.left
      return last?.heading
    }
  }

  /// Whether a text was left right above what can still be changed.
  func hasLeft(_ name: String) -> Bool { state.withLock { $0.left?.name == name } }

  var size: Size { state.withLock { $0.size } }

  // MARK: Beginning and end

  /// Has what others print written here from now on, so that it stands whole above what is drawn.
  func captureOutput() { capture.begin { [weak self] in self?.update() } }

  /// Takes the terminal, once: keys are handed over one by one, and what others print goes above
  /// the open part.
  /// - Throws: ``DescriptorError`` if there is no terminal.
  func begin() throws(DescriptorError) {
    let failure = taking.withLock { _ -> DescriptorError? in
      if state.withLock({ $0.mode != nil || $0.isHandedOver }) { return nil }
      let mode: TerminalMode
      do throws(DescriptorError) { mode = try .readingKeys(on: input) } catch { return error }
      captureOutput()
      state.withLock { state in
        state.mode = mode
        state.stops = TerminalMode.stops
        state.size = output.terminalSize
        // A signal may restore the mode from here on, before anything is drawn.
        mode.setFarewell(restoring(&state, at: state.drawn))
        guard mode.beginDrawing() else {
          state.stops = -1
          return
        }
        write("\u{1B}[?2004h", &state)
        mode.endDrawing()
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// Gives the terminal back; everything stays as it is.
  func end() { taking.withLock { _ in giveBack() } }

  private func giveBack(isHandedOver: Bool = false) {
    capture.flush()
    state.withLock { state in
      let ahead = isHandedOver ? state.ahead : []
      (state.prompt, state.work, state.ahead) = (nil, nil, [])
      draw(&state)
      state.ahead = ahead
      if let mode = state.mode {
        if mode.isActive { write("\u{1B}[?2004l", &state) }
        mode.setFarewell(Farewell())
        mode.restore()
        state.mode = nil
        // What couldn't be drawn because a signal was restoring the terminal.
        drawPlainly(state.printed, &state)
        state.printed = ""
      }
      state.isHandedOver = isHandedOver
    }
    capture.end()
  }

  /// Gives the terminal to somebody else, from now until ``takeBack()``.
  func handOver() { taking.withLock { _ in giveBack(isHandedOver: true) } }

  /// Whether the terminal is somebody else's for now.
  var isHandedOver: Bool { state.withLock { $0.isHandedOver } }

  /// Takes the terminal back, unless the run has ended meanwhile.
  func takeBack() throws(DescriptorError) {
    guard reclaim() else { return }
    try begin()
    // What was added meanwhile.
    update()
  }

  /// Stops waiting for the other program; later output is written immediately.
  /// - Returns: whether somebody had it.
  @discardableResult func reclaim() -> Bool {
    state.withLock { state in
      defer { state.isHandedOver = false }
      return state.isHandedOver
    }
  }

  // MARK: Contents

  /// Writes something above the open part.
  func add(_ entry: Entry) throws(DescriptorError) {
    try change(isAbove: true) { state in
      Self.replace(entry, &state)
    }
  }

  /// Opens a question, or draws it anew.
  func open(_ prompt: @escaping @Sendable (Size) -> Frame) throws(DescriptorError) {
    // What was printed before the question stands above it.
    let isNew = state.withLock { $0.prompt == nil }
    try change(isAbove: isNew) { $0.prompt = prompt }
  }

  /// Closes the question, and writes what is left of it.
  func close(_ entry: Entry?) throws(DescriptorError) {
    try change(isAbove: entry != nil) { state in
      state.prompt = nil
      if entry != nil { state.reopened = nil }
      if let entry { Self.replace(entry, &state) }
    }
  }

  /// Shows work that is being performed; nil for none.
  func show(work: (@Sendable (Size) -> [Row])?) throws(DescriptorError) {
    try change(isAbove: false) { $0.work = work }
  }
}
