// Waiting for others no longer than one wants to: for work that may never return (`Promptly`), and
// for a person, over all tries to answer (`TimeLimit`).

/// The time limit of the host's work is up.
package struct TimeIsUp: Error {}

/// Waits for work of the host, which may never return, but not longer than a limit, nor much longer
/// than until it is cancelled.
///
/// Cancelled work has a moment to end. Work that ignores the cancellation is left running, and its
/// later result is discarded.
package enum Promptly {
  /// Work ignored its cancellation; its result is unknown.
  package struct Abandoned: Error {}

  /// How long to wait for cancelled work.
  package static let grace = Duration.milliseconds(100)

  /// - Parameters:
  ///   - limit: the time limit of the work; nil for no limit.
  ///   - sleep: waits for a duration.
  ///   - grace: how long to wait for the work when it is cancelled.
  ///   - work: the work.
  /// - Throws: ``TimeIsUp``, ``Abandoned`` for work that ignored its cancellation, and the error of
  ///   the work.
  package static func perform<Result: Sendable>(
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

/// The time limit of a person, over all tries to answer, or of a whole run.
///
/// Work that had ended when the time ran out counts; later work isn't begun.
package final class TimeLimit: Sendable {
  private struct State: Sendable {
    var end: Result<Void, any Error>?
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Locked(State())
  private let timer: Task<Void, Never>

  /// Starts the time.
  /// - Parameters:
  ///   - limit: the length of the time.
  ///   - sleep: waits for a duration; if it throws an error, all work within the limit throws it
  ///     too.
  package init(_ limit: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    timer = Task { [state] in
      let end: Result<Void, any Error>
      do {
        try await sleep(limit)
        end = .failure(TimeIsUp())
      } catch {
        if Task.isCancelled { return }
        end = .failure(error)
      }
      let cancel = state.withLock { state in
        state.end = end
        return state.cancel
      }
      cancel?()
    }
  }

  deinit { timer.cancel() }

  /// Whether the time has run out.
  var isUp: Bool {
    state.withLock { state in
      if case .failure(let error) = state.end { error is TimeIsUp } else { false }
    }
  }

  /// Performs work; when the time is up, cancels it and waits for it.
  /// - Throws: ``TimeIsUp``, and the error of the work within the time.
  package func perform<Success: Sendable>(
    _ work: @escaping @Sendable () async throws -> Success
  ) async throws -> Success {
    try state.withLock { $0.end }?.get()
    let task = Task { try await work() }
    let isUp = state.withLock { state in
      state.cancel = { task.cancel() }
      return state.end != nil
    }
    if isUp { task.cancel() }
    defer { state.withLock { $0.cancel = nil } }
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch {
      // Whatever the work threw: much work reports its cancellation with an error of its own.
      if !Task.isCancelled { try state.withLock { $0.end }?.get() }
      throw error
    }
  }
}
