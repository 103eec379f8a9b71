import LibrettoCore

/// An asynchronous first-come, first-served lock.
final class Turn: Sendable {
  private struct State: Sendable {
    var isTaken = false
    /// Makes who has the turn leave it, if it is theirs only while nobody else wants it.
    var yield: (@Sendable () -> Void)?
    var lastID = 0
    var waiting: [Waiting] = []
  }

  private struct Waiting {
    var id: Int
    var yields: Bool
    var continuation: CheckedContinuation<Void, any Error>
  }

  private let state = Locked(State())

  /// Does something while nobody else wants the turn; it is cancelled as soon as somebody does.
  /// - Returns: whether it has ended by itself.
  func whileFree(_ body: @escaping @Sendable () async throws -> Void) async throws -> Bool {
    try await take(yields: true)
    defer { leave() }
    let task = Task { try await body() }
    let yield: @Sendable () -> Void = { task.cancel() }
    let isWanted = state.withLock { state in
      state.yield = yield
      return state.waiting.contains { !$0.yields }
    }
    if isWanted { yield() }
    do {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      return true
    } catch is CancellationError where task.isCancelled && !Task.isCancelled {
      return false
    }
  }

  /// Waits for the turn, which ``leave()`` ends.
  /// - Parameter yields: whether it is left as soon as somebody else wants it.
  /// - Throws: `CancellationError` if the task is cancelled first.
  func take(yields: Bool = false) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = state.withLock { state in
          // Under the lock, so a task that is cancelled later finds itself in the list.
          if Task.isCancelled { return .failure(CancellationError()) }
          if !state.isTaken {
            state.isTaken = true
            return .success(())
          }
          state.waiting.append(Waiting(id: id, yields: yields, continuation: continuation))
          if !yields { state.yield?() }
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
      }
      waiting?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Ends the turn, and lets the next one have it.
  func leave() {
    let next = state.withLock { state in
      state.yield = nil
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil as CheckedContinuation<Void, any Error>?
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
