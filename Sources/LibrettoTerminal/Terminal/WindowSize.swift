import LibrettoCore

/// Says that the size of the terminal has changed.
enum WindowSize {
  private struct State: Sendable {
    var listeners: [Int: @Sendable () -> Void] = [:]
    var lastID = 0
  }

  private static let state = Locked(State())

  /// Calls a function whenever the size has changed, in another thread, while ``Interrupts`` catch
  /// signals.
  /// - Returns: a number for ``ignore(_:)``.
  static func listen(_ listener: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.listeners[state.lastID] = listener
      return state.lastID
    }
  }

  static func ignore(_ id: Int) { state.withLock { $0.listeners[id] = nil } }

  /// Called by the thread that handles signals, which must not wait for a terminal.
  static func changed() {
    let listeners = state.withLock { $0.listeners.values.map { $0 } }
    guard !listeners.isEmpty else { return }
    try? SystemThread { for listener in listeners { listener() } }.detach()
  }
}
