import LibrettoCore

// @preconcurrency because `stdout` is a variable in C; nothing assigns it.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

/// Takes what this process and its programs print at the terminal, so that it appears whole above
/// the open part.
///
/// Standard output and standard error lead into a pipe, as far as they are the terminal. A program
/// that must have the terminal itself gets it with `takesTerminal()`.
final class OutputCapture: Sendable {
  private struct State: Sendable {
    var pipe: Pipe?
    /// The descriptors that lead into the pipe, and what they were.
    var originals: [Int32: Int32] = [:]
    /// The end of what has been read, which is no whole line yet.
    var rest: [UInt8] = []
    var printed = PrintedText()
    /// Whether the last line that was taken had no end, which may still come.
    var isCut = false
  }

  /// The bytes that are read at once, and that a line can have until it is cut.
  private static let limit = 1_048_576

  private let terminal: Descriptor
  private let state = Locked(State())

  init(terminal: Descriptor) { self.terminal = terminal }

  /// Begins, unless it has begun already.
  /// - Parameter wake: called in another thread when something has been printed.
  func begin(_ wake: @escaping @Sendable () -> Void) {
    if state.withLock({ $0.pipe != nil }) { return }
    // What is in the pipe when the process ends must be shown.
    TrapRestorer.installOnce()
    TerminalMode.restoreAtExit()
    fflush(stdout)
    guard let pipe = try? Pipe() else { return }
    // A C library that finds no terminal would keep what is printed until there is a lot of it. At
    // the terminal, it passes on each line anyway, so this isn't set back.
    if isTerminal(1) { setvbuf(stdout, nil, _IOLBF, 0) }
    // Who prints much waits until it is read.
    _ = fcntl(pipe.writeEnd, F_SETFL, 0)
    state.withLock { state in
      state.pipe = pipe
      for number: Int32 in [1, 2] where isTerminal(number) {
        let original = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard original >= 0 else { continue }
        state.originals[number] = original
        dup2(pipe.writeEnd, number)
      }
      CapturedOutput.note(pipe.readEnd, state.originals)
    }
    let isOpen: @Sendable () -> Bool = { [weak self] in
      self?.state.withLock { $0.pipe?.readEnd == pipe.readEnd } ?? false
    }
    try? SystemThread { [terminal] in
      while true {
        _ = Descriptor.readable([pipe.readEnd], waits: true)
        if isOpen() { wake() } else if !Self.pass(pipe.readEnd, to: terminal) { break }
      }
      close(pipe.readEnd)
    }.detach()
  }

  /// Passes on what a program prints that goes on after the end.
  /// - Returns: whether there may be more.
  private static func pass(_ end: Int32, to terminal: Descriptor) -> Bool {
    var block = [UInt8](repeating: 0, count: 4096)
    let count = systemRead(end, &block, block.count)
    guard count > 0 else { return false }
    try? terminal.write(bytes: Array(block[..<count]))
    return true
  }

  /// Whether a descriptor is the terminal.
  private func isTerminal(_ number: Int32) -> Bool {
    var (one, other) = (stat(), stat())
    return isatty(number) == 1 && fstat(number, &one) == 0
      && fstat(terminal.number, &other) == 0 && one.st_rdev == other.st_rdev
  }

  /// Writes what is still in the C library's buffer into the pipe.
  ///
  /// Never called with a lock: somebody who prints much waits until it is read.
  func flush() { if state.withLock({ $0.pipe != nil }) { fflush(stdout) } }

  /// Takes the whole lines that have been printed.
  /// - Parameter all: whether a line that hasn't ended is taken too.
  func take(all: Bool = false) -> String {
    state.withLock { state in
      guard let pipe = state.pipe else { return "" }
      // Noted first: from here on, what is read is neither in the pipe nor on the screen.
      CapturedOutput.noteTaken(true)
      Self.read(pipe.readEnd, into: &state.rest)
      var end = state.rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      if all || state.rest.count >= Self.limit { end = state.rest.endOfCharacters }
      var lines = String(decoding: state.rest[..<end], as: UTF8.self)
      if end > 0 {
        if state.isCut, lines.hasPrefix("\n") { lines.removeFirst() }
        state.isCut = state.rest[end - 1] != 0x0A
      }
      state.rest.removeSubrange(..<end)
      CapturedOutput.keep(state.rest)
      if end == 0 { CapturedOutput.noteTaken(false) }
      return state.printed.shown(lines)
    }
  }

  /// Notes that what was taken has been written to the terminal.
  func noteShown() { CapturedOutput.noteTaken(false) }

  /// Reads what there is without waiting, or the beginning of a lot.
  private static func read(_ end: Int32, into bytes: inout [UInt8]) {
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit, Descriptor.readable([end], waits: false).contains(end) {
      let count = systemRead(end, &block, block.count)
      guard count > 0 else { return }
      bytes += block[..<count]
    }
  }

  /// Gives the descriptors back.
  func end() {
    fflush(stdout)
    let (text, pipe) = (take(all: true), state.withLock { $0.pipe })
    guard let pipe else { return }
    state.withLock { state in
      CapturedOutput.note(-1, [:])
      for (number, original) in state.originals {
        dup2(original, number)
        close(original)
      }
      state.originals = [:]
      state.pipe = nil
    }
    if !text.isEmpty { try? terminal.write(bytes: Array(text.utf8)) }
    // Its thread closes the other end when nobody writes any more.
    close(pipe.writeEnd)
  }
}

func systemRead(_ end: Int32, _ block: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(end, block, count)
}

extension [UInt8] {
  /// The end of the last whole character; a character of which only the beginning is there waits for
  /// its rest.
  fileprivate var endOfCharacters: Int {
    for count in 1...3 where count <= self.count {
      let byte = self[self.count - count]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count ? self.count - count : self.count
    }
    return self.count
  }
}
