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
  }

  private let terminal: Descriptor
  private let state = Locked(State())

  init(terminal: Descriptor) { self.terminal = terminal }

  /// - Parameter wake: called in another thread when something has been printed.
  func begin(_ wake: @escaping @Sendable () -> Void) {
    fflush(stdout)
    guard let pipe = try? Pipe() else { return }
    // A C library that finds no terminal would keep what is printed until there is a lot of it.
    setvbuf(stdout, nil, _IOLBF, 0)
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
  func take(all: Bool = false) -> String {
    state.withLock { state in
      guard let pipe = state.pipe else { return "" }
      Self.read(pipe.readEnd, into: &state.rest)
      let end = all ? state.rest.endIndex : state.rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      guard end > 0 else { return "" }
      CapturedOutput.noteTaken(true)
      let lines = String(decoding: state.rest[..<end], as: UTF8.self)
      state.rest.removeSubrange(..<end)
      return lines.printed
    }
  }

  /// Notes that what was taken has been written to the terminal.
  func noteShown() { CapturedOutput.noteTaken(false) }

  /// Reads what there is without waiting.
  private static func read(_ end: Int32, into bytes: inout [UInt8]) {
    var block = [UInt8](repeating: 0, count: 65_536)
    while Descriptor.readable([end], waits: false).contains(end) {
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

/// What is needed to show captured output when the process traps.
enum CapturedOutput {
  private struct Ends {
    var readEnd: Int32 = -1
    var output: Int32 = -1
    var error: Int32 = -1
    /// Whether something was taken out of the pipe and isn't shown yet.
    var isTaken = false
  }

  nonisolated(unsafe) private static let ends: UnsafeMutablePointer<Ends> = {
    let ends = UnsafeMutablePointer<Ends>.allocate(capacity: 1)
    ends.initialize(to: Ends())
    return ends
  }()

  static func note(_ readEnd: Int32, _ originals: [Int32: Int32]) {
    ends.pointee = Ends(
      readEnd: readEnd, output: originals[1] ?? -1, error: originals[2] ?? -1)
  }

  static func noteTaken(_ isTaken: Bool) { ends.pointee.isTaken = isTaken }

  /// Waits a moment for what another thread is about to show. Only calls that a handler of signals
  /// may make.
  static func waitUntilShown() {
    guard ends.pointee.readEnd >= 0 else { return }
    for _ in 0..<100 {
      var request = pollfd(fd: ends.pointee.readEnd, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 0) <= 0, !ends.pointee.isTaken { return }
      poll(nil, 0, 1)
    }
  }

  /// Gives the descriptors back, and shows what was printed last. Only calls that a handler of
  /// signals may make.
  static func restore() {
    let ends = ends.pointee
    guard ends.readEnd >= 0 else { return }
    if ends.output >= 0 { dup2(ends.output, 1) }
    if ends.error >= 0 { dup2(ends.error, 2) }
    let shown = ends.error >= 0 ? ends.error : ends.output
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { block in
      while true {
        var request = pollfd(fd: ends.readEnd, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 0) > 0 else { return }
        let count = systemRead(ends.readEnd, block.baseAddress, block.count)
        guard count > 0, write(shown, block.baseAddress, count) > 0 else { return }
      }
    }
  }
}

private func systemRead(_ end: Int32, _ block: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(end, block, count)
}

extension String {
  /// What was printed, made safe: colours stay, and nothing else that controls the terminal.
  ///
  /// Of a line that was written over, the last version is shown.
  var printed: String {
    var result = ""
    for line in split(separator: "\n", omittingEmptySubsequences: false).dropLastEmpty {
      let line = line.hasSuffix("\r") ? line.dropLast() : line
      let last = line.split(separator: "\r", omittingEmptySubsequences: false).last ?? ""
      var rest = last
      while let start = rest.firstIndex(of: "\u{1B}") {
        result += String(rest[..<start]).neutralised
        rest = rest[start...]
        let colour = rest.dropFirst(2).prefix { $0 == ";" || $0.isASCII && $0.isNumber }
        if rest.dropFirst().first == "[", colour.endIndex < rest.endIndex,
          rest[colour.endIndex] == "m"
        {
          result += rest[...colour.endIndex]
          rest = rest[colour.endIndex...].dropFirst()
        } else {
          result += "\u{241B}"
          rest = rest.dropFirst()
        }
      }
      result += String(rest).neutralised + "\n"
    }
    return result
  }
}

extension [Substring] {
  /// Without the empty text behind the last newline.
  fileprivate var dropLastEmpty: ArraySlice<Substring> {
    last?.isEmpty == true ? dropLast() : self[...]
  }
}
