/// The name of one performance of a step: the step, and the rounds of the loops around it.
///
/// Written as text, it is `item`, `item@2` or `item@2.1`: the rounds start with the outermost loop,
/// and are left out if all of them are the first. So one more round of an inner loop doesn't shift
/// later names.
package struct StepName: Hashable, Comparable, Sendable {
  /// The index of the step in ``Program/steps``.
  let step: Int32
  let rounds: Rounds

  package static func < (a: StepName, b: StepName) -> Bool {
    (a.step, a.rounds.bits) < (b.step, b.rounds.bits)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rounds.bits &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(UInt32(bitPattern: step)))
  }
}

/// The rounds of the loops around a step in 64 bits; the step knows how many there are.
///
/// All first rounds are 0. A single loop is its round minus one. Several are written one after the
/// other in Elias gamma code, so everything that a run can reach in its lifetime fits.
struct Rounds: Hashable, Sendable {
  let bits: UInt64

  static let first = Rounds(bits: 0)

  init(bits: UInt64) { self.bits = bits }

  /// - Parameter rounds: the rounds, from 1, the outermost loop first.
  /// - Returns: nil if there are too many.
  init?(_ rounds: some Collection<Int>) {
    guard rounds.contains(where: { $0 != 1 }) else {
      bits = 0
      return
    }
    guard rounds.allSatisfy({ $0 > 0 }) else { return nil }
    if rounds.count == 1, let round = rounds.first {
      bits = UInt64(round - 1)
      return
    }
    // A one before the first code marks where it begins.
    var bits: UInt64 = 1
    var used = 1
    for round in rounds {
      let width = Int.bitWidth - round.leadingZeroBitCount
      used += 2 * width - 1
      guard used <= 64 else { return nil }
      bits = bits << UInt64(2 * width - 1) | UInt64(round)
    }
    self.bits = bits
  }

  /// The rounds of a number of loops.
  func unpacked(_ count: Int) -> [Int] {
    if bits == 0 || count == 0 { return Array(repeating: 1, count: count) }
    if count == 1 { return [Int(bits & 0x7FFF_FFFF_FFFF_FFFF) + 1] }
    var rounds: [Int] = []
    var rest = bits << UInt64(bits.leadingZeroBitCount + 1)
    for _ in 0..<count {
      let zeros = rest == 0 ? 0 : rest.leadingZeroBitCount
      let length = UInt64(2 * zeros + 1)
      rounds.append(Int(truncatingIfNeeded: rest >> (64 - length)))
      rest = length < 64 ? rest << length : 0
    }
    return rounds
  }
}

extension Program {
  /// A step that is performed by name: its id, and the loops around it.
  package struct StepCode: Sendable {
    package enum Kind: Sendable, Equatable {
      case prompt(Int)
      case action(Int)
      case load(Int)
      case wait
      case cancel(Int)

      /// The index of its work; nil if it is none.
      var work: Int? {
        switch self {
        case .action(let index), .load(let index): index
        case .prompt, .wait, .cancel: nil
        }
      }
    }
    let id: String
    package internal(set) var kind: Kind
    /// The counters of the surrounding loops, the outermost first.
    let loops: [Int]
    /// The surrounding operation; −1 for none.
    let operation: Int
    /// The instruction of the step.
    var instruction: Int
  }

  /// Whether the last of the loops around a step is an action's own: a `TryAgain` begins its rounds,
  /// and it comes and goes with the branch for the failure.
  func hasOwnRounds(_ step: StepCode) -> Bool {
    if case .action(let index) = step.kind { works[index].hasRounds } else { false }
  }

  /// The names of the keys that work declares to read, in order; nil if it doesn't say.
  func declared(_ name: StepName) -> [String]? {
    let work = steps[Int(name.step)].kind.work
    return work.flatMap { works[$0].declared }.map { Set($0.map(\.name)).sorted() }
  }

  /// Whether both programs have the same steps and keys.
  func isSame(as other: Program) -> Bool {
    steps.count == other.steps.count && zip(steps, other.steps).allSatisfy { $0.id == $1.id }
      && keys.all == other.keys.all
  }

  /// The name as used by journals and hosts.
  func string(_ name: StepName) -> String {
    let step = steps[Int(name.step)]
    guard name.rounds != .first else { return step.id }
    return StepName.joined(step.id, name.rounds.unpacked(step.loops.count))
  }

  /// The step and the rounds of a name; nil if there is no such step, or the rounds don't match its
  /// loops.
  func name(_ string: String) -> StepName? {
    let (id, rounds) = StepName.split(string)
    guard let step = ids.steps[id] else { return nil }
    return name(step, rounds)
  }

  /// The name of a step in some rounds; nil if their number isn't that of the loops around it.
  func name(_ step: Int, _ rounds: [Int]?) -> StepName? {
    guard let rounds else { return nil }
    if rounds.isEmpty { return StepName(step: Int32(step), rounds: .first) }
    guard rounds.count == steps[step].loops.count, let packed = Rounds(rounds) else { return nil }
    return StepName(step: Int32(step), rounds: packed)
  }
}

extension Program {
  /// Checks the rounds in a name that was written before a run.
  /// - Throws: ``Rejection`` if they aren't those of the loops around the step, or are the first,
  ///   which are left out.
  package func checkRounds(in name: String) throws(Rejection) {
    guard let mark = name.utf8.lastIndex(of: 0x40), let step = ids.steps[String(name[..<mark])],
      self.name(name) == nil
    else { return }
    let id = String(name[..<mark])
    let count = steps[step].loops.count
    if count == 0 {
      throw Rejection(message: "“\(name)” names a round, but “\(id)” is in no loop: write “\(id)”")
    }
    if name.dropFirst(id.count + 1).split(separator: ".").allSatisfy({ $0 == "1" }) {
      throw Rejection(message: "“\(name)” is the first round, which has no number: write “\(id)”")
    }
    let example = StepName.joined(id, [2] + Array(repeating: 1, count: count - 1))
    throw Rejection(
      message: "“\(name)” names no round of “\(id)”, which is in "
        + (count == 1
          ? "a loop: write it as in “\(example)”"
          : "\(count) loops: write it as in “\(example)”, the outermost loop first"))
  }
}

extension StepName {
  /// An id and rounds as text; the first rounds are left out.
  static func joined(_ id: String, _ rounds: [Int]) -> String {
    rounds.allSatisfy { $0 == 1 } ? id : id + "@" + rounds.map(String.init).joined(separator: ".")
  }

  /// `item@2.1` is the id `item` in the rounds 2 and 1; the rounds are nil if they are invalid.
  package static func split(_ name: String) -> (id: String, rounds: [Int]?) {
    guard let mark = name.utf8.lastIndex(of: 0x40) else { return (name, []) }
    let id = String(name[..<mark])
    let parts = name[name.index(after: mark)...].split(
      separator: ".", omittingEmptySubsequences: false)
    let rounds = parts.compactMap { part -> Int? in
      // Each number has exactly one spelling.
      guard let number = Int(part), number > 0, String(number) == part else { return nil }
      return number
    }
    guard rounds.count == parts.count, rounds.contains(where: { $0 != 1 }) else { return (id, nil) }
    return (id, rounds)
  }
}

/// A place in the order of the flow: an instruction, and the rounds of the loops around it.
struct Position: Sendable {
  let instruction: Int
  let loops: [Int]
  let rounds: [Int]

  /// Whether it comes before another position: in an earlier round of a loop that contains both, or
  /// otherwise by instruction.
  static func < (a: Position, b: Position) -> Bool {
    var place = 0
    while place < a.loops.count, place < b.loops.count, a.loops[place] == b.loops[place] {
      if a.rounds[place] != b.rounds[place] { return a.rounds[place] < b.rounds[place] }
      place += 1
    }
    return a.instruction < b.instruction
  }
}

extension Program {
  /// The position of a performance of a step.
  func position(_ name: StepName) -> Position {
    let step = steps[Int(name.step)]
    return Position(
      instruction: step.instruction, loops: step.loops,
      rounds: name.rounds.unpacked(step.loops.count))
  }
}

extension Program {
  /// The same step in the next round of the innermost loop around it; nil if no name can hold that.
  func inNextRound(_ name: StepName) -> StepName? {
    var rounds = position(name).rounds
    guard let last = rounds.popLast() else { return nil }
    return Rounds(rounds + [last + 1]).map { StepName(step: name.step, rounds: $0) }
  }

  /// The operations that must have ended before an operation of the same group starts.
  func ancestors(of number: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = operations[number].after
    while let next = open.popLast() {
      if found.insert(next).inserted { open += operations[next].after }
    }
    return found
  }
}

extension RunState {
  /// The position of an instruction in the current rounds.
  func position(_ instruction: Int) -> Position {
    let loops = program.loops[instruction]
    return Position(
      instruction: instruction, loops: loops, rounds: loops.map { max(1, counters[$0]) })
  }
}
