// What a rule is, all rules, and how they are applied. The rules stand in a file for each subject.

/// A rule about declarations, with the code of its problems.
///
/// A code is in kebab case and never changes, for tools and tests; the words of a message can
/// change. A rule that conforms only to this protocol is applied where a declaration is written,
/// since what it checks is gone once the flow is built; see `Checks.noted`.
protocol CodedRule: SendableMetatype {
  /// The code of its problems.
  static var code: String { get }
}

extension CodedRule {
  /// Returns a problem with the code of this rule.
  static func problem(_ message: String, at place: FlowLocation?) -> Diagnostic {
    Diagnostic(code, message, at: place)
  }
}

/// A rule about the steps of some kinds, each with its surroundings.
protocol StepRule: CodedRule {
  /// The kinds of steps that it is about.
  static var kinds: [Node.Kind.Name] { get }
  static func problems(of step: DeclaredStep) -> [Diagnostic]
}

/// A rule about the prompts of some kinds, each with its choices as they were declared.
protocol PromptRule: CodedRule {
  /// The kinds of prompts that it is about.
  static var kinds: [Prompt.Kind] { get }
  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic]
}

/// A rule about one button or option among those beside it.
protocol ChoiceRule: CodedRule {
  static func problems(of choice: DeclaredChoice) -> [Diagnostic]
}

/// A rule about the id of a step or choice.
protocol IDRule: CodedRule {
  static func problems(of declared: DeclaredID) -> [Diagnostic]
}

/// A rule about conditions and patterns, wherever they are used.
protocol PartRule: CodedRule {
  static func problems(of parts: DeclaredParts) -> [Diagnostic]
}

/// A rule about one use of a key.
protocol KeyRule: CodedRule {
  /// - Parameters:
  ///   - use: the use.
  ///   - first: the first use of this key in the flow; nil if `use` is the first.
  static func problem(of use: KeyUse, first: KeyUse?) -> Diagnostic?
}

/// A rule about the whole flow.
protocol FlowRule: CodedRule {
  static func problems(of flow: DeclaredFlow) -> [Diagnostic]
}

/// All rules, in the order in which they are applied.
///
/// To add a rule, write it in the file of its subject, with a code of its own, and add it to the
/// list of its protocol.
enum Checks {
  /// The rules for the ids of steps and choices.
  private static let ids: [any IDRule.Type] = [IDForm.self, NoID.self, SameID.self, EarlierID.self]

  /// The rules for steps.
  private static let steps: [any StepRule.Type] = [
    UnnamedWork.self, PureWork.self, ReloadOutsideLoad.self, BreakOutsideRepeat.self,
    SameOperation.self, UnknownOperation.self, OperationCycle.self, NegativeWait.self,
    RepeatTimes.self, StoreType.self, CaseType.self, SameCase.self,
  ]

  /// The rules for prompts.
  private static let prompts: [any PromptRule.Type] = [
    EmptyForm.self, QuestionOnForm.self, ImpossibleRule.self, RuleType.self, DefaultType.self,
    OptionsFromKey.self, NoOptions.self, TwoPreferred.self, OptionType.self, AnswerCount.self,
    ShortcutLetter.self, DefaultRule.self, CheckName.self, RateScale.self, ZeroTimeLimit.self,
    OptionSteps.self, AlertDismissal.self, FieldsWithoutButton.self, ButtonRules.self,
    AskedRule.self,
  ]

  /// The rules for the conditions, calculations and patterns of each step and each choice.
  private static let parts: [any PartRule.Type] = [
    ConditionDepth.self, PatternForm.self, ComparisonType.self, CalculationDepth.self,
    CalculationType.self, CalculationZero.self,
  ]

  /// The rules for each use of a key.
  private static let keys: [any KeyRule.Type] = [KeyName.self, KeySpelling.self, KeyType.self]

  /// The rules for each button and option.
  private static let choices: [any ChoiceRule.Type] = [ImpossibleRule.self, RuleType.self]

  /// The rules for the whole flow.
  private static let flows: [any FlowRule.Type] = [
    UnnamedFlow.self, PatternStates.self, SecretShown.self, SecretInFlow.self, EndingKey.self,
    SecretWritten.self, UnsetKey.self, OperationRaces.self,
  ]

  /// The rules applied where something is declared, added to a flow, read or compiled.
  private static let noted: [any CodedRule.Type] = [
    NestingDepth.self, ChainBracket.self, LoadRetry.self, OptionTitle.self, DefaultOption.self,
    CaseCount.self, WrongMoment.self, UnknownStep.self, HandlingName.self, HandlingResult.self,
    MissingClosure.self, UnusedKey.self, JSONForm.self, ReadBeforeSet.self, AllowanceReason.self,
  ]

  /// All rules; some are in two lists.
  static var all: [any CodedRule.Type] {
    ids + steps + prompts + parts + keys + choices + flows + noted
  }

  /// The rules for the steps and for the prompts of each kind, sorted once.
  private static let stepsByKind = sorted(steps) { $0.kinds }
  private static let promptsByKind = sorted(prompts) { $0.kinds }

  private static func sorted<Element, Kind: CaseIterable & Equatable>(
    _ rules: [Element], by kinds: (Element) -> [Kind]
  ) -> [(kind: Kind, rules: [Element])] {
    Kind.allCases.map { kind in (kind, rules.filter { kinds($0).contains(kind) }) }
  }
}

extension Checks {
  /// Returns the problems of a step, and records in the flow what the step uses.
  static func problems(of step: DeclaredStep, in flow: inout DeclaredFlow) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if let id = step.id {
      for rule in ids { add(rule.problems(of: id), to: &problems) }
    }
    let kind = step.node.kind.name
    for rule in stepsByKind.first(where: { $0.kind == kind })?.rules ?? [] {
      add(rule.problems(of: step), to: &problems)
    }
    // A prompt is large, so it is taken out of its node only once.
    if let prompt = step.prompt {
      flow.note(prompt)
      add(self.problems(of: step.parts(of: prompt), in: &flow), to: &problems)
      for rule in promptsByKind.first(where: { $0.kind == prompt.kind })?.rules ?? [] {
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
    if let id = choice.id {
      for rule in ids { add(rule.problems(of: id), to: &problems) }
    }
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
