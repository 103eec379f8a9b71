/// The time limit of the host's work is up.
struct TimeIsUp: Error {}

/// Waits for work of the host, which may never return, but not longer than a limit, nor much longer
/// than until it is cancelled.
///
/// Cancelled work has a moment to end. Work that ignores the cancellation is left running, and its
/// later result is discarded.
enum Promptly {
  /// Work ignored its cancellation; its result is unknown.
  struct Abandoned: Error {}

  /// How long to wait for cancelled work.
  static let grace = Duration.milliseconds(100)

  /// - Parameters:
  ///   - limit: the time limit of the work; nil for no limit.
  ///   - sleep: waits for a duration.
  ///   - grace: how long to wait for the work when it is cancelled.
  ///   - work: the work.
  /// - Throws: ``TimeIsUp``, ``Abandoned`` for work that ignored its cancellation, and the error of
  ///   the work.
  static func perform<Result: Sendable>(
    within limit: Duration? = nil,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    grace: Duration = grace,
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
          // If it was cancelled because the work is done, it reports nothing.
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

  /// Waits for cancelled tasks, but no longer than their moment.
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
