#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#else
  import Synchronization
#endif

#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
  /// A value protected by a lock; the standard library's `Mutex` needs macOS 15.
  package final class Locked<State: Sendable>: @unchecked Sendable {
    #if canImport(Darwin)
      private typealias Primitive = os_unfair_lock
    #else
      private typealias Primitive = pthread_mutex_t
    #endif

    // A lock must never move, so it's behind a pointer instead of in a stored property.
    private let lock: UnsafeMutablePointer<Primitive>
    private var value: State

    package init(_ value: State) {
      self.value = value
      lock = .allocate(capacity: 1)
      #if canImport(Darwin)
        lock.initialize(to: os_unfair_lock())
      #else
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
      #endif
    }

    deinit {
      #if !canImport(Darwin)
        pthread_mutex_destroy(lock)
      #endif
      lock.deinitialize(count: 1)
      lock.deallocate()
    }

    /// Runs `body` with the value; `body` must be short and must not take this lock again.
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
      #if canImport(Darwin)
        os_unfair_lock_lock(lock)
        defer { os_unfair_lock_unlock(lock) }
      #else
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
      #endif
      return try body(&value)
    }
  }
#else
  /// A value protected by a lock.
  package final class Locked<State: Sendable>: Sendable {
    /// What a body returns stays with its caller.
    private struct Returned<Result>: @unchecked Sendable { let result: Result }

    private let mutex: Mutex<State>

    package init(_ value: State) { mutex = Mutex(value) }

    /// Runs `body` with the value; `body` must be short and must not take this lock again.
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
      try mutex.withLock { state in Returned(result: try body(&state)) }.result
    }
  }
#endif
