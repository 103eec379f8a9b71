/// A rule about declarations, with the code of its problems.
///
/// A code is in kebab case and never changes, for tools and tests; the words of a message can
/// change. A rule that conforms only to this protocol is applied where a declaration is written,
/// since what it checks is gone once the flow is built; see ``Checks/noted``.
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

/// A rule about one step and its surroundings.
protocol StepRule: CodedRule {
  static func problems(of step: DeclaredStep) -> [Diagnostic]
}

/// A rule about one prompt, with its choices as they were declared.
protocol PromptRule: CodedRule {
  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic]
}

/// A rule about one button or option among those beside it.
protocol ChoiceRule: CodedRule {
  static func problems(of choice: DeclaredChoice) -> [Diagnostic]
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
