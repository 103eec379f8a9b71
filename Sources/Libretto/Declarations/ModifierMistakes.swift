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
