import LibrettoCore

/// Finds the titles that contain the characters of a text in their order, the closest first, and then
/// the descriptions that contain its words.
///
/// All texts are one block of bytes, so that a key takes a few milliseconds for 100,000 of them.
/// What is typed on is looked for only in what was found before.
struct FuzzyMatcher: Sendable {
  /// The titles and descriptions in lower case and without marks, each with a byte 0 at its end.
  private let bytes: [UInt8]
  /// Where each title and each description begins, and where the last one ends.
  private let starts: [Int32]
  /// What was found last: in the order of the list, and the closest first.
  private var last: (text: [UInt8], inOrder: [Int32], found: [Int32])?

  init(_ choices: [Question.Choice]) {
    var bytes: [UInt8] = []
    var starts: [Int32] = []
    bytes.reserveCapacity(choices.count * 24)
    starts.reserveCapacity(choices.count * 2 + 1)
    // By their places: taken out of the list, each choice would cost more than its texts.
    for place in choices.indices {
      starts.append(Int32(truncatingIfNeeded: bytes.count))
      Self.fold(choices[place].line, into: &bytes)
      bytes.append(0)
      starts.append(Int32(truncatingIfNeeded: bytes.count))
      if let detail = choices[place].detail { Self.fold(detail, into: &bytes) }
      bytes.append(0)
    }
    starts.append(Int32(truncatingIfNeeded: bytes.count))
    self.bytes = bytes
    self.starts = starts
  }

  /// A matcher that is made once: of a long list beside the person, of another one when it is asked
  /// for.
  final class Index: Sendable {
    private let choices: [Question.Choice]
    private let made = Locked<FuzzyMatcher?>(nil)

    init(_ choices: [Question.Choice]) {
      self.choices = choices
      if choices.count > 10_000 { Task.detached(priority: .utility) { _ = self.matcher } }
    }

    var matcher: FuzzyMatcher {
      made.withLock { made in
        let matcher = made ?? FuzzyMatcher(choices)
        made = matcher
        return matcher
      }
    }
  }

  /// Adds a text in lower case, without the marks of its letters.
  private static func fold(_ text: String, into bytes: inout [UInt8]) {
    let start = bytes.count
    for byte in text.utf8 {
      guard byte < 0x80 else {
        bytes.removeSubrange(start...)
        for character in text { bytes.append(contentsOf: folded(character).utf8) }
        return
      }
      bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
  }

  /// A character in lower case, and a Latin letter without its marks, so that “zu” finds “Zürich”.
  private static func folded(_ character: Character) -> String {
    let lower = character.lowercased()
    return lower.utf8.count == 1 ? lower : letters[lower] ?? lower
  }

  /// Latin letters by their forms with one mark; a letter and its mark are equal to both in one.
  private static let letters: [String: String] = {
    var letters: [String: String] = [:]
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      for mark in 0x300...0x36F {
        guard let mark = UnicodeScalar(mark) else { continue }
        letters["\(letter)\(mark)"] = String(letter)
      }
    }
    return letters
  }()

  /// The numbers of the options that fit, the closest first.
  mutating func find(_ text: String) -> [Int32] {
    var folded: [UInt8] = []
    Self.fold(text, into: &folded)
    let wanted = folded.filter { $0 != 0x20 && $0 != 0 }
    if let last, last.text == folded { return last.found }
    let narrowed = last.flatMap {
      folded.starts(with: $0.text) && !$0.text.isEmpty ? $0.inOrder : nil
    }
    let failures = Self.failures(wanted)
    let words = folded.split(separator: 0x20).map { (Array($0), Self.failures(Array($0))) }
    let most = narrowed?.count ?? (starts.count - 1) / 2
    var inOrder: [Int32] = []
    var tiers: [UInt8] = []
    inOrder.reserveCapacity(most)
    tiers.reserveCapacity(most)
    var counts = [0, 0, 0, 0, 0]
    bytes.withUnsafeBufferPointer { bytes in
      starts.withUnsafeBufferPointer { starts in
        wanted.withUnsafeBufferPointer { wanted in
          for place in 0..<most {
            let number = narrowed?[place] ?? Int32(truncatingIfNeeded: place)
            let (title, detail) = (starts[Int(number) * 2], starts[Int(number) * 2 + 1])
            let end = Int(starts[Int(number) * 2 + 2]) - 1
            var tier = Self.tier(bytes, Int(title)..<Int(detail) - 1, wanted, failures)
            if tier == nil, Int(detail) < end {
              let isIn = words.allSatisfy { word, failures in
                word.withUnsafeBufferPointer {
                  Self.tier(bytes, Int(detail)..<end, $0, failures) ?? 3 < 3
                }
              }
              if isIn { tier = 4 }
            }
            guard let tier else { continue }
            inOrder.append(number)
            tiers.append(UInt8(truncatingIfNeeded: tier))
            counts[tier] += 1
          }
        }
      }
    }
    // Within a tier, the order of the list.
    var places = counts.indices.map { counts[..<$0].reduce(0, +) }
    var found = [Int32](repeating: 0, count: inOrder.count)
    for (number, tier) in zip(inOrder, tiers) {
      found[places[Int(tier)]] = number
      places[Int(tier)] += 1
    }
    last = (folded, inOrder, found)
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

  /// A title in pieces, and whether each is a part of what was looked for; nil if the title doesn't
  /// fit.
  static func pieces(of title: String, matching text: String) -> [(String, isMatch: Bool)]? {
    let letters = text.filter { $0 != " " }.map(folded)
    let folded = title.prefix(mostMarked).map(folded)
    var isMatch = [Bool](repeating: false, count: folded.count)
    if let start = folded.firstRange(of: letters) {
      for place in start { isMatch[place] = true }
    } else {
      var rest = letters[...]
      for (place, letter) in folded.enumerated() where letter == rest.first {
        isMatch[place] = true
        rest.removeFirst()
      }
      if !rest.isEmpty, title.count <= mostMarked { return nil }
    }
    return joined(title, isMatch)
  }

  /// A description in pieces, and whether each is a word of what was looked for.
  static func words(in detail: String, matching text: String) -> [(String, isMatch: Bool)] {
    let folded = detail.prefix(mostMarked).map(folded)
    var isMatch = [Bool](repeating: false, count: folded.count)
    for word in text.split(separator: " ") {
      for place in folded.firstRange(of: word.map(Self.folded)) ?? 0..<0 { isMatch[place] = true }
    }
    return joined(detail, isMatch)
  }

  /// A text in as few pieces as there are.
  private static func joined(_ text: String, _ isMatch: [Bool]) -> [(String, isMatch: Bool)] {
    var pieces: [(String, isMatch: Bool)] = []
    for (character, isMatch) in zip(text, isMatch) {
      if pieces.last?.isMatch == isMatch {
        pieces[pieces.count - 1].0.append(character)
      } else {
        pieces.append((String(character), isMatch))
      }
    }
    let rest = text.dropFirst(mostMarked)
    return rest.isEmpty ? pieces : pieces + [(String(rest), false)]
  }
}
