// Mistakes in the arguments of a step: labels, types, modifiers written as arguments, branches and
// loops. Each has its own message.

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

extension Building.OptionsQuestion {
  /// Refuses `to:` in place of `into:`.
  @available(*, unavailable, message: "the key follows into: Choose(\"…\", into: key) { … }")
  public init(
    _ question: Text, to key: Key<Kept>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<Answer> _ options: () -> Building.Options<Answer> = {
      Building.Options(_parts: [])
    }
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

// Arguments of a type or with a label that doesn’t fit, each with its own message.

extension Choose {
  /// Refuses a choice of one option for a key that holds a list.
  @available(
    *, deprecated, message: "for several answers, write ChooseMany(\"…\", into: key) { … }"
  )
  public init<Element>(
    _ question: Text, into key: Key<[Element]>,
    @OptionBuilder<Element> _ options: () -> Building.Options<Element>
  ) throws where Answer == [Element] {
    self.init(question, key, FlowLocation(#fileID, #line), Building.Options(_parts: []))
  }

  /// Refuses a choice of one value for a key that holds a list.
  @available(
    *, deprecated, message: "for several answers, write ChooseMany(\"…\", from: …, into: key)"
  )
  public init<Element>(
    _ question: Text, from values: [Element], into key: Key<[Element]>
  ) throws where Answer == [Element] {
    self.init(question, key, FlowLocation(#fileID, #line), Building.Options(_parts: []))
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
    @OptionBuilder<Answer> _ options: () -> Building.Options<Answer> = {
      Building.Options(_parts: [])
    }
  ) {
    self.init(question, nil, FlowLocation(#fileID, #line), Building.Options(_parts: []))
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
  public static func buildExpression<Other>(_ part: Case<Other>) -> Building.SwitchCases<Answer> {
    Building.SwitchCases(_parts: [])
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

// Modifiers written as arguments, each with its own message. The commonest only: `flow` explains all of
// them. Their labels are those of no right declaration, so they cost a right statement nothing.

extension Ask {
  /// Refuses `default:`, which is a modifier.
  @available(*, unavailable, message: "default is a modifier: Ask(\"…\", into: key).default(value)")
  public init(_ question: Text, into key: Key<Answer>, default: Answer) {
    self.init(question, into: key)
  }

  /// Refuses `default:`, which is a modifier.
  @available(*, unavailable, message: "default is a modifier: Ask(\"…\", into: key).default(value)")
  public init(_ question: Text, default: Answer, into key: Key<Answer>) {
    self.init(question, into: key)
  }

  /// Refuses `secret:`, which is a modifier.
  @available(*, unavailable, message: "secret is a modifier: Ask(\"…\", into: key).secret()")
  public init(_ question: Text, into key: Key<Answer>, secret: Bool) {
    self.init(question, into: key)
  }

  /// Refuses `secret:`, which is a modifier.
  @available(*, unavailable, message: "secret is a modifier: Ask(\"…\", into: key).secret()")
  public init(_ question: Text, secret: Bool, into key: Key<Answer>) {
    self.init(question, into: key)
  }
}

extension Confirm {
  /// Refuses `default:`, which is a modifier.
  @available(
    *, unavailable, message: "default is a modifier: Confirm(\"…\", into: key).default(true)"
  )
  public init(
    _ question: Text, into key: Key<Bool>? = nil, default: Bool,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(question, into: key)
  }

  /// Refuses `default:`, which is a modifier.
  @available(
    *, unavailable, message: "default is a modifier: Confirm(\"…\", into: key).default(true)"
  )
  public init(_ question: Text, default: Bool, into key: Key<Bool>) {
    self.init(question, into: key)
  }
}

extension Do {
  /// Refuses `loading:`, which is a modifier.
  @available(*, unavailable, message: "loading is a modifier: Do(\"…\") { … }.loading(\"…\")")
  public init(_ name: String, loading: Text, _ work: () async throws -> Void) {
    self.init(name) {}
  }

  /// Refuses `loading:`, which is a modifier.
  @available(*, unavailable, message: "loading is a modifier: Do(\"…\") { … }.loading(\"…\")")
  public init(_ name: String, loading: Text, _ work: (Work) async throws -> Void) {
    self.init(name) {}
  }

  /// Refuses `retry:`, which is a modifier.
  @available(*, unavailable, message: "retry is a modifier: Do(\"…\") { … }.retry(3)")
  public init(_ name: String, retry: Int, _ work: () async throws -> Void) {
    self.init(name) {}
  }

  /// Refuses `retry:`, which is a modifier.
  @available(*, unavailable, message: "retry is a modifier: Do(\"…\") { … }.retry(3)")
  public init(_ name: String, retry: Int, _ work: (Work) async throws -> Void) {
    self.init(name) {}
  }

  /// Refuses `timeout:`, which is a modifier.
  @available(*, unavailable, message: "timeout is a modifier: Do(\"…\") { … }.timeout(.seconds(3))")
  public init(_ name: String, timeout: Duration, _ work: () async throws -> Void) {
    self.init(name) {}
  }

  /// Refuses `timeout:`, which is a modifier.
  @available(*, unavailable, message: "timeout is a modifier: Do(\"…\") { … }.timeout(.seconds(3))")
  public init(_ name: String, timeout: Duration, _ work: (Work) async throws -> Void) {
    self.init(name) {}
  }

  /// Refuses an action without a name.
  @available(*, unavailable, message: "a Do has a name: Do(\"…\") { … }")
  public init(_ work: () async throws -> Void) {
    self.init("") {}
  }

  /// Refuses an action without a name.
  @available(*, unavailable, message: "a Do has a name: Do(\"…\") { … }")
  public init(_ work: (Work) async throws -> Void) {
    self.init("") {}
  }

  /// Refuses a failure branch that isn’t given the error.
  @available(
    *, unavailable, message: "a failure branch is given the error: failure: { error in … }"
  )
  public init(
    _ name: String, _ work: () async throws -> Void, @FlowBuilder failure: () -> Steps
  ) {
    self.init(name) {}
  }

  /// Refuses a failure branch that isn’t given the error.
  @available(
    *, unavailable, message: "a failure branch is given the error: failure: { error in … }"
  )
  public init(
    _ name: String, _ work: (Work) async throws -> Void, @FlowBuilder failure: () -> Steps
  ) {
    self.init(name) {}
  }
}

extension Load {
  /// Refuses `loading:`, which is a modifier.
  @available(
    *, unavailable, message: "loading is a modifier: Load(\"…\", into: key) { … }.loading(\"…\")"
  )
  public init(
    _ name: String, into key: Key<Answer>, loading: Text, _ work: () async throws -> Answer?
  ) {
    self.init(name, into: key) { nil }
  }

  /// Refuses `loading:`, which is a modifier.
  @available(
    *, unavailable, message: "loading is a modifier: Load(\"…\", into: key) { … }.loading(\"…\")"
  )
  public init(
    _ name: String, into key: Key<Answer>, loading: Text, _ work: (Work) async throws -> Answer?
  ) {
    self.init(name, into: key) { nil }
  }

  /// Refuses `retry:`, which is a modifier.
  @available(*, unavailable, message: "retry is a modifier: Load(\"…\", into: key) { … }.retry(3)")
  public init(
    _ name: String, into key: Key<Answer>, retry: Int, _ work: () async throws -> Answer?
  ) {
    self.init(name, into: key) { nil }
  }

  /// Refuses `retry:`, which is a modifier.
  @available(*, unavailable, message: "retry is a modifier: Load(\"…\", into: key) { … }.retry(3)")
  public init(
    _ name: String, into key: Key<Answer>, retry: Int, _ work: (Work) async throws -> Answer?
  ) {
    self.init(name, into: key) { nil }
  }

  /// Refuses `timeout:`, which is a modifier.
  @available(
    *, unavailable,
    message: "timeout is a modifier: Load(\"…\", into: key) { … }.timeout(.seconds(3))"
  )
  public init(
    _ name: String, into key: Key<Answer>, timeout: Duration, _ work: () async throws -> Answer?
  ) {
    self.init(name, into: key) { nil }
  }

  /// Refuses `timeout:`, which is a modifier.
  @available(
    *, unavailable,
    message: "timeout is a modifier: Load(\"…\", into: key) { … }.timeout(.seconds(3))"
  )
  public init(
    _ name: String, into key: Key<Answer>, timeout: Duration, _ work: (Work) async throws -> Answer?
  ) {
    self.init(name, into: key) { nil }
  }

  /// Refuses a failure branch that isn’t given the error.
  @available(
    *, unavailable, message: "a failure branch is given the error: failure: { error in … }"
  )
  public init(
    _ name: String, into key: Key<Answer>, _ work: () async throws -> Answer?,
    @FlowBuilder failure: () -> Steps
  ) {
    self.init(name, into: key) { nil }
  }

  /// Refuses a failure branch that isn’t given the error.
  @available(
    *, unavailable, message: "a failure branch is given the error: failure: { error in … }"
  )
  public init(
    _ name: String, into key: Key<Answer>, _ work: (Work) async throws -> Answer?,
    @FlowBuilder failure: () -> Steps
  ) {
    self.init(name, into: key) { nil }
  }
}

extension Operation {
  /// Refuses a failure branch that isn’t given the error.
  @available(
    *, unavailable, message: "a failure branch is given the error: failure: { error in … }"
  )
  public init(
    _ name: String, @FlowBuilder _ steps: () -> Steps, @FlowBuilder failure: () -> Steps
  ) {
    self.init(name, steps, failure: { _ in failure() })
  }
}

extension Option where Answer == String {
  /// Refuses `default:`, which is a modifier.
  @available(*, unavailable, message: "default is a modifier: Option(\"…\").default()")
  public init(_ title: Text, default: Bool) {
    self.init(title)
  }
}

// Common mistakes in a branch, each with its own message.

extension When {
  /// Refuses a key whose answer isn't yes or no.
  @available(
    *, unavailable, message: "a condition compares the answer, as in age > 3, or tests age.isSet"
  )
  public init<Answer>(
    _ key: Key<Answer>, @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder otherwise: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(key.isSet)
  }

  /// Refuses a condition that is known when the flow is declared.
  @available(
    *, unavailable,
    message: "this is known when the flow is declared: write if … { }, or compare a Key"
  )
  public init(
    _ condition: Bool, @FlowBuilder _ steps: () -> Steps,
    @FlowBuilder otherwise: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(Condition(.all([])))
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ condition: any Building.Conditional, @FlowBuilder _ steps: () async throws -> Steps,
    @FlowBuilder otherwise: () async throws -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(Condition(.all([])))
  }
}

extension When {
  /// Refuses `else:` in place of `otherwise:`.
  @available(*, unavailable, message: "write otherwise: When(…) { … } otherwise: { … }")
  public init(
    _ condition: some Building.Conditional, @FlowBuilder _ steps: () -> Steps,
    @FlowBuilder else otherwise: () -> Steps
  ) {
    self.init(Condition(.all([])))
  }
}

extension Confirm {
  /// Refuses `else:` in place of `otherwise:`.
  @available(*, unavailable, message: "write otherwise: Confirm(\"…\") { … } otherwise: { … }")
  public init(
    _ question: Text, into key: Key<Bool>? = nil, @FlowBuilder _ steps: () -> Steps,
    @FlowBuilder else otherwise: () -> Steps
  ) {
    self.init(question, into: key)
  }
}

// Common mistakes in a loop, each with its own message.

extension Repeat {
  /// Refuses a key whose answer isn't yes or no.
  @available(
    *, unavailable, message: "a condition compares the answer, as in age > 3, or tests age.isSet"
  )
  public init<Answer>(
    while key: Key<Answer>, @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(times: 0) { Steps([]) }
  }

  /// Refuses a condition that is known when the flow is declared.
  @available(
    *, unavailable,
    message: "this is known when the flow is declared: compare a Key, or write Repeat { … }"
  )
  public init(while condition: Bool, @FlowBuilder _ steps: () -> Steps) {
    self.init(times: 0) { Steps([]) }
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(times: Int, @FlowBuilder _ steps: () async throws -> Steps) {
    self.init(times: 0) { Steps([]) }
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    while condition: any Building.Conditional, @FlowBuilder _ steps: () async throws -> Steps
  ) {
    self.init(times: 0) { Steps([]) }
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(@FlowBuilder _ steps: () async throws -> Steps) {
    self.init(times: 0) { Steps([]) }
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    @FlowBuilder _ steps: () async throws -> Steps, until condition: () -> Condition
  ) {
    self.init(times: 0) { Steps([]) }
  }
}

extension Repeat {
  /// Refuses a number of rounds without its label.
  @available(*, unavailable, message: "write times: Repeat(times: 3) { … }")
  public init(_ times: Int, @FlowBuilder _ steps: () -> Steps) {
    self.init(times: 0) { Steps([]) }
  }

  /// Refuses a condition without its label.
  @available(
    *, unavailable,
    message: "write while: Repeat(while: age < 3) { … }, or Repeat { … } until: { … }"
  )
  public init(_ condition: some Building.Conditional, @FlowBuilder _ steps: () -> Steps) {
    self.init(times: 0) { Steps([]) }
  }
}
