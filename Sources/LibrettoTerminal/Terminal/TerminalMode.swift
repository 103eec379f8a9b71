import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal in another mode, until ``restore()``: it doesn't show what is typed, or it hands over
/// each key at once.
///
/// While one is active, ``Interrupts`` restores the terminal when a signal ends or stops the
/// process, and so does every call of `exit`. Hide the input before writing the prompt: a person
/// who types as soon as the prompt appears must not be echoed.
package final class TerminalMode: Sendable {
  /// The ways to change a terminal.
  enum Kind: Sendable {
    /// Lines are edited as usual, but not shown.
    case hidden
    /// Each key is handed over at once, and none is shown.
    case keys
  }

  struct Change: Sendable {
    var id: Int
    var descriptor: Int32
    var kind = Kind.hidden
    /// What is written before the mode is restored.
    var farewell = Farewell()
    /// The original mode, to be restored exactly.
    var original: termios
  }

  private struct Registry: Sendable {
    var changes: [Change] = [] {
      didSet { TrapRestorer.note(changes.last) }
    }
    var lastID = 0
    /// Whether the process is about to be stopped, or is.
    var isSuspended = false
    /// How often the process has been stopped.
    var stops = 0
    /// Whether the last stop is counted, and has not been followed by SIGCONT.
    var isStopCounted = false
    /// How many frames are being drawn.
    var drawing = 0
  }

  private static let registry = Locked(Registry())

  /// For an action that calls `exit` while a secret is being asked for in parallel.
  private static let restoresAtExit = atexit {
    CapturedOutput.waitUntilShown()
    TerminalMode.restoreAll()
    CapturedOutput.restore()
  }

  private let id: Int

  private init(id: Int) { self.id = id }

  deinit { restore() }

  /// Restores everything when the process ends by `exit`.
  static func restoreAtExit() { _ = restoresAtExit }

  /// Stops showing what is typed; Enter still moves to the next line.
  ///
  /// - Throws: ``DescriptorError`` with ENOTTY if there is no terminal.
  static func hidingInput(on descriptor: Descriptor) throws(DescriptorError) -> TerminalMode {
    try change(descriptor, .hidden)
  }

  /// Hands over each key at once, and shows none; Ctrl-C and Ctrl-Z remain signals.
  ///
  /// - Throws: ``DescriptorError`` with ENOTTY if there is no terminal.
  static func readingKeys(on descriptor: Descriptor) throws(DescriptorError) -> TerminalMode {
    try change(descriptor, .keys)
  }

  private static func change(
    _ descriptor: Descriptor, _ kind: Kind
  ) throws(DescriptorError) -> TerminalMode {
    restoreAtExit()
    // Outside the lock, which the thread that handles signals needs.
    try JobControl.waitToChange(descriptor.number)
    let result: Result<Int, DescriptorError> = registry.withLock { registry in
      var original = termios()
      // If the input is already hidden, the current mode isn't the one to restore.
      if let outer = registry.changes.first(where: { $0.descriptor == descriptor.number }) {
        original = outer.original
      } else if tcgetattr(descriptor.number, &original) != 0 {
        return .failure(DescriptorError(operation: "tcgetattr", code: errno))
      }
      registry.lastID += 1
      // Noted first, for a trap that comes right after the change.
      registry.changes.append(
        Change(
          id: registry.lastID, descriptor: descriptor.number, kind: kind, original: original))
      guard apply(original.changed(kind), to: descriptor.number) else {
        let code = errno
        registry.changes.removeLast()
        return .failure(DescriptorError(operation: "tcsetattr", code: code))
      }
      return .success(registry.lastID)
    }
    return TerminalMode(id: try result.get())
  }

  /// Restores the original mode, once; after ``restoreAll()`` there is nothing left to do.
  func restore() {
    Self.registry.withLock { registry in
      guard let index = registry.changes.firstIndex(where: { $0.id == id }) else { return }
      let change = registry.changes.remove(at: index)
      let isStillHidden = registry.changes.contains { $0.descriptor == change.descriptor }
      if !isStillHidden { Self.restoreMode(change) }
    }
  }

  /// Whether the mode is still in force: no signal has restored the original one.
  var isActive: Bool { Self.registry.withLock { $0.changes.contains { $0.id == id } } }

  /// Sets what is written if the mode must be restored by others: before the process is stopped or
  /// ends.
  func setFarewell(_ farewell: Farewell) {
    Self.registry.withLock { registry in
      guard let index = registry.changes.firstIndex(where: { $0.id == id }) else { return }
      registry.changes[index].farewell = farewell
    }
  }

  /// Performs something that leaves the terminal to other programs.
  ///
  /// A program that is left without echo, line editing, signals or output processing has ended
  /// without restoring the mode, as one does that a signal ends. Then the mode is restored here.
  /// What else programs change, they mean to: `stty erase` in an action, for example.
  static func keepingMode<Result>(
    of descriptor: Descriptor, _ body: () async throws -> Result
  ) async rethrows -> Result {
    var mode = termios()
    guard tcgetattr(descriptor.number, &mode) == 0 else { return try await body() }
    defer { registry.withLock { restore(mode, of: descriptor.number, $0) } }
    return try await body()
  }

  private static func restore(_ mode: termios, of descriptor: Int32, _ registry: Registry) {
    var current = termios()
    // What hides input beside it restores the mode itself.
    guard !registry.changes.contains(where: { $0.descriptor == descriptor }),
      JobControl.isForeground(descriptor), tcgetattr(descriptor, &current) == 0,
      current.isRaw(beside: mode)
    else { return }
    _ = apply(mode, to: descriptor)
  }

  /// Drops what was typed and nobody has read.
  static func dropTyped(on descriptor: Descriptor) {
    guard JobControl.isForeground(descriptor.number) else { return }
    tcflush(descriptor.number, TCIFLUSH)
  }

  /// Restores every terminal for good: the run is being interrupted, or the process ends.
  package static func restoreAll() {
    stopDrawing()
    registry.withLock { registry in
      for change in registry.changes { restore(change) }
      registry.changes = []
      registry.isSuspended = false
    }
  }

  /// Restores every terminal before the process stops (Ctrl-Z); ``resumeAll()`` changes it again.
  static func suspendAll() {
    stopDrawing()
    registry.withLock { registry in
      registry.stops += 1
      registry.isStopCounted = true
      for change in registry.changes { restore(change) }
    }
  }

  /// Resumes after SIGCONT, which may come without a stop that the process saw (SIGSTOP).
  static func continueAll() {
    registry.withLock { registry in
      if !registry.isStopCounted { registry.stops += 1 }
      registry.isStopCounted = false
    }
    resumeAll()
  }

  /// How often the process has been stopped, as far as is known.
  static var stops: Int { registry.withLock { $0.stops } }

  /// Lets nothing be drawn any more, and waits a moment for what is being drawn: a terminal that was
  /// stopped with Ctrl-S may take for ever.
  private static func stopDrawing() {
    registry.withLock { $0.isSuspended = true }
    for _ in 0..<200 where registry.withLock({ $0.drawing > 0 }) { _ = poll(nil, 0, 1) }
  }

  /// Begins to draw, unless the mode isn't in force, or is about to be restored.
  /// - Returns: whether drawing has begun, so that it must be ended with ``endDrawing()``.
  func beginDrawing() -> Bool {
    Self.registry.withLock { registry in
      guard !registry.isSuspended, registry.changes.contains(where: { $0.id == id }) else {
        return false
      }
      registry.drawing += 1
      return true
    }
  }

  func endDrawing() { Self.registry.withLock { $0.drawing -= 1 } }

  /// Hides input again after ``suspendAll()``, or the shell while the process was stopped, has made
  /// it visible.
  static func resumeAll() {
    registry.withLock { registry in
      registry.isSuspended = false
      for change in registry.changes where JobControl.isForeground(change.descriptor) {
        _ = apply(change.original.changed(change.kind), to: change.descriptor)
      }
    }
  }

  /// Only calls that a handler of signals may make; see ``TrapRestorer``.
  static func restore(_ change: Change) {
    if JobControl.isForeground(change.descriptor) { change.farewell.write() }
    restoreMode(change)
  }

  private static func restoreMode(_ change: Change) {
    // In the background, the terminal belongs to the shell, which has set its own mode.
    guard JobControl.isForeground(change.descriptor) else { return }
    _ = apply(change.original, to: change.descriptor)
  }

  private static func apply(_ mode: termios, to descriptor: Int32) -> Bool {
    // If the process is moved to the background just now, the call must not stop the process while
    // it has the lock.
    // TCSANOW, without a flush: text typed ahead is kept, and a stopped terminal (^S) can't block.
    SignalDisposition.masking(SIG_BLOCK, SIGTTOU) {
      var mode = mode
      while tcsetattr(descriptor, TCSANOW, &mode) != 0 {
        guard errno == EINTR else { return false }
      }
      return true
    }
  }
}

extension termios {
  /// Whether it lacks what a person needs and the other mode has.
  fileprivate func isRaw(beside other: termios) -> Bool {
    let input = tcflag_t(ICANON | ECHO | ISIG)
    return ~c_lflag & other.c_lflag & input != 0
      || ~c_oflag & other.c_oflag & tcflag_t(OPOST) != 0
  }

  fileprivate func changed(_ kind: TerminalMode.Kind) -> termios {
    var mode = self
    mode.c_lflag &= ~tcflag_t(ECHO)
    switch kind {
    case .hidden: mode.c_lflag |= tcflag_t(ECHONL)
    case .keys:
      mode.c_lflag &= ~tcflag_t(ICANON | IEXTEN | ECHONL)
      mode.c_iflag &= ~tcflag_t(ISTRIP | INLCR | IGNCR)
      // Return is a line feed, so that an action that reads a line gets one.
      mode.c_iflag |= tcflag_t(ICRNL)
      withUnsafeMutableBytes(of: &mode.c_cc) { characters in
        characters[Int(VMIN)] = 1
        characters[Int(VTIME)] = 0
      }
    }
    return mode
  }
}

/// A few bytes to write to the terminal in a place where nothing can be allocated.
struct Farewell: Sendable {
  private var descriptor: Int32 = -1
  private var count = 0
  private var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)

  init() {}

  /// - Parameter text: at most 48 bytes; a longer one isn't written.
  init(_ text: String, to descriptor: Descriptor) {
    let utf8 = Array(text.utf8)
    guard utf8.count <= MemoryLayout.size(ofValue: bytes) else { return }
    self.descriptor = descriptor.number
    count = utf8.count
    withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: utf8) }
  }

  /// Only a call that a handler of signals may make.
  func write() {
    guard count > 0 else { return }
    _ = withUnsafeBytes(of: bytes) { systemWrite(descriptor, $0.baseAddress, count) }
  }
}
