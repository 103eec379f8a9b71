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

extension Run {
  /// The position of an instruction in the current rounds.
  func position(_ instruction: Int) -> Position {
    let loops = program.loops[instruction]
    return Position(
      instruction: instruction, loops: loops, rounds: loops.map { max(1, counters[$0]) })
  }
}
