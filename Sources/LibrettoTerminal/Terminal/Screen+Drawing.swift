// What is written to the terminal, and when: after a change, and when its size has changed.

import LibrettoCore

extension Screen {
  /// Draws everything anew after the size of the terminal has changed; it may have changed back
  /// already, but the terminal has broken its rows all the same.
  func resize() {
    state.withLock { state in
      catchUp(&state, sizeHasChanged: true)
      draw(&state)
    }
  }

  /// Takes notice of a stop of the process and of a new size, before anything is drawn.
  private func catchUp(_ state: inout State, sizeHasChanged: Bool = false) {
    guard let mode = state.mode, mode.isActive, isForeground, mode.beginDrawing() else { return }
    defer { mode.endDrawing() }
    if state.stops != TerminalMode.stops {
      // The open part was erased before the stop, and others have written since.
      state.stops = TerminalMode.stops
      state.size = output.terminalSize
      Self.forgetDrawn(&state)
      write("\r\u{1B}[?2004h", &state)
    } else if sizeHasChanged || output.terminalSize != state.size {
      takeSize(&state)
    }
  }

  /// Erases the open part as the terminal has broken it at its new size, and leaves what is above.
  private func takeSize(_ state: inout State) {
    let size = output.terminalSize
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
      write((up > 0 ? "\u{1B}[\(up)A" : "") + Canvas.erasingBelow, &state)
    }
    Self.forgetDrawn(&state)
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

  /// Whether the terminal is this process's: it is the shell's while the process is in the
  /// background.
  var isForeground: Bool { JobControl.isForeground(output.number) }

  /// Draws again, with what has been printed meanwhile.
  func update() { state.withLock { draw(&$0) } }

  /// - Parameter isAbove: whether something is written above the open part.
  func change(
    isAbove: Bool, _ body: (inout State) -> Void
  ) throws(DescriptorError) {
    capture.flush()
    let failure = state.withLock { state -> DescriptorError? in
      // The signal that tells of a new size may come after a key.
      catchUp(&state)
      // A line that hasn't ended waits for its rest, unless something stands below it for good.
      if isAbove {
        let printed = capture.take(all: true)
        state.printed += printed
        if !printed.isEmpty { draw(&state) }
      }
      body(&state)
      draw(&state)
      defer { state.failure = nil }
      return state.failure
    }
    if let failure { throw failure }
  }

  func draw(_ state: inout State) {
    let printed = state.printed + capture.take()
    state.printed = ""
    defer { capture.noteShown() }
    guard let mode = state.mode, mode.isActive else { return drawPlainly(printed, &state) }
    guard isForeground else {
      // The shell writes there now.
      state.stops = -1
      return drawPlainly(printed, &state)
    }
    catchUp(&state)
    // Stopped: what was printed stands above when the process goes on.
    guard mode.beginDrawing() else {
      state.printed += printed
      return
    }
    defer { mode.endDrawing() }
    mode.setFarewell(restoring(&state, at: nil))
    var text = ""
    if let rows = Self.rows(of: printed, on: state.size) {
      Self.append(Entry(isPassing: true, isPrinted: true, draw: { _ in rows }), &state)
    } else if !printed.isEmpty {
      text += state.canvas.erasing(from: state.tail.count)
      // What was added since it was last drawn comes first.
      for line in state.tail.dropFirst(state.drawn) {
        text += state.canvas.ink.text(line.row) + "\n"
      }
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
    for entry in state.ahead where !entry.isBypassed { open.rows += entry.drawAhead(size.width) }
    open.rows = open.rows.prefix(size.height).map { $0.clipped(to: size.width, glyphs.ellipsis) }
    var frame = Frame(rows: state.tail.map(\.row))
    frame.append(open)
    // Where a question is open, the last row of the screen is used as well.
    text += state.canvas.draw(frame, limit: frame.cursor == nil ? size.height : size.rows)
    let released = frame.rows.count - state.canvas.rows.count
    if released > 0 { Self.release(min(released, state.tail.count), &state) }
    state.drawn = state.tail.count
    if !text.isEmpty {
      write("\u{1B}[?2026h\u{1B}[?25l" + text + "\u{1B}[?25h\u{1B}[?2026l", &state)
    }
    mode.setFarewell(restoring(&state, at: state.tail.count))
  }

  /// What was printed in rows that can be drawn again: plain text that fits on the screen.
  private static func rows(of printed: String, on size: Size) -> [Row]? {
    guard printed.hasSuffix("\n") else { return nil }
    let lines = printed.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count <= size.height else { return nil }
    let rows = lines.map { Row(String($0)) }
    let areLike = zip(lines, rows).allSatisfy { $0 == $1.text && $1.mostColumns <= size.width }
    return areLike ? rows : nil
  }

  /// Forgets rows at the top, and the entries of which nothing is left.
  private static func release(_ count: Int, _ state: inout State) {
    let first = state.tail.dropFirst(count).first?.entry
    for line in state.tail.prefix(count) where line.entry != first {
      state.entries[line.entry] = nil
    }
    state.tail.removeFirst(count)
  }

  /// Writes what is above the open part, for a terminal that isn't taken.
  func drawPlainly(_ printed: String, _ state: inout State) {
    // Not into what somebody else shows there.
    if state.isHandedOver {
      state.printed += printed
      return
    }
    var text = printed
    if !printed.isEmpty { state.left = nil }
    // What is drawn already stays.
    for line in state.tail.dropFirst(state.drawn) {
      text += state.canvas.ink.text(line.row) + "\n"
    }
    Self.forgetTail(&state)
    if !text.isEmpty { write(text, &state) }
  }

  /// Leaves what is drawn as it is, and keeps what is not.
  private static func forgetDrawn(_ state: inout State) {
    var waiting: [Entry] = []
    var last: Int?
    for line in state.tail.dropFirst(state.drawn) where line.entry != last {
      last = line.entry
      if let entry = state.entries[line.entry] { waiting.append(entry) }
    }
    forgetTail(&state)
    // Their size may be another now.
    for entry in waiting { append(entry, &state) }
  }

  /// Leaves everything that is drawn as it is.
  static func forgetTail(_ state: inout State) {
    state.canvas.releaseAll()
    if let last = state.tail.last { state.left = state.entries[last.entry] }
    state.tail = []
    state.drawn = 0
    state.entries = [:]
  }

  /// What gives the terminal back where nothing else can: the open part is erased from a row on.
  func restoring(_ state: inout State, at place: Int?) -> Farewell {
    Farewell(
      (place.map { state.canvas.erasing(from: $0) } ?? "")
        + "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?2026l",
      to: output)
  }

  func write(_ text: String, _ state: inout State) {
    do throws(DescriptorError) {
      try output.write(bytes: Array(text.utf8))
    } catch {
      state.failure = error
    }
  }
}
