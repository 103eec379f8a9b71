#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread outside the cooperative pool, for code that must block.
///
/// Signals that a host may handle are blocked in it, so the host's handlers don't run on its stack.
struct SystemThread: @unchecked Sendable {  // pthread_t is a pointer on Darwin, only passed along
  private static let stackSize = 512 * 1024

  private let handle: pthread_t

  init(_ body: @escaping @Sendable () -> Void) throws(DescriptorError) {
    let box = Unmanaged.passRetained(Box(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)

    // The new thread inherits the mask, so no signal can arrive before the thread could block it
    // itself.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // Except these: reading in the background must stop the process instead of failing, and faults
    // must be visible.
    for signal in [SIGTTIN, SIGTTOU, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] {
      sigdelset(&all, signal)
    }
    pthread_sigmask(SIG_SETMASK, &all, &before)
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { Box.run($0) }, box.toOpaque())
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, { Box.run($0) }, box.toOpaque())
    #endif
    pthread_sigmask(SIG_SETMASK, &before, nil)

    #if canImport(Darwin)
      guard code == 0, let thread else {
        box.release()
        throw DescriptorError(operation: "pthread_create", code: code)
      }
    #else
      guard code == 0 else {
        box.release()
        throw DescriptorError(operation: "pthread_create", code: code)
      }
    #endif
    handle = thread
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
