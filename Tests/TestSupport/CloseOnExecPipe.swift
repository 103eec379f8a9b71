#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe for tests that no program started meanwhile inherits: else its end never comes.
package struct CloseOnExecPipe: Sendable {
  private static let lock = TestLock()

  package var readEnd: Int32
  package var writeEnd: Int32

  package init() throws {
    var ends: [Int32] = [-1, -1]
    // pipe2 is not in Swift's Glibc module, so nothing is started between the two calls.
    let code = Self.exclusively {
      guard pipe(&ends) == 0 else { return errno }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return 0
    }
    guard code == 0 else { throw ProcessFailure(message: "pipe failed: \(code)") }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  package func close() {
    _ = closeDescriptor(readEnd)
    _ = closeDescriptor(writeEnd)
  }

  /// Runs `body` while no other test makes a descriptor or starts a program through this support.
  package static func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }
}

private func closeDescriptor(_ number: Int32) -> Int32 { close(number) }

/// A lock that does not depend on the code under test.
final class TestLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
