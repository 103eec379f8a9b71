import Testing

/// Questions, answers, work, steps back, other programs and other sizes, in any order: the screen
/// shows each thing once, in its place.
@Suite("Random stories on a screen") struct ScreenWalkTests {
  @Test("The screen tells one story", arguments: [0, 1] as [UInt64])
  func walks(half: UInt64) throws {
    for seed in 0..<150 as Range<UInt64> {
      let walk = try ScreenWalk(seed: seed * 2 + half)
      try walk.perform(steps: 30)
      #expect(walk.difference == nil, "seed \(seed * 2 + half)")
      if walk.difference != nil { return }
    }
  }
}

/// What stands on the screen, as lines.
struct ScreenStory {
  struct Entry {
    var name: String?
    /// Whether the run only comes past it.
    var isPassing = false
    var isBypassed = false
    var isPrinted = false
    var isLeft = false
    var lines: [String]
    var linesAhead: [String]
    /// The lines of work once it no longer holds; nil for what isn't work.
    var linesLeft: [String]?

    /// Whether it is an answer or work.
    var mayBeLeft: Bool { name != nil && (!isPassing || linesLeft != nil) }
    var shown: [String] { isLeft ? linesLeft ?? linesAhead : lines }
  }

  /// What can't be changed any more.
  var settled: [String] = []
  /// What can still be changed: the lines, each with its entry.
  var above: [(line: String, entry: Int)] = []
  var entries: [Int: Entry] = [:]
  var work: [String] = []
  var prompt: [String] = []
  var ahead: [Entry] = []
  var reopened: Entry?
  var isTaken = false
  var isHandedOver = false

  var open: [String] {
    isTaken ? work + prompt + ahead.filter { !$0.isBypassed }.flatMap(\.linesAhead) : []
  }
  var lines: [String] { settled + above.map(\.line) + open }

  /// Shows something new: of the same name, nothing is shown any more that lay ahead.
  mutating func replace(_ entry: Entry) {
    ahead.removeAll { $0.name == entry.name && entry.name != nil }
    add(entry)
  }

  mutating func add(_ entry: Entry) {
    let number = entries.count
    for (earlier, other) in entries where other.isLeft && other.name == entry.name {
      if entry.mayBeLeft { entries[earlier]?.name = nil }
    }
    entries[number] = entry
    entries[number]?.isBypassed = false
    entries[number]?.isLeft = false
    above += entry.lines.map { ($0, number) }
  }

  /// What has left the screen, or stands above something that somebody else wrote, is settled.
  mutating func settle(_ count: Int) {
    settled += above.prefix(count).map(\.line)
    above.removeFirst(min(count, above.count))
  }

  mutating func print(_ line: String, staysForGood: Bool) {
    add(Entry(isPassing: true, isPrinted: true, lines: [line], linesAhead: []))
    if staysForGood { settle(above.count) }
  }

  mutating func arrange(for name: String?, passed: [String], coming: Set<String>) {
    if let reopened { ahead.insert(reopened, at: 0) }
    reopened = nil
    let number = above.last { entries[$0.entry]?.name == name && name != nil }?.entry
    if let number, let entry = entries[number],
      above.count(where: { $0.entry == number }) == entry.lines.count,
      let place = above.firstIndex(where: { $0.entry == number }),
      !above[place...].contains(where: { entries[$0.entry]?.isPrinted == true })
    {
      var below: [Int] = []
      for (_, other) in above[place...] where other != number && below.last != other {
        below.append(other)
      }
      reopened = entry
      above.removeSubrange(place...)
      ahead = below.compactMap { entries[$0] } + ahead
    }
    let isStepBack = reopened != nil
    // What has no name belongs to what follows it.
    var groups: [[Entry]] = [[]]
    for entry in ahead {
      groups[groups.count - 1].append(entry)
      if entry.name != nil { groups.append([]) }
    }
    var opened: [Entry] = []
    var last = -1
    if let place = groups.firstIndex(where: { $0.last?.name == name && name != nil }) {
      opened = groups.remove(at: place)
      reopened = opened.removeLast()
      // What stood before it isn't on the way that the run has taken.
      last = place
    }
    let marked = groups.enumerated().map { (place: $0, group: $1) }
    var rest = marked
    for known in passed where known != name {
      guard let place = rest.firstIndex(where: { $0.group.last?.name == known }) else { continue }
      let found = rest.remove(at: place)
      last = max(last, found.place)
      for entry in found.group { add(entry) }
    }
    for entry in opened { add(entry) }
    ahead = rest.flatMap { place, group in
      group.map { entry in
        var entry = entry
        let isComing = entry.name.map { coming.contains($0) } ?? true
        entry.isBypassed = !isComing || place < last || !isStepBack && entry.isBypassed
        return entry
      }
    }
    for (number, entry) in entries where entry.mayBeLeft {
      entries[number]?.isLeft = !passed.contains(entry.name ?? "")
    }
    // What an entry has on the screen are its last lines.
    for number in Set(above.map(\.entry)) {
      guard let entry = entries[number], let first = above.firstIndex(where: { $0.entry == number })
      else { continue }
      let count = above.count { $0.entry == number }
      let lines = entry.shown.suffix(count)
      for (offset, line) in lines.enumerated() { above[first + offset].line = line }
    }
  }
}
