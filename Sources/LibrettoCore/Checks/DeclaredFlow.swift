/// The declarations of a flow, collected in one walk, for the rules about the whole flow.
struct DeclaredFlow {
  let name: String
  let place: FlowLocation
  let steps: [Node]
  /// What the tree doesn't contain of each step, in the order of a walk.
  let sources: [StepSource]
  /// Where each id was declared.
  var places: [String: FlowLocation] = [:]
  private(set) var keys = KeyTable()
  /// The names of the keys that hold secrets.
  private(set) var secrets: Set<String> = []
  /// The uses of keys that only the whole flow can judge.
  private(set) var uses: [KeyUse] = []
  /// The patterns without duplicates.
  var patterns: Set<Pattern> = []
  private(set) var hasOperations = false
  /// The keys that are set before the current step of the walk, and those that the step itself sets,
  /// by their numbers.
  var before = KeysBefore()
  var written: [Int] = []
  /// Whether something reads a key that isn't: only the ways through the flow show if it can be set.
  private(set) var readsBefore = false

  init(_ name: String, _ steps: [Node], _ sources: [StepSource], at place: FlowLocation) {
    self.name = name
    self.steps = steps
    self.sources = sources
    self.place = place
  }

  mutating func note(_ step: DeclaredStep) {
    if case .operations = step.node.kind { hasOperations = true }
    written.removeAll(keepingCapacity: true)
  }

  mutating func note(_ prompt: Prompt) {
    if prompt.isSecret, let key = prompt.key { secrets.insert(key.name) }
    // A question that is hidden takes its answer away.
    if !prompt.conditions.allSatisfy({ $0 == nil }) { readsBefore = true }
  }

  /// Records a use of a key, and returns the first use, or nil if this is the first.
  mutating func note(_ use: KeyUse) -> KeyUse? {
    if use.isForFlow { uses.append(use) }
    guard use.isOfFlow else { return nil }
    let (key, first) = keys.note(use)
    if use.reader != nil, !before.contains(key) { readsBefore = true }
    if use.isWritten { written.append(key) }
    return first
  }

  /// The names of the keys that its steps can set; nil if one of them can set any key.
  var keysSet: Set<String>? {
    var names: Set<String> = []
    for step in steps.deep {
      guard let keys = step.keysSet else { return nil }
      names.formUnion(keys.map(\.name))
    }
    return names
  }

  /// The uses of keys that hold secrets.
  var usesOfSecrets: [KeyUse] {
    secrets.isEmpty ? [] : uses.filter { secrets.contains($0.key.name) }
  }
}

/// A use of a key and its place.
struct KeyUse {
  enum Way {
    /// Something would show the answer, for example a text or a condition; in words.
    case shown(by: String)
    /// A rule of a question that isn't secret compares the answer with the person's.
    case compared
    /// A condition only tests whether there is an answer.
    case isSet
    /// Work declares that it reads the answer.
    case read
    /// An `Ask` writes the answer.
    case answered
    /// Work declares that it may set the answer.
    case set
    /// Something else writes the answer; in words.
    case written(by: String)
    /// The engine writes how something ended, if the flow uses the key.
    case ending
    /// The flow contains the answer as a default.
    case preset
    /// The flow contains the answer in a rule.
    case listed
  }

  let key: KeyReference
  let way: Way
  let place: FlowLocation

  /// Whether it makes the key a key of the flow; other uses only concern the answer.
  var isOfFlow: Bool {
    switch way {
    case .ending, .preset, .listed: false
    case .shown, .compared, .isSet, .read, .answered, .set, .written: true
    }
  }

  /// Whether only the whole flow shows if the use is allowed.
  var isForFlow: Bool {
    switch way {
    case .isSet, .read, .answered, .set: false
    case .shown, .compared, .written, .ending, .preset, .listed: true
    }
  }

  /// Whether the step sets the answer.
  var isWritten: Bool {
    switch way {
    case .answered, .set, .written: true
    case .shown, .compared, .isSet, .read, .ending, .preset, .listed: false
    }
  }

  /// What reads the answer, in words; nil if nothing does.
  var reader: String? {
    switch way {
    case .shown(let what): what
    case .compared: "a rule"
    case .isSet, .read, .answered, .set, .written, .ending, .preset, .listed: nil
    }
  }
}

/// The keys of a flow, numbered, each with its first use, which determines its type.
struct KeyTable {
  private var first: [KeyUse] = []
  private var numbers: [String: Int] = [:]

  /// The keys in the order of their first use.
  var order: [KeyReference] { first.map(\.key) }

  /// The type of a key; nil if the flow doesn't use it.
  func type(of name: String) -> ValueType? { numbers[name].map { first[$0].key.type } }

  /// Records a use of a key; returns the key, and its first use, or nil if this is the first.
  mutating func note(_ use: KeyUse) -> (key: Int, first: KeyUse?) {
    if let known = numbers[use.key.name] { return (known, first[known]) }
    numbers[use.key.name] = first.count
    first.append(use)
    return (first.count - 1, nil)
  }
}

/// The keys that are set before the current step of a walk, as far as the order of the steps shows it:
/// by a step before it in the same block, or in one around it. No way leads past those.
///
/// Most flows ask before they read, so this spares them the search of all ways (``ReadBeforeSet``).
struct KeysBefore {
  /// By the number of each key.
  private var areSet: [Bool] = []
  private var changes: [(key: Int, isSet: Bool)] = []

  /// How much has changed so far.
  var mark: Int { changes.count }

  func contains(_ key: Int) -> Bool { key < areSet.count && areSet[key] }

  mutating func note(_ keys: [Int], areSet isSet: Bool = true) {
    for key in keys where contains(key) != isSet {
      while areSet.count <= key { areSet.append(false) }
      areSet[key] = isSet
      changes.append((key, isSet))
    }
  }

  /// Takes back what has changed since, at the end of a block.
  mutating func takeBack(to mark: Int) {
    while changes.count > mark, let last = changes.popLast() { areSet[last.key] = !last.isSet }
  }

  /// Notes what a step sets at the beginning of one of its branches.
  mutating func enter(_ part: Node.Part, _ written: [Int]) {
    switch part {
    case .choice, .data: note(written)
    case .timedOut, .empty, .failure: note(written, areSet: false)
    case .body, .questions, .then, .selected, .otherwise: break
    }
  }
}
