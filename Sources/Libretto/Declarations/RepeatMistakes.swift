// Common mistakes in a loop, each with its own message.

extension Repeat {
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
  public init(while condition: Condition, @FlowBuilder _ steps: () async throws -> Steps) {
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
  public init(_ condition: some Conditional, @FlowBuilder _ steps: () -> Steps) {
    self.init(times: 0) { Steps([]) }
  }
}
