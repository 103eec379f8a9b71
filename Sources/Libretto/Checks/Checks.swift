/// All rules, in the order in which they are applied.
///
/// To add a rule, write it in its own file with its own code, and add it to a list.
enum Checks {
  /// The rules for each step.
  static let steps: [any StepRule.Type] = [
    IDForm.self, NoID.self, SameID.self, EarlierID.self, UnnamedWork.self,
    ReloadOutsideLoad.self, BreakOutsideRepeat.self, SameOperation.self, UnknownOperation.self,
    OperationCycle.self, NegativeWait.self, RepeatTimes.self, StoreType.self, CaseType.self,
    SameCase.self,
  ]

  /// The rules for the conditions and patterns of each step and each choice.
  static let parts: [any PartRule.Type] = [
    ConditionDepth.self, PatternForm.self, ComparisonType.self,
  ]

  /// The rules for each use of a key.
  static let keys: [any KeyRule.Type] = [KeyName.self, KeySpelling.self, KeyType.self]

  /// The rules for each prompt.
  static let prompts: [any PromptRule.Type] = [
    OptionsFromKey.self, NoOptions.self, TwoPreferred.self, OptionType.self, AnswerCount.self,
    ShortcutLetter.self, ImpossibleRule.self, RuleType.self, DefaultType.self, DefaultRule.self,
    CheckName.self, RateScale.self, ZeroTimeLimit.self, AlertDismissal.self,
    FieldsWithoutButton.self, ButtonRules.self, EmptyForm.self, QuestionOnForm.self,
    OptionSteps.self, ShortForm.self,
  ]

  /// The rules for each button and option.
  static let choices: [any ChoiceRule.Type] = [
    IDForm.self, NoID.self, SameID.self, EarlierID.self, ImpossibleRule.self, RuleType.self,
  ]

  /// The rules for the whole flow.
  static let flows: [any FlowRule.Type] = [
    UnnamedFlow.self, PatternStates.self, SecretShown.self, SecretInFlow.self, EndingKey.self,
    SecretWritten.self, OperationRaces.self, ShortForm.self,
  ]

  /// The rules applied where something is declared, added to a flow or read.
  static let noted: [any CodedRule.Type] = [
    NestingDepth.self, ChainBracket.self, LoadRetry.self, OptionTitle.self, DefaultOption.self,
    CaseCount.self,
    WrongMoment.self, UnknownStep.self, HandlingName.self, HandlingResult.self,
    MissingClosure.self, UnusedKey.self, JSONForm.self,
  ]
}

extension Checks {
  /// Returns the problems of a step, and records in the flow what the step uses.
  static func problems(of step: DeclaredStep, in flow: inout DeclaredFlow) -> [Problem] {
    var problems: [Problem] = []
    for rule in steps { add(rule.problems(of: step), to: &problems) }
    // A prompt is large, so it is taken out of its node only once.
    if let prompt = step.prompt {
      flow.note(prompt)
      add(self.problems(of: step.parts(of: prompt), in: &flow), to: &problems)
      for rule in prompts { add(rule.problems(of: prompt, in: step), to: &problems) }
      if !prompt.fields.isEmpty {
        add(self.problems(of: step.partsOfPage(prompt), in: &flow), to: &problems)
      }
    } else {
      add(self.problems(of: step.parts, in: &flow), to: &problems)
    }
    return problems
  }

  /// Returns the problems of a button or option, and records in the flow what it uses.
  static func problems(of choice: DeclaredChoice, in flow: inout DeclaredFlow) -> [Problem] {
    var problems = self.problems(of: choice.parts, in: &flow)
    for rule in choices { add(rule.problems(of: choice), to: &problems) }
    return problems
  }

  /// Returns the problems of a flow whose steps have all been recorded.
  static func problems(of flow: DeclaredFlow) -> [Problem] {
    flows.flatMap { $0.problems(of: flow) }
  }

  /// Appending empty arrays takes a third of the time of a step, as much as the rules themselves.
  @inline(__always)
  private static func add(_ found: [Problem], to problems: inout [Problem]) {
    if !found.isEmpty { problems += found }
  }

  private static func problems(
    of parts: DeclaredParts, in flow: inout DeclaredFlow
  ) -> [Problem] {
    var problems: [Problem] = []
    if !parts.conditions.isEmpty || !parts.patterns.isEmpty {
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
