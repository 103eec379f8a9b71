/// The time limit of a person, over all tries to answer, or of a whole run.
///
/// Work that had ended when the time ran out counts; later work isn't begun.
final class TimeLimit: Sendable {
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
  init(_ limit: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
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
  func perform<Success: Sendable>(
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
