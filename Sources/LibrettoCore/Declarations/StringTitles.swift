// Titles that are a `String` of the program: a variable, a call, a sum of texts. They are shown as
// they are. A literal is always a ``Text``, so that the keys in it become placeholders: these
// overloads are disfavoured. Those with a body are generic too: with `String`, the type checker
// preferred them for literals that a trailing closure follows. They cost a tenth of a millisecond a statement, so only the most
// common declarations have them; elsewhere write the variable in a text.

extension Say {
  /// Declares a text to show, taken as it is when the flow is declared.
  /// - Parameters:
  ///   - text: the text.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(_ text: String, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(Text(text), fileID: fileID, line: line)
  }
}

extension Fail {
  /// Declares the failure with a message that is taken as it is when the flow is declared.
  /// - Parameters:
  ///   - message: what went wrong, and what the person can do.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(_ message: String, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(Text(message), fileID: fileID, line: line)
  }
}

extension Ask {
  /// Declares a question whose text is taken as it is when the flow is declared.
  /// - Parameters:
  ///   - question: the question.
  ///   - key: the key for the answer; its name becomes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(
    _ question: String, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(Text(question), into: key, fileID: fileID, line: line)
  }
}

extension Building.OptionsQuestion {
  /// Declares a choice whose text is taken as it is when the flow is declared.
  /// - Parameters:
  ///   - question: the question.
  ///   - key: the key for the answer; its name becomes the question's id.
  ///   - options: the options; in a chain they follow the choice.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(
    _ question: some StringProtocol, into key: Key<Kept>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<Answer> _ options: () -> Building.Options<Answer> = {
      Building.Options(_parts: [])
    }
  ) {
    self.init(Text(String(question)), key, FlowLocation(fileID, line), options())
  }

  /// Declares a choice from values, whose text is taken as it is when the flow is declared.
  /// - Parameters:
  ///   - question: the question.
  ///   - values: the values; each becomes an option.
  ///   - key: the key for the answer; its name becomes the question's id.
  ///   - title: returns the title for a value; defaults to the value itself.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(
    _ question: String, from values: [Answer], into key: Key<Kept>,
    title: (Answer) -> String = { $0.answerValue.description },
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(Text(question), from: values, into: key, title: title, fileID: fileID, line: line)
  }
}

extension Alert {
  /// Declares an alert whose title is taken as it is when the flow is declared.
  /// - Parameters:
  ///   - title: the title; it becomes the alert's id.
  ///   - message: more text below the title.
  ///   - buttons: the buttons and fields.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, message: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @AlertBuilder _ buttons: () -> Building.Buttons = { AlertBuilder.buildBlock() }
  ) {
    self.init(Text(String(title)), message: message, fileID: fileID, line: line, buttons)
  }
}

extension Button {
  /// Declares a button whose title is taken as it is when the flow is declared.
  /// - Parameters:
  ///   - title: the title; it becomes the button's id.
  ///   - role: the button's role.
  ///   - shortcut: a letter that the person can type to press it.
  ///   - steps: the steps to perform when it is pressed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, role: Role = .normal, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(
      Text(String(title)), role: role, shortcut: shortcut, fileID: fileID, line: line, steps)
  }
}

extension Option {
  /// Declares an option with a value, whose title is taken as it is when the flow is declared.
  /// - Parameters:
  ///   - title: the title; it becomes the option's id.
  ///   - value: the answer when it is chosen.
  ///   - shortcut: a letter that the person can type to choose it.
  ///   - steps: the steps that follow.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, _ value: Answer, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(
      Text(String(title)), value, shortcut: shortcut, fileID: fileID, line: line, steps)
  }
}

extension Option where Answer == String {
  /// Declares an option whose value is its title, taken as it is when the flow is declared.
  /// - Parameters:
  ///   - title: the title, also the answer when it is chosen.
  ///   - shortcut: a letter that the person can type to choose it.
  ///   - steps: the steps that follow.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(Text(String(title)), shortcut: shortcut, fileID: fileID, line: line, steps)
  }
}
