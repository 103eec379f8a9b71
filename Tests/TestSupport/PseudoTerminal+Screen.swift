#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension PseudoTerminal {
  /// Gives the window another size, which the system tells the program; for a terminal that began
  /// with a size.
  ///
  /// What the program wrote before is shown at the old size.
  package func resize(columns: Int, rows: Int) throws {
    while readOnce(TestClock(.zero)), isOpen {}
    screen?.resize(columns: columns, rows: rows)
    try setWindowSize(of: master, columns: columns, rows: rows)
  }

  /// Waits until the screen is as wanted, and the program is not within a synchronized update.
  package func waitForScreen(
    within limit: Duration = .seconds(20), _ isReached: (TerminalScreen) -> Bool
  ) throws {
    try waitForScreen("a screen as wanted", within: limit, isReached)
  }

  /// Waits until the screen or its history contains the text.
  package func waitForScreen(
    containing text: String, within limit: Duration = .seconds(20)
  ) throws {
    try waitForScreen(text.debugDescription, within: limit) { $0.text.contains(text) }
  }

  private func waitForScreen(
    _ wanted: String, within limit: Duration, _ isReached: (TerminalScreen) -> Bool
  ) throws {
    let clock = TestClock(limit)
    while true {
      guard let screen else { throw ProcessFailure(message: "the terminal has no size") }
      if !screen.isSynchronized, isReached(screen) { return }
      guard isOpen else {
        throw ProcessFailure(message: "ended without \(wanted)", seen: screen.text)
      }
      guard readOnce(clock) else {
        throw ProcessFailure(message: "no \(wanted) in \(limit)", seen: screen.text)
      }
    }
  }
}

/// Tells the system, and so the program, how large the window of a terminal is.
package func setWindowSize(of terminal: Int32, columns: Int, rows: Int) throws {
  #if canImport(Darwin)
    let request: UInt = 0x8008_7467  // TIOCSWINSZ, which is not in Swift's Darwin module
  #else
    let request = UInt(TIOCSWINSZ)
  #endif
  var size = winsize(
    ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  guard ioctl(terminal, request, &size) == 0 else {
    throw ProcessFailure(message: "no window size: errno \(errno)")
  }
}
