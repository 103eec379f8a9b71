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
  /// Refuses a member that there isn't.
  /// - Parameter name: the member's name.
  @available(
    *, unavailable,
    message:
      "Work has no such member: use work[key], work.answer(key), work.progress(0.4), work.log(\"…\")"
  )
  public subscript(dynamicMember name: String) -> NoMember { NoMember() }
}
