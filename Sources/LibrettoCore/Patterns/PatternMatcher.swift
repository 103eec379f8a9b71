// How a pattern is matched. The parser has made a machine of instructions, which
// `PatternSimulation` walks through in all its states at once. If that gives few enough sets of
// states, a table of them is made together with the pattern (`PatternAutomaton`), over classes of
// scalars that the pattern can’t distinguish (`PatternAlphabet`). Either way, each scalar of a text
// is looked at once.

/// A parsed pattern, with the fastest way of matching that its limits allow.
///
/// This is a class so that a rule that has a pattern stays small.
final class PatternMatcher: Sendable {
  let program: PatternProgram
  let automaton: PatternAutomaton?

  init(_ program: PatternProgram) {
    self.program = program
    automaton = PatternAutomaton(program)
  }

  func matches(_ text: String) -> Bool {
    automaton?.matches(text) ?? simulate(text).matches
  }

  /// Matches without the automaton, and counts the steps.
  func simulate(_ text: String) -> (matches: Bool, steps: Int) {
    var simulation = PatternSimulation(program)
    simulation.start()
    for scalar in text.unicodeScalars {
      if simulation.active.isEmpty { return (false, simulation.steps) }
      simulation.take(scalar.value)
    }
    return (simulation.accepts, simulation.steps)
  }
}

/// One state of a pattern's machine. Offsets are relative, so code can be copied and joined.
enum PatternInstruction: Hashable, Sendable {
  /// Takes this scalar and continues at the next instruction.
  case scalar(UInt32)
  /// Takes a scalar of the set with this index and continues at the next instruction.
  case set(Int32)
  /// Continues both at the next instruction and at the offset.
  case split(Int32)
  /// Continues at the offset.
  case jump(Int32)
  /// Continues if this is the beginning of the text.
  case textStart
  /// Continues if this is the end of the text.
  case textEnd
  /// The pattern matches if this is the end of the text.
  case match
}

/// A pattern ready for matching.
struct PatternProgram: Sendable {
  let instructions: [PatternInstruction]
  let sets: [ScalarSet]
}

extension [PatternInstruction] {
  /// Code that matches one of several alternatives, each given as complete code.
  static func oneOf(_ alternatives: [[PatternInstruction]]) -> [PatternInstruction] {
    guard let last = alternatives.last else { return [] }
    let total = alternatives.reduce(-2) { $0 + $1.count + 2 }
    var result: [PatternInstruction] = []
    result.reserveCapacity(total)
    for alternative in alternatives.dropLast() {
      result.append(.split(Int32(alternative.count + 2)))
      result += alternative
      result.append(.jump(Int32(total - result.count)))
    }
    result += last
    return result
  }

  /// The number of instructions that ``repeated(_:_:)`` returns, computed without making them.
  func countRepeated(_ least: Int, _ most: Int?) -> Int {
    if isEmpty { return 0 }
    guard let most else { return least == 0 ? count + 2 : least * count + 1 }
    return least * count + (most - least) * (count + 1)
  }

  /// Code that repeats this code; a nil `most` means any number of times.
  func repeated(_ least: Int, _ most: Int?) -> [PatternInstruction] {
    // An empty code stays empty however often it is repeated.
    if isEmpty { return [] }
    let total = countRepeated(least, most)
    var result: [PatternInstruction] = []
    result.reserveCapacity(total)
    for _ in 0..<least { result += self }
    guard let most else {
      if least == 0 { return [.split(Int32(count + 2))] + self + [.jump(Int32(-count - 1))] }
      return result + [.split(Int32(-count))]
    }
    // Every exit leads directly to the end: written as x?x?x?…, x{0,1000} would be walked through
    // completely at each scalar.
    for _ in least..<Swift.max(least, most) {
      result.append(.split(Int32(total - result.count)))
      result += self
    }
    return result
  }
}

/// A pattern as a table that maps a state and the next scalar to the next state.
///
/// The whole table is made together with the pattern, within limits, so it never changes and
/// threads can share it.
struct PatternAutomaton: Sendable {
  private let alphabet: PatternAlphabet
  /// One row for each state, identified by the index of its first entry. Row 0 has no exit.
  private let rows: [UInt16]
  /// For each state, whether the pattern matches if the text ends there.
  private let accepts: [Bool]

  /// What a state represents: two states are the same if these are equal.
  struct Threads: Hashable {
    var active: [Int32] = []
    var accepts = false
  }

  /// Makes the automaton, or returns nil if the limits don't allow one.
  init?(_ program: PatternProgram) {
    // With few exceptions, a large program has no small automaton.
    guard program.instructions.count <= 4 * PatternLimits.automatonStates,
      let alphabet = PatternAlphabet(program)
    else { return nil }
    let width = alphabet.starts.count
    let most = min(PatternLimits.automatonStates, PatternLimits.automatonEntries / width)
    var simulation = PatternSimulation(program)
    simulation.start()
    var states = [Threads(), Threads(simulation)]
    // The first state has its own row even if it has no exit, because row 0 ends the matching.
    var numbers = [states[1]: 1]
    numbers[states[0]] = 0
    var rows = [UInt16](repeating: 0, count: width)
    var index = 1
    while index < states.count {
      for start in alphabet.starts {
        simulation.resume(at: states[index].active)
        simulation.take(start)
        let threads = Threads(simulation)
        let number = numbers[threads] ?? states.count
        guard number < most, simulation.steps <= PatternLimits.automatonSteps else { return nil }
        if number == states.count {
          states.append(threads)
          numbers[threads] = number
        }
        rows.append(UInt16(number * width))
      }
      index += 1
    }
    self.alphabet = alphabet
    self.rows = rows
    accepts = states.map(\.accepts)
  }

  func matches(_ text: String) -> Bool {
    let width = alphabet.starts.count
    var row = width
    for scalar in text.unicodeScalars {
      row = Int(rows[row + alphabet.index(scalar.value)])
      if row == 0 { return false }
    }
    return accepts[row / width]
  }
}

extension PatternAutomaton.Threads {
  init(_ simulation: PatternSimulation) {
    self.init(active: simulation.active.sorted(), accepts: simulation.accepts)
  }
}

/// The scalars, sorted into classes that a pattern can't distinguish.
struct PatternAlphabet: Sendable {
  /// The first scalar of each class, in order; a class extends to the start of the next one.
  let starts: [UInt32]
  private let ascii: [UInt8]

  /// Returns nil if there are more classes than a byte can number.
  init?(_ program: PatternProgram) {
    var starts: Set<UInt32> = [0]
    for instruction in program.instructions {
      guard case .scalar(let value) = instruction else { continue }
      starts.insert(value)
      starts.insert(value + 1)
    }
    for range in program.sets.lazy.flatMap(\.ranges) {
      starts.insert(range.lowerBound)
      starts.insert(range.upperBound + 1)
    }
    guard starts.count <= 256 else { return nil }
    self.starts = starts.sorted()
    var ascii = [UInt8](repeating: 0, count: 128)
    for (index, start) in self.starts.enumerated().dropFirst() {
      guard start < 128 else { break }
      for value in Int(start)..<128 { ascii[value] = UInt8(index) }
    }
    self.ascii = ascii
  }

  /// The number of a scalar's class.
  func index(_ scalar: UInt32) -> Int {
    if scalar < 128 { return Int(ascii[Int(scalar)]) }
    return starts.firstPlace { $0 > scalar } - 1
  }
}

/// Walks through a text in all possible states of a pattern at once.
///
/// Thompson's construction: each instruction is visited at most once for each scalar, so the work
/// is at most the length of the text times that of the program, for any pattern. Source: K.
/// Thompson, “Regular Expression Search Algorithm”, 1968.
struct PatternSimulation {
  /// The instructions that are waiting for a scalar.
  private(set) var active: [Int32] = []
  /// Whether the pattern matches if the text ends here.
  private(set) var accepts = false
  /// The number of instructions visited so far.
  private(set) var steps = 0

  private let program: PatternProgram
  private var previous: [Int32] = []
  private var pending: [Int32] = []
  private var ends: [Int32] = []
  /// For each instruction, the round of its last visit.
  private var visits: [Int]
  private var round = 0

  init(_ program: PatternProgram) {
    self.program = program
    visits = [Int](repeating: 0, count: program.instructions.count)
  }

  /// Goes to the beginning of the text.
  mutating func start() {
    begin()
    visit(0)
    follow(isStart: true)
  }

  /// Continues from a state in which only these instructions are waiting.
  mutating func resume(at active: [Int32]) { self.active = active }

  /// Takes the next scalar of the text.
  mutating func take(_ scalar: UInt32) {
    swap(&active, &previous)
    begin()
    steps += previous.count
    for index in previous {
      switch program.instructions[Int(index)] {
      case .scalar(let value) where value == scalar: visit(index + 1)
      case .set(let set) where program.sets[Int(set)].contains(scalar): visit(index + 1)
      default: break
      }
    }
    follow(isStart: false)
  }

  private mutating func begin() {
    active.removeAll(keepingCapacity: true)
    accepts = false
    round += 1
  }

  private mutating func visit(_ index: Int32) {
    guard visits[Int(index)] != round else { return }
    visits[Int(index)] = round
    pending.append(index)
  }

  /// Follows everything that takes no scalar; then, to see whether the pattern matches, what comes
  /// after `$`.
  private mutating func follow(isStart: Bool) {
    follow(isStart: isStart, isEnd: false)
    guard !ends.isEmpty else { return }
    for index in ends { visit(index + 1) }
    ends.removeAll(keepingCapacity: true)
    follow(isStart: isStart, isEnd: true)
  }

  private mutating func follow(isStart: Bool, isEnd: Bool) {
    while let index = pending.popLast() {
      steps += 1
      switch program.instructions[Int(index)] {
      case .scalar, .set: if !isEnd { active.append(index) }
      case .split(let offset):
        visit(index + offset)
        visit(index + 1)
      case .jump(let offset): visit(index + offset)
      case .textStart: if isStart { visit(index + 1) }
      case .textEnd: if isEnd { visit(index + 1) } else { ends.append(index) }
      case .match: accepts = true
      }
    }
  }
}
