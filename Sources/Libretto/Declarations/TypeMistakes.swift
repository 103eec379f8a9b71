// Arguments of a type or with a label that doesn’t fit, each with its own message.

extension Choose {
  /// Refuses a choice of one option for a key that holds a list.
  @available(
    *, deprecated, message: "for several answers, write ChooseMany(\"…\", into: key) { … }"
  )
  public init<Element>(
    _ question: Text, into key: Key<[Element]>,
    @OptionBuilder<Element> _ options: () -> Options<Element>
  ) throws where Answer == [Element] {
    self.init(question, key, FlowLocation(#fileID, #line), Options(_parts: []))
  }

  /// Refuses a choice of one value for a key that holds a list.
  @available(
    *, deprecated, message: "for several answers, write ChooseMany(\"…\", from: …, into: key)"
  )
  public init<Element>(
    _ question: Text, from values: [Element], into key: Key<[Element]>
  ) throws where Answer == [Element] {
    self.init(question, key, FlowLocation(#fileID, #line), Options(_parts: []))
  }
}

extension ChooseMany {
  /// Refuses a choice of several options for a key that holds one value.
  @available(
    *, unavailable,
    message: "a ChooseMany keeps a list: use a Key<[…]>, or write Choose for one answer"
  )
  public init(
    _ question: Text, into key: Key<Answer>,
    @OptionBuilder<Answer> _ options: () -> Options<Answer> = { Options(_parts: []) }
  ) {
    self.init(question, nil, FlowLocation(#fileID, #line), Options(_parts: []))
  }
}

extension Button {
  /// Refuses `style:` in place of `role:`.
  @available(
    *, unavailable, message: "a Button has a role: Button(\"…\", role: .destructive) { … }"
  )
  public init(
    _ title: Text, style: Role, @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(title)
  }
}

extension Do {
  /// Refuses steps in place of work.
  @available(*, deprecated, message: "a Do holds work, not steps: put the steps after it")
  public init<Content: FlowContent>(
    _ name: String, _ steps: () async throws -> Content
  ) throws {
    self.init(name) {}
  }
}

extension Say {
  /// Refuses a key in place of a text that shows its answer.
  @available(*, unavailable, message: "write the key in a text: Say(\"\\(key)\")")
  public init<Answer>(_ key: Key<Answer>) {
    self.init("")
  }
}

extension SwitchBuilder {
  /// Refuses a case with a value of another type.
  @available(
    *, unavailable,
    message: "the value of a Case must have the type of the Switch’s key: Case(value) { … }"
  )
  public static func buildExpression<Other>(_ part: Case<Other>) -> SwitchCases<Answer> {
    SwitchCases(_parts: [])
  }
}

extension Rule where Answer == String {
  /// Refuses a regular expression of Swift, which isn't data.
  @available(
    *, unavailable, message: "a pattern is text, since a flow is data: .matches(\"[a-z]+\")"
  )
  public static func matches(_ pattern: some RegexComponent, message: Text? = nil) -> Rule {
    Rule(.notEmpty, nil)
  }
}

extension Key where Answer == String {
  /// Refuses a regular expression of Swift, which isn't data.
  @available(
    *, unavailable, message: "a pattern is text, since a flow is data: .matches(\"[a-z]+\")"
  )
  public func matches(_ pattern: some RegexComponent) -> Condition { isSet }
}
