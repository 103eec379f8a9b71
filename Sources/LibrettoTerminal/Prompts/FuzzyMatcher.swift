/// Finds the titles that contain the characters of a text in their order, the closest first.
///
/// All titles are one block of bytes, so that a key takes a few milliseconds for 100,000 of them.
/// What is typed on is looked for only in what was found before.
struct FuzzyMatcher: Sendable {
  /// The titles in lower case, each with a byte 0 at its end.
  private let bytes: [UInt8]
  /// Where each title begins, and where the last one ends.
  private let starts: [Int32]
  /// What was found last: in the order of the list, and the closest first.
  private var last: (text: [UInt8], inOrder: [Int32], found: [Int32])?

  init(_ titles: [String]) {
    var bytes: [UInt8] = []
    var starts: [Int32] = []
    bytes.reserveCapacity(titles.count * 24)
    starts.reserveCapacity(titles.count + 1)
    for title in titles {
      starts.append(Int32(truncatingIfNeeded: bytes.count))
      Self.fold(title, into: &bytes)
      bytes.append(0)
    }
    starts.append(Int32(truncatingIfNeeded: bytes.count))
    self.bytes = bytes
    self.starts = starts
  }

  /// Adds a text in lower case.
  private static func fold(_ text: String, into bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    for place in start..<bytes.count {
      let byte = bytes[place]
      guard byte < 0x80 else {
        bytes.removeSubrange(start...)
        return bytes.append(contentsOf: text.lowercased().utf8)
      }
      if (0x41...0x5A).contains(byte) { bytes[place] = byte | 0x20 }
    }
  }

  /// The numbers of the titles that fit, the closest first.
  mutating func find(_ text: String) -> [Int32] {
    var folded: [UInt8] = []
    Self.fold(text, into: &folded)
    let wanted = folded.filter { $0 != 0x20 && $0 != 0 }
    if let last, last.text == wanted { return last.found }
    let narrowed = last.flatMap {
      wanted.starts(with: $0.text) && !$0.text.isEmpty ? $0.inOrder : nil
    }
    let failures = Self.failures(wanted)
    let most = narrowed?.count ?? starts.count - 1
    var inOrder: [Int32] = []
    var tiers: [UInt8] = []
    inOrder.reserveCapacity(most)
    tiers.reserveCapacity(most)
    var counts = [0, 0, 0, 0]
    bytes.withUnsafeBufferPointer { bytes in
      starts.withUnsafeBufferPointer { starts in
        wanted.withUnsafeBufferPointer { wanted in
          for place in 0..<most {
            let number = narrowed?[place] ?? Int32(truncatingIfNeeded: place)
            let range = Int(starts[Int(number)])..<Int(starts[Int(number) + 1]) - 1
            guard let tier = Self.tier(bytes, range, wanted, failures) else { continue }
            inOrder.append(number)
            tiers.append(UInt8(truncatingIfNeeded: tier))
            counts[tier] += 1
          }
        }
      }
    }
    // Within a tier, the order of the list.
    var places = [0, counts[0], counts[0] + counts[1], inOrder.count - counts[3]]
    var found = [Int32](repeating: 0, count: inOrder.count)
    for (number, tier) in zip(inOrder, tiers) {
      found[places[Int(tier)]] = number
      places[Int(tier)] += 1
    }
    last = (wanted, inOrder, found)
    return found
  }

  /// How close a title is: 0 if it begins with the text, 1 if a word does, 2 if it contains the
  /// text, 3 if it contains its characters; nil if it doesn't.
  private static func tier(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ wanted: UnsafeBufferPointer<UInt8>,
    _ failures: [Int]
  ) -> Int? {
    guard let first = wanted.first else { return 0 }
    // Most titles don't have the characters, and this is faster than what follows.
    var next = 0
    var place = range.lowerBound
    while place < range.upperBound, next < wanted.count {
      if bytes[place] == wanted[next] { next &+= 1 }
      place &+= 1
    }
    if next < wanted.count { return nil }
    var length = 0
    var best = 3
    place = range.lowerBound
    while place < range.upperBound {
      let byte = bytes[place]
      place &+= 1
      if length == 0, byte != first { continue }
      while length > 0, length == wanted.count || byte != wanted[length] {
        length = failures[length &- 1]
      }
      if byte == wanted[length] { length &+= 1 }
      guard length == wanted.count else { continue }
      let start = place &- length
      if start == range.lowerBound { return 0 }
      let before = bytes[start &- 1]
      let isWord =
        before < 0x80 && !(0x61...0x7A).contains(before) && !(0x30...0x39).contains(before)
      if isWord { return 1 }
      best = 2
    }
    return best
  }

  /// For each beginning of a text, how much of it is also its end (Knuth, Morris and Pratt): what
  /// has been compared once isn't compared again.
  private static func failures(_ text: [UInt8]) -> [Int] {
    var failures = [Int](repeating: 0, count: text.count)
    var length = 0
    for place in text.indices.dropFirst() {
      while length > 0, text[place] != text[length] { length = failures[length - 1] }
      if text[place] == text[length] { length += 1 }
      failures[place] = length
    }
    return failures
  }

  /// How many characters of a title are looked at for marks; no row is as long.
  private static let mostMarked = 1_000

  /// A title in pieces, and whether each is a part of what was looked for.
  static func pieces(of title: String, matching text: String) -> [(String, isMatch: Bool)] {
    let wanted = text.lowercased().filter { $0 != " " }
    let characters = Array(title.prefix(mostMarked))
    var isMatch = [Bool](repeating: false, count: characters.count)
    let folded = characters.map { String($0).lowercased() }
    let letters = wanted.map(String.init)
    if let start = folded.firstRange(of: letters) {
      for place in start { isMatch[place] = true }
    } else {
      var rest = letters[...]
      for (place, letter) in folded.enumerated() where letter == rest.first {
        isMatch[place] = true
        rest.removeFirst()
      }
    }
    var pieces: [(String, isMatch: Bool)] = []
    for (character, isMatch) in zip(characters, isMatch) {
      if pieces.last?.isMatch == isMatch {
        pieces[pieces.count - 1].0.append(character)
      } else {
        pieces.append((String(character), isMatch))
      }
    }
    let rest = title.dropFirst(mostMarked)
    return rest.isEmpty ? pieces : pieces + [(String(rest), false)]
  }
}
