extension Node {
  /// A named action of the host.
  public struct Action: Hashable, Sendable {
    /// The name by which a host knows the action.
    @Exact public internal(set) var name: String
    /// The key for its result; nil if it has none.
    public internal(set) var result: KeyReference?
    /// The time limit; nil for no limit.
    public internal(set) var timeout: Duration?
    /// The keys that it reads, if declared; nil if the run notes them while the action is
    /// performed.
    public internal(set) var reads: [KeyReference]?
    /// The keys that it may set besides its result, if declared; nil if it may set any.
    public internal(set) var writes: [KeyReference]?
    /// Whether it can be undone when the person goes back past it.
    public internal(set) var isUndoable = false
    /// Whether the text of its errors is shown although it used a secret.
    public internal(set) var showsErrors = false
    /// The text shown while it is performed; nil to show nothing.
    public internal(set) var loading: Text?
    /// How often it is tried again after it has thrown an error.
    public internal(set) var retries = 0
    /// The pause before the first retry; it doubles for each further retry.
    public internal(set) var backoff = Duration.zero
    /// Whether it only computes, so that performing it again needs nobody's consent.
    public internal(set) var isPure = false
    /// Whether it needs the terminal for itself, as an editor does.
    public internal(set) var takesTerminal = false

    init(_ name: String, result: KeyReference? = nil, timeout: Duration? = nil) {
      self.name = name
      self.result = result
      self.timeout = timeout
    }

    /// The key for the error, in words.
    public var error: KeyReference {
      KeyReference(name: Slug.title(name) + ".failure", type: .string)
    }
  }

  /// Slow work with four states: loading, data, empty and failure.
  public struct Load: Hashable, Sendable {
    /// The name by which a host knows the work.
    @Exact public internal(set) var name: String
    /// The key for the data.
    public internal(set) var key: KeyReference
    /// The text shown while it loads.
    public internal(set) var loading: Text?
    /// How often it is tried again after a failure.
    public internal(set) var retries: Int
    /// The pause before the first retry; it doubles for each further retry.
    public internal(set) var backoff: Duration
    /// The time limit of one try; nil for no limit.
    public internal(set) var timeout: Duration?
    /// The keys that the work reads, if declared; nil if the run notes them while the work is
    /// performed.
    public internal(set) var reads: [KeyReference]?
    /// Whether the text of its errors is shown although it used a secret.
    public internal(set) var showsErrors = false

    init(_ name: String, key: KeyReference, loading: Text? = nil) {
      self.name = name
      self.key = key
      self.loading = loading
      retries = 0
      backoff = .zero
    }

    /// The key for the error, in words.
    public var error: KeyReference { KeyReference(name: key.name + ".error", type: .string) }
    /// The key for how it ended: `data`, `empty` or `failed`.
    public var state: KeyReference { KeyReference(name: key.name + ".state", type: .string) }
  }

  /// One operation of a graph: it starts when all operations that it names have ended.
  public struct Operation: Hashable, Sendable {
    /// The name by which the other operations of the group know it.
    @Exact public internal(set) var name: String
    /// The names of the operations that must end before it starts.
    @ExactList public internal(set) var after: [String]

    init(_ name: String, after: [String]) {
      self.name = name
      self.after = after
    }

    /// The key for the error, in words.
    public var error: KeyReference {
      KeyReference(name: Slug.title(name) + ".error", type: .string)
    }
    /// The key for how it ended: `ended`, `failed` or `cancelled`.
    public var state: KeyReference {
      KeyReference(name: Slug.title(name) + ".state", type: .string)
    }
  }

  /// The cancellation of an operation.
  public struct Cancel: Hashable, Sendable {
    /// The name of the operation.
    @Exact public internal(set) var operation: String

    init(_ operation: String) {
      self.operation = operation
    }
  }

  /// A branch by the value of an answer.
  public struct Selection: Hashable, Sendable {
    /// The key of the deciding answer.
    public internal(set) var key: KeyReference
    /// The values of each case, at least one; the first case that contains the answer is taken.
    public internal(set) var cases: [[Value]]
  }

  /// How often a loop runs.
  public enum Loop: Hashable, Sendable {
    /// The given number of times.
    case times(Int)
    /// As long as the condition holds, evaluated before each round.
    case whileTrue(Condition)
    /// Until the condition holds, evaluated after each round.
    case until(Condition)
  }

  /// The end of the flow.
  public struct Finish: Hashable, Sendable {
    /// The text to show; nil for none.
    public internal(set) var text: Text?
    private var exact: ExactText?

    /// The name of the outcome, for programs; nil if it has none.
    public internal(set) var outcome: String? {
      get { exact?.text }
      set { exact = newValue.map(ExactText.init) }
    }

    init(_ text: Text? = nil, outcome: String? = nil) {
      self.text = text
      exact = outcome.map(ExactText.init)
    }
  }

  /// A flow in a flow.
  public struct Subflow: Hashable, Sendable {
    /// The flow's name.
    @Exact public internal(set) var name: String

    init(_ name: String) { self.name = name }
  }
}
