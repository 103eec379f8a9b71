/// What tasks hand over to one that waits for it.
final class Mailbox<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var elements: [Element] = []
    /// How many of the elements have been taken.
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

  /// The next element, in the order in which they were put; nil where the caller was cancelled.
  nonisolated(nonsending) func next() async -> Element? {
    while !Task.isCancelled {
      if let element = state.withLock({ $0.first() }) { return element }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            // Cancelled meanwhile, nobody would wake it.
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

  /// What nobody has taken.
  func rest() -> [Element] {
    state.withLock { state in
      let rest = Array(state.elements[state.taken...])
      state.taken = state.elements.count
      return rest
    }
  }
}
