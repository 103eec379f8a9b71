#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's main thread, as the place where the main actor works.
///
/// Left to itself, the main thread ends as soon as it first waits, and the main actor moves to the
/// runtime's threads, which block every signal: a program that an action starts there would end
/// with nothing but SIGKILL. The main thread blocks only what it inherited.
package enum MainThread {
  /// Performs the main actor's work from now on; returns only if this isn't the main thread, or if
  /// the system doesn't let a thread do this.
  package static func serve() {
    guard isCurrent else { return }
    #if canImport(Darwin)
      let framework = "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation"
      guard let library = dlopen(framework, RTLD_LAZY),
        let symbol = dlsym(library, "CFRunLoopRun")
      else { return }
      let run = unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)
      run()
    #else
      // What CoreFoundation's run loop does on Linux, with the functions that libdispatch has for
      // that. A program that is linked statically doesn't find them.
      guard let queue = dlsym(nil, "_dispatch_get_main_queue_handle_4CF"),
        let callback = dlsym(nil, "_dispatch_main_queue_callback_4CF")
      else { return }
      let handle = unsafeBitCast(queue, to: (@convention(c) () -> Int32).self)()
      let perform = unsafeBitCast(
        callback, to: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
      while handle >= 0 {
        var request = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, -1) > 0 else { continue }
        // The descriptor counts the wakes since the last read.
        var count: UInt64 = 0
        read(handle, &count, MemoryLayout<UInt64>.size)
        perform(nil)
      }
    #endif
  }

  private static var isCurrent: Bool {
    #if canImport(Darwin)
      return pthread_main_np() != 0
    #else
      // PROCESS/task/THREAD, which are the same number for the main thread.
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = bytes.withUnsafeMutableBytes { buffer in
        buffer.withMemoryRebound(to: CChar.self) { buffer in
          buffer.baseAddress.map { readlink("/proc/thread-self", $0, buffer.count) } ?? -1
        }
      }
      guard count > 0 else { return false }
      let parts = bytes.prefix(count).split(separator: UInt8(ascii: "/"))
      return parts.count == 3 && parts[0] == parts[2]
    #endif
  }
}
