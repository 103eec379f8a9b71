/// A tree made flat for the engine: instructions in an array, keys and ids as numbers.
///
/// So a run needs no recursion, a snapshot of it is small, and a step costs nanoseconds.
final class Program: Sendable {
  /// One step of the engine. The numbers are places in the program's tables.
  enum Instruction: Sendable {
    case say(text: Int)
    case prompt(Int)
    case action(Int)
    case store(slot: Int, constant: Int)
    case jump(Int)
    /// Goes on when the condition holds, else jumps.
    case unless(condition: Int, to: Int)
    case startLoop(counter: Int)
    /// Goes on while the counter is below `times`, which it raises, else jumps.
    case countLoop(counter: Int, times: Int, exit: Int)
    case finish(outcome: String?)
    case fail(text: Int)
    case end
  }

  /// A prompt with what the engine needs to resolve it.
  struct PromptCode: Sendable {
    var prompt: Prompt
    /// The number of the step in the table of performances.
    let step: Int
    /// Where the answer goes; −1 for nowhere.
    let slot: Int
    let isSecret: Bool
    /// The keys that its texts show.
    var reads: [Int]
    /// Where each choice goes on; the last is where a prompt without choices does.
    var targets: [Int]
  }

  let name: String
  let instructions: [Instruction]
  /// Where each instruction was declared, where that is known.
  let sources: [Place?]
  let prompts: [PromptCode]
  let actions: [(step: Int, action: Node.Action)]
  let texts: [TextCode]
  let conditions: [ConditionCode]
  let constants: [Value]
  let keys: [KeyReference]
  let slots: [String: Int]
  let secrets: Set<String>
  let steps: Int
  let counters: Int

  init(_ tree: Tree, keys: [KeyReference], secrets: Set<String>, sources: [Place]) {
    var compiler = ProgramCompiler(keys: keys, secrets: secrets, sources: sources)
    compiler.add(tree.steps)
    compiler.emit(.end)
    name = tree.name
    instructions = compiler.instructions
    self.sources = compiler.places
    prompts = compiler.prompts
    actions = compiler.actions
    texts = compiler.texts
    conditions = compiler.conditions
    constants = compiler.constants
    self.keys = keys
    slots = compiler.slots
    self.secrets = secrets
    steps = compiler.steps
    counters = compiler.counters
  }
}

/// A text with its placeholders as slots.
struct TextCode: Sendable {
  let text: Text
  let reads: [Int]
}

/// A condition with its keys as slots.
indirect enum ConditionCode: Sendable {
  case compare(Int, Condition.Comparison, Value)
  case compareKeys(Int, Condition.Comparison, Int)
  case isSet(Int)
  case isEmpty(Int)
  case isMultiple(Int, of: Int)
  case contains(Int, Value)
  case all([ConditionCode])
  case any([ConditionCode])
  case not(ConditionCode)
}
