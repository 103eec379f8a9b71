/// The time that work of the host was given is up.
struct TimeIsUp: Error {}

/// Work of the host, which may never return: waits for it, but not longer than a limit, nor much
/// longer than until it is called off.
///
/// Called off, the work is told at once and has a moment to come to its end; work that takes no
/// notice is left alone, and what it gives later is thrown away.
enum Promptly {
  /// Work took no notice of being called off; how it ends, nobody will know.
  struct Abandoned: Error {}

  /// How long work that was called off is waited for.
  static let grace = Duration.milliseconds(100)

  /// - Parameters:
  ///   - limit: how long the work may take; nil for as long as it wants.
  ///   - sleep: lets time pass.
  ///   - work: the work.
  /// - Throws: ``TimeIsUp``, ``Abandoned`` for work that took no notice, and what the work
  ///   throws.
  static func perform<Result: Sendable>(
    within limit: Duration? = nil, sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let waiter = Waiter<Result>()
    let task = Task {
      do {
        waiter.end(.success(try await work()))
      } catch {
        waiter.end(.failure(error))
      }
    }
    let clock = limit.map { limit in
      Task {
        do {
          try await sleep(limit)
          waiter.end(.failure(TimeIsUp()))
        } catch {
          // Called off because the work is done, it has nothing to say.
          if Task.isCancelled { return }
          waiter.end(.failure(error))
        }
        task.cancel()
      }
    }
    defer { clock?.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter.wait($0) }
    } onCancel: {
      task.cancel()
      Task {
        try? await ContinuousClock().sleep(for: grace)
        waiter.end(.failure(Abandoned()))
      }
    }
  }

  /// Waits for tasks that were called off, but not longer than their moment.
  nonisolated(nonsending) static func wait(for tasks: [Task<Void, Never>]) async {
    let waiter = Waiter<Void>()
    let clock = Task {
      try? await ContinuousClock().sleep(for: grace)
      waiter.end(.success(()))
    }
    Task {
      for task in tasks { await task.value }
      clock.cancel()
      waiter.end(.success(()))
    }
    try? await withCheckedThrowingContinuation { waiter.wait($0) }
  }
}

/// Hands over the first of several results.
private final class Waiter<Success: Sendable>: Sendable {
  private enum State: Sendable {
    case open
    case waiting(CheckedContinuation<Success, any Error>)
    case ended(Result<Success, any Error>)
  }

  private let state = Locked(State.open)

  func wait(_ continuation: CheckedContinuation<Success, any Error>) {
    let early: Result<Success, any Error>? = state.withLock { state in
      if case .ended(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let early { continuation.resume(with: early) }
  }

  func end(_ result: Result<Success, any Error>) {
    let continuation: CheckedContinuation<Success, any Error>? = state.withLock { state in
      switch state {
      case .ended: return nil
      case .open:
        state = .ended(result)
        return nil
      case .waiting(let continuation):
        state = .ended(result)
        return continuation
      }
    }
    continuation?.resume(with: result)
  }
}
