import LibrettoCore

// Rules on texts are languages, and a conjunction of them is a product of automata that is made as it
// is walked. A breadth-first search finds the shortest text in it, or shows that there is none.
//
// Lengths and parts of texts are counted in characters, patterns read scalars, and two texts are the
// same if they are canonically equivalent. So each language is at least as large here as it really is:
// an empty product means that no text fits, and a text that is found still has to be tried.

/// A search for a text that is in some languages and not in others.
struct TextSearch {
  /// The most states of a product.
  static let mostStates = 20_000
  /// The longest length that is counted.
  static let longest = 5_000
  /// The most texts that are tried.
  static let mostTries = 60
  /// The most steps of one search.
  static let mostSteps = 1_000_000

  /// The steps that were taken.
  private(set) var steps = 0
  private let most: Int
  private var machines: [(machine: TextMachine, isIn: Bool)] = []
  private var alphabet: [UInt32] = []

  /// - Parameter most: the most steps.
  init(_ wants: [(language: Language, isIn: Bool)], most: Int) {
    self.most = min(most, Self.mostSteps)
    for want in wants {
      if let machine = TextMachine(want.language, want.isIn) {
        machines.append((machine, want.isIn))
      }
    }
    var cuts: Set<UInt32> = [0, 0x80, 0xD800, 0xE000, 0x110000]
    for (machine, _) in machines { cuts.formUnion(machine.starts) }
    let sorted = cuts.sorted()
    for (low, next) in zip(sorted, sorted.dropFirst()) where low < 0xD800 || low >= 0xE000 {
      alphabet.append(Self.letter(low..<next))
    }
    alphabet.sort { Self.rank($0) < Self.rank($1) }
  }

  private static let nice = "ab1A-x 9.@_Z0".unicodeScalars.map(\.value)

  private static func rank(_ scalar: UInt32) -> UInt32 {
    UInt32(nice.firstIndex(of: scalar) ?? Int(scalar < 33 ? scalar + 0x2000_0000 : scalar + 99))
  }

  /// The scalar that stands for a class: one that reads well, if there is one.
  private static func letter(_ range: Range<UInt32>) -> UInt32 {
    if let known = nice.first(where: range.contains) { return known }
    let readable = range.clamped(to: 33..<0x250)
    return readable.first { Unicode.Scalar($0)?.properties.isAlphabetic ?? false }
      ?? readable.first ?? range.lowerBound
  }

  /// The shortest text that really fits.
  mutating func shortest(where fits: (String) -> Bool) -> Verdict<String> {
    // In ASCII, a scalar is a character. That makes far fewer states, but it proves nothing.
    let all = alphabet
    alphabet = all.filter { $0 < 0x80 }
    if case .yes(let text) = walk(fits) { return .yes(text) }
    alphabet = all
    return walk(fits)
  }

  private mutating func walk(_ fits: (String) -> Bool) -> Verdict<String> {
    let start = machines.map { _ in PatternReader.start }
    var seen: Set<[Int]> = [start]
    var states: [(state: [Int], parent: Int, scalar: UInt32)] = [(start, -1, 0)]
    var next = 0
    var tries = 0
    while next < states.count {
      let state = states[next].state
      if zip(machines, state).allSatisfy({ $0.machine.mayAccept($1, $0.isIn) }) {
        var scalars: [Unicode.Scalar] = []
        var place = next
        while states[place].parent >= 0 {
          if let scalar = Unicode.Scalar(states[place].scalar) { scalars.append(scalar) }
          place = states[place].parent
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.reversed())
        if fits(String(text)) { return .yes(String(text)) }
        tries += 1
        if tries > Self.mostTries { break }
      }
      if steps > most { return .unknown("a text with too many forms") }
      for scalar in alphabet {
        var to = state
        let isAlive = machines.indices.allSatisfy { index in
          to[index] = machines[index].machine.step(state[index], scalar, &steps)
          return !machines[index].machine.isDead(to[index], machines[index].isIn)
        }
        if !isAlive || !seen.insert(to).inserted { continue }
        if seen.count > Self.mostStates { return .unknown("a text with too many forms") }
        states.append((to, next, scalar))
      }
      next += 1
    }
    return tries > 0 ? .unknown("a text") : .no
  }
}

/// One language as an automaton; its states are numbers.
private struct TextMachine {
  private enum Form {
    case pattern(PatternReader)
    case words(WordTree)
    case contains(PartReader)
    /// The scalars that certainly begin a character are counted, and all scalars.
    case length(least: Int, most: Int?, cap: Int)
  }

  private var form: Form
  let starts: [UInt32]

  /// - Returns: nil for a language of which nothing is said.
  init?(_ language: Language, _ isIn: Bool) {
    switch language {
    case .own: return nil
    case .oneOf(let words):
      let tree = WordTree(words)
      form = .words(tree)
      starts = Set(tree.nodes.flatMap(\.next.keys)).flatMap { [$0, $0 + 1] }
    case .pattern, .trimmed, .blank, .lowercased, .uppercased:
      guard let reader = language.pattern.flatMap({ PatternReader($0) }) else { return nil }
      form = .pattern(reader)
      starts = reader.starts
    case .contains(let part):
      guard let reader = PartReader(part, isCertain: !isIn) else { return nil }
      form = .contains(reader)
      starts = reader.starts
    case .length(let least, let most):
      let cap = max(least, most.map { $0 + 1 } ?? 0)
      if cap > TextSearch.longest { return nil }
      (form, starts) = (.length(least: least, most: most, cap: cap), [10, 11])
    }
  }

  /// What stands in the place of a reader while it reads, so that it isn't copied.
  private static let nothing = Form.length(least: 0, most: nil, cap: 0)

  mutating func step(_ state: Int, _ scalar: UInt32, _ steps: inout Int) -> Int {
    steps += 1
    switch form {
    case .pattern(var reader):
      form = Self.nothing
      let before = reader.steps
      defer {
        steps += reader.steps - before
        form = .pattern(reader)
      }
      return reader.step(state, scalar)
    case .words(let tree): return state < 0 ? -1 : tree.nodes[state].next[scalar] ?? -1
    case .contains(var reader):
      form = Self.nothing
      defer { form = .contains(reader) }
      return reader.step(state, scalar)
    case .length(_, _, let cap):
      let (certain, all) = (state / (cap + 1), state % (cap + 1))
      let counts = scalar < 0x80 && scalar != 10
      return min(certain + (counts ? 1 : 0), cap) * (cap + 1) + min(all + 1, cap)
    }
  }

  func mayAccept(_ state: Int, _ isIn: Bool) -> Bool {
    switch form {
    case .pattern(let reader): return reader.accepts(state) == isIn
    case .words(let tree): return (state >= 0 && tree.nodes[state].isEnd) == isIn
    case .contains(let reader): return reader.accepts(state) == isIn
    case .length(let least, let most, let cap):
      let (certain, all) = (state / (cap + 1), state % (cap + 1))
      return isIn
        ? all >= least && certain <= most ?? .max : certain < least || all > most ?? .max
    }
  }

  func isDead(_ state: Int, _ isIn: Bool) -> Bool {
    switch form {
    case .pattern(let reader): return isIn && reader.isDead(state)
    case .words: return isIn && state < 0
    case .contains(let reader): return !isIn && reader.isDone(state)
    case .length(_, let most, let cap): return isIn && state / (cap + 1) > most ?? .max
    }
  }
}

extension Language {
  /// The pattern of its texts, if it has one.
  fileprivate var pattern: Pattern? {
    switch self {
    case .pattern(let pattern): pattern
    case .blank: #"[ \t-\r]*"#
    case .trimmed: #"([^ \t-\r]((.|\n)*[^ \t-\r])?)?"#
    case .lowercased: "[^A-Z]*"
    case .uppercased: "[^a-z]*"
    case .oneOf, .contains, .length, .own: nil
    }
  }
}

/// Words by their beginnings.
private struct WordTree {
  private(set) var nodes: [(next: [UInt32: Int], isEnd: Bool)] = [([:], false)]

  init(_ words: Set<String>) {
    // In an order, so that the same is found each time.
    for word in words.sorted() {
      var node = 0
      for scalar in word.unicodeScalars {
        let next = nodes[node].next[scalar.value] ?? nodes.count
        if next == nodes.count { nodes.append(([:], false)) }
        nodes[node].next[scalar.value] = next
        node = next
      }
      nodes[node].isEnd = true
    }
  }
}

/// Reads a text for a part of it.
private struct PartReader {
  let starts: [UInt32]
  /// Reads up to the end of the part.
  private var reader: PatternReader
  private let isCertain: Bool
  /// The state in which the part has been read, whatever comes.
  private static let done = -1

  /// The scalars that are canonically equivalent to one of ASCII.
  private static let variants: [UInt32: UInt32] = [0x4B: 0x212A, 0x3B: 0x37E, 0x60: 0x1FEF]

  /// - Parameter isCertain: whether to find the part only where it certainly is one: where its
  ///   scalars are characters.
  init?(_ text: String, isCertain: Bool) {
    let part = text.unicodeScalars.map(\.value)
    if part.isEmpty || part.count > 60
      || part.contains(where: { $0 >= 0x80 || $0 == 10 || $0 == 13 })
    {
      return nil
    }
    func scalar(_ value: UInt32) -> String { "\\u{\(String(value, radix: 16))}" }
    let scalars = part.map { value in
      let variant = isCertain ? nil : Self.variants[value]
      return "[\(scalar(value))\(variant.map(scalar) ?? "")]"
    }
    let before = isCertain ? #"((.|\n)*[\u{0}-\u{7F}])?"# : #"(.|\n)*"#
    guard let reader = PatternReader(Pattern(before + scalars.joined())) else { return nil }
    (self.reader, self.isCertain) = (reader, isCertain)
    starts = (part + Self.variants.values).flatMap { [$0, $0 + 1] }
  }

  mutating func step(_ state: Int, _ scalar: UInt32) -> Int {
    // Only the next scalar decides whether what has been read are characters.
    if isDone(state) || isCertain && accepts(state) && scalar < 0x80 { return Self.done }
    let next = reader.step(state, scalar)
    return !isCertain && reader.accepts(next) ? Self.done : next
  }

  func accepts(_ state: Int) -> Bool { isDone(state) || reader.accepts(state) }
  func isDone(_ state: Int) -> Bool { state == Self.done }
}
