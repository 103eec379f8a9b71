import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Catches signals while a flow is performed, so that the terminal is left as it was found.
///
/// The first SIGINT, SIGTERM or SIGHUP restores the terminal and notifies every active
/// `Interrupts`; a second one does what the signal does by default, even if the program is stuck.
/// SIGQUIT does so at once. Ctrl-Z makes typed text visible while the process is stopped. Writing
/// to a closed pipe is an error (EPIPE) and doesn't end the process. A signal that was ignored
/// stays ignored.
///
/// ```swift
/// let interrupts = try Interrupts.begin()
/// defer { interrupts.end() }
/// let task = Task { try await perform() }
/// interrupts.onInterrupt { _ in task.cancel() }
/// let result = await task.result
/// if interrupts.signal != nil { return 130 }
/// ```
///
/// The handler only writes the signal's number into a pipe. Everything else happens in a separate
/// thread, which may take locks and which nothing in the host can block. Listeners run in yet
/// another thread, because what they cancel may block.
package final class Interrupts: Sendable {
  private let id: Int
  private let endedBy = Locked<Int32?>(nil)

  private init(id: Int) { self.id = id }

  deinit { end() }

  /// Starts catching, or joins if something in this process already does.
  ///
  /// - Throws: ``DescriptorError`` if the system has no pipe or thread left.
  static func begin() throws(DescriptorError) -> Interrupts {
    let result: Result<Int, DescriptorError> = lifecycle.withLock { lifecycle in
      if lifecycle.users.isEmpty {
        do throws(DescriptorError) {
          lifecycle.catching = try Catching()
        } catch {
          return .failure(error)
        }
      }
      lifecycle.lastID += 1
      let id = lifecycle.lastID
      lifecycle.users.insert(id)
      sessions.withLock { sessions in
        sessions.listeners[id] = []
        if let signal = sessions.signal { sessions.interrupted[id] = signal }
      }
      return .success(id)
    }
    return Interrupts(id: try result.get())
  }

  /// Calls `listener` once, in a separate thread, with the number of the first signal.
  ///
  /// If a signal has already arrived, the call happens at once: what is cancelled starts after
  /// ``begin()``, so every signal is handled. After ``end()``, it never happens.
  func onInterrupt(_ listener: @escaping @Sendable (Int32) -> Void) {
    let missed = Self.sessions.withLock { sessions -> Int32? in
      if let signal = sessions.interrupted[id] { return signal }
      sessions.listeners[id]?.append(listener)
      return nil
    }
    if let missed { Self.call([listener], with: missed) }
  }

  /// The signal that interrupted this, if there was one; it remains available after ``end()``.
  var signal: Int32? { Self.sessions.withLock { $0.interrupted[id] } ?? endedBy.withLock { $0 } }

  /// Stops catching; the last call restores the original handling of signals.
  func end() {
    Self.lifecycle.withLock { lifecycle in
      guard lifecycle.users.remove(id) != nil else { return }
      // This comes first, so that a signal on its way still reaches this listener.
      if lifecycle.users.isEmpty {
        lifecycle.catching?.end()
        lifecycle.catching = nil
      }
      let signal = Self.sessions.withLock { sessions in
        sessions.listeners[id] = nil
        if sessions.listeners.isEmpty { sessions.signal = nil }
        return sessions.interrupted.removeValue(forKey: id)
      }
      endedBy.withLock { $0 = signal }
    }
  }
}

extension Interrupts {
  private struct Sessions: Sendable {
    /// The first signal since catching began; the next one ends the process.
    var signal: Int32?
    var listeners: [Int: [@Sendable (Int32) -> Void]] = [:]
    var interrupted: [Int: Int32] = [:]
  }

  private struct Lifecycle: Sendable {
    var users: Set<Int> = []
    var lastID = 0
    var catching: Catching?
  }

  private static let sessions = Locked(Sessions())
  /// Held while a signal is passed on.
  private static let mustPassOn = Locked(false)
  private static let lastInterrupt = Locked<Int32?>(nil)

  /// The last signal that cancelled something in this process, when it has been passed on.
  package static var lastSignal: Int32? {
    mustPassOn.withLock { _ in lastInterrupt.withLock { $0 } }
  }

  /// Whether a signal that cancels is on its way to the listeners, or was, and ``end()`` hasn't been
  /// called yet.
  static var isInterrupting: Bool {
    sessions.withLock { $0.signal != nil } || Catching.hasSignal
  }

  /// From now on, signals are passed on to the programs that this process has started; see
  /// ``ChildProcesses/passOn(_:)``.
  package static func passOn() { mustPassOn.withLock { $0 = true } }

  /// Held while the watcher is joined, so the watcher takes only the lock of `sessions`.
  private static let lifecycle = Locked(Lifecycle())

  /// Performs something that may give the terminal to another program.
  ///
  /// While such a program runs, Ctrl-C and Ctrl-\ are its keys, as in a shell: an editor or a pager
  /// means something by them. While there is none, Ctrl-C cancels the run as always.
  /// - Parameter hasProgram: whether there is one, in any case.
  static func leavingKeysToPrograms<Result>(
    hasProgram: Bool, _ body: () async throws -> Result
  ) async rethrows -> Result {
    noteHandedOver(hasProgram, 1)
    defer {
      Catching.waitForHandlers()
      noteHandedOver(hasProgram, -1)
    }
    return try await body()
  }

  /// How many have given the terminal to another program, and to what may start one.
  private static let handedOver = Locked((certainly: 0, perhaps: 0))

  private static func noteHandedOver(_ isCertain: Bool, _ change: Int) {
    handedOver.withLock { count in
      if isCertain { count.certainly += change } else { count.perhaps += change }
      Catching.program.pointee = count.certainly > 0 ? 2 : count.perhaps > 0 ? 1 : 0
    }
  }

  /// Called by the watcher for each signal.
  /// - Parameters:
  ///   - isMarked: whether another program had the terminal when it came.
  ///   - pipe: where the next signals arrive.
  fileprivate static func received(_ signal: Int32, isMarked: Bool, _ pipe: Pipe) {
    let passOn = { if mustPassOn.withLock({ $0 }) { ChildProcesses.passOn(signal) } }
    switch signal {
    case SIGTSTP:
      passOn()
      TerminalMode.suspendAll()
      SignalDisposition.performDefault(signal)
      TerminalMode.resumeAll()
    case SIGWINCH: WindowSize.changed()
    case SIGINT where isMarked, SIGQUIT where isMarked: break
    case SIGCONT:
      TerminalMode.continueAll()
      passOn()
      JobControl.wasContinued(pipe.readEnd)
    default:
      TerminalMode.restoreAll()
      let listeners = sessions.withLock { sessions -> [@Sendable (Int32) -> Void]? in
        guard sessions.signal == nil, signal != SIGQUIT else { return nil }
        sessions.signal = signal
        lastInterrupt.withLock { $0 = signal }
        for id in sessions.listeners.keys { sessions.interrupted[id] = signal }
        return sessions.listeners.sorted { $0.key > $1.key }.flatMap(\.value)
      }
      guard let listeners else {
        passOn()
        SignalDisposition.performDefault(signal)
        _exit(128 + signal)  // the first process of a container is spared by the default action
      }
      // The process must not end before the signal has been passed on.
      mustPassOn.withLock { mustPassOn in
        call(listeners, with: signal)
        if mustPassOn { ChildProcesses.passOn(signal) }
      }
    }
  }

  private static func call(_ listeners: [@Sendable (Int32) -> Void], with signal: Int32) {
    let body: @Sendable () -> Void = { for listener in listeners { listener(signal) } }
    do {
      try SystemThread(body).detach()
    } catch {
      body()  // no thread left: late is better than never
    }
  }
}

/// A period in which the process catches signals: the handlers and the watching thread.
private struct Catching: Sendable {
  private static let stop: UInt8 = 0  // no signal has this number

  /// One pipe for the process, never closed: a late handler must not write to a descriptor that has
  /// become something else.
  private static let pipe = Result { () throws(DescriptorError) in try Pipe() }

  /// Whether another program has the terminal: 2, or 1 if that depends on whether there is one.
  /// Never freed, since a handler may read it at any time.
  nonisolated(unsafe) static let program: UnsafeMutablePointer<UInt8> = {
    let flag = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    flag.initialize(to: 0)
    return flag
  }()
  /// Marks a signal that another program at the terminal has got too; no signal has this bit.
  private static let mark: UInt8 = 0x80

  private var dispositions: [SignalDisposition]
  private var watcher: SystemThread

  init() throws(DescriptorError) {
    // Made here, before there is a handler, so that the handler finds it.
    let pipe = try Self.pipe.get()
    pipe.drain()
    _ = Self.program
    watcher = try SystemThread { Self.watch(pipe) }
    dispositions = [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH,
    ].compactMap {
      SignalDisposition.replace($0) { Catching.handle($0) }
    }
    // A handler that does nothing: unlike SIG_IGN, it isn't inherited by programs that are started.
    if let pipe = SignalDisposition.replace(SIGPIPE, with: { _ in }) { dispositions.append(pipe) }
  }

  func end() {
    // A SIGPIPE that is on its way to the handler would end the process without it.
    Self.waitForHandlers(of: [SIGPIPE])
    for disposition in dispositions.reversed() { disposition.restore() }
    if case .success(let pipe) = Self.pipe { pipe.signal(Self.stop) }
    watcher.join()
  }

  /// Waits until the signals that have come so far have reached their handlers, which takes a moment
  /// on a busy machine.
  static func waitForHandlers(of signals: [Int32] = [SIGINT, SIGQUIT]) {
    var (mask, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    // Only those are told that the calling thread blocks.
    pthread_sigmask(SIG_BLOCK, &mask, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    for _ in 0..<1_000 {
      sigpending(&pending)
      guard signals.contains(where: { sigismember(&pending, $0) == 1 }) else { return }
      _ = poll(nil, 0, 1)
    }
  }

  /// Whether a signal waits for its handler, or in the pipe.
  static var hasSignal: Bool {
    // Only those that the calling thread blocks; others would have been handled.
    var pending = sigset_t()
    sigpending(&pending)
    if [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(where: { sigismember(&pending, $0) == 1 }) {
      return true
    }
    guard case .success(let pipe) = pipe else { return false }
    return !Descriptor.polled([pipe.readEnd], waits: false).isEmpty
  }

  /// Async-signal-safe: a `waitid`, one `write`, and `errno` is preserved.
  private static func handle(_ signal: Int32) {
    let before = errno
    // Decided now: the program may end at once.
    let isMarked = program.pointee == 2 || program.pointee == 1 && ChildProcesses.haveTerminal
    let byte = UInt8(truncatingIfNeeded: signal) | (isMarked ? mark : 0)
    if case .success(let pipe) = pipe { pipe.signal(byte) }
    errno = before
  }

  private static func watch(_ pipe: Pipe) {
    while true {
      var byte = stop
      let count = read(pipe.readEnd, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != stop else { return }
      Interrupts.received(Int32(byte & ~mark), isMarked: byte & mark != 0, pipe)
    }
  }
}
