extension Program {
  /// A prompt with the data that the engine needs to resolve it.
  package struct PromptCode: Sendable {
    package let id: String
    package var prompt: Prompt
    /// The questions of a form, or the fields of an alert, as they were declared.
    var questions: [PageQuestion] = []
    /// The index in the table of steps.
    let step: Int
    /// The slot for the answer; −1 for none.
    let slot: Int
    package let isSecret: Bool
    /// The keys shown in its texts, and read by its rules and its default.
    var reads: [Int]
    /// The keys read by the conditions of its choices and by its checks, which need no answers.
    var conditionReads: [Int] = []
    /// What is worked out for its texts, its rules and its default.
    var calculations: [CalculationCode] = []
    /// The next instruction for each choice; the last one is for a prompt without choices.
    var targets: [Int] = []
    /// The next instruction when the time is up; −1 if that fails the flow.
    package var timedOut = -1
    /// The slot of the list with its options; −1 if the prompt contains the options.
    package var source = -1
    /// The slot of the list with the titles of those options; −1 if they show their values.
    var titles = -1
    /// For a question of a form, the counter that marks it as shown; otherwise −1.
    var mark = -1
    /// For a question of a form or a field of an alert, the index of the form or alert; otherwise
    /// −1.
    package var page = -1
    /// The shape of its answer.
    package let shape: Prompt.Shape
    /// Whether it is an alert without buttons, which has no answer.
    var isNotice: Bool { shape == .notice }
    /// The slots of the answers that its texts and options show.
    var shown: [Int] { reads + conditionReads + (source < 0 ? [] : [source]) }
    /// For a form, its questions.
    package var fields: [FieldCode] = []
    /// Whether it is the first prompt of a branch for a failure.
    var isOfFailure = false
    /// The work in whose branch for a failure it stands; −1 for none.
    var failed = -1
  }

  /// The numbers of a prompt that the engine uses for each answer: reading them is free, while
  /// reading a prompt touches a hundred references.
  struct PromptFacts: Sendable {
    let shape: Prompt.Shape
    let step: Int32
    let slot: Int32
    let mark: Int32
    let source: Int32
    let isSecret: Bool
    let isOptional: Bool
    /// Whether it has rules or transforms.
    let hasRules: Bool
    /// Whether its texts, rules or default read answers, secret ones among them, or work something
    /// out.
    let hasReads: Bool
    /// Whether some of its choices have conditions.
    let hasConditions: Bool
    let readsSecrets: Bool
    /// Whether an answer is checked by the host, or by a rule for which the interpreter is asked.
    let isChecked: Bool
    let hasCalculations: Bool
    /// Whether its texts and options show no answer.
    let showsNothing: Bool
    /// The next instruction if there are no choices.
    let next: Int32
    /// The kind of value of which nothing more is asked: it's kept as it is given.
    let plain: Plain

    init(_ code: PromptCode, _ keys: KeySpace) {
      shape = code.shape
      step = Int32(code.step)
      slot = Int32(code.slot)
      mark = Int32(code.mark)
      source = Int32(code.source)
      isSecret = code.isSecret
      isOptional = code.prompt.isOptional
      hasRules = !code.prompt.rules.isEmpty || !code.prompt.transforms.isEmpty
      hasReads = !code.reads.isEmpty
      readsSecrets = code.reads.contains { keys.secrets.contains(keys[$0].name) }
      isChecked = code.prompt.hasAskedRules || !code.prompt.checks.isEmpty
      hasCalculations = !code.calculations.isEmpty
      hasConditions = code.prompt.choices.contains { $0.condition != nil }
      showsNothing =
        code.reads.isEmpty && code.conditionReads.isEmpty && code.source < 0 && code.fields.isEmpty
        && code.failed < 0
      next = Int32(code.targets.last ?? 0)
      if shape != .typed || hasRules {
        plain = .none
      } else {
        switch slot < 0 ? .string : keys[Int(slot)].type {
        case .string: plain = .string
        case .integer: plain = .integer
        case .boolean: plain = .boolean
        default: plain = .none
        }
      }
    }

    enum Plain: Sendable { case none, string, integer, boolean }

    /// Whether a value is kept as it is given, unless the flow has types of its own.
    @inline(__always)
    func keeps(_ value: Value) -> Bool {
      switch (plain, value) {
      case (.string, .string(let text)): !text.isEmpty
      case (.integer, .int), (.boolean, .bool): true
      default: false
      }
    }
  }

  /// A question of a form: its index in the table of prompts, and its condition.
  package struct FieldCode: Sendable {
    package let prompt: Int
    let condition: Int?
  }

  /// A question of a form, or a field of an alert.
  package struct PageQuestion: Sendable {
    let id: String
    let prompt: Prompt
    let condition: Condition?
  }

  /// Work of the host: an action or a load, and where it continues.
  package struct WorkCode: Sendable {
    /// What it means to perform it again.
    package enum Kind: Sendable {
      /// An action with an effect in the world: it takes a decision.
      case effect
      /// An action that only computes.
      case pure
      /// A load, which only computes too, and continues in branches for data and for none.
      case load

      /// The need for it.
      var need: Need.Kind { self == .load ? .load : .action }
    }

    package let kind: Kind
    let name: String
    /// The key for its result or its data.
    package let result: KeyReference?
    /// The keys that it declares to read, and those that it may set besides its result; nil if it
    /// doesn't say.
    let declared: [KeyReference]?
    let writes: [KeyReference]?
    let timeout: Duration?
    package let retries: Int
    let backoff: Duration
    let isUndoable: Bool
    let showsErrors: Bool
    let takesTerminal: Bool
    /// The text shown while it is performed.
    let loading: Text?

    package var id = ""
    var step = 0
    /// The slots for the data of a load, the error and the state; −1 for none, or if nothing reads
    /// them.
    var slot = -1
    var errorSlot = -1
    var stateSlot = -1
    /// The keys shown in its text, and what is worked out for it.
    var reads: [Int] = []
    var calculations: [CalculationCode] = []
    /// The counter of tries; −1 for an action that is tried once.
    var tries = -1
    /// Whether it is a loop around itself and its branches, since a `TryAgain` may begin a round.
    var hasRounds = false
    /// The next instructions after the data of a load, after none, and after a failure; −1 if that
    /// fails the flow.
    var data = 0
    var empty = 0
    package var failure = -1
    /// The instruction behind a load and its branches.
    var end = 0

    package var isLoad: Bool { kind == .load }
    /// Whether it only computes.
    package var isPure: Bool { kind == .pure }

    init(_ action: Node.Action) {
      kind = action.isLoad ? .load : action.isPure ? .pure : .effect
      name = action.name
      (result, declared, writes) = (action.result, action.reads, action.writes)
      (timeout, retries, backoff) = (action.timeout, action.retries, action.backoff)
      (isUndoable, showsErrors) = (action.isUndoable, action.showsErrors)
      takesTerminal = action.takesTerminal
      loading = action.loading
    }

    /// The keys that it sets, as far as it says so.
    var keysDeclared: [KeyReference] { (result.map { [$0] } ?? []) + (writes ?? []) }

    /// Whether it may set a key: it says so, or doesn't say what it sets.
    func declares(_ key: String) -> Bool {
      writes == nil || result?.name == key || writes?.contains { $0.name == key } ?? false
    }

    /// Whether it is tried again after this number of failed tries.
    func isTriedAgain(after tries: Int) -> Bool { tries > 0 && tries <= retries }
  }

  /// Where a `TryAgain` leads: what it removes, and the round that it begins.
  struct ReloadCode: Sendable {
    /// The slots that it empties.
    let slots: [Int]
    /// The counter of rounds.
    let round: Int
    /// The instruction of the load or action itself.
    let target: Int
  }

  /// An operation and the place of its steps.
  struct OperationCode: Sendable {
    let id: String
    let name: String
    let group: Int
    /// The operation around its group; −1 for none.
    let parent: Int
    let errorSlot: Int
    let stateSlot: Int
    /// The operations that wait for it.
    var dependants: [Int] = []
    /// The operations that it waits for.
    var after: [Int] = []
    /// The groups inside it.
    var groups: [Int] = []
    var start = 0
    /// The next instruction after a failure; −1 if that fails the flow.
    var failure = -1
    /// Its rank in the order of declaration.
    var rank = 0
    /// Its place in the order in which its group waits.
    var place = 0
  }

  struct GroupCode: Sendable {
    let operations: Range<Int>
    /// The surrounding operation; −1 for none.
    let parent: Int
    /// Its operations, each after those that it waits for; ties are in the order of declaration.
    var order: [Int] = []
    /// The instruction of the group, and the one after it.
    var start = 0
    var after = 0
  }
}

/// A text with its placeholders as slots.
struct TextCode: Sendable {
  /// What the text is to the person.
  enum Form: Sendable {
    case text, heading
    /// With its title.
    case note(Text)
  }

  let text: Text
  let form: Form
  let reads: [Int]
  let calculations: [CalculationCode]

  /// What is shown: the title of a note, and the text.
  var parts: [Text] { if case .note(let title) = form { [title, text] } else { [text] } }
}

/// A condition with its keys as slots.
package indirect enum ConditionCode: Sendable {
  case compare(Int, Condition.Comparison, Value)
  case compareKeys(Int, Condition.Comparison, Int)
  case calculate(CalculationCode, Condition.Comparison, CalculationCode)
  case isSet(Int)
  case isEmpty(Int)
  case isMultiple(Int, of: Int)
  case contains(Int, Value)
  case matches(Int, Pattern)
  case all([ConditionCode])
  case any([ConditionCode])
  case not(ConditionCode)
  /// Doesn't hold if it reads a key that has no answer.
  case known(ConditionCode)
}

extension ConditionCode {
  /// - Parameters:
  ///   - form: the condition.
  ///   - slot: returns the number of a key.
  package init(_ form: Condition.Form, _ slot: (KeyReference) -> Int) {
    switch form {
    case .compare(let key, let comparison, .value(let value)):
      self = .compare(slot(key), comparison, value)
    case .compare(let key, let comparison, .key(let other)):
      self = .compareKeys(slot(key), comparison, slot(other))
    case .calculate(let some, let comparison, let other):
      self = .calculate(
        CalculationCode(some.form, slot), comparison, CalculationCode(other.form, slot))
    case .isSet(let key): self = .isSet(slot(key))
    case .isEmpty(let key): self = .isEmpty(slot(key))
    case .isMultiple(let key, let divisor): self = .isMultiple(slot(key), of: divisor)
    case .contains(let key, let value): self = .contains(slot(key), value)
    case .matches(let key, let pattern): self = .matches(slot(key), pattern)
    case .all(let forms): self = .all(forms.map { ConditionCode($0, slot) })
    case .any(let forms): self = .any(forms.map { ConditionCode($0, slot) })
    case .not(let form): self = .not(ConditionCode(form, slot))
    }
  }

  /// Returns whether the condition holds.
  /// - Throws: the first key that the condition has to read and that has no answer.
  package func holds(_ slots: [Value?]) throws(Incalculable) -> Bool {
    switch self {
    case .isSet(let slot):
      return slots[slot] != nil
    case .compare(let slot, let comparison, let value):
      return comparison.holds(try Self.read(slot, slots), value)
    case .compareKeys(let slot, let comparison, let other):
      return comparison.holds(try Self.read(slot, slots), try Self.read(other, slots))
    case .calculate(let some, let comparison, let other):
      return comparison.holds(try some.value(slots), try other.value(slots))
    case .isEmpty(let slot):
      return try Self.read(slot, slots).isEmpty
    case .isMultiple(let slot, let divisor):
      guard case .int(let value) = try Self.read(slot, slots) else { return false }
      // −1 divides everything, and dividing the smallest Int by it would trap.
      if divisor == 0 { return value == 0 }
      return divisor == -1 || value % divisor == 0
    case .contains(let slot, let value):
      switch (try Self.read(slot, slots), value) {
      case (.list(let values), _): return values.contains { $0.isSame(as: value) }
      case (.string(let text), .string(let part)): return text.contains(part: part)
      default: return false
      }
    case .matches(let slot, let pattern):
      guard case .string(let text) = try Self.read(slot, slots) else { return false }
      return pattern.matches(text)
    case .all(let parts):
      for part in parts where try !part.holds(slots) { return false }
      return true
    case .any(let parts):
      for part in parts where try part.holds(slots) { return true }
      return false
    case .not(let part):
      return try !part.holds(slots)
    case .known(let part):
      return (try? part.holds(slots)) ?? false
    }
  }

  private static func read(_ slot: Int, _ slots: [Value?]) throws(Incalculable) -> Value {
    guard let value = slots[slot] else { throw .unset(slot: slot) }
    return value
  }
}

extension Condition.Comparison {
  /// Whether the comparison of two answers holds.
  package func holds(_ value: Value, _ other: Value) -> Bool {
    switch self {
    case .equal: return value.isSame(as: other)
    case .notEqual: return !value.isSame(as: other)
    default: break
    }
    guard let order = value.order(to: other) else { return false }
    return switch self {
    case .less: order == .ascending
    case .lessOrEqual: order != .descending
    case .greater: order == .descending
    default: order != .ascending
    }
  }
}

extension String {
  /// Whether this text contains another one, compared by characters, as Swift compares texts.
  package func contains(part: String) -> Bool {
    let needle = Array(part)
    let hay = Array(self)
    guard let first = needle.first else { return true }
    guard hay.count >= needle.count else { return false }
    return (0...(hay.count - needle.count)).contains { start in
      hay[start] == first && hay[start..<(start + needle.count)].elementsEqual(needle)
    }
  }
}
