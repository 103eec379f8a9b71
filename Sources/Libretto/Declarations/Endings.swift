/// How an operation ended.
public enum OperationEnding: String, Hashable, Sendable, CaseIterable {
  /// It came to its end.
  case ended
  /// It failed; what follows that may have been performed.
  case failed
  /// It was cancelled, before it started or while it ran.
  case cancelled
}

/// How a load ended.
public enum LoadEnding: String, Hashable, Sendable, CaseIterable {
  /// There is data.
  case data
  /// There is none.
  case empty
  /// It failed.
  case failed
}

extension Condition {
  /// Whether an operation ended in some way; not before it has ended.
  /// - Parameters:
  ///   - name: the name of the operation.
  ///   - ending: how it ended.
  public static func operation(_ name: String, _ ending: OperationEnding) -> Condition {
    ended(Node.Operation(name, after: []).state, ending.rawValue)
  }

  /// Whether a load ended in some way; not before it has ended.
  /// - Parameters:
  ///   - key: the key of the load.
  ///   - ending: how it ended.
  public static func load<Answer>(_ key: Key<Answer>, _ ending: LoadEnding) -> Condition {
    ended(Node.Load("", key: key.reference).state, ending.rawValue)
  }

  private static func ended(_ state: KeyReference, _ ending: String) -> Condition {
    Condition(.all([.isSet(state), .compare(state, .equal, .value(.string(ending)))]), depth: 2)
  }
}

extension Key where Answer == String {
  /// The key under which the error of an operation is kept, in words; set only when it failed.
  /// - Parameter operation: the name of the operation.
  public static func error(of operation: String) -> Key<String> {
    Key(Node.Operation(operation, after: []).error.name)
  }

  /// The key under which the error of a load is kept, in words; set only when it failed.
  /// - Parameter load: the key of the load.
  public static func error<Data>(of load: Key<Data>) -> Key<String> {
    Key(Node.Load("", key: load.reference).error.name)
  }
}
