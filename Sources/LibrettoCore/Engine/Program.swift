/// A tree flattened for the engine: instructions in an array, keys and ids as numbers.
///
/// So a run needs no recursion, a snapshot is small, and a step takes nanoseconds.
package final class Program: Sendable {
  /// One step of the engine. The numbers are indices into the program's tables.
  enum Instruction: Sendable {
    case say(text: Int)
    case prompt(Int)
    case work(Int)
    /// Removes what a load or an action left, and begins it again in another round.
    case reload(ReloadCode)
    /// Starts a group of operations, and waits for all of them.
    case startOperations(Int)
    case endOperation
    case cancelOperation(Int, step: Int)
    case wait(milliseconds: Int, step: Int)
    case back
    case store(slot: Int, constant: Int)
    case calculate(slot: Int, calculation: Int)
    case unset(slot: Int)
    case jump(Int)
    /// Continues if the condition holds, and jumps otherwise.
    case unless(condition: Int, to: Int)
    case startLoop(counter: Int)
    /// Begins the next round of a loop, or of a load that is loaded again.
    case nextRound(counter: Int)
    /// Increments the counter and continues while it is below `times`, and jumps otherwise.
    case countLoop(counter: Int, times: Int, exit: Int)
    case finish(outcome: String?)
    case fail(text: Int)
    case end
  }

  let name: String
  /// The number of the version, if the flow counts them.
  let version: Int?
  let instructions: [Instruction]
  /// Where each instruction was declared, if that is known.
  let sources: [FlowLocation?]
  package let prompts: [PromptCode]
  let facts: [PromptFacts]
  package let works: [WorkCode]
  let operations: [OperationCode]
  let groups: [GroupCode]
  /// The numbers of the operations in the order of declaration.
  let byRank: [Int]
  let texts: [TextCode]
  let conditions: [ConditionCode]
  let constants: [Value]
  let calculations: [CalculationCode]
  package let keys: KeySpace
  /// The keys whose types are the program's own, by slot.
  let own: [Int: OwnType]
  /// For each step back of the flow, the steps of the prompts whose branches contain it, the
  /// innermost last.
  let backs: [Int: [Int]]
  /// The steps that are performed by name.
  package let steps: [StepCode]
  /// The counter of the loop around each step: −1 for none, −2 for several.
  let stepLoops: [Int32]
  let counters: Int
  /// The current ids of steps and options by the earlier ones that the flow names: a saved run has
  /// them, since its own ids are not to be renamed once more. Of an earlier id that is another one's
  /// now, there is a second entry, behind “=”.
  let earlier: [String: String]
  /// The first ids of steps that had others, as far as the flow names them: in the keys of work.
  let firstIDs: [Int: String]
  /// Whether there are prompts with time limits, or waits.
  let hasClocks: Bool
  /// The counters of the loops around each instruction; equal lists are shared.
  let loops: [[Int]]
  /// The slots that only questions with several answers fill; the order of their values doesn't
  /// count.
  let sets: Set<Int>
  /// Whether the flow names a key that none of its steps sets, so that only the closure of an
  /// action can set it.
  let hasFreeKeys: Bool
  /// For each operation, the operations that contain it and itself, the outermost first.
  let paths: [[Int]]
  /// For the flow and each operation, a step in the same loops, or in further ones.
  let strandSteps: [Int?]
  /// The short forms by which tokens refer to the steps.
  package let ids: IDTable

  init(
    _ tree: Tree, keys: [KeyReference], secrets: Set<String>, sources: [FlowLocation],
    own: [OwnType]
  ) {
    let space = KeySpace(keys, secrets: secrets)
    var compiler = ProgramCompiler(keys: space, sources: sources)
    compiler.add(tree.steps)
    compiler.emit(.end)
    compiler.rankOperations()
    name = tree.name
    version = tree.version
    instructions = compiler.instructions
    self.sources = compiler.places
    prompts = compiler.prompts
    facts = prompts.map { PromptFacts($0, space) }
    works = compiler.works
    operations = compiler.operations
    groups = compiler.groups
    byRank = operations.indices.sorted { [operations] in operations[$0].rank < operations[$1].rank }
    texts = compiler.texts
    conditions = compiler.conditions
    constants = compiler.constants
    calculations = compiler.calculations
    self.keys = space
    self.own = Dictionary(
      own.compactMap { type in space.slots[type.key].map { ($0, type) } }
    ) { first, _ in first }
    backs = compiler.backs
    steps = compiler.steps
    stepLoops = steps.map { step in
      step.loops.isEmpty ? -1 : step.loops.count == 1 ? Int32(step.loops[0]) : -2
    }
    hasClocks =
      prompts.contains { $0.prompt.timeout != nil } || works.contains { $0.backoff > .zero }
      || steps.contains { $0.kind == .wait }
    counters = compiler.counters
    loops = compiler.loopsAround
    sets = Self.sets(prompts, works, instructions)
    hasFreeKeys = Self.declaredSlots(compiler).count < space.all.count
    // Those around an operation come before it.
    paths = operations.indices.reduce(into: [[Int]]()) { [operations] paths, number in
      let parent = operations[number].parent
      paths.append((parent < 0 ? [] : paths[parent]) + [number])
    }
    strandSteps = Self.strandSteps(steps, operations, groups, loops)
    ids = IDTable(steps: steps, prompts: prompts, keys: space.all)
    let renames = Renames(tree)
    guard renames.hasAny else {
      (earlier, firstIDs) = ([:], [:])
      return
    }
    let options = Set(prompts.flatMap { code in code.prompt.choices.map { code.id + "/" + $0.id } })
    var earlier = renames.all
    for id in earlier.keys where ids.steps[id] != nil || options.contains(id) {
      earlier["=" + id] = id
    }
    self.earlier = earlier
    firstIDs = Dictionary(
      uniqueKeysWithValues: steps.indices.map { [steps] in ($0, renames.first(steps[$0].id)) }
    ).filter { [steps] in steps[$0.key].id != $0.value }
  }
}

extension Program {
  /// The slots that the flow's steps set.
  private static func declaredSlots(_ compiler: ProgramCompiler) -> Set<Int> {
    var slots = Set(compiler.prompts.map(\.slot))
    for work in compiler.works {
      slots.formUnion([work.errorSlot, work.stateSlot])
      slots.formUnion(work.keysDeclared.compactMap { compiler.keys.slots[$0.name] })
    }
    for operation in compiler.operations {
      slots.formUnion([operation.errorSlot, operation.stateSlot])
    }
    for instruction in compiler.instructions {
      if let slot = instruction.storedSlot { slots.insert(slot) }
    }
    slots.remove(-1)
    return slots
  }

  private static func strandSteps(
    _ steps: [StepCode], _ operations: [OperationCode], _ groups: [GroupCode], _ loops: [[Int]]
  ) -> [Int?] {
    [steps.isEmpty ? nil : 0]
      + operations.map { operation in
        let around = loops[groups[operation.group].start]
        return steps.firstIndex { $0.loops.starts(with: around) }
      }
  }

  private static func sets(
    _ prompts: [PromptCode], _ works: [WorkCode], _ instructions: [Instruction]
  ) -> Set<Int> {
    var several: Set<Int> = []
    var others: Set<Int> = []
    for prompt in prompts where prompt.slot >= 0 {
      if prompt.prompt.shape == .someOf {
        several.insert(prompt.slot)
      } else {
        others.insert(prompt.slot)
      }
    }
    if several.isEmpty { return [] }
    for work in works { others.insert(work.slot) }
    for instruction in instructions {
      if let slot = instruction.storedSlot { others.insert(slot) }
    }
    return several.subtracting(others)
  }
}

extension Program.Instruction {
  /// The slot that a `Store` sets.
  fileprivate var storedSlot: Int? {
    switch self {
    case .store(let slot, _), .calculate(let slot, _): slot
    default: nil
    }
  }
}

/// The keys of a flow with the numbers of their slots, and which of them store secrets.
package final class KeySpace: Sendable {
  let all: [KeyReference]
  package let slots: [String: Int]
  package let secrets: Set<String>

  init(_ keys: [KeyReference], secrets: Set<String>) {
    all = keys
    self.secrets = secrets
    slots = Dictionary(keys.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  subscript(slot: Int) -> KeyReference { all[slot] }
}

/// The program of a flow, made when it is first needed.
///
/// A flow inside another one never needs it, nor does a flow that is only read and exported.
final class LazyProgram: Sendable {
  private let made = Locked<Program?>(nil)
  private let make: @Sendable () -> Program

  init(_ make: @escaping @Sendable () -> Program) { self.make = make }

  var program: Program {
    made.withLock { made in
      if let made { return made }
      let program = make()
      made = program
      return program
    }
  }
}

/// The short forms of ids and keys in a token: 32 bits each, the same in every process.
///
/// They are made with the flow. So a token contains neither the words that a person read nor their
/// positions. Among a hundred thousand steps, or options of a question, two are likely to have the
/// same; of these, a token contains the ids themselves.
package final class IDTable: Sendable {
  package let steps: ShortForms
  /// By slot.
  let keys: ShortForms
  /// The short forms of each prompt's choices.
  private let choices: [[UInt32]]
  /// The fingerprint of the flow's tree, computed when it is first needed.
  let fingerprint = Locked<UInt64?>(nil)

  init(steps: [Program.StepCode], prompts: [Program.PromptCode], keys: [KeyReference]) {
    self.steps = ShortForms(steps.map(\.id))
    self.keys = ShortForms(keys.map(\.name))
    choices = prompts.map { $0.prompt.choices.map(\.id.shortForm) }
  }

  /// The index of the choice of a prompt that has this short form; nil if several have it.
  func choice(_ short: UInt32, of prompt: Int) -> Int? {
    let place = choices[prompt].firstIndex(of: short)
    return place == choices[prompt].lastIndex(of: short) ? place : nil
  }
}

/// Texts by their places and their short forms.
package struct ShortForms: Sendable {
  /// Stands for no text, so that the text itself is needed.
  static let none: UInt32 = 0

  let texts: [String]
  /// The short forms by place; ``none`` where another text has the same.
  let forms: [UInt32]
  private let places: [UInt32: Int]
  /// The places of texts without a short form, by their bytes: two that `==` takes for the same may
  /// differ.
  private var whole: [[UInt8]: Int] = [:]

  init(_ texts: [String]) {
    self.texts = texts
    var forms = texts.map(\.shortForm)
    var places: [UInt32: Int] = [:]
    places.reserveCapacity(forms.count)
    var shared: Set<UInt32> = [Self.none]
    for (place, form) in forms.enumerated() {
      if places.updateValue(place, forKey: form) != nil { shared.insert(form) }
    }
    if shared.contains(where: { places[$0] != nil }) {
      for (place, form) in forms.enumerated() where shared.contains(form) {
        forms[place] = Self.none
        whole[Array(texts[place].utf8)] = place
      }
      for form in shared { places[form] = nil }
    }
    self.forms = forms
    self.places = places
  }

  /// The place of the text with this short form.
  subscript(short: UInt32) -> Int? { places[short] }

  /// The place of a text.
  package subscript(text: String) -> Int? {
    if let place = places[text.shortForm] {
      return texts[place].isIdenticalText(to: text) ? place : nil
    }
    return whole.isEmpty ? nil : whole[Array(text.utf8)]
  }
}
