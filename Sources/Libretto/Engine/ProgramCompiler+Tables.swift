// What the instructions refer to by numbers: steps, counters, texts, conditions.

extension ProgramCompiler {
  /// Adds a step at the current instruction.
  mutating func newStep(_ id: String, _ kind: Program.StepCode.Kind) -> Int {
    steps.append(
      Program.StepCode(
        id: id, kind: kind, loops: loops, operation: operation, instruction: instructions.count))
    return steps.count - 1
  }

  mutating func newCounter() -> Int {
    counters += 1
    return counters - 1
  }

  mutating func aim(_ index: Int, at target: Int) {
    switch instructions[index] {
    case .jump: instructions[index] = .jump(target)
    case .unless(let condition, _):
      instructions[index] = .unless(condition: condition, to: target)
    case .countLoop(let counter, let times, _):
      instructions[index] = .countLoop(counter: counter, times: times, exit: target)
    default: break
    }
  }

  mutating func add(_ text: Text, as form: TextCode.Form = .text) -> Int {
    let all = if case .note(let title) = form { [title, text] } else { [text] }
    texts.append(
      TextCode(
        text: text, form: form, reads: all.flatMap { $0.keys.map { slot($0) } },
        calculations: all.flatMap { $0.calculations.map { code($0) } }))
    return texts.count - 1
  }

  mutating func add(_ condition: Condition) -> Int {
    conditions.append(ConditionCode(condition.form) { slot($0) })
    return conditions.count - 1
  }

  /// Adds a condition that doesn't hold if it reads a key that has no answer.
  mutating func addLenient(_ condition: Condition) -> Int {
    conditions.append(.known(ConditionCode(condition.form) { slot($0) }))
    return conditions.count - 1
  }

  /// The slot of a key; every key of a tree is in the table made by its assembly.
  func slot(_ key: KeyReference) -> Int { keys.slots[key.name] ?? 0 }

  func code(_ calculation: Calculation) -> CalculationCode {
    CalculationCode(calculation.form) { slot($0) }
  }
}
