/// The steps of a program by their ids, for whoever comes from a journal.
struct StepTable {
  private var prompts: [String: Int] = [:]
  private var actions: [String: Int] = [:]
  private var loads: [String: Int] = [:]
  private let program: Program

  init(_ program: Program) {
    self.program = program
    for (index, code) in program.prompts.enumerated() where prompts[code.prompt.id] == nil {
      prompts[code.prompt.id] = index
    }
    for (index, code) in program.actions.enumerated() { actions[code.action.id] = index }
    for (index, code) in program.loads.enumerated() { loads[code.load.id] = index }
  }

  /// The place of a prompt in its table.
  func prompt(_ id: String) -> Int? { prompts[id] }

  /// The action of this id.
  func action(_ id: String) -> Program.ActionCode? { actions[id].map { program.actions[$0] } }

  /// Whether there is a load of this id.
  func isLoad(_ id: String) -> Bool { loads[id] != nil }

  /// Whether a step stands in the strand of an operation, or in one inside of it; every step stands
  /// in the main one.
  func isInside(_ id: String, _ strand: Int) -> Bool {
    if strand == 0 { return true }
    var operation =
      prompts[id].map { program.prompts[$0].operation }
      ?? actions[id].map { program.actions[$0].operation }
      ?? loads[id].map { program.loads[$0].operation } ?? -1
    while operation >= 0 {
      if operation == strand - 1 { return true }
      operation = program.operations[operation].parent
    }
    return false
  }
}
