#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's handling of a signal before a handler was installed, so that it can be restored.
package struct SignalDisposition: Sendable {
  private var signal: Int32
  private var previous: sigaction

  /// Installs `handler`, unless the signal is ignored, as `nohup` and `command &` intend.
  ///
  /// - Returns: nil if nothing was changed.
  static func replace(
    _ signal: Int32, with handler: @escaping @convention(c) (Int32) -> Void
  ) -> SignalDisposition? {
    var previous = sigaction()
    guard sigaction(signal, nil, &previous) == 0, !previous.ignores else { return nil }
    var action = sigaction(handler: handler)
    guard sigaction(signal, &action, nil) == 0 else { return nil }
    return SignalDisposition(signal: signal, previous: previous)
  }

  func restore() {
    var previous = previous
    sigaction(signal, &previous, nil)
  }

  static func isIgnored(_ signal: Int32) -> Bool {
    var current = sigaction()
    return sigaction(signal, nil, &current) == 0 && current.ignores
  }

  /// Stops all processes of the job with a signal that isn't handled, like the kernel.
  ///
  /// The stop may take effect a little later; nothing happens if no shell could continue the job.
  static func stopJob(_ signal: Int32) {
    masking(SIG_UNBLOCK, signal) { kill(0, signal) }
  }

  /// Performs something while the calling thread blocks a signal, too (`SIG_BLOCK`), or lets it in
  /// (`SIG_UNBLOCK`). Async-signal-safe.
  @discardableResult
  static func masking<Result>(_ how: Int32, _ signal: Int32, _ body: () -> Result) -> Result {
    var (mask, before) = (sigset_t(), sigset_t())
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    pthread_sigmask(how, &mask, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// Does what the signal does by default, from a thread that blocks all signals.
  ///
  /// For a signal that only stops the process, this returns when the process continues.
  package static func performDefault(_ signal: Int32) {
    var action = sigaction(handler: nil)
    var before = sigaction()
    sigaction(signal, &action, &before)
    // Sent to this thread, so that it has taken effect before raise returns.
    masking(SIG_UNBLOCK, signal) { raise(signal) }
    sigaction(signal, &before, nil)
  }
}

extension sigaction {
  /// - Parameter handler: nil for the default action, as in C.
  fileprivate init(handler: (@convention(c) (Int32) -> Void)?) {
    self.init()
    #if canImport(Glibc)
      __sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      __sa_handler.sa_handler = handler
    #elseif canImport(Darwin)
      __sigaction_u.__sa_handler = handler
    #endif
    // The host's own reads and writes continue as if nothing had happened.
    sa_flags = SA_RESTART
    sigemptyset(&sa_mask)
  }

  fileprivate var ignores: Bool {
    #if canImport(Glibc)
      let handler = __sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let handler = __sa_handler.sa_handler
    #elseif canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #endif
    // A function whose address is 1 can only be compared as a number.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
