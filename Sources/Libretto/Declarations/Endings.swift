/// How an operation ended.
public enum OperationEnding: String, Hashable, Sendable, CaseIterable {
  /// It completed.
  case ended
  /// It failed; its failure branch may have been performed.
  case failed
  /// It was cancelled before it started or while it was running.
  case cancelled
}

/// How a load ended.
public enum LoadEnding: String, Hashable, Sendable, CaseIterable {
  /// There is data.
  case data
  /// There is no data.
  case empty
  /// It failed.
  case failed
}

extension Condition {
  /// Whether an operation ended in a given way; false until it ends.
  /// - Parameters:
  ///   - name: the name of the operation.
  ///   - ending: the ending.
  public static func operation(_ name: String, _ ending: OperationEnding) -> Condition {
    ended(Node.Operation(name, after: []).state, ending.rawValue)
  }

  /// Whether a load ended in a given way; false until it ends.
  /// - Parameters:
  ///   - key: the key of the load.
  ///   - ending: the ending.
  public static func load<Answer>(_ key: Key<Answer>, _ ending: LoadEnding) -> Condition {
    ended(Node.Load("", key: key.reference).state, ending.rawValue)
  }

  private static func ended(_ state: KeyReference, _ ending: String) -> Condition {
    Condition(.all([.isSet(state), .compare(state, .equal, .value(.string(ending)))]), depth: 2)
  }
}

extension Key where Answer == String {
  /// The key for the error message of an operation; it has a value only if the operation failed.
  /// - Parameter operation: the name of the operation.
  public static func error(of operation: String) -> Key<String> {
    Key(Node.Operation(operation, after: []).error.name)
  }

  /// The key for the error message of a ``Do`` with a failure branch; it has a value only if the
  /// action failed.
  /// - Parameter action: the name of the action.
  public static func error(ofAction action: String) -> Key<String> {
    Key(Node.Action(action).error.name)
  }

  /// The key for the error message of a load; it has a value only if the load failed.
  /// - Parameter load: the key of the load.
  public static func error<Data>(of load: Key<Data>) -> Key<String> {
    Key(Node.Load("", key: load.reference).error.name)
  }
}
