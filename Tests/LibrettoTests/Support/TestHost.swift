@testable import LibrettoCore

/// An interpreter for tests: answers by closures, and time that passes when the test says so.
struct TestHost: InteractiveInterpreter {
  var answer: @Sendable (Question) async throws -> Reply = { _ in .endOfInput }
  /// Lets time pass; for ever, unless a test says otherwise.
  var passing: @Sendable (Duration) async throws -> Void = { _ in
    try await TestHost.forever()
  }
  let shown = Locked<[String]>([])

  var now: Timestamp = 0

  func show(_ text: String) { shown.withLock { $0.append(text) } }

  func ask(_ question: Question) async throws -> Reply {
    show("ASK \(question.name)")
    return try await answer(question)
  }

  func showLoading(_ text: String) { show("LOADING \(text)") }

  func sleep(for duration: Duration) async throws { try await passing(duration) }

  /// Never returns but by cancellation.
  static func forever() async throws {
    let gate = Gate()
    try await gate.wait()
  }
}

/// Something that tests wait for, without sleeping; a wait ends with its task too.
final class Gate: Sendable {
  private struct State: Sendable {
    var isOpen = false
    var lastID = 0
    var cancelled: Set<Int> = []
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  }

  private let state = Locked(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until somebody opens.
  /// - Throws: `CancellationError` when the task is cancelled.
  func wait() async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDone: Bool? = state.withLock { state in
          if state.isOpen { return true }
          if state.cancelled.contains(id) { return false }
          state.waiting[id] = continuation
          return nil
        }
        if isDone == true { continuation.resume() }
        if isDone == false { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.cancelled.insert(id)
        return state.waiting.removeValue(forKey: id)
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Waits until somebody opens, and takes no notice of cancellation.
  func waitStubbornly() async {
    await withCheckedContinuation { done in
      Task.detached {
        try? await self.wait()
        done.resume()
      }
    }
  }
}
