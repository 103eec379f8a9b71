/// Finds the differences between two versions of a flow, step by step.
struct FlowComparison {
  private let old: (named: [FlowStep], others: [Node.Kind])
  private let new: (named: [FlowStep], others: [Node.Kind])
  /// The new ids of what the old version has.
  let renames: Renames
  private let oldSecrets: Set<String>
  private let newSecrets: Set<String>
  private(set) var differences: [FlowDiff.Difference] = []

  init(_ old: Flow, _ new: Flow) {
    renames = Renames(new.tree)
    self.old = FlowStep.all(in: old.tree, renames)
    self.new = FlowStep.all(in: new.tree, nil)
    oldSecrets = old.secrets
    newSecrets = new.secrets
    if old.name != new.name {
      note(
        .mapping, "",
        "the flow was renamed from “\(old.name)” to “\(new.name)”: saved runs refer to its name and "
          + "are refused; restore the name")
    }
  }

  mutating func note(_ verdict: FlowDiff.Verdict, _ id: String, _ message: String) {
    differences.append(FlowDiff.Difference(verdict: verdict, id: id, message: message))
  }

  mutating func compare() {
    let before = Dictionary(old.named.map { ($0.newID, $0) }) {
      // If a step has the id that another one had, the renamed one counts.
      $0.newID == $0.id ? $1 : $0
    }
    var common: [(old: FlowStep, new: FlowStep)] = []
    var added: [FlowStep] = []
    for step in new.named {
      if let was = before[step.id] { common.append((was, step)) } else { added.append(step) }
    }
    let kept = Set(common.map(\.old.id))
    let gone = old.named.filter { !kept.contains($0.id) }
    for (old, new) in common { compare(old, new) }
    moved(common)
    vanished(gone, added)
    for step in added { note(.migrates, step.id, "is new: \(step.node.kind.isNew)") }
    others()
  }

  private mutating func compare(_ old: FlowStep, _ new: FlowStep) {
    if old.id != new.id {
      note(.migrates, new.id, "renamed from “\(old.id)”; saved entries are kept")
    }
    switch (old.node.kind, new.node.kind) {
    case (.prompt(let prompt), .prompt(let other)):
      compare(prompt, other, new.id)
      comparePages(old.node, new.node)
    case (.action(let action), .action(let other)): compare(action, other, new.id)
    case (.load(let load), .load(let other)): compare(load, other, new.id)
    case (.operation(let operation), .operation(let other)):
      if operation.after != other.after {
        note(.safe, new.id, "now waits for different operations")
      }
    case (.subflow, .subflow): break
    case (.wait(let duration), .wait(let other)):
      if duration != other { note(.safe, new.id, "its duration changed") }
    case (.cancelOperation(let cancel), .cancelOperation(let other)):
      if cancel.operation != other.operation {
        note(.migrates, new.id, "now cancels “\(other.operation)” instead of “\(cancel.operation)”")
      }
    default:
      note(
        .migrates, new.id,
        "is now \(new.node.kind.inWords) instead of \(old.node.kind.inWords); its saved entries are dropped"
      )
    }
  }

  // MARK: Work

  private mutating func compare(_ old: Node.Action, _ new: Node.Action, _ id: String) {
    if old.name != new.name {
      note(.safe, id, "its name for the host changed from “\(old.name)” to “\(new.name)”")
    }
    result(id, old.result, new.result)
    if (old.loading, old.retries, old.backoff) != (new.loading, new.retries, new.backoff) {
      note(.safe, id, Self.tries)
    } else if old.timeout != new.timeout {
      note(.safe, id, "its time limit changed")
    }
    if old.reads != new.reads || old.isUndoable != new.isUndoable {
      note(.safe, id, "the keys that it reads, or whether it can be undone, changed")
    }
    if old.takesTerminal != new.takesTerminal {
      note(.safe, id, "whether it gets the terminal changed")
    }
    if old.isPure != new.isPure {
      note(
        .safe, id,
        new.isPure ? "it now only computes, so its effects don't count" : "its effects now count")
    }
  }

  private mutating func compare(_ old: Node.Load, _ new: Node.Load, _ id: String) {
    if old.name != new.name {
      note(.safe, id, "its name for the host changed from “\(old.name)” to “\(new.name)”")
    }
    result(id, old.key, new.key)
    if (old.loading, old.retries, old.backoff, old.timeout)
      != (new.loading, new.retries, new.backoff, new.timeout)
    {
      note(.safe, id, Self.tries)
    }
  }

  private static let tries = "its loading text, retries or time limit changed"

  private mutating func result(_ id: String, _ old: KeyReference?, _ new: KeyReference?) {
    guard old != new else { return }
    if let old, let new, old.type == new.type {
      note(.safe, id, "its result is now kept under “\(new.name)” instead of “\(old.name)”")
    } else {
      let words = (old?.type.description ?? "none", new?.type.description ?? "none")
      note(
        .migrates, id,
        "its result is now \(words.1) instead of \(words.0); one that does not fit is reported")
    }
  }

  // MARK: Added, removed and moved steps

  /// Finds steps that moved: all except those in the longest sequence that has kept its order.
  private mutating func moved(_ common: [(old: FlowStep, new: FlowStep)]) {
    let places = Dictionary(old.named.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let order = common.map { places[$0.old.id] ?? 0 }
    let kept = order.longestRise
    for (index, pair) in common.enumerated()
    where !kept.contains(index) || pair.old.around != pair.new.around {
      note(.safe, pair.new.id, "moved")
    }
  }

  private mutating func vanished(_ gone: [FlowStep], _ added: [FlowStep]) {
    var open = Dictionary(grouping: added) { $0.node.kind.form }.mapValues { steps in
      Leftovers(steps) { $0.node.kind.title }
    }
    for step in gone {
      let form = step.node.kind.isNotice ? nil : step.node.kind.form
      guard let form, let became = open[form]?.take(step.node.kind.title) else {
        note(.migrates, step.id, "was removed; \(step.node.kind.isGone)")
        continue
      }
      note(
        .mapping, step.id,
        "was removed; \(step.node.kind.isGone); if it became “\(became.id)”, write "
          + ".id(\"\(became.written(became.id))\", was: \"\(became.written(step.id))\")")
    }
  }

  /// Finds differences in what has no id: conditions and the like are evaluated again, and what was
  /// said isn't repeated.
  private mutating func others() {
    let before = (old.others.filter(\.decides), new.others.filter(\.decides))
    if before.0 != before.1 {
      note(
        .migrates, "",
        "conditions, loops or stored values changed; they are evaluated again with the answers")
    }
    if old.others.filter({ !$0.decides }) != new.others.filter({ !$0.decides }) {
      note(.safe, "", "a text or an ending changed")
    }
  }

  /// Whether a question is secret in the old version and in the new one.
  func secrecy(_ old: Prompt, _ new: Prompt) -> (Bool, Bool) {
    (
      old.key.map { oldSecrets.contains($0.name) } ?? false,
      new.key.map { newSecrets.contains($0.name) } ?? false
    )
  }
}

extension Node.Kind {
  /// Whether the path of a run depends on it.
  fileprivate var decides: Bool {
    switch self {
    case .say, .heading, .note, .finish, .fail: false
    default: true
    }
  }

  fileprivate var inWords: String {
    switch self {
    case .prompt(let prompt): "a question (\(prompt.kind.rawValue))"
    case .action: "an action"
    case .load: "a load"
    case .operation: "an operation"
    case .wait: "a pause"
    case .cancelOperation: "a cancellation"
    default: "a flow"
    }
  }

  fileprivate var isNew: String {
    switch self {
    case .prompt(let prompt) where prompt.kind == .alert && prompt.choices.isEmpty:
      "it is shown when a run reaches it"
    case .prompt: "it is asked when a run reaches it"
    case .action: "it is performed when a run reaches it"
    case .load: "it loads when a run reaches it"
    case .wait: "it passes when a run reaches it"
    case .cancelOperation: "it cancels when a run reaches it"
    default: "it begins when a run reaches it"
    }
  }

  fileprivate var isGone: String {
    switch self {
    case .prompt(let prompt) where prompt.kind == .alert && prompt.choices.isEmpty:
      "nobody answered it"
    case .prompt: "its answer is dropped"
    case .action: "if it was performed, its effect is reported but not undone"
    case .load: "what it loaded is dropped"
    case .wait: "nobody waits for it"
    case .cancelOperation: "it cancels nothing"
    default: "its steps are listed separately"
    }
  }

  fileprivate var title: String {
    switch self {
    case .prompt(let prompt): prompt.title.template
    case .action(let action): action.name
    case .load(let load): load.name
    default: ""
    }
  }

  /// The kind of a question or work with the type of its answer: a new step could have been one
  /// that is gone if both have the same. Nil for other steps.
  fileprivate var form: String? {
    switch self {
    case .prompt(let prompt):
      "\(prompt.kind.rawValue) \(prompt.key.map { "\($0.type)" } ?? "")"
    case .action(let action): "do \(action.result.map { "\($0.type)" } ?? "")"
    case .load(let load): "load \(load.key.type)"
    default: nil
    }
  }

  /// Whether it is an alert without buttons, which has no answer to keep.
  fileprivate var isNotice: Bool {
    if case .prompt(let prompt) = self {
      prompt.kind == .alert && prompt.choices.isEmpty
    } else {
      false
    }
  }
}

extension [Int] {
  /// The indices of a longest increasing subsequence, in n log n steps.
  fileprivate var longestRise: Set<Int> {
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: count)
    for index in indices {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if self[tails[middle]] < self[index] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var rise: Set<Int> = []
    var last = tails.last ?? -1
    while last >= 0 {
      rise.insert(last)
      last = before[last]
    }
    return rise
  }
}
