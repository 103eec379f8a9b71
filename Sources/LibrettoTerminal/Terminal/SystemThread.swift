#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread outside the cooperative pool, for code that must block.
///
struct SystemThread: @unchecked Sendable {  // pthread_t is a pointer on Darwin, only passed along
  /// The signals that a thread lets in.
  enum Signals {
    /// Only those that stop the process or report a fault, so a host's handlers don't run on the
    /// thread's stack.
    case blocked
    /// All of them, so that programs started in the thread don't inherit a blocked one.
    case open
  }

  private static let stackSize = 512 * 1024

  private let handle: pthread_t

  init(
    signals: Signals = .blocked, _ body: @escaping @Sendable () -> Void
  ) throws(DescriptorError) {
    let box = Unmanaged.passRetained(Box(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // Work of a host gets what the system gives a thread.
    if signals == .blocked { pthread_attr_setstacksize(&attributes, Self.stackSize) }

    // The new thread inherits the mask, so no signal can arrive before the thread could block it
    // itself.
    var mask = sigset_t()
    var before = sigset_t()
    sigemptyset(&mask)
    if signals == .blocked {
      sigfillset(&mask)
      // Except these: reading in the background must stop the process instead of failing, and
      // faults must be visible.
      for signal in [SIGTTIN, SIGTTOU, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] {
        sigdelset(&mask, signal)
      }
    }
    pthread_sigmask(SIG_SETMASK, &mask, &before)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, &attributes, { Box.run($0) }, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    let made: pthread_t? = code == 0 ? thread : nil
    guard let made else {
      box.release()
      throw DescriptorError(operation: "pthread_create", code: code)
    }
    handle = made
  }

  /// Lets the thread end by itself; it doesn't keep the process alive.
  func detach() { pthread_detach(handle) }

  /// Waits for its end.
  func join() { pthread_join(handle, nil) }
}

/// Carries a closure through C.
private final class Box: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }
}
