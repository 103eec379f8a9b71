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
