extension Program {
  /// A prompt with what the engine needs to resolve it.
  struct PromptCode: Sendable {
    var prompt: Prompt
    /// The place in the table of steps.
    let step: Int
    /// Where the answer goes; −1 for nowhere.
    let slot: Int
    let isSecret: Bool
    /// The keys that its texts show.
    var reads: [Int]
    /// Where each choice goes on; the last is where a prompt without choices does.
    var targets: [Int] = []
    /// Where it goes on when the time is up; −1 where that fails the flow.
    var timedOut = -1
    /// The slot of the list that is its options; −1 where they stand in the prompt.
    var source = -1
    /// Of a question on a form: the counter that marks it as shown; −1 elsewhere.
    var mark = -1
    /// Of a question on a form, or a field of an alert: the place of the form or alert in the table;
    /// −1 elsewhere.
    var page = -1
    /// What its answer is.
    let shape: Prompt.Shape
    /// Whether it is an alert without buttons, which nobody answers.
    var isNotice: Bool { shape == .notice }
    /// Of a form: its questions.
    var fields: [FieldCode] = []
    /// The operation around; −1 for none.
    var operation = -1
  }

  /// What the engine asks of a prompt at each answer, in numbers: to read it costs nothing, where a
  /// prompt is a hundred references.
  struct PromptFacts: Sendable {
    let shape: Prompt.Shape
    let step: Int32
    let slot: Int32
    let mark: Int32
    let source: Int32
    let isSecret: Bool
    let isOptional: Bool
    let hasRules: Bool
    /// Whether it has texts with answers in them.
    let hasReads: Bool
    /// Whether no answer stands in its texts or options.
    let showsNothing: Bool
    /// Where it goes on without choices.
    let next: Int32
    /// Whether all its answers lead to the same place.
    let isStraight: Bool

    init(_ code: PromptCode) {
      shape = code.shape
      step = Int32(code.step)
      slot = Int32(code.slot)
      mark = Int32(code.mark)
      source = Int32(code.source)
      isSecret = code.isSecret
      isOptional = code.prompt.isOptional
      hasRules = !code.prompt.rules.isEmpty
      hasReads = !code.reads.isEmpty
      showsNothing = code.reads.isEmpty && code.source < 0 && code.fields.isEmpty
      next = Int32(code.targets.last ?? 0)
      isStraight = code.shape != .notice && Set(code.targets).count == 1
    }
  }

  /// A question of a form: its place in the table of prompts, and what shows it.
  struct FieldCode: Sendable {
    let prompt: Int
    let condition: Int?
  }

  struct ActionCode: Sendable {
    let step: Int
    let action: Node.Action
    /// The operation around; −1 for none.
    let operation: Int
  }

  /// A load, and where it goes on.
  struct LoadCode: Sendable {
    /// The load without its steps.
    let load: Node.Load
    let step: Int
    let slot: Int
    /// Where the error and the state go; −1 where nothing reads them.
    let errorSlot: Int
    let stateSlot: Int
    let reads: [Int]
    /// The counter of the tries.
    let tries: Int
    /// The counter of the rounds, which `Reload` begins.
    let round: Int
    /// The operation around; −1 for none.
    let operation: Int
    /// Where the load itself stands.
    var instruction = 0
    var data = 0
    var empty = 0
    /// Where it goes on when it failed; −1 where that fails the flow.
    var failure = -1
  }

  /// An operation, and where its steps are.
  struct OperationCode: Sendable {
    let id: String
    let name: String
    let group: Int
    /// The operation around its group; −1 for none.
    let parent: Int
    let errorSlot: Int
    let stateSlot: Int
    /// How many have to end before it starts.
    var dependencies = 0
    /// Those that wait for it.
    var dependants: [Int] = []
    /// The operations that it waits for.
    var after: [Int] = []
    /// The groups that stand in it.
    var groups: [Int] = []
    var start = 0
    /// Where it goes on when it failed; −1 where that fails the flow.
    var failure = -1
    /// Its place in the order of declaration.
    var rank = 0
  }

  struct GroupCode: Sendable {
    let operations: Range<Int>
    /// The operation around; −1 for none.
    let parent: Int
    /// Its operations in the order of waiting, ties by declaration.
    var order: [Int] = []
    /// Where it stands, and the instruction behind it.
    var start = 0
    var after = 0
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
  case matches(Int, Pattern)
  case all([ConditionCode])
  case any([ConditionCode])
  case not(ConditionCode)
  /// Does not hold where it reads a key that nothing has set.
  case known(ConditionCode)
}
