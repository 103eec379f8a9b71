import LibrettoCore

/// Finds the differences between two versions of a flow, step by step.
struct FlowComparison {
  private var old: (named: [FlowStep], others: [FlowStep.Nameless])
  private var new: (named: [FlowStep], others: [FlowStep.Nameless])
  /// The new ids of what the old version has.
  let renames: Renames
  private let oldSecrets: Set<String>
  private let newSecrets: Set<String>
  private(set) var differences: [FlowDiff.Difference] = []

  init(_ old: Flow, _ new: Flow) {
    renames = Renames(new.tree).leavingOut(Renames(old.tree).all)
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
    // What has no id stands behind the last step of its branch that both versions have.
    let inBoth = Set(common.map(\.new.id))
    for place in old.others.indices { old.others[place].settle(old.named, inBoth) }
    for place in new.others.indices { new.others[place].settle(new.named, inBoth) }
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
    case (.load(let load), .load(let other)): compare(load: load, other, new.id)
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
        "is now \(new.node.kind.inWords) instead of \(old.node.kind.inWords); what is saved of it isn't used"
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
    if new.isUndoable, !old.isUndoable {
      note(
        .migrates, id,
        "it can be undone now; if it was performed before, its undo is given only what it read")
    } else if old.reads != new.reads || old.isUndoable != new.isUndoable {
      note(.safe, id, "the keys that it reads, or whether it can be undone, changed")
    }
    let before = (old.writes ?? []).map(\.name)
    let added =
      old.writes == nil ? [] : (new.writes ?? []).map(\.name).filter { !before.contains($0) }
    if !added.isEmpty {
      note(
        .mapping, id,
        "it now sets \(added.listed { "“\($0)”" }), which it hasn't if it was performed before; test "
          + "it with isSet, or keep the keys")
    } else if old.writes != new.writes {
      note(.safe, id, "the keys that it may set changed")
    }
    if old.takesTerminal != new.takesTerminal {
      note(.safe, id, "whether it takes the terminal changed")
    }
    if old.isPure != new.isPure {
      note(
        .safe, id,
        new.isPure ? "it now only computes, so its effects don't count" : "its effects now count")
    }
  }

  private mutating func compare(load old: Node.Action, _ new: Node.Action, _ id: String) {
    if old.name != new.name {
      note(.safe, id, "its name for the host changed from “\(old.name)” to “\(new.name)”")
    }
    result(id, old.key, new.key, isLoad: true)
    if (old.loading, old.retries, old.backoff, old.timeout)
      != (new.loading, new.retries, new.backoff, new.timeout)
    {
      note(.safe, id, Self.tries)
    }
  }

  private static let tries = "its loading text, retries or time limit changed"

  private mutating func result(
    _ id: String, _ old: KeyReference?, _ new: KeyReference?, isLoad: Bool = false
  ) {
    guard old != new else { return }
    if let old, let new, old.type == new.type {
      let words = "its result is now kept under “\(new.name)” instead of “\(old.name)”"
      if isLoad {
        note(.safe, id, words)
      } else {
        note(.mapping, id, words + "; a saved one stays where it is; keep the key")
      }
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
      let (old, new) = (pair.old.around, pair.new.around)
      if old == new {
        note(.safe, pair.new.id, "moved")
      } else if pair.old.loops != pair.new.loops {
        note(
          .migrates, pair.new.id,
          "moved into \(Self.words(loops: pair.new.loops)) from \(Self.words(loops: pair.old.loops)); "
            + "of what is saved of it, only first rounds are used")
      } else {
        note(
          .migrates, pair.new.id,
          "moved to another branch; \(pair.new.node.kind.isElsewhere)")
      }
    }
  }

  private static func words(loops: Int) -> String {
    loops == 0 ? "no loop" : loops == 1 ? "a loop" : "\(loops) loops"
  }

  private mutating func vanished(_ gone: [FlowStep], _ added: [FlowStep]) {
    var open = Dictionary(grouping: added) { $0.node.kind.form }.mapValues { steps in
      Leftovers(steps, label: { $0.node.kind.title }, names: \.names)
    }
    // If only one is new, it may be what one became: the only one that is gone beside it, or at all.
    let only = Dictionary(grouping: added) { $0.node.kind.form }.filter { $1.count == 1 }
    let successors = only.compactMapValues { new -> FlowStep? in
      let form = new[0].node.kind.form
      let alike = gone.filter { $0.node.kind.form == form && !$0.node.kind.isNotice }
      let beside = alike.filter { $0.id.parent == new[0].id.parent }
      return beside.count == 1 ? beside[0] : alike.count == 1 ? alike[0] : nil
    }
    var became: [String: FlowStep] = [:]
    for step in gone where !step.node.kind.isNotice {
      became[step.id] = step.node.kind.form.flatMap { open[$0]?.take(step.node.kind.title) }
    }
    for step in gone where became[step.id] == nil && !step.node.kind.isNotice {
      guard let form = step.node.kind.form else { continue }
      let isOnly = successors[form]?.id == step.id
      became[step.id] = open[form]?.take(like: step.names, isOnly: isOnly)
    }
    let flows = flowsNow(gone, added, became)
    for step in gone {
      let form = step.node.kind.isNotice ? nil : step.node.kind.form
      let one = flows[step.id] ?? became[step.id]
      let isInFlow = !step.scope.isEmpty && one?.scope == flows[step.scope]?.id
      let (now, was) = (
        one.map { $0.written($0.id) }, (isInFlow ? step : one ?? step).written(step.id)
      )
      // What is in a sub-flow goes with it.
      if isInFlow, now == was { continue }
      // In a sub-flow, earlier ids are those that it had there.
      let canBe = one.map { isInFlow || $0.scope.isEmpty || $0.scope == newScope(of: step) }
      guard canBe ?? (form.flatMap { open[$0]?.isEmpty } == false) else {
        note(.migrates, step.id, "was removed; \(step.node.kind.isGone)")
        continue
      }
      let goesWithIt = flows[step.id] == nil ? "" : ", and what is in it is kept, too"
      note(
        .mapping, step.id,
        "was removed; \(step.node.kind.isGone); if it became "
          + "\(one.map { "“\($0.id)”" } ?? "another"), write "
          + ".id(\"\(now ?? "…")\", was: \"\(was)\")\(goesWithIt)")
    }
  }

  /// The id that the sub-flow around a step of the old version has now.
  private func newScope(of step: FlowStep) -> String {
    old.named.first { $0.id == step.scope }?.newID ?? ""
  }

  /// What became of sub-flows that are gone: of those that are new, the one that has most of their
  /// steps.
  private func flowsNow(
    _ gone: [FlowStep], _ added: [FlowStep], _ became: [String: FlowStep]
  ) -> [String: FlowStep] {
    var flows = added.filter(\.node.kind.isFlow)
    var found: [String: FlowStep] = [:]
    for flow in gone where flow.node.kind.isFlow {
      let inside = gone.filter { $0.scope == flow.id }
      let names = Set(inside.map { $0.written($0.id) })
      func common(_ other: FlowStep) -> Int {
        added.count { $0.scope == other.id && names.contains($0.written($0.id)) }
          + inside.count { became[$0.id]?.scope == other.id }
      }
      guard let one = flows.max(by: { common($0) < common($1) }), common(one) > 0 else { continue }
      found[flow.id] = one
      flows.removeAll { $0.id == one.id }
    }
    return found
  }

  /// Finds differences in what has no id: conditions, for example, are evaluated again, and what was
  /// said isn't repeated.
  private mutating func others() {
    let before = (old.others.filter(\.kind.decides), new.others.filter(\.kind.decides))
    if before.0 != before.1 {
      note(
        .migrates, "",
        "conditions, loops or stored values changed or moved; they are evaluated again with the answers"
      )
    }
    let ends = (old.others.filter(\.kind.ends), new.others.filter(\.kind.ends))
    if ends.0 != ends.1 {
      note(.migrates, "", "an ending changed or moved; a run ends at the first that it comes to")
    }
    let texts = (old.others.filter(\.kind.isText), new.others.filter(\.kind.isText))
    if texts.0 != texts.1 { note(.safe, "", "a text changed or moved") }
  }
}

extension Node.Kind {
  fileprivate var isText: Bool {
    switch self {
    case .say, .heading, .note: true
    default: false
    }
  }

  fileprivate var ends: Bool {
    switch self {
    case .finish, .fail: true
    default: false
    }
  }

  /// Whether the path of a run depends on it.
  fileprivate var decides: Bool { !isText && !ends }

  /// What becomes of what is saved of it where a run doesn't come to it any more.
  fileprivate var isElsewhere: String {
    switch self {
    case .action(let action) where !action.isPure:
      "if it was performed and a run no longer comes to it, its effect is "
        + (action.isUndoable ? "undone" : "reported")
    case .prompt: "its answer is used where a run comes to it"
    default: "it counts where a run comes to it"
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
    case .prompt(let prompt) where prompt.shape == .notice:
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
    case .prompt(let prompt) where prompt.shape == .notice:
      "it had no answer"
    case .prompt: "its answer isn't used"
    case .action(let action) where action.isPure: "what it computed isn't used"
    case .action: "if it was performed, its effect is reported but not undone"
    case .load: "what it loaded isn't used"
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

  fileprivate var isFlow: Bool { if case .subflow = self { true } else { false } }

  /// Whether it is an alert without buttons, which has no answer to keep.
  fileprivate var isNotice: Bool {
    if case .prompt(let prompt) = self {
      prompt.shape == .notice
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
      let place = tails.firstPlace { self[$0] >= self[index] }
      if place > 0 { before[index] = tails[place - 1] }
      if place == tails.count { tails.append(index) } else { tails[place] = index }
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

// The differences between two versions of one question.

extension FlowComparison {
  mutating func compare(_ old: Prompt, _ new: Prompt, _ id: String) {
    let types = (Question.type(of: old), Question.type(of: new))
    let isWider = old.kind == new.kind && types == (.integer, .number)
    if isWider {
      note(.safe, id, "now asks for a number instead of a whole number; its answer is kept")
    } else if old.kind != new.kind || types.0 != types.1 {
      let words = old.kind == new.kind ? types.1.description : new.kind.rawValue
      let before = old.kind == new.kind ? types.0.description : old.kind.rawValue
      return note(
        .migrates, id,
        "now asks for \(words) instead of \(before); it is asked again if its answer doesn’t fit")
    }
    if old.key?.name != new.key?.name {
      note(
        .safe, id,
        "its answer is now kept under \(new.key.map { "“\($0.name)”" } ?? "no key") instead of "
          + (old.key.map { "“\($0.name)”" } ?? "no key"))
    }
    secret(old, new, id)
    choices(old, new, id)
    rules(old, new, id)
    if old.texts != new.texts { note(.safe, id, "its texts changed") }
    let preferred = (
      old.choices.filter(\.isDefault).map { newID($0, id) },
      new.choices.filter(\.isDefault).map(\.id)
    )
    if old.default != new.default || preferred.0 != preferred.1 {
      note(.safe, id, "its default changed")
    }
    if old.timeout != new.timeout || old.dismissAfter != new.dismissAfter {
      note(
        .migrates, id,
        "its time limit changed; for an open prompt, it counts from when that was opened")
    }
  }

  private mutating func secret(_ old: Prompt, _ new: Prompt, _ id: String) {
    let was = old.key.map { oldSecrets.contains($0.name) } ?? false
    let isNow = new.key.map { newSecrets.contains($0.name) } ?? false
    switch (was, isNow) {
    case (false, true):
      note(
        .migrates, id,
        "is secret now; it is asked again before work that may read it, but an old journal still "
          + "contains the answer")
    case (true, false): note(.migrates, id, "is no longer a secret; it is asked again")
    default: break
    }
  }

  private mutating func rules(_ old: Prompt, _ new: Prompt, _ id: String) {
    let isStricter =
      !Set(new.rules.map(\.kind)).isSubset(of: Set(old.rules.map(\.kind)))
      || old.isOptional && !new.isOptional
    if !Set(new.checks.map(\.name)).isSubset(of: Set(old.checks.map(\.name))) {
      note(.migrates, id, "is checked by the host now; a saved answer isn't checked again")
    }
    if isStricter {
      note(.migrates, id, "its rules changed; it is asked again if its answer breaks them")
    } else if old.rules.count != new.rules.count || old.checks.count != new.checks.count
      || old.isOptional != new.isOptional
    {
      note(.safe, id, "its rules are less strict")
    }
    if old.transforms != new.transforms {
      note(
        .safe, id, "its transforms changed; existing answers are kept")
    }
    if old.draftRules != new.draftRules || old.isMultiline != new.isMultiline {
      note(.safe, id, "its rules for drafts changed")
    }
  }

  private mutating func choices(_ old: Prompt, _ new: Prompt, _ id: String) {
    if old.source != new.source {
      note(.migrates, id, "its options changed; it is asked again if its answer is gone")
    }
    guard old.kind != .confirm else { return }
    let before = Dictionary(old.choices.map { (newID($0, id), $0) }) {
      // If a choice has the id that another one had, the renamed one counts.
      newID($0, id) == $0.id ? $1 : $0
    }
    var kept: [String] = []
    var added: [Choice] = []
    for choice in new.choices {
      guard let was = before[choice.id] else {
        added.append(choice)
        continue
      }
      kept.append(was.id)
      compare(was, choice, id)
    }
    let remaining = Set(kept)
    var open = Leftovers(added, label: \.value, names: \.names)
    let gone = old.choices.filter { !remaining.contains($0.id) }
    let became = gone.map { open.take($0.value) }
    for (choice, became) in zip(gone, became) {
      let one = (became ?? open.take(like: choice.names, isOnly: gone.count == 1))?.id
      note(
        .mapping, id,
        "the choice “\(choice.id)” was removed; the question is asked again if it was chosen; if it became "
          + "\(one.map { "“\($0)”" } ?? "another"), write "
          + ".id(\"\(one ?? "…")\", was: \"\(choice.id)\")")
    }
    for choice in added { note(.safe, id, "the choice “\(choice.id)” is new") }
    if kept != old.choices.map(\.id).filter(remaining.contains) {
      note(.safe, id, "the order of its choices changed")
    }
  }

  /// The id in the new version of a choice of the old one.
  private func newID(_ choice: Choice, _ prompt: String) -> String {
    renames.choice(choice.id, of: prompt)
  }

  private mutating func compare(_ old: Choice, _ new: Choice, _ id: String) {
    if old.id != new.id {
      note(.migrates, id, "the choice “\(new.id)” was “\(old.id)”; existing answers are kept")
    }
    if old.value != new.value {
      note(
        .migrates, id,
        "the choice “\(new.id)” now has the value \(new.value?.quoted ?? "nothing") instead of "
          + (old.value?.quoted ?? "nothing"))
    }
    if old.condition != new.condition {
      note(
        .migrates, id,
        "the choice “\(new.id)” has another condition; the question is asked again where it isn’t offered"
      )
    }
    if old.title != new.title || old.role != new.role || old.shortcut != new.shortcut
      || old.detail != new.detail || old.because != new.because
    {
      note(.safe, id, "the choice “\(new.id)” is shown differently")
    }
    if old.rules != new.rules {
      note(.migrates, id, "the choice “\(new.id)” has new rules for fields; they are asked again")
    }
  }

  /// Compares what shows the questions of a page.
  mutating func comparePages(_ old: Node, _ new: Node) {
    let before = Dictionary(old.conditions.map { (renames.id($0.id), $0.condition) }) {
      first, _ in first
    }
    for (id, condition) in new.conditions {
      guard let was = before[id] else { continue }
      if was != condition {
        note(.migrates, id, "its condition changed; if it is hidden, it has no answer")
      }
    }
  }
}

extension Node {
  /// The questions of a page, each with the condition for asking it.
  fileprivate var conditions: [(id: String, condition: Condition?)] {
    guard case .prompt(let prompt) = kind else { return [] }
    return zip(self[.questions] ?? [], prompt.conditions).map { ($0.id ?? "", $1) }
  }
}

extension Choice {
  /// The words by which one version knows it from another.
  fileprivate var names: [String] { [title.template, id] }
}

extension Prompt {
  fileprivate var texts: [Text?] { [title, message, placeholder, help] }
}

/// A step with an id and its place, for comparing two versions of a flow.
struct FlowStep {
  /// The id in the version that is being examined.
  let id: String
  /// The id in the new version, as far as `.id(_:was:)` says.
  let newID: String
  let node: Node
  /// The new ids of the steps around it.
  let around: String
  /// The id of the sub-flow that contains it; empty if there is none.
  let scope: String
  /// How many loops are around it.
  let loops: Int
  /// The place of the step with an id before it in its branch; −1 for none.
  let previous: Int

  /// A step without an id, and where it stands.
  struct Nameless: Equatable {
    let kind: Node.Kind
    let around: String
    /// The place of the last step with an id before it in its branch; −1 for none.
    var previous: Int
    /// The new id of the last of these that both versions have.
    var behind: String?

    mutating func settle(_ named: [FlowStep], _ inBoth: Set<String>) {
      var place = previous
      while place >= 0, !inBoth.contains(named[place].newID) { place = named[place].previous }
      (behind, previous) = (place < 0 ? nil : named[place].newID, -1)
    }
  }

  /// The steps of a flow that have ids, in the order of declaration, and what the others do.
  /// - Parameter renames: the ids that the new version has given to steps of this one.
  static func all(in tree: Tree, _ renames: Renames?) -> (named: [FlowStep], others: [Nameless]) {
    var finder = Finder(renames: renames)
    finder.add(tree.steps, around: "", scope: "", loops: 0)
    return (finder.named, finder.others)
  }

  /// The words by which one version knows it from another.
  var names: [String] { [node.kind.title, id.split(separator: "/").last.map(String.init) ?? id] }

  /// The id as written in `.id(…)`: without that of the sub-flow.
  func written(_ id: String) -> String {
    !scope.isEmpty && id.hasPrefix(scope + "/") ? String(id.dropFirst(scope.count + 1)) : id
  }

  private struct Finder {
    let renames: Renames?
    var named: [FlowStep] = []
    var others: [Nameless] = []

    // Only this function is recursive, with one call for each level, because the stack may be 512
    // KiB.
    mutating func add(_ nodes: [Node], around: String, scope: String, loops: Int) {
      var previous = -1
      for node in nodes {
        if let id = node.id {
          named.append(
            FlowStep(
              id: id, newID: new(id), node: node, around: around, scope: scope, loops: loops,
              previous: previous))
          previous = named.count - 1
        } else {
          others.append(Nameless(kind: node.kind, around: around, previous: previous))
        }
        var inner = scope
        if case .subflow = node.kind { inner = node.id ?? "" }
        var inLoops = loops
        if case .loop = node.kind { inLoops += 1 }
        for branch in node.branches {
          add(
            branch.steps, around: around + "\n" + new(node.name(of: branch.part)), scope: inner,
            loops: inLoops)
        }
      }
    }

    private func new(_ id: String) -> String { renames?.id(id) ?? id }
  }
}

extension Node {
  /// The name of a branch: for a choice its id, because the order of choices may change.
  fileprivate func name(of part: Part) -> String {
    if case .prompt(let prompt) = kind, case .choice(let index) = part {
      return "\(id ?? "")/\(prompt.choices[index].id)"
    }
    return "\(id ?? kind.type)/#\(part)"
  }
}

/// Elements that are taken one by one, by their label or by a name that is like one of theirs. Each
/// costs the same, however many there are.
struct Leftovers<Element, Label: Hashable> {
  /// The maximum number of elements whose names are compared.
  private static var mostCompared: Int { 100 }

  private let elements: [Element]
  private let names: (Element) -> [String]
  private var isTaken: [Bool]
  private var places: [Label: ArraySlice<Int>]
  private var taken = 0

  /// - Parameters:
  ///   - label: the label of an element; nil for one without.
  ///   - names: the names of an element.
  init(
    _ elements: [Element], label: (Element) -> Label?, names: @escaping (Element) -> [String]
  ) {
    self.elements = elements
    self.names = names
    isTaken = Array(repeating: false, count: elements.count)
    var places: [Label: ArraySlice<Int>] = [:]
    for (place, element) in elements.enumerated() {
      if let label = label(element) { places[label, default: []].append(place) }
    }
    self.places = places
  }

  /// Whether all are taken.
  var isEmpty: Bool { taken == elements.count }

  /// Takes the first element with a label; nil if none has it.
  mutating func take(_ label: Label?) -> Element? {
    while let label, let place = places[label]?.popFirst() {
      if !isTaken[place] { return take(at: place) }
    }
    return nil
  }

  /// Takes the element whose name is most like one of these, or the only one that there ever was; nil
  /// if nothing says which.
  /// - Parameter isOnly: whether nothing else is looked for.
  mutating func take(like wanted: [String], isOnly: Bool) -> Element? {
    guard !isEmpty, elements.count <= Self.mostCompared else { return nil }
    if elements.count == 1, isOnly { return take(at: 0) }
    let left = elements.indices.filter { !isTaken[$0] }
    let known = left.flatMap { names(elements[$0]) }
    guard let near = wanted.lazy.compactMap({ nearest(to: $0, among: known) }).first else {
      return nil
    }
    return left.first { names(elements[$0]).contains(near) }.map { take(at: $0) }
  }

  private mutating func take(at place: Int) -> Element {
    isTaken[place] = true
    taken += 1
    return elements[place]
  }
}

extension String {
  /// The path of a step without its last name.
  fileprivate var parent: Substring { self[..<(lastIndex(of: "/") ?? startIndex)] }
}
