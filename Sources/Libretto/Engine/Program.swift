/// A tree made flat for the engine: instructions in an array, keys and ids as numbers.
///
/// So a run needs no recursion, a snapshot of it is small, and a step costs nanoseconds.
final class Program: Sendable {
  /// One step of the engine. The numbers are places in the program's tables.
  enum Instruction: Sendable {
    case say(text: Int)
    case prompt(Int)
    case action(Int)
    case load(Int)
    /// Takes a load's answer away and begins it anew.
    case reload(Int)
    /// Starts a group of operations, and waits for all of them.
    case startOperations(Int)
    case endOperation
    case cancelOperation(Int)
    case wait(milliseconds: Int)
    case back
    case store(slot: Int, constant: Int)
    case unset(slot: Int)
    case jump(Int)
    /// Goes on when the condition holds, else jumps.
    case unless(condition: Int, to: Int)
    case startLoop(counter: Int)
    /// Goes on while the counter is below `times`, which it raises, else jumps.
    case countLoop(counter: Int, times: Int, exit: Int)
    /// Jumps when the question of a form with this mark has been answered.
    case ifAnswered(mark: Int, to: Int)
    /// Marks a question of a form to be asked again.
    case askAgain(mark: Int)
    case finish(outcome: String?)
    case fail(text: Int)
    case end
  }

  let name: String
  let instructions: [Instruction]
  /// Where each instruction was declared, where that is known.
  let sources: [Place?]
  let prompts: [PromptCode]
  let actions: [ActionCode]
  let loads: [LoadCode]
  let operations: [OperationCode]
  let groups: [GroupCode]
  /// The numbers of the operations in their order of declaration.
  let byRank: [Int]
  let texts: [TextCode]
  let conditions: [ConditionCode]
  let constants: [Value]
  let keys: KeySpace
  /// For each step back, the prompts in whose branches it stands.
  let backs: [Int: Set<Int>]
  let steps: Int
  let counters: Int
  /// How tokens refer to the steps.
  let ids: IDTable

  init(_ tree: Tree, keys: [KeyReference], secrets: Set<String>, sources: [Place]) {
    let space = KeySpace(keys, secrets: secrets)
    var compiler = ProgramCompiler(keys: space, sources: sources)
    compiler.add(tree.steps)
    compiler.emit(.end)
    compiler.rankOperations()
    name = tree.name
    instructions = compiler.instructions
    self.sources = compiler.places
    prompts = compiler.prompts
    actions = compiler.actions
    loads = compiler.loads
    operations = compiler.operations
    groups = compiler.groups
    byRank = operations.indices.sorted { [operations] in operations[$0].rank < operations[$1].rank }
    texts = compiler.texts
    conditions = compiler.conditions
    constants = compiler.constants
    self.keys = space
    backs = compiler.backs
    steps = compiler.steps
    counters = compiler.counters
    ids = IDTable(prompts: prompts, actions: actions, loads: loads)
  }
}

/// The keys of a flow, each with the number of its slot, and which of them hold secrets.
final class KeySpace: Sendable {
  let all: [KeyReference]
  let slots: [String: Int]
  let secrets: Set<String>

  init(_ keys: [KeyReference], secrets: Set<String>) {
    all = keys
    self.secrets = secrets
    slots = Dictionary(keys.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  subscript(slot: Int) -> KeyReference { all[slot] }
}
