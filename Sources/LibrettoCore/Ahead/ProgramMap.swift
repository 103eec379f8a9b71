/// Where the parts of a program are: the order in which it is walked, its loops and operations, and
/// what each part can set.
struct ProgramMap {
  /// The instructions in the order of the steps, in which an operation comes after those that it
  /// waits for; and the rank of each in it.
  private(set) var order: [Int] = []
  private(set) var ranks: [Int]
  /// The operations by the first instruction of each, and by those with which it ends.
  private(set) var starts: [Int: Int] = [:]
  private(set) var ends: [Int: Int] = [:]
  /// The operations that some step can cancel.
  private(set) var cancelled: Set<Int> = []
  /// By the counter of a loop, the first instruction after it.
  private var behind: [Int: Int] = [:]
  /// The slots that instructions can set, in the order of the instructions; below 0 for any.
  private var writes: [(instruction: Int, slot: Int)] = []

  init(_ program: Program) {
    let count = program.instructions.count
    ranks = Array(repeating: count, count: count)
    for group in program.groups { add(group, program) }
    arrange(program)
    bound(program)
    for index in 0..<count { note(index, program) }
  }

  /// The first instruction after a loop.
  func behind(_ loop: Int) -> Int { behind[loop] ?? ranks.count }

  func rank(behind loop: Int) -> Int { behind[loop].map { ranks[$0] } ?? ranks.count }

  /// The slots that a range of instructions can set; one below 0 stands for all.
  func writes(in range: Range<Int>) -> ArraySlice<(instruction: Int, slot: Int)> {
    writes[place(of: range.lowerBound)..<place(of: range.upperBound)]
  }

  private func place(of instruction: Int) -> Int {
    writes.firstPlace { $0.instruction >= instruction }
  }

  private mutating func add(_ group: Program.GroupCode, _ program: Program) {
    for operation in group.operations {
      let code = program.operations[operation]
      let isLast = operation + 1 == group.operations.upperBound
      let end = isLast ? group.after : program.operations[operation + 1].start
      starts[code.start] = operation
      ends[end - 1] = operation
      if code.failure >= 0 { ends[code.failure - 1] = operation }
    }
  }

  /// Orders the instructions. Operations that wait for each other have no place.
  private mutating func arrange(_ program: Program) {
    var open = [0..<program.instructions.count]
    while let range = open.popLast() {
      for instruction in range {
        ranks[instruction] = order.count
        order.append(instruction)
        guard case .startOperations(let number) = program.instructions[instruction] else {
          continue
        }
        let group = program.groups[number]
        open.append(group.after..<range.upperBound)
        for operation in group.order.reversed() {
          let next =
            group.operations.contains(operation + 1)
            ? program.operations[operation + 1].start : group.after
          open.append(program.operations[operation].start..<next)
        }
        break
      }
    }
  }

  private mutating func bound(_ program: Program) {
    var around: [Int] = []
    for (index, loops) in program.loops.enumerated() where loops != around {
      while !loops.starts(with: around) { behind[around.removeLast()] = index }
      around = loops
    }
  }

  private mutating func note(_ index: Int, _ program: Program) {
    if let operation = starts[index] {
      let code = program.operations[operation]
      add([code.errorSlot, code.stateSlot], index)
    }
    switch program.instructions[index] {
    case .prompt(let number): add([program.prompts[number].slot], index)
    case .work(let number):
      let code = program.works[number]
      let declared = code.keysDeclared.compactMap { program.keys.slots[$0.name] }
      add(declared + [code.errorSlot, code.stateSlot], index)
      if code.writes == nil { writes.append((index, -1)) }
    case .reload(let reload): add(reload.slots, index)
    case .store(let slot, _), .calculate(let slot, _), .unset(let slot): add([slot], index)
    case .cancelOperation(let operation, _): cancelled.insert(operation)
    default: break
    }
  }

  private mutating func add(_ slots: [Int], _ index: Int) {
    for slot in slots where slot >= 0 { writes.append((index, slot)) }
  }
}
