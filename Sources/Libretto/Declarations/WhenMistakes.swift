// Common mistakes in a branch, each with its own message.

extension When {
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
    _ condition: Condition, @FlowBuilder _ steps: () async throws -> Steps,
    @FlowBuilder otherwise: () async throws -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(Condition(.all([])))
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ key: Key<Bool>, @FlowBuilder _ steps: () async throws -> Steps,
    @FlowBuilder otherwise: () async throws -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(Condition(.all([])))
  }
}

extension When {
  /// Refuses `else:` in place of `otherwise:`.
  @available(*, unavailable, message: "write otherwise: When(…) { … } otherwise: { … }")
  public init(
    _ condition: some Conditional, @FlowBuilder _ steps: () -> Steps,
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
