// `to:` in place of `into:`. Each has the parameters of the right declaration, so that the compiler
// doesn't suggest it for other wrong labels.

extension Ask {
  /// Refuses `to:` in place of `into:`.
  @available(*, unavailable, message: "the key follows into: Ask(\"…\", into: key)")
  public init(
    _ question: Text, to key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(question, into: key, fileID: fileID, line: line)
  }
}

extension Confirm {
  /// Refuses `to:` in place of `into:`.
  @available(*, unavailable, message: "the key follows into: Confirm(\"…\", into: key)")
  public init(
    _ question: Text, to key: Key<Bool>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder otherwise: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(question, into: key, fileID: fileID, line: line)
  }
}

extension OptionsQuestion {
  /// Refuses `to:` in place of `into:`.
  @available(*, unavailable, message: "the key follows into: Choose(\"…\", into: key) { … }")
  public init(
    _ question: Text, to key: Key<Kept>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<Answer> _ options: () -> Options<Answer> = { Options(_parts: []) }
  ) {
    self.init(question, into: key, fileID: fileID, line: line)
  }
}

extension Field {
  /// Refuses `to:` in place of `into:`.
  @available(*, unavailable, message: "the key follows into: Field(\"…\", into: key)")
  public init(
    _ title: Text, to key: Key<String>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(title, into: key, fileID: fileID, line: line)
  }
}

extension Store {
  /// Refuses `to:` in place of `into:`.
  @available(*, unavailable, message: "the key follows into: Store(value, into: key)")
  public init<Answer>(
    _ value: Answer, to key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(value, into: key, fileID: fileID, line: line)
  }
}
