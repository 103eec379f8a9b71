extension Node {
  /// A named action of the host.
  public struct Action: Hashable, Sendable {
    /// The id of this step in journals and errors.
    @Exact public internal(set) var id: String
    /// The ids in earlier versions of the flow, if they were different.
    @ExactList public internal(set) var was: [String]
    /// The name by which a host knows the action.
    @Exact public internal(set) var name: String
    /// The key for its result; nil if it has none.
    public internal(set) var result: KeyReference?
    /// The time limit; nil for no limit.
    public internal(set) var timeout: Duration?
    /// The keys that it reads, if declared; nil if the run notes them while the action is
    /// performed.
    public internal(set) var reads: [KeyReference]?
    /// Whether it can be undone when the person goes back past it.
    public internal(set) var isUndoable = false

    init(id: String, name: String, result: KeyReference? = nil, timeout: Duration? = nil) {
      self.id = id
      was = []
      self.name = name
      self.result = result
      self.timeout = timeout
    }
  }

  /// Slow work with four states: loading, data, empty and failure.
  public struct Load: Hashable, Sendable {
    /// The id of this step in answers, journals and errors.
    @Exact public internal(set) var id: String
    /// The ids in earlier versions of the flow, if they were different.
    @ExactList public internal(set) var was: [String]
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
    /// The steps to perform if there is data.
    public internal(set) var data: [Node]
    /// The steps to perform if there is no data; the key then has no answer.
    public internal(set) var empty: [Node]
    /// The steps to perform after a failure; nil if a failure fails the flow.
    public internal(set) var failure: [Node]?

    init(_ name: String, key: KeyReference, loading: Text? = nil) {
      self.id = ""
      was = []
      self.name = name
      self.key = key
      self.loading = loading
      retries = 0
      backoff = .zero
      data = []
      empty = []
    }

    /// The key for the error, in words.
    public var error: KeyReference { KeyReference(name: key.name + ".error", type: .string) }
    /// The key for how it ended: `data`, `empty` or `failed`.
    public var state: KeyReference { KeyReference(name: key.name + ".state", type: .string) }
  }

  /// One operation of a graph: it starts when all operations that it names have ended.
  public struct Operation: Hashable, Sendable {
    /// The id of the operation in answers, journals and errors.
    @Exact public internal(set) var id: String
    /// The ids in earlier versions of the flow, if they were different.
    @ExactList public internal(set) var was: [String]
    /// The name by which the other operations of the group know it.
    @Exact public internal(set) var name: String
    /// The names of the operations that must end before it starts.
    @ExactList public internal(set) var after: [String]
    /// The steps of the operation.
    public internal(set) var steps: [Node]
    /// The steps to perform after a failure; nil if a failure fails the flow.
    public internal(set) var failure: [Node]?

    init(_ name: String, after: [String]) {
      self.id = ""
      was = []
      self.name = name
      self.after = after
      steps = []
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
    /// The id of this step in journals.
    @Exact public internal(set) var id: String
    /// The ids in earlier versions of the flow, if they were different.
    @ExactList public internal(set) var was: [String]
    /// The name of the operation.
    @Exact public internal(set) var operation: String

    init(_ operation: String) {
      self.id = ""
      was = []
      self.operation = operation
    }
  }

  /// A pause.
  public struct Wait: Hashable, Sendable {
    /// The id of this step in journals.
    @Exact public internal(set) var id: String
    /// The ids in earlier versions of the flow, if they were different.
    @ExactList public internal(set) var was: [String]
    /// The length of the pause.
    public internal(set) var duration: Duration

    init(_ duration: Duration) {
      self.id = ""
      was = []
      self.duration = duration
    }
  }

  /// A branch by the value of an answer.
  public struct Selection: Hashable, Sendable {
    /// The steps for some values.
    public struct Case: Hashable, Sendable {
      /// The values, at least one.
      public internal(set) var values: [Value]
      /// The steps to perform for these values.
      public internal(set) var steps: [Node]
    }

    /// The key of the deciding answer.
    public internal(set) var key: KeyReference
    /// The cases in order; the first one that contains the answer is taken.
    public internal(set) var cases: [Case]
    /// The steps to perform if no case contains the answer.
    public internal(set) var otherwise: [Node]
  }

  /// A flow in a flow.
  public struct Subflow: Hashable, Sendable {
    /// The component that the ids of its steps get from it.
    @Exact public internal(set) var id: String
    /// The ids in earlier versions of the flow, if they were different.
    @ExactList public internal(set) var was: [String]
    /// The flow's name.
    @Exact public internal(set) var name: String
    /// The flow's steps.
    public internal(set) var steps: [Node]

    init(id: String, name: String, steps: [Node]) {
      self.id = id
      was = []
      self.name = name
      self.steps = steps
    }
  }
}
