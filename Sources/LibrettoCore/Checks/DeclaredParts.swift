/// The parts of a step or choice: the keys that it uses, its patterns and its conditions.
struct DeclaredParts {
  private(set) var uses: [KeyUse] = []
  private(set) var patterns: [(pattern: Pattern, place: FlowLocation)] = []
  private(set) var conditions: [(condition: Condition, place: FlowLocation)] = []
  private(set) var calculations: [(calculation: Calculation, place: FlowLocation)] = []

  fileprivate mutating func use(_ key: KeyReference, _ way: KeyUse.Way, _ place: FlowLocation) {
    uses.append(KeyUse(key: key, way: way, place: place))
  }

  fileprivate mutating func read(_ keys: [KeyReference]?, _ place: FlowLocation) {
    for key in keys ?? [] { use(key, .read, place) }
  }

  fileprivate mutating func read(_ text: Text?, _ place: FlowLocation) {
    guard let text else { return }
    for piece in text.pieces {
      switch piece {
      case .literal: break
      case .placeholder(let key): use(key, .shown(by: "a text"), place)
      case .calculation(let calculation):
        for key in calculation.form.keys { use(key, .shown(by: "a text"), place) }
        calculations.append((calculation, place))
      }
    }
  }

  fileprivate mutating func read(_ calculation: Calculation, _ place: FlowLocation) {
    if calculation.given != nil { return }
    calculations.append((calculation, place))
    for key in calculation.form.keys { use(key, .shown(by: "a formula"), place) }
  }

  /// - Parameter isSecret: whether the answer that the rule is for is secret.
  fileprivate mutating func read(_ rule: Prompt.Rule, isSecret: Bool, _ place: FlowLocation) {
    read(rule.message, place)
    switch rule.kind {
    case .range(let minimum, let maximum, _):
      if let minimum { read(minimum, place) }
      if let maximum { read(maximum, place) }
    case .matches(let pattern): patterns.append((pattern, place))
    case .among(let key): use(key, .shown(by: "a rule"), place)
    case .equals(let key), .differs(let key):
      use(key, isSecret ? .read : .compared, place)
    case .notEmpty, .length, .oneOf, .daysFromToday, .path: break
    }
  }

  fileprivate mutating func read(_ condition: Condition, _ place: FlowLocation) {
    conditions.append((condition, place))
    calculations += condition.form.calculations.map { ($0, place) }
    patterns += condition.form.patterns.map { ($0, place) }
    for (key, onlyIsSet) in condition.form.reads {
      use(key, onlyIsSet ? .isSet : .shown(by: "a condition"), place)
    }
  }

  fileprivate mutating func read(_ prompt: Prompt, _ place: FlowLocation) {
    read(prompt.title, place)
    read(prompt.message, place)
    read(prompt.placeholder, place)
    read(prompt.help, place)
    for rule in prompt.rules { read(rule, isSecret: prompt.isSecret, place) }
    for rule in prompt.draftRules { read(rule, isSecret: prompt.isSecret, place) }
    if let preset = prompt.default { read(preset, place) }
    for check in prompt.checks {
      read(check.message, place)
      read(check.reads, place)
    }
    for key in [prompt.source, prompt.titles].compactMap(\.self) {
      use(key, .shown(by: "a question’s options"), place)
    }
    guard let key = prompt.key else { return }
    let isTyped = prompt.shape == .typed
    use(key, isTyped ? .answered : .written(by: "a question that is not an Ask"), place)
    if prompt.default != nil { use(key, .preset, place) }
    if prompt.rules.contains(where: \.listsValues) { use(key, .listed, place) }
  }
}

extension DeclaredStep {
  /// The parts of a step other than a prompt.
  var parts: DeclaredParts {
    var parts = DeclaredParts()
    switch node.kind {
    case .say(let text), .heading(let text), .fail(let text): parts.read(text, place)
    case .note(let title, let text):
      parts.read(title, place)
      parts.read(text, place)
    case .finish(let finish): parts.read(finish.text, place)
    case .action(let action):
      parts.read(action.loading, place)
      parts.read(action.reads, place)
      if node.handlesFailure { parts.use(action.error, .ending, place) }
      if let key = action.result { parts.use(key, .written(by: "an action’s result"), place) }
      for key in action.writes ?? [] { parts.use(key, .set, place) }
    case .load(let load):
      parts.read(load.loading, place)
      parts.read(load.reads, place)
      parts.use(load.key, .written(by: "a Load"), place)
      for key in load.endings { parts.use(key, .ending, place) }
    case .operation(let operation):
      parts.use(operation.error, .ending, place)
      parts.use(operation.state, .ending, place)
    case .select(let selection): parts.use(selection.key, .shown(by: "a Switch"), place)
    case .when(let condition), .loop(.whileTrue(let condition)), .loop(.until(let condition)):
      parts.read(condition, place)
    case .store(let key, let calculation):
      parts.use(key, .written(by: "a Store, since the flow contains its value"), place)
      parts.read(calculation, place)
    case .prompt, .tryAgain, .operations, .cancelOperation, .wait, .loop(.times), .leave, .back,
      .subflow:
      break
    }
    return parts
  }

  /// Returns the parts of its prompt.
  func parts(of prompt: Prompt) -> DeclaredParts {
    var parts = DeclaredParts()
    parts.read(prompt, place)
    return parts
  }

  /// The conditions for asking the questions of a page.
  func partsOfPage(_ prompt: Prompt) -> DeclaredParts {
    var parts = DeclaredParts()
    for (condition, question) in zip(prompt.conditions, members) {
      if let condition { parts.read(condition, question.place) }
    }
    return parts
  }
}

extension DeclaredChoice {
  /// The parts of the button or option.
  var parts: DeclaredParts {
    var parts = DeclaredParts()
    parts.read(choice.title, place)
    parts.read(choice.detail, place)
    parts.read(choice.because, place)
    if let condition = choice.condition { parts.read(condition, place) }
    for rule in choice.rules {
      parts.read(rule.rule, isSecret: false, place)
      if rule.rule.listsValues { parts.use(rule.key, .listed, place) }
    }
    return parts
  }
}

extension Prompt.Rule {
  /// Whether it contains the answers that it accepts.
  fileprivate var listsValues: Bool {
    switch kind {
    case .oneOf, .among: true
    default: false
    }
  }
}
