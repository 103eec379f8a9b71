// Steps: where they may stand, and the numbers, values and cases in them.

/// Steps aren't nested deeper than the limit. A draft is refused before anything recurses into it.
///
///     func ask() -> Steps { Confirm("Again?") { ask() } }  // Repeat { Confirm("Again?") … }
enum NestingDepth: CodedRule {
  static let code = "nesting-depth"

  static func problem(at place: FlowLocation) -> Diagnostic {
    problem(
      "steps are nested more than \(Limits.depth) deep here; "
        + "move the inner ones into a separate flow, run by an action", at: place)
  }
}

/// `Break()` is inside a `Repeat` of the same flow and operation.
///
///     When(sure == true) { Break() }  // Repeat { When(sure == true) { Break() } }
enum BreakOutsideRepeat: StepRule {
  static let code = "break-outside-repeat"
  static let kinds: [Node.Kind.Name] = [.leave]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    if step.around.inLoop { return [] }
    return [problem("Break() is outside a Repeat; move it into one", at: step.place)]
  }
}

/// The number of rounds of a loop isn't negative.
///
///     Repeat(times: -1) { … }  // Repeat(times: 0) { … }
enum RepeatTimes: StepRule {
  static let code = "repeat-times"
  static let kinds: [Node.Kind.Name] = [.loop]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .loop(.times(let times)) = step.node.kind, times < 0 else { return [] }
    return [problem("a loop can't go round \(times) times; write 0 or more", at: step.place)]
  }
}

/// `TryAgain()` is inside a `Load`, or the failure branch of a `Do`, of the same flow and operation.
///
///     Load("prices", into: prices) { … }
///     TryAgain()  // Load("prices", into: prices) { … } failure: { TryAgain() }
enum ReloadOutsideLoad: StepRule {
  static let code = "reload-outside-load"
  static let kinds: [Node.Kind.Name] = [.tryAgain]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    if step.around.inLoad { return [] }
    return [
      problem(
        "TryAgain() is outside a Load or Do of this flow and operation; move it into the data, empty "
          + "or failure branch of a Load, or the failure branch of a Do", at: step.place)
    ]
  }
}

/// The retries of a load or an action and the pause between them aren't negative.
///
///     Load("prices", into: prices) { … }.retry(-1)  // .retry(2, backoff: .seconds(1))
enum LoadRetry: CodedRule {
  static let code = "load-retry"

  static func problems(of times: Int, backoff: Duration, at place: FlowLocation) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if times < 0 {
      problems.append(problem("work can't be tried again \(times) times", at: place))
    }
    if backoff < .zero {
      problems.append(problem("the pause between tries can't be negative", at: place))
    }
    return problems
  }
}

/// An allowance of a finding has a reason.
///
///     Say("Hello.").allow("unreachable", because: "")  // because: "the greeting comes later"
enum AllowanceReason: CodedRule {
  static let code = "allowance-reason"

  static func problems(of reason: String, for finding: String, at place: FlowLocation)
    -> [Diagnostic]
  {
    if !reason.trimmed.isEmpty { return [] }
    return [problem("say after because: why “\(finding)” is right here", at: place)]
  }
}

/// A time limit is at least one millisecond.
///
///     Do("save") { … }.timeout(.zero)  // .timeout(.seconds(5))
enum ZeroTimeLimit: PromptRule {
  static let code = "time-limit"
  static let kinds: [Prompt.Kind] = [.alert, .ask, .rate, .confirm, .choose, .chooseMany]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard let time = prompt.timeout, time <= .zero else { return [] }
    return [problem("a time limit must be at least a millisecond", at: step.place)]
  }

  /// Returns the problems of the time limit of work, as it was written.
  static func problems(of limit: Duration, at place: FlowLocation) -> [Diagnostic] {
    if limit.milliseconds > 0 { return [] }
    return [problem("a time limit must be at least a millisecond, not \(limit)", at: place)]
  }
}

/// A pause isn't negative.
///
///     Wait(.seconds(-1))  // Wait(.seconds(1))
enum NegativeWait: StepRule {
  static let code = "negative-wait"
  static let kinds: [Node.Kind.Name] = [.wait]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .wait(let duration) = step.node.kind, duration < .zero else { return [] }
    return [problem("a Wait can't be negative", at: step.place)]
  }
}

/// Work that only computes has nothing to undo.
///
///     Do("sum") { … }.undo { … }.pure()  // Do("sum") { … }.pure()
enum PureWork: StepRule {
  static let code = "pure-work"
  static let kinds: [Node.Kind.Name] = [.action]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .action(let action) = step.node.kind, action.isPure, action.isUndoable else {
      return []
    }
    return [
      problem(
        "an action that only computes has no effect to undo; remove undo:, or .pure()",
        at: step.place)
    ]
  }
}

/// A stored value has the type of its key.
///
///     Store(.nan, into: ratio)  // Store(0.5, into: ratio)
enum StoreType: StepRule {
  static let code = "store-type"
  static let kinds: [Node.Kind.Name] = [.store]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .store(let key, let calculation) = step.node.kind else { return [] }
    let what: String
    if let value = calculation.given {
      if key.type.value(exactly: value) != nil { return [] }
      what = value.quoted
    } else {
      guard let type = calculation.form.type, !type.fits(key.type) else { return [] }
      what = "\(calculation), which is \(type),"
    }
    return [
      problem("\(what) is not \(key.type), as the key “\(key.name)” requires", at: step.place)
    ]
  }
}

/// A `Switch` has at least one case, and at most one `Default`.
///
///     Switch(size) {}  // Switch(size) { Case(.small) { … } }
enum CaseCount: CodedRule {
  static let code = "switch-cases"

  static func problems(of count: Int, defaults: Int, at place: FlowLocation) -> [Diagnostic] {
    if count == 0 { return [problem("a Switch needs at least one Case", at: place)] }
    return defaults > 1 ? [problem("a Switch can have only one Default", at: place)] : []
  }
}

/// The values of a `Case` have the type of the key of the `Switch`.
///
///     Switch(ratio) { Case(.infinity) { … } }  // Case(1.0) { … }
enum CaseType: StepRule {
  static let code = "case-type"
  static let kinds: [Node.Kind.Name] = [.select]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .select(let selection) = step.node.kind else { return [] }
    let key = selection.key
    return selection.cases.joined().filter { key.type.value(exactly: $0) == nil }.map {
      problem("\($0.quoted) is not \(key.type), as the key “\(key.name)” requires", at: step.place)
    }
  }
}

/// A value is in only one case of a `Switch`.
///
///     Switch(size) {
///       Case(.small) { … }
///       Case(.small, .large) { … }  // Case(.large) { … }
///     }
enum SameCase: StepRule {
  static let code = "same-case"
  static let kinds: [Node.Kind.Name] = [.select]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .select(let selection) = step.node.kind else { return [] }
    var seen: Set<Value> = []
    var texts: Set<String> = []
    let repeated = selection.cases.joined().filter { value in
      // Answers are compared as Swift compares texts, values of the tree by their bytes.
      guard case .string(let text) = value else { return !seen.insert(value).inserted }
      return !texts.insert(text).inserted
    }
    return repeated.map {
      problem("two cases of this Switch have the value \($0.quoted)", at: step.place)
    }
  }
}

/// Each bracket of a chain has something to open or close.
///
///     Confirm("Sure?") < Say("Yes.") > Say("No.") > Say("Never.")  // a separate step, below
enum ChainBracket: CodedRule {
  static let code = "chain-bracket"

  /// The mistakes that only the whole chain shows.
  enum Mistake: String {
    case nothingOpen = "this < has nothing open to go into; write the step below"
    case nothingToClose =
      "this > has nothing left to close: everything in the chain is closed already"
    case stepBesideChoice =
      "this > would put a step beside a Button or Option; put it inside with <"
    case choiceBesideStep =
      "this > would put a Button or Option beside a step; close one more container"
    case wrongOperand = "a chain has a wrong operand; the compiler’s warning says which"
  }

  static func problem(_ mistake: Mistake, at place: FlowLocation) -> Diagnostic {
    problem(mistake.rawValue, at: place)
  }
}

/// A block observes a moment that its step has.
///
///     Confirm("Sure?", into: sure).on(.changed) { … }  // .on(.answered) { … }
enum WrongMoment: CodedRule {
  static let code = "wrong-moment"

  /// - Parameters:
  ///   - moment: the name of the moment.
  ///   - known: the names of the step's moments.
  ///   - id: the id of the step, if the block was added by id.
  static func problem(
    _ moment: String, among known: [String], of id: String? = nil, at place: FlowLocation?
  ) -> Diagnostic {
    problem(
      (id.map { "“\($0)”: " } ?? "") + "this step never has the moment .\(moment); it has "
        + known.map { ".\($0)" }.joined(separator: ", "), at: place)
  }
}
