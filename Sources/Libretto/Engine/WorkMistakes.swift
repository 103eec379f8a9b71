// A member that the host's work doesn't have. Without this, the compiler reports it at the parameter
// of the closure, in words about the number of arguments.

/// What an unknown member of ``Work`` stands for; nothing.
@dynamicCallable
public struct NoMember {
  /// Refuses a call.
  /// - Parameter arguments: the arguments.
  /// - Returns: the same.
  @discardableResult
  public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any>
  ) -> NoMember { self }
}

extension Work {
  /// Refuses the name of a key in place of the key.
  /// - Parameter name: the name.
  /// - Returns: nothing.
  @available(
    *, unavailable, message: "the key stands without quotation marks: try work.answer(key)"
  )
  public func answer(_ name: String) throws -> NoMember { NoMember() }

  /// Refuses a default, which the subscript takes.
  /// - Parameters:
  ///   - key: the key.
  ///   - value: the default.
  /// - Returns: the default.
  @available(*, unavailable, message: "write work[key, default: value]")
  public func answer<Answer>(_ key: Key<Answer>, default value: Answer) -> Answer { value }

  /// Refuses a label before the key.
  /// - Parameter key: the key.
  /// - Returns: the answer.
  @available(*, unavailable, message: "the key has no label: try work.answer(key)")
  public func answer<Answer>(for key: Key<Answer>) throws -> Answer { try answer(key) }

  /// Refuses a member that there isn't.
  /// - Parameter name: the member's name.
  @available(
    *, unavailable,
    message:
      "Work has no such member: use work[key], work.answer(key), work.progress(0.4), work.log(\"…\")"
  )
  public subscript(dynamicMember name: String) -> NoMember { NoMember() }
}
