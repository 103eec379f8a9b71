/// Elements that tasks hand over to a task that waits for them.
final class Mailbox<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var elements: [Element] = []
    /// The number of elements that have been taken.
    var taken = 0
    var waiting: CheckedContinuation<Void, Never>?

    mutating func first() -> Element? {
      guard taken < elements.count else {
        elements.removeAll(keepingCapacity: true)
        taken = 0
        return nil
      }
      defer { taken += 1 }
      return elements[taken]
    }
  }

  private let state = Locked(State())

  func put(_ element: Element) {
    let waiting = state.withLock { state in
      state.elements.append(element)
      return state.waiting.take()
    }
    waiting?.resume()
  }

  /// The next element, in the order in which they were put; nil if the caller was cancelled.
  nonisolated(nonsending) func next() async -> Element? {
    while !Task.isCancelled {
      if let element = state.withLock({ $0.first() }) { return element }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            // If it was cancelled in the meantime, nothing would wake it.
            if state.taken < state.elements.count || Task.isCancelled { return true }
            state.waiting = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        state.withLock { $0.waiting.take() }?.resume()
      }
    }
    return nil
  }

  /// The elements that nobody has taken.
  func rest() -> [Element] {
    state.withLock { state in
      let rest = Array(state.elements[state.taken...])
      state.taken = state.elements.count
      return rest
    }
  }
}
