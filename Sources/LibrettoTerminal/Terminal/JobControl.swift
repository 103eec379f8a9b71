import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process as a job of a shell: it reads from the terminal only in the foreground.
///
/// A plain read would leave this to the kernel. But input is read only once there is some, and the
/// runtime's threads block SIGTTOU, which lets them change the shell's terminal.
enum JobControl {
  private struct State: Sendable {
    /// The prompts that wait for input.
    var prompts: [Int: Prompt] = [:]
    var lastID = 0
    /// How often the process has been continued.
    var continued = 0
  }

  private struct Prompt: Sendable {
    var descriptor: Int32
    var showAgain: @Sendable () -> Void
  }

  private static let state = Locked(State())

  /// The time for a signal that came with the one that continued the process, as from `kill %1`.
  private static let grace = Duration.milliseconds(200)
  private static let step = Duration.milliseconds(10)
  /// How often a stop can have no effect before it's certain that nobody can continue the process.
  private static let mostVain = 10

  static func isForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    // It isn't our controlling terminal, so job control doesn't apply.
    return group == -1 || group == getpgrp()
  }

  /// Stops the job as long as it is in the background, before anything is shown or read.
  ///
  /// - Throws: `CancellationError`; ``DescriptorError`` with EIO if nothing can stop the job, because
  ///   the signal is ignored or the shell has gone.
  static func waitForForeground(_ descriptor: Descriptor) async throws {
    var vain = 0
    while !isForeground(descriptor.number) {
      guard !SignalDisposition.isIgnored(SIGTTIN), vain < mostVain else {
        throw DescriptorError(operation: "read", code: EIO)
      }
      let before = state.withLock { $0.continued }
      SignalDisposition.stopJob(SIGTTIN)
      try await passGrace(unlessForeground: descriptor.number)
      vain = state.withLock { $0.continued } == before ? vain + 1 : 0
    }
  }

  /// Lets the time pass in which another signal cancels the caller; it begins anew when the process
  /// has been stopped meanwhile.
  private static func passGrace(unlessForeground descriptor: Int32) async throws {
    let clock = ContinuousClock()
    var continued = state.withLock { $0.continued }
    var end = clock.now + grace
    // A step that takes long was interrupted by a stop, or the machine is busy.
    var extensions = 10
    while clock.now < end || Interrupts.isInterrupting, !isForeground(descriptor) {
      let before = clock.now
      try await clock.sleep(for: step)
      let now = state.withLock { $0.continued }
      let wasStopped = clock.now - before > step * 3 && extensions > 0
      if now != continued || wasStopped { end = clock.now + grace }
      if wasStopped { extensions -= 1 }
      continued = now
    }
    try Task.checkCancellation()
  }

  /// Reads what is typed at a prompt.
  ///
  /// If the job is continued meanwhile, it stops again in the background; in the foreground, the
  /// prompt is shown again below what the shell has written.
  static func reading<Result: Sendable>(
    from descriptor: Descriptor, showAgain: @escaping @Sendable () -> Void,
    _ read: () async throws -> Result
  ) async rethrows -> Result {
    let prompt = Prompt(descriptor: descriptor.number, showAgain: showAgain)
    let id = state.withLock { state in
      state.lastID += 1
      state.prompts[state.lastID] = prompt
      return state.lastID
    }
    defer { state.withLock { $0.prompts[id] = nil } }
    return try await read()
  }

  /// Called by the thread that handles signals after SIGCONT.
  /// - Parameter signals: readable if another signal has arrived, which is handled first.
  static func wasContinued(_ signals: Int32) {
    let prompts = state.withLock { state in
      state.continued += 1
      return state.prompts
    }.filter { isatty($0.value.descriptor) == 1 }
    guard prompts.values.contains(where: { !isForeground($0.descriptor) }) else {
      return showAgain(prompts.keys)
    }
    guard !SignalDisposition.isIgnored(SIGTTIN) else { return }
    var request = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    if poll(&request, 1, Int32(grace.milliseconds)) == 0, !Interrupts.isInterrupting {
      SignalDisposition.stopJob(SIGTTIN)
    }
  }

  /// In another thread, because a terminal that was stopped with Ctrl-S makes writing wait.
  private static func showAgain(_ ids: some Collection<Int> & Sendable) {
    guard !ids.isEmpty else { return }
    let show: @Sendable () -> Void = {
      for id in ids.sorted() { state.withLock { $0.prompts[id] }?.showAgain() }
    }
    // Without a thread, the prompt isn't shown again; the answer is taken all the same.
    try? SystemThread(show).detach()
  }

  /// Lets the kernel stop the job as long as it is in the background, for a change of the terminal.
  ///
  /// - Throws: ``DescriptorError`` with EIO if nothing can stop the job.
  static func waitToChange(_ descriptor: Int32) throws(DescriptorError) {
    while !isForeground(descriptor) {
      guard !SignalDisposition.isIgnored(SIGTTOU) else {
        throw DescriptorError(operation: "tcsetattr", code: EIO)
      }
      // A change that changes nothing. Setting the current mode would undo what others have set
      // while the process was stopped.
      let (result, code) = SignalDisposition.masking(SIG_UNBLOCK, SIGTTOU) {
        (tcflow(descriptor, TCOON), errno)
      }
      guard result == 0 || code == EINTR else {
        throw DescriptorError(operation: "tcsetattr", code: code)
      }
    }
  }
}
