/// Elements that tasks hand over, in order. Whoever reads them has a place of their own, so several
/// can read all of them.
package final class Mailbox<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var elements: [Element] = []
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastID = 0
  }

  private let state = Locked(State())

  package init() {}

  package func put(_ element: Element) {
    let waiting = state.withLock { state in
      state.elements.append(element)
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// The element at a place; nil if it hasn't been put yet.
  package func element(at place: Int) -> Element? {
    state.withLock { place < $0.elements.count ? $0.elements[place] : nil }
  }

  /// Waits until there is an element at a place, or the caller is cancelled.
  package nonisolated(nonsending) func wait(for place: Int) async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          // If it was cancelled in the meantime, nothing would wake it.
          if place < state.elements.count || Task.isCancelled { return true }
          state.waiting[id] = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }
}
