/// All rules, in the order in which they are applied.
///
/// To add a rule, write it in its own file with its own code, and add it to the list of what it
/// concerns.
enum Checks {
  /// The rules for steps with ids.
  static let identified: [any StepRule.Type] = [
    IDForm.self, NoID.self, SameID.self, EarlierID.self,
  ]

  /// The rules for the steps of each kind.
  static func rules(for kind: Node.Kind) -> [any StepRule.Type] {
    switch kind {
    case .action, .load: work
    case .tryAgain: reloads
    case .leave: breaks
    case .operations: groups
    case .cancelOperation: cancellations
    case .wait: waits
    case .loop: loops
    case .store: stores
    case .select: switches
    case .say, .heading, .note, .prompt, .operation, .when, .back, .finish, .fail, .subflow: []
    }
  }

  private static let work: [any StepRule.Type] = [UnnamedWork.self, PureWork.self]
  private static let reloads: [any StepRule.Type] = [ReloadOutsideLoad.self]
  private static let breaks: [any StepRule.Type] = [BreakOutsideRepeat.self]
  private static let groups: [any StepRule.Type] = [
    SameOperation.self, UnknownOperation.self, OperationCycle.self,
  ]
  private static let cancellations: [any StepRule.Type] = [UnknownOperation.self]
  private static let waits: [any StepRule.Type] = [NegativeWait.self]
  private static let loops: [any StepRule.Type] = [RepeatTimes.self]
  private static let stores: [any StepRule.Type] = [StoreType.self]
  private static let switches: [any StepRule.Type] = [CaseType.self, SameCase.self]

  /// The rules for the prompts of each kind.
  static func rules(for kind: Prompt.Kind) -> [any PromptRule.Type] {
    switch kind {
    case .alert: alerts
    case .ask: asks
    case .rate: rates
    case .confirm: confirms
    case .choose: chooses
    case .chooseMany: choosesMany
    case .form: forms
    }
  }

  private static let alerts: [any PromptRule.Type] = [
    TwoPreferred.self, ShortcutLetter.self, ZeroTimeLimit.self, AlertDismissal.self,
    FieldsWithoutButton.self, ButtonRules.self, AskedRule.self,
  ]
  private static let asks: [any PromptRule.Type] = [
    ImpossibleRule.self, RuleType.self, DefaultType.self, DefaultRule.self, CheckName.self,
    AskedRule.self, ZeroTimeLimit.self,
  ]
  private static let rates: [any PromptRule.Type] = [
    ImpossibleRule.self, RuleType.self, DefaultType.self, DefaultRule.self, CheckName.self,
    RateScale.self, ZeroTimeLimit.self,
  ]
  private static let confirms: [any PromptRule.Type] = [DefaultType.self, ZeroTimeLimit.self]
  private static let chooses: [any PromptRule.Type] = [
    OptionsFromKey.self, NoOptions.self, TwoPreferred.self, OptionType.self, ShortcutLetter.self,
    ZeroTimeLimit.self,
  ]
  private static let choosesMany: [any PromptRule.Type] = [
    OptionsFromKey.self, NoOptions.self, OptionType.self, AnswerCount.self, ShortcutLetter.self,
    DefaultRule.self, ZeroTimeLimit.self, OptionSteps.self,
  ]
  private static let forms: [any PromptRule.Type] = [EmptyForm.self, QuestionOnForm.self]

  /// The rules for the conditions, calculations and patterns of each step and each choice.
  static let parts: [any PartRule.Type] = [
    ConditionDepth.self, PatternForm.self, ComparisonType.self, CalculationDepth.self,
    CalculationType.self, CalculationZero.self,
  ]

  /// The rules for each use of a key.
  static let keys: [any KeyRule.Type] = [KeyName.self, KeySpelling.self, KeyType.self]

  /// The rules for each button and option.
  static let choices: [any ChoiceRule.Type] = [
    IDForm.self, NoID.self, SameID.self, EarlierID.self, ImpossibleRule.self, RuleType.self,
  ]

  /// The rules for the whole flow.
  static let flows: [any FlowRule.Type] = [
    UnnamedFlow.self, PatternStates.self, SecretShown.self, SecretInFlow.self, EndingKey.self,
    SecretWritten.self, UnsetKey.self, OperationRaces.self,
  ]

  /// The rules applied where something is declared, added to a flow, read or compiled.
  static let noted: [any CodedRule.Type] = [
    NestingDepth.self, ChainBracket.self, LoadRetry.self, OptionTitle.self, DefaultOption.self,
    CaseCount.self,
    WrongMoment.self, UnknownStep.self, HandlingName.self, HandlingResult.self,
    MissingClosure.self, UnusedKey.self, JSONForm.self, ReadBeforeSet.self,
  ]
}

extension Checks {
  /// All rules, each as often as it is applied to something else.
  static var all: [any CodedRule.Type] {
    let steps = [
      identified, work, reloads, breaks, groups, cancellations, waits, loops, stores, switches,
    ]
    let prompts = Prompt.Kind.allCases.flatMap(rules)
    return steps.flatMap { $0 } + parts + keys + prompts + choices + flows + noted
  }
}

extension Checks {
  /// Returns the problems of a step, and records in the flow what the step uses.
  static func problems(of step: DeclaredStep, in flow: inout DeclaredFlow) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if step.id != nil {
      for rule in identified { add(rule.problems(of: step), to: &problems) }
    }
    for rule in rules(for: step.node.kind) { add(rule.problems(of: step), to: &problems) }
    // A prompt is large, so it is taken out of its node only once.
    if let prompt = step.prompt {
      flow.note(prompt)
      add(self.problems(of: step.parts(of: prompt), in: &flow), to: &problems)
      for rule in rules(for: prompt.kind) {
        add(rule.problems(of: prompt, in: step), to: &problems)
      }
      if !prompt.conditions.isEmpty {
        add(self.problems(of: step.partsOfPage(prompt), in: &flow), to: &problems)
      }
    } else {
      add(self.problems(of: step.parts, in: &flow), to: &problems)
    }
    return problems
  }

  /// Returns the problems of a button or option, and records in the flow what it uses.
  static func problems(of choice: DeclaredChoice, in flow: inout DeclaredFlow) -> [Diagnostic] {
    var problems = self.problems(of: choice.parts, in: &flow)
    for rule in choices { add(rule.problems(of: choice), to: &problems) }
    return problems
  }

  /// Returns the problems of a flow whose steps have all been recorded.
  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flows.flatMap { $0.problems(of: flow) }
  }

  /// Returns what only the program of a flow without other problems shows.
  static func problems(of program: Program) -> [Diagnostic] { ReadBeforeSet.problems(of: program) }

  /// Appending empty arrays takes a third of the time of a step, as much as the rules themselves.
  @inline(__always)
  private static func add(_ found: [Diagnostic], to problems: inout [Diagnostic]) {
    if !found.isEmpty { problems += found }
  }

  private static func problems(
    of parts: DeclaredParts, in flow: inout DeclaredFlow
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if !parts.conditions.isEmpty || !parts.patterns.isEmpty || !parts.calculations.isEmpty {
      for rule in self.parts { add(rule.problems(of: parts), to: &problems) }
      flow.patterns.formUnion(parts.patterns.map(\.pattern))
    }
    for use in parts.uses {
      let first = flow.note(use)
      guard use.isOfFlow else { continue }
      for rule in keys {
        guard let problem = rule.problem(of: use, first: first) else { continue }
        problems.append(problem)
        break
      }
    }
    return problems
  }
}
