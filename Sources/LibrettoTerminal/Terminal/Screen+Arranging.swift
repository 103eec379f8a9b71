// The answers around the place where the run is.

import LibrettoCore

extension Screen {
  /// Arranges the answers around the place where the run is now.
  ///
  /// A question that is asked again opens in its old place. What stood below it lies ahead, until
  /// the run comes past it again; the answers to which it may come are shown below the question.
  /// Nothing moves over what others have printed: there, the question is asked below, and the answers
  /// that were left lose their sign until the run comes past them again.
  /// - Parameters:
  ///   - name: the question that is asked next; nil for something else.
  ///   - isBack: whether the person has gone back.
  ///   - standing: the names that the run has come past, in order, and those to which it may come.
  func arrange(
    for name: String?, isBack: Bool, _ standing: () -> (passed: [String], ahead: Set<String>)
  ) throws(DescriptorError) {
    let mustArrange = state.withLock { state in
      isBack || !state.ahead.isEmpty || state.reopened != nil
        || state.tail.contains {
          guard let entry = state.entries[$0.entry] else { return false }
          return entry.isLeft || entry.name == name
        }
    }
    guard mustArrange else { return }
    let (passed, coming) = standing()
    try change(isAbove: true) { state in
      // A question that was left keeps its answer, if the run comes to it again.
      if let left = state.reopened { state.ahead.insert(left, at: 0) }
      state.reopened = nil
      if let name { Self.reopen(name, &state) }
      let isStepBack = state.reopened != nil
      // Or it lies ahead, and is asked now.
      var (before, last) = ([Entry](), 0)
      if let place = state.ahead.firstIndex(where: { $0.name == name && name != nil }) {
        state.reopened = state.ahead.remove(at: place)
        before = Self.takeUnnamed(before: place, &state)
        // What stood before it is on another way, or the run would have come to it.
        last = place - before.count
      }
      last = Self.pass(passed.filter { $0 != name }, from: last, &state)
      for entry in before { Self.append(entry, &state) }
      for place in state.ahead.indices {
        let isComing = state.ahead[place].name.map(coming.contains) ?? true
        // What stands before something that the run has passed is on another way.
        let isBehind = place < last || !isStepBack && state.ahead[place].isBypassed
        state.ahead[place].isBypassed = !isComing || isBehind
      }
      Self.leave(except: Set(passed), &state)
    }
  }

  /// Keeps an answer for later: it lies ahead from the start.
  func keep(_ entry: Entry) { state.withLock { $0.ahead.append(entry) } }

  /// Takes the sign from the answers and the work that the run hasn't come past, and gives it back to
  /// others.
  private static func leave(except passed: Set<String>, _ state: inout State) {
    for (number, entry) in state.entries where entry.mayBeLeft {
      mark(number, isLeft: entry.name.map { !passed.contains($0) } ?? true, &state)
    }
  }

  /// Draws an entry as one that was left or that holds; what has left the screen stays as it is.
  private static func mark(_ number: Int, isLeft: Bool, _ state: inout State) {
    guard var entry = state.entries[number], entry.isLeft != isLeft,
      let first = state.tail.firstIndex(where: { $0.entry == number })
    else { return }
    entry.isLeft = isLeft
    state.entries[number] = entry
    let count = state.tail[first...].prefix { $0.entry == number }.count
    let rows = entry.rows(state.size.width).suffix(count)
    state.tail.replaceSubrange(
      first..<(first + count), with: rows.map { Line(row: $0, entry: number) })
  }

  /// Lets what the run has come past stand above, in its order.
  /// - Parameter last: how much of what still lies ahead the run is past anyway.
  /// - Returns: how much of it stood before the last of what the run has come past.
  private static func pass(_ names: [String], from last: Int, _ state: inout State) -> Int {
    let waiting = Set(state.ahead.compactMap(\.name))
    var last = last
    for name in names where waiting.contains(name) {
      guard let place = state.ahead.firstIndex(where: { $0.name == name }) else { continue }
      let entry = state.ahead.remove(at: place)
      let before = takeUnnamed(before: place, &state)
      for entry in before + [entry] { append(entry, &state) }
      last = max(place, last) - before.count - (last > place ? 1 : 0)
    }
    return last
  }

  /// Takes away what stands right before a place and has no name: it belongs to what follows it.
  private static func takeUnnamed(before place: Int, _ state: inout State) -> [Entry] {
    let first = (state.ahead[..<place].lastIndex { $0.name != nil } ?? -1) + 1
    defer { state.ahead.removeSubrange(first..<place) }
    return Array(state.ahead[first..<place])
  }

  /// Opens an answered question in its old place, if it can be.
  private static func reopen(_ name: String, _ state: inout State) {
    guard
      let place = state.tail.lastIndex(where: { state.entries[$0.entry]?.name == name })
        .flatMap({ last in
          state.tail.firstIndex { $0.entry == state.tail[last].entry }
        }), !state.tail[place...].contains(where: { state.entries[$0.entry]?.isPrinted == true })
    else { return }
    let number = state.tail[place].entry
    // If its first row has left the screen, it can't be changed any more.
    let rows = state.entries[number]?.rows(state.size.width).count ?? 0
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

  /// Writes something new; what lies ahead of the same name no longer counts.
  static func replace(_ entry: Entry, _ state: inout State) {
    if let name = entry.name {
      state.ahead.removeAll { $0.name == name }
      // A text that is said again stands where it is said.
      if name.hasPrefix("\n") { state.tail.removeAll { state.entries[$0.entry]?.name == name } }
    }
    append(entry, &state)
  }

  static func append(_ new: Entry, _ state: inout State) {
    // What was left, and was given or done anew, is history.
    var entry = new
    if entry.mayBeLeft {
      for (number, earlier) in state.entries where earlier.isLeft && earlier.name == entry.name {
        state.entries[number]?.name = nil
      }
    }
    state.lastEntry += 1
    let number = state.lastEntry
    (entry.isBypassed, entry.isLeft) = (false, false)
    state.entries[number] = entry
    state.tail += entry.draw(state.size.width).map { Line(row: $0, entry: number) }
  }
}
