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
  /// The names of the keys that its steps can set; nil if one of them can set any key.
  private(set) var keysSet: Set<String>? = []
  /// The keys that are set before the current step of the walk.
  var before = KeysBefore()
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
    guard keysSet != nil else { return }
    let keys = step.node.keysSet
    if keys == nil { keysSet = nil }
    for key in keys ?? [] { keysSet?.insert(key.name) }
  }

  mutating func note(_ prompt: Prompt) {
    if prompt.isSecret, let key = prompt.key { secrets.insert(key.name) }
    // A question that is hidden takes its answer away.
    if !prompt.conditions.allSatisfy({ $0 == nil }) { readsBefore = true }
  }

  /// Records a use of a key, and returns the first use, or nil if this is the first.
  mutating func note(_ use: KeyUse) -> KeyUse? {
    if use.isForFlow { uses.append(use) }
    if use.reader != nil, !before.contains(use.key.name) { readsBefore = true }
    return use.isOfFlow ? keys.note(use) : nil
  }

  /// The uses of keys that hold secrets.
  var usesOfSecrets: [KeyUse] {
    secrets.isEmpty ? [] : uses.filter { secrets.contains($0.key.name) }
  }
}
