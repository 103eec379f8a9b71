/// Where the host's work is performed: on the threads that ``Flow/main(theme:words:)`` provides, or wherever
/// the concurrency runtime performs it.
///
/// The runtime's own threads block every signal, and a program inherits the mask of the thread that
/// starts it: nothing but SIGKILL would end it. In a host's program, this is the host's business;
/// in a process that belongs to ``Flow/main(theme:words:)``, it is Libretto's.
package enum WorkExecutor {
  /// An `any TaskExecutor`, which isn't known to macOS 14.
  private static let executor = Locked<(any Sendable)?>(nil)

  /// Performs all work of this process on `other` from now on.
  @available(macOS 15, *)
  package static func replace(with other: some TaskExecutor) { executor.withLock { $0 = other } }

  /// Performs a piece of work; what is isolated to an actor stays there.
  static func perform<Result: Sendable>(
    _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    // Casting an optional costs as much as a piece of work, and a host's program has no executor.
    guard let known = executor.withLock({ $0 }), #available(macOS 15, *),
      let executor = known as? any TaskExecutor
    else { return try await work() }
    return try await withTaskExecutorPreference(executor, operation: work)
  }
}
