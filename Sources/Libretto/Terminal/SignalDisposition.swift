#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the process did upon a signal before a handler was put in, to be put back later.
struct SignalDisposition: Sendable {
  private var signal: Int32
  private var previous: sigaction

  /// Puts `handler` in, unless the signal is ignored: `nohup` and `command &` mean that.
  ///
  /// - Returns: nil when nothing was changed.
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

  /// Does to the process what the signal does by default, from a thread that blocks all signals.
  ///
  /// It returns for a signal that only stops the process, when that goes on.
  static func performDefault(_ signal: Int32) {
    var action = sigaction(handler: nil)
    var before = sigaction()
    sigaction(signal, &action, &before)
    var mask = sigset_t()
    var maskBefore = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    pthread_sigmask(SIG_UNBLOCK, &mask, &maskBefore)
    // To this thread, so that it has happened before raise returns.
    raise(signal)
    pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
    sigaction(signal, &before, nil)
  }
}

extension sigaction {
  /// - Parameter handler: nil is the default action, as in C.
  fileprivate init(handler: (@convention(c) (Int32) -> Void)?) {
    self.init()
    #if canImport(Glibc)
      __sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      __sa_handler.sa_handler = handler
    #elseif canImport(Darwin)
      __sigaction_u.__sa_handler = handler
    #endif
    // The host's own reads and writes go on as if nothing had happened.
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
