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
  /// The operations that must have ended before an operation of the same group starts.
  func ancestors(of number: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = operations[number].after
    while let next = open.popLast() {
      if found.insert(next).inserted { open += operations[next].after }
    }
    return found
  }

  /// Whether what an operation does can't be seen from another one, since neither waits for the
  /// other; −1 is no operation.
  func isBeside(_ operation: Int, _ other: Int) -> Bool {
    guard operation >= 0, other >= 0 else { return false }
    for (one, two) in zip(paths[operation], paths[other]) where one != two {
      return operations[one].group == operations[two].group && !ancestors(of: two).contains(one)
        && !ancestors(of: one).contains(two)
    }
    return false
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
