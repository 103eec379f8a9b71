// Questions: their options, the rules for their answers, and their defaults.

/// A choice has at least one option.
///
///     Choose("Which?", into: size) {}  // { Option("Small", .small) }
enum NoOptions: PromptRule {
  static let code = "no-options"
  static let kinds: [Prompt.Kind] = [.choose, .chooseMany]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.source == nil, prompt.choices.isEmpty else { return [] }
    let name = prompt.kind == .chooseMany ? "ChooseMany" : "Choose"
    return [problem("a \(name) needs at least one Option", at: step.place)]
  }
}

/// Options come from a key or from the flow, not both; those from a key can't be the default.
///
///     Choose("Which?", from: found, into: one).default("a")  // without .default
enum OptionsFromKey: PromptRule {
  static let code = "options-from-key"
  static let kinds: [Prompt.Kind] = [.choose, .chooseMany]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard let source = prompt.source, !prompt.choices.isEmpty else { return [] }
    return [
      problem(
        "the options come from the key “\(source.name)”; remove the Options, or from:",
        at: step.place)
    ]
  }

  static func problem(ofDefaultAmong source: KeyReference, at place: FlowLocation) -> Diagnostic {
    problem(
      "the options come from the key “\(source.name)”, so none of them can be the "
        + "default; remove .default(…)", at: place)
  }
}

/// An option whose title shows an answer has a separate value.
///
///     Option("Keep \(name)")  // Option("Keep \(name)", "keep")
enum OptionTitle: CodedRule {
  static let code = "option-title"

  static func problems(of title: Text, at place: FlowLocation) -> [Diagnostic] {
    if title.keys.isEmpty { return [] }
    return [
      problem(
        "the title shows an answer, so it can't be the option’s value; "
          + "give the value: Option(\"…\", value)", at: place)
    ]
  }
}

/// The value of an option has the type of the question's key.
///
///     Choose("Which?", into: ratio) { Option("None", .nan) }  // Option("None", 0)
enum OptionType: PromptRule {
  static let code = "option-type"
  static let kinds: [Prompt.Kind] = [.choose, .chooseMany]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard let key = prompt.key, let type = type(of: prompt.shape, key.type) else { return [] }
    return prompt.choices.compactMap { choice in
      guard let value = choice.value, type.value(exactly: value) == nil else { return nil }
      return problem(
        "the option’s value \(value.quoted) is not \(type), as the key “\(key.name)” requires",
        at: step.place)
    }
  }

  private static func type(of shape: Prompt.Shape, _ type: ValueType) -> ValueType? {
    switch (shape, type) {
    case (.oneOf, _), (.yesNo, _): type
    case (.someOf, .list(let element)): element
    default: nil
    }
  }
}

/// An option of a `ChooseMany` has no steps, since several options can be chosen.
///
///     ChooseMany("Which?", into: tags) { Option("A") { Say("A.") } }
///     // ChooseMany("Which?", into: tags) { Option("A") }
///     // When(tags.contains("A")) { Say("A.") }
enum OptionSteps: PromptRule {
  static let code = "option-steps"
  static let kinds: [Prompt.Kind] = [.chooseMany]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    step.choices.filter(\.hasSteps).map {
      problem(
        "an Option of a ChooseMany can't have steps, since several can be chosen; "
          + "write When(key.contains(…)) { … } after it", at: $0.place)
    }
  }
}

/// At most one answer is the default.
///
///     Alert("Sure?") {
///       Button("Yes").default()
///       Button("No").default()  // Button("No")
///     }
enum TwoPreferred: PromptRule {
  static let code = "two-preferred"
  static let kinds: [Prompt.Kind] = [.alert, .choose]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard prompt.choices.filter(\.isDefault).count > 1 else { return [] }
    return [problem("only one answer can be the default", at: step.place)]
  }
}

/// A shortcut is a letter, and unique in its prompt.
///
///     Alert("Sure?") { Button("Yes", shortcut: "1") }  // shortcut: "y"
enum ShortcutLetter: PromptRule {
  static let code = "shortcut-letter"
  static let kinds: [Prompt.Kind] = [.alert, .choose, .chooseMany]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    var seen: Set<String> = []
    for shortcut in prompt.choices.compactMap(\.shortcut) {
      if !shortcut.isLetter {
        problems.append(problem("“\(shortcut)” can't be a shortcut: use a letter", at: step.place))
      }
      if !seen.insert(shortcut.lowercased()).inserted {
        problems.append(
          problem("two answers of one prompt have the shortcut “\(shortcut)”", at: step.place))
      }
    }
    return problems
  }
}

/// Some answer satisfies `atLeast` and `atMost` of a `ChooseMany`.
///
///     ChooseMany("Which?", into: tags) { Option("A") }.atLeast(2)  // .atLeast(1)
enum AnswerCount: PromptRule {
  static let code = "answer-count"
  static let kinds: [Prompt.Kind] = [.chooseMany]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    message(of: prompt).map { [problem($0, at: step.place)] } ?? []
  }

  private static func message(of prompt: Prompt) -> String? {
    var (least, most) = (0, Int.max)
    for case .length(let minimum, let maximum) in prompt.rules.map(\.kind) {
      if min(minimum ?? 0, maximum ?? 0) < 0 { return "atLeast and atMost can't be below 0" }
      (least, most) = (max(least, minimum ?? 0), min(most, maximum ?? .max))
    }
    if least > most {
      return "atLeast(\(least)) and atMost(\(most)) can't both be satisfied"
    }
    let count = prompt.choices.count
    guard prompt.source == nil, count > 0, least > count else { return nil }
    return "atLeast(\(least)) requires more answers than there are Options: there "
      + (count == 1 ? "is 1" : "are \(count)")
  }
}

/// A rule about the rules for answers, of a prompt or of a button with rules for fields. The rules of
/// a ChooseMany are counts, which have a rule of their own.
protocol AnswerRule: PromptRule, ChoiceRule {
  /// - Parameters:
  ///   - rule: the rule that an answer must satisfy.
  ///   - type: the type of the answer.
  static func problems(of rule: Prompt.Rule, for type: ValueType, _ place: FlowLocation)
    -> [Diagnostic]
}

extension AnswerRule {
  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    let type = prompt.key?.type ?? .string
    return prompt.rules.flatMap { problems(of: $0, for: type, step.place) }
      + prompt.draftRules.flatMap { problems(of: $0, for: .string, step.place) }
  }

  static func problems(of choice: DeclaredChoice) -> [Diagnostic] {
    choice.choice.rules.flatMap { problems(of: $0.rule, for: .string, choice.place) }
  }
}

/// Each rule can be satisfied.
///
///     Ask("Name?", into: name).validate(.oneOf([]))  // .oneOf(["Ann", "Bob"])
enum ImpossibleRule: AnswerRule {
  static let code = "impossible-rule"
  static let kinds: [Prompt.Kind] = [.ask, .rate]

  static func problems(
    of rule: Prompt.Rule, for type: ValueType, _ place: FlowLocation
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if case .length(let minimum, let maximum) = rule.kind, min(minimum ?? 0, maximum ?? 0) < 0 {
      problems.append(problem("a length can't be below 0", at: place))
    }
    if rule.isImpossible {
      problems.append(
        problem("no answer can satisfy this rule: \(rule.words(for: type))", at: place))
    }
    if case .oneOf([]) = rule.kind {
      problems.append(problem("the rule oneOf needs at least one value", at: place))
    }
    return problems
  }
}

extension Prompt.Rule {
  /// Whether the minimum is more than the maximum, which is possible in JSON.
  fileprivate var isImpossible: Bool {
    switch kind {
    case .length(let minimum?, let maximum?), .daysFromToday(let minimum?, let maximum?):
      minimum > maximum
    case .range(let minimum?, let maximum?, let excludes):
      switch minimum.given.flatMap({ least in maximum.given.flatMap { least.order(to: $0) } }) {
      case .descending: true
      case .same: excludes
      case .ascending, nil: false
      }
    default: false
    }
  }
}

/// The values in a rule have the type of the answer.
///
///     Ask("Ratio?", into: ratio).validate(.range(0...(.infinity)))  // .range(0...)
enum RuleType: AnswerRule {
  static let code = "rule-type"
  static let kinds: [Prompt.Kind] = [.ask, .rate]

  static func problems(
    of rule: Prompt.Rule, for type: ValueType, _ place: FlowLocation
  ) -> [Diagnostic] {
    rule.values.filter { type.value(exactly: $0) == nil }.map {
      problem("a rule’s value \($0.quoted) is not \(type)", at: place)
    }
      + rule.calculations.compactMap { calculation in
        guard calculation.given == nil, let given = calculation.form.type, !given.isComparable(type)
        else { return nil }
        return problem("a rule’s bound \(calculation) is \(given), not \(type)", at: place)
      }
  }
}

extension ValueType {
  /// Whether values of the two types have an order.
  fileprivate func isComparable(_ other: ValueType) -> Bool {
    if case .optional(let wrapped) = other { return isComparable(wrapped) }
    let areNumbers = [self, other].allSatisfy { $0 == .integer || $0 == .number }
    return self == other || areNumbers
  }
}

/// A rule for which the interpreter is asked is checked once, when its own question is answered.
///
///     Button("Go").validate(path, .path(.existing))  // Field("Path", into: path).validate(…)
enum AskedRule: PromptRule {
  static let code = "asked-rule"
  static let kinds: [Prompt.Kind] = [.alert, .ask]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if prompt.draftRules.contains(where: \.isAsked) {
      problems.append(
        problem(
          "a rule about today or a path can't be checked while the person types", at: step.place)
      )
    }
    for button in step.choices where button.choice.rules.contains(where: \.rule.isAsked) {
      problems.append(
        problem(
          "a rule about today or a path belongs to the Field itself, not to a Button",
          at: button.place))
    }
    return problems
  }
}

/// The default has the type of the question's key.
///
///     Ask("Ratio?", into: ratio).default(.nan)  // .default(0.5)
enum DefaultType: PromptRule {
  static let code = "default-type"
  static let kinds: [Prompt.Kind] = [.ask, .rate, .confirm]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    guard let preset = prompt.default, let type = prompt.key?.type
    else { return [] }
    if let value = preset.given {
      if type.value(exactly: value) != nil { return [] }
      return [problem("the default \(value.quoted) is not \(type)", at: step.place)]
    }
    guard let given = preset.form.type, !given.fits(type) else { return [] }
    return [problem("the default \(preset) is \(given), not \(type)", at: step.place)]
  }
}

/// The default satisfies the rules of its question.
///
///     Ask("Age?", into: age).validate(.range(0...130)).default(131)  // .default(30)
enum DefaultRule: PromptRule {
  static let code = "default-rule"
  static let kinds: [Prompt.Kind] = [.ask, .rate, .chooseMany]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    if prompt.shape == .someOf { return preferred(prompt, step) }
    guard let value = prompt.defaultValue, let type = prompt.key?.type,
      type.value(exactly: value) != nil
    else { return [] }
    if let broken = prompt.rules.first(where: { !$0.accepts(value) }) {
      return [
        problem(
          "the default \(value.quoted) breaks a rule: \(broken.words(for: type))", at: step.place)
      ]
    }
    let draft = Value.string(value.description)
    guard let broken = prompt.draftRules.first(where: { !$0.accepts(draft) }) else { return [] }
    return [
      problem(
        "the default \(value.quoted) breaks a rule for drafts: \(broken.words(for: .string))",
        at: step.place)
    ]
  }

  /// The default of a `ChooseMany` is the list of its preferred options, and its rules are counts.
  private static func preferred(_ prompt: Prompt, _ step: DeclaredStep) -> [Diagnostic] {
    let preferred = Value.list(
      prompt.choices.filter(\.isDefault).map { $0.value ?? .null })
    guard preferred != .list([]),
      let broken = prompt.rules.first(where: { !$0.accepts(preferred) }),
      AnswerCount.problems(of: prompt, in: step).isEmpty
    else { return [] }
    return [
      problem(
        "the default \(preferred.quoted) breaks a rule: "
          + (broken.message?.template ?? broken.words(for: .list(.string))), at: step.place)
    ]
  }
}

/// The default is the value of an option.
///
///     Choose("How many?", from: [1, 2], into: count).default(3)  // .default(2)
enum DefaultOption: CodedRule {
  static let code = "default-option"

  static func problem(of value: Value, at place: FlowLocation) -> Diagnostic {
    problem("the default \(value.quoted) isn't the value of any option", at: place)
  }
}

/// The checks of a question have different names.
///
///     Ask("User?", into: user).check("") { … }  // .check("is free") { … }
enum CheckName: PromptRule {
  static let code = "check-name"
  static let kinds: [Prompt.Kind] = [.ask, .rate]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    var seen: Set<String> = []
    for name in prompt.checks.map(\.name) {
      if name.trimmed.isEmpty { problems.append(problem("a check needs a name", at: step.place)) }
      if !seen.insert(name).inserted {
        problems.append(
          problem("two checks of one question have the name “\(name)”", at: step.place))
      }
    }
    return problems
  }
}

/// A `Rate` has a scale of 2 to 100 whole numbers as its first rule.
///
///     Rate("How was it?", 1...1, into: stars)  // 1...5
enum RateScale: PromptRule {
  static let code = "rate-scale"
  static let kinds: [Prompt.Kind] = [.rate]

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if let key = prompt.key, key.type != .integer {
      problems.append(
        problem(
          "a Rate keeps a whole number, but the key “\(key.name)” is \(key.type)", at: step.place))
    }
    guard case .range(let minimum?, let maximum?, false)? = prompt.rules.first?.kind,
      case .int(let least)? = minimum.given, case .int(let most)? = maximum.given, least < most,
      case (let steps, false) = most.subtractingReportingOverflow(least), steps < 100
    else {
      problems.append(
        problem("a Rate needs a scale of 2 to 100 whole numbers, such as 1...5", at: step.place))
      return problems
    }
    return problems
  }
}
