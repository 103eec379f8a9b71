#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows typing again when the process traps beside a hidden prompt: a precondition that fails in an
/// action, a wrong pointer, `abort`.
///
/// Nothing can run after a trap but a handler that takes no lock and allocates nothing. What it
/// needs is in memory that is never freed, and it calls only `tcgetpgrp`, `getpgrp`,
/// `pthread_sigmask`, `tcsetattr`, `sigaction` and `raise`. Then the trap goes its usual way, to
/// Swift's backtrace or to the end. ``Flow/main(theme:words:)`` installs it, and a console that draws prompts in
/// place; handlers that a host has installed before run after it.
package enum TrapRestorer {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
  private static let signalCount = 65

  nonisolated(unsafe) private static let previous: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
    actions.initialize(repeating: sigaction(), count: signalCount)
    return actions
  }()

  private struct Hidden {
    var change: TerminalMode.Change
    var isHidden = false
  }

  /// The mode to restore, if there is one.
  nonisolated(unsafe) private static let hidden: UnsafeMutablePointer<Hidden> = {
    let hidden = UnsafeMutablePointer<Hidden>.allocate(capacity: 1)
    hidden.initialize(
      to: Hidden(change: TerminalMode.Change(id: 0, descriptor: -1, original: termios())))
    return hidden
  }()

  /// Called whenever the last terminal that hides its input changes; nil if none does.
  static func note(_ change: TerminalMode.Change?) {
    hidden.pointee.isHidden = false
    guard let change else { return }
    hidden.pointee.change = change
    hidden.pointee.isHidden = true
  }

  private static let isInstalled: Void = install()

  /// Installs it, unless that has been done.
  package static func installOnce() { isInstalled }

  private static func install() {
    // Once here, so that everything the handler touches exists.
    restore()
    for signal in signals {
      var action = sigaction()
      #if canImport(Glibc)
        action.__sigaction_handler.sa_sigaction = {
          TrapRestorer.handle($0, $1?.pointee.si_code ?? 0, $2)
        }
      #elseif canImport(Musl)
        action.__sa_handler.sa_sigaction = { TrapRestorer.handle($0, $1?.pointee.si_code ?? 0, $2) }
      #elseif canImport(Darwin)
        action.__sigaction_u.__sa_sigaction = {
          TrapRestorer.handle($0, $1?.pointee.si_code ?? 0, $2)
        }
      #endif
      action.sa_flags = SA_SIGINFO | SA_ONSTACK
      sigemptyset(&action.sa_mask)
      sigaction(signal, &action, previous + Int(signal))
    }
  }

  private static func handle(_ signal: Int32, _ code: Int32, _: UnsafeMutableRawPointer?) {
    CapturedOutput.waitUntilShown()
    restore()
    CapturedOutput.restore()
    sigaction(signal, previous + Int(signal), nil)
    // A fault happens again when the handler returns. A signal that was sent doesn't, nor does a
    // breakpoint, for which the kernel gives no cause.
    let causes: ClosedRange<Int32> = 1...0x7F
    if signal == SIGABRT || !causes.contains(code) { raise(signal) }
  }

  private static func restore() {
    if hidden.pointee.isHidden { TerminalMode.restore(hidden.pointee.change) }
  }
}
