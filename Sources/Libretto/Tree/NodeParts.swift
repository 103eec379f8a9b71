extension Node {
  /// A named action of the host.
  public struct Action: Hashable, Sendable {
    /// What stands for this step in journals and errors.
    @Exact public internal(set) var id: String
    /// The ids that it had in earlier versions of the flow, where those were others.
    @ExactList public internal(set) var was: [String]
    /// The name under which a host knows it.
    @Exact public internal(set) var name: String
    /// Where its result is kept; nil where it has none.
    public internal(set) var result: KeyReference?
    /// How long it may take, in milliseconds; nil for as long as it wants.
    public internal(set) var timeout: Int?
    /// The keys that it reads; nil where that is noted while it is performed.
    public internal(set) var reads: [KeyReference]?
    /// Whether it can be undone when the person goes back past it.
    public internal(set) var isUndoable = false

    init(id: String, name: String, result: KeyReference? = nil, timeout: Int? = nil) {
      self.id = id
      was = []
      self.name = name
      self.result = result
      self.timeout = timeout
    }
  }

  /// Slow work with its four states: loading, data, empty and failure.
  public struct Load: Hashable, Sendable {
    /// What stands for this step in answers, journals and errors.
    @Exact public internal(set) var id: String
    /// The ids that it had in earlier versions of the flow, where those were others.
    @ExactList public internal(set) var was: [String]
    /// The name under which a host knows the work.
    @Exact public internal(set) var name: String
    /// Where the data is kept.
    public let key: KeyReference
    /// What is shown while it loads.
    public internal(set) var loading: Text?
    /// How often it is tried again after a failure.
    public internal(set) var retries: Int
    /// The pause before the first further try, in milliseconds; it doubles with each.
    public internal(set) var backoff: Int
    /// How long one try may take, in milliseconds; nil for as long as it wants.
    public internal(set) var timeout: Int?
    /// The keys that the work reads; nil where that is noted while it is performed.
    public internal(set) var reads: [KeyReference]?
    /// What follows when there is data.
    public internal(set) var data: [Node]
    /// What follows when there is none; the key then has no answer.
    public internal(set) var empty: [Node]
    /// What follows when it failed; nil where a failure fails the flow.
    public internal(set) var failure: [Node]?

    init(_ name: String, key: KeyReference, loading: Text? = nil) {
      self.id = ""
      was = []
      self.name = name
      self.key = key
      self.loading = loading
      retries = 0
      backoff = 0
      data = []
      empty = []
    }

    /// The key under which the error is kept, in words.
    public var error: KeyReference { KeyReference(name: key.name + ".error", type: .string) }
    /// The key under which it is kept how it ended: `data`, `empty` or `failed`.
    public var state: KeyReference { KeyReference(name: key.name + ".state", type: .string) }
  }

  /// One operation of a graph: it starts when all that it names have ended.
  public struct Operation: Hashable, Sendable {
    /// What stands for the operation in answers, journals and errors.
    @Exact public internal(set) var id: String
    /// The ids that it had in earlier versions of the flow, where those were others.
    @ExactList public internal(set) var was: [String]
    /// The name by which the operations beside it know it.
    @Exact public internal(set) var name: String
    /// The names of those that have to end before it starts.
    @ExactList public internal(set) var after: [String]
    /// What it does.
    public internal(set) var steps: [Node]
    /// What follows when it failed; nil where a failure fails the flow.
    public internal(set) var failure: [Node]?

    init(_ name: String, after: [String]) {
      self.id = ""
      was = []
      self.name = name
      self.after = after
      steps = []
    }

    /// The key under which the error is kept, in words.
    public var error: KeyReference {
      KeyReference(name: Slug.title(name) + ".error", type: .string)
    }
    /// The key under which it is kept how it ended: `ended`, `failed` or `cancelled`.
    public var state: KeyReference {
      KeyReference(name: Slug.title(name) + ".state", type: .string)
    }
  }

  /// The cancellation of an operation.
  public struct Cancel: Hashable, Sendable {
    /// What stands for this step in journals.
    @Exact public internal(set) var id: String
    /// The ids that it had in earlier versions of the flow, where those were others.
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
    /// What stands for this step in journals.
    @Exact public internal(set) var id: String
    /// The ids that it had in earlier versions of the flow, where those were others.
    @ExactList public internal(set) var was: [String]
    /// How long it is, in milliseconds.
    public let milliseconds: Int

    init(milliseconds: Int) {
      self.id = ""
      was = []
      self.milliseconds = milliseconds
    }
  }

  /// A branch by the value of an answer.
  public struct Selection: Hashable, Sendable {
    /// The steps for some values.
    public struct Case: Hashable, Sendable {
      /// The values, one at least.
      public let values: [Value]
      /// What follows.
      public internal(set) var steps: [Node]
    }

    /// The key whose answer decides.
    public let key: KeyReference
    /// The cases in order; the first that has the answer is taken.
    public internal(set) var cases: [Case]
    /// What follows when no case has the answer.
    public internal(set) var otherwise: [Node]
  }

  /// A flow in a flow.
  public struct Subflow: Hashable, Sendable {
    /// The component that it adds to the ids of its steps.
    @Exact public internal(set) var id: String
    /// The ids that it had in earlier versions of the flow, where those were others.
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
