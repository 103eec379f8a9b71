/// Finds the titles that contain the characters of a text in their order, the closest first.
///
/// All titles are one block of bytes, so that a key takes a few milliseconds for 100,000 of them.
/// What is typed on is looked for only in what was found before.
struct FuzzyMatcher: Sendable {
  /// The titles in lower case, each with a byte 0 at its end.
  private let bytes: [UInt8]
  /// Where each title begins, and where the last one ends.
  private let starts: [Int32]
  private var last: (text: [UInt8], found: [Int32])?

  init(_ titles: [String]) {
    var bytes: [UInt8] = []
    var starts: [Int32] = []
    starts.reserveCapacity(titles.count + 1)
    for title in titles {
      starts.append(Int32(truncatingIfNeeded: bytes.count))
      bytes.append(contentsOf: Self.folded(title))
      bytes.append(0)
    }
    starts.append(Int32(truncatingIfNeeded: bytes.count))
    self.bytes = bytes
    self.starts = starts
  }

  private static func folded(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
    return Array(text.lowercased().utf8)
  }

  /// The numbers of the titles that fit, the closest first.
  mutating func find(_ text: String) -> [Int32] {
    let wanted = Self.folded(text).filter { $0 != 0x20 && $0 != 0 }
    if let last, last.text == wanted { return last.found }
    var tiers: [[Int32]] = [[], [], [], []]
    let narrowed = last.flatMap {
      wanted.starts(with: $0.text) && !$0.text.isEmpty ? $0.found : nil
    }
    let failures = Self.failures(wanted)
    bytes.withUnsafeBufferPointer { bytes in
      starts.withUnsafeBufferPointer { starts in
        wanted.withUnsafeBufferPointer { wanted in
          let look = { (number: Int32, tiers: inout [[Int32]]) in
            let range = Int(starts[Int(number)])..<Int(starts[Int(number) + 1]) - 1
            if let tier = Self.tier(bytes, range, wanted, failures) { tiers[tier].append(number) }
          }
          if let narrowed {
            for number in narrowed { look(number, &tiers) }
          } else {
            for number in 0..<Int32(starts.count - 1) { look(number, &tiers) }
          }
        }
      }
    }
    // Within a tier, the order of the list.
    if narrowed != nil { for tier in tiers.indices { tiers[tier].sort() } }
    let found = tiers.flatMap { $0 }
    last = (wanted, found)
    return found
  }

  /// How close a title is: 0 if it begins with the text, 1 if a word does, 2 if it contains the
  /// text, 3 if it contains its characters; nil if it doesn't.
  private static func tier(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ wanted: UnsafeBufferPointer<UInt8>,
    _ failures: [Int]
  ) -> Int? {
    if wanted.isEmpty { return 0 }
    var next = 0
    var length = 0
    var best: Int?
    for place in range {
      let byte = bytes[place]
      if next < wanted.count, byte == wanted[next] { next += 1 }
      if best == 1 { continue }
      while length > 0, length == wanted.count || byte != wanted[length] {
        length = failures[length - 1]
      }
      if byte == wanted[length] { length += 1 }
      guard length == wanted.count else { continue }
      let start = place + 1 - length
      if start == range.lowerBound { return 0 }
      let before = bytes[start - 1]
      let isWord =
        before < 0x80 && !(0x61...0x7A).contains(before) && !(0x30...0x39).contains(before)
      best = isWord ? 1 : best ?? 2
    }
    return best ?? (next == wanted.count ? 3 : nil)
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
