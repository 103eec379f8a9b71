// The answers around the place where the run is.

extension Screen {
  /// Arranges the answers around the place where the run is now.
  ///
  /// A question that is asked again opens in its old place. What stood below it goes on standing
  /// there until the run has come past it, or until it no longer counts.
  /// - Parameters:
  ///   - name: the question that is asked next; nil for something else.
  ///   - standing: the names that count, and whether the run has come past them.
  func arrange(
    for name: String?, _ standing: () -> (passed: Set<String>, ahead: Set<String>)
  ) throws(DescriptorError) {
    let mustArrange = state.withLock { state in
      !state.ahead.isEmpty || state.reopened != nil
        || state.tail.contains { state.entries[$0.entry]?.name == name }
    }
    guard mustArrange else { return }
    let (passed, coming) = standing()
    try change(isAbove: true) { state in
      // A question that was left keeps its answer, if the run comes to it again.
      if let left = state.reopened { state.ahead.insert(left, at: 0) }
      state.reopened = nil
      if let name { Self.reopen(name, &state) }
      // If it stands among what lies ahead, it is asked now; left by a step back, it counts again.
      if state.reopened == nil, let name {
        state.reopened = state.ahead.first { $0.name == name && !$0.isPassing }
      }
      // What the run has come past stands above again.
      var ahead = state.ahead[...]
      var waiting: [Entry] = []
      while let entry = ahead.popFirst() {
        if let known = entry.name, passed.contains(known), known != name {
          // A text between them that the run didn't come past no longer counts.
          for entry in waiting.filter({ $0.name == nil }) + [entry] { Self.append(entry, &state) }
          waiting = []
        } else if entry.isPassing || entry.name == nil {
          waiting.append(entry)
        } else if let known = entry.name, coming.contains(known), known != name {
          ahead = (waiting + [entry] + ahead)[...]
          waiting = []
          break
        } else {
          // It is asked now or no longer counts; what the run says before it comes anew.
          waiting = []
        }
      }
      state.ahead = Array(ahead).filter { entry in
        entry.isPassing || entry.name.map { coming.contains($0) && $0 != name } ?? true
      }
      if !state.ahead.contains(where: { !$0.isPassing && $0.name != nil }) {
        // What stands behind the last answer stays as long as the question is open.
        state.ahead = state.reopened == nil ? [] : waiting + state.ahead
      }
    }
  }

  /// Opens an answered question in its old place, if it can be.
  private static func reopen(_ name: String, _ state: inout State) {
    guard let place = state.tail.firstIndex(where: { state.entries[$0.entry]?.name == name })
    else { return }
    let number = state.tail[place].entry
    // If its first row has left the screen, it can't be changed any more.
    let rows = state.entries[number]?.draw(state.size.width).count ?? 0
    guard state.tail.count(where: { $0.entry == number }) == rows else { return }
    var below: [Entry] = []
    var last = number
    for line in state.tail[place...] where line.entry != last {
      last = line.entry
      if let entry = state.entries[last] { below.append(entry) }
    }
    state.reopened = state.entries[number]
    state.tail.removeSubrange(place...)
    state.ahead = below + state.ahead
  }

  static func append(_ entry: Entry, _ state: inout State) {
    state.lastEntry += 1
    let number = state.lastEntry
    state.entries[number] = entry
    state.tail += entry.draw(state.size.width).map { Line(row: $0, entry: number) }
  }
}
