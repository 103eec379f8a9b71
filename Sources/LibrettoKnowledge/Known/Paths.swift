import LibrettoCore

/// One way through a flow, from its start to an end.
public struct KnownPath: Sendable {
  private let flow: Flow
  private let space: Space
  let moves: [Move]

  init(_ known: Known, _ moves: [Move]) {
    (flow, space, self.moves) = (known.flow, known.space, moves)
  }

  /// The answers with which a scripted run takes the path; nil if no values were found for them.
  var answers: WalkAnswers? {
    var space = space
    return space.answers(moves)
  }

  /// The script that takes the path; nil if no answers were found for it as a whole.
  public var script: Scripted? { answers?.script }

  /// The answers as the JSON of an answers file, on one line; nil if none were found.
  public var json: String? { answers?.json(pretty: false) }

  /// Performs the flow with the answers of the path.
  /// - Returns: the outcome, the answers and the transcript; nil if no answers were found.
  /// - Throws: ``ScriptedError`` if the flow doesn't take the path.
  public func perform() async throws -> FlowResult? {
    guard let script else { return nil }
    return try await script.perform(flow)
  }
}

/// The ways through a flow, found one after the other: memory is that of one path.
struct KnownPaths: Sequence, Sendable {
  let known: Known

  /// Starts with the first path.
  func makeIterator() -> Iterator { Iterator(known) }

  /// Walks depth first through the states.
  struct Iterator: IteratorProtocol {
    private let known: Known
    /// By state, the edges that differ in what happens.
    private let ways: [[Int]]
    private let isEnd: [Bool]
    private var moves: [Move] = []
    private var isStarted = false

    init(_ known: Known) {
      self.known = known
      ways = known.space.distinctEdges
      isEnd = known.space.states.indices.map { known.space.isEnd($0) }
    }

    /// The next path; nil after the last one.
    mutating func next() -> KnownPath? {
      advance() ? KnownPath(known, moves) : nil
    }

    /// Goes to the next end; returns false after the last one.
    mutating func advance() -> Bool {
      if isStarted {
        if !turn() { return false }
      } else {
        isStarted = true
      }
      while true {
        let state = here
        if isEnd[state] { return true }
        if let first = ways[state].first {
          moves.append(Move(state: state, edge: first))
        } else if !turn() {
          return false
        }
      }
    }

    private var here: Int {
      moves.last.map { known.space.edges[$0.state][$0.edge].target } ?? 0
    }

    /// Takes the next edge at the last place that has another one.
    private mutating func turn() -> Bool {
      while let last = moves.popLast() {
        let edges = ways[last.state]
        guard let place = edges.firstIndex(of: last.edge), place + 1 < edges.count else { continue }
        moves.append(Move(state: last.state, edge: edges[place + 1]))
        return true
      }
      return false
    }
  }
}

extension Known {
  /// All paths within the limits, without those through a state that only a limit leads to.
  public var paths: some Sequence<KnownPath> & Sendable { KnownPaths(known: self) }

  /// The number of paths within the limits, without walking them; nil if it doesn't fit.
  package var pathCount: Int? { Int(pathCountInDigits) }

  /// The number of paths within the limits, in digits.
  package var pathCountInDigits: String {
    var counts = [Digits](repeating: Digits(0), count: space.states.count)
    let ways = space.distinctEdges
    for state in space.order {
      if space.isEnd(state) {
        counts[state] = Digits(1)
        continue
      }
      var sum = Digits(0)
      for edge in ways[state] { sum.add(counts[space.edges[state][edge].target]) }
      counts[state] = sum
    }
    return counts[0].description
  }
}

/// A whole number of any size, for counting.
private struct Digits: CustomStringConvertible {
  private static let base: UInt64 = 1_000_000_000_000_000_000
  private var parts: [UInt64]

  init(_ number: UInt64) { parts = [number] }

  mutating func add(_ other: Digits) {
    var carry: UInt64 = 0
    for index in 0..<max(parts.count, other.parts.count) {
      if index == parts.count { parts.append(0) }
      let sum = parts[index] + (index < other.parts.count ? other.parts[index] : 0) + carry
      parts[index] = sum % Self.base
      carry = sum / Self.base
    }
    if carry > 0 { parts.append(carry) }
  }

  var description: String {
    var text = String(parts[parts.count - 1])
    for part in parts.dropLast().reversed() {
      let digits = String(part)
      text += String(repeating: "0", count: 18 - digits.count) + digits
    }
    return text
  }
}

extension Space {
  /// By state, the usable edges that differ in what happens or in where they lead.
  var distinctEdges: [[Int]] {
    struct Kind: Hashable {
      let outcome: Turn
      let answerClass: AnswerClass?
      let cost: Int
      let recalled: Recalled?
      let target: Int
    }
    return states.indices.map { state in
      guard isSure[state] else { return [] }
      var seen: Set<Kind> = []
      return usable(state).filter { place in
        let edge = edges[state][place]
        return canEnd[edge.target]
          && seen.insert(
            Kind(
              outcome: edge.outcome, answerClass: edge.answerClass, cost: edge.cost,
              recalled: edge.recalled, target: edge.target)
          ).inserted
      }
    }
  }
}

extension WalkAnswers {
  /// The answers as the JSON of an answers file.
  func json(pretty: Bool) -> String {
    JSONWriter.text(pretty: pretty) { writer in
      for (id, answers) in answers {
        // An answer that is a list stands in an array of answers.
        if answers.count == 1, !answers[0].isList {
          writer.key(id)
          writer.answer(answers[0])
        } else {
          writer.array(id, answers) { $0.answer($1) }
        }
      }
      if let today { writer.member("$today", today.description) }
    }
  }
}

extension ScriptedAnswer {
  fileprivate var isList: Bool { if case .answer(.list) = kind { true } else { false } }
}

extension JSONWriter {
  fileprivate mutating func answer(_ answer: ScriptedAnswer) {
    switch answer.kind {
    case .answer(let value): self.answer(value)
    case .timedOut: object { $0.member("timedOut", true) }
    case .failure(let error): object { $0.member("error", error) }
    case .refused(let value): object { $0.member("refused", value) }
    case .writes(let writes): object { $0.values("writes", writes) }
    case .resolved, .preset, .back, .action: self.answer(.null)
    }
  }
}
