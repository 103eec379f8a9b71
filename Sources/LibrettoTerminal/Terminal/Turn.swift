import LibrettoCore

/// An asynchronous first-come, first-served lock.
final class Turn: Sendable {
  private struct State: Sendable {
    var isTaken = false
    var lastID = 0
    var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state = Locked(State())

  /// Waits for the turn, which ``leave()`` ends.
  /// - Throws: `CancellationError` if the task is cancelled first.
  func take() async throws {
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
          state.waiting.append((id, continuation))
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
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil as CheckedContinuation<Void, any Error>?
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
