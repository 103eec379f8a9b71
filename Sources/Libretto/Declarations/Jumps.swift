/// Leaves the nearest ``Repeat`` in the same flow.
public struct Break: Declaration {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares the jump.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Draft(.leave, at: Place(fileID, line))
  }
}

/// Returns to the question before.
///
/// In a button's or option's steps that is the question before the one that the button belongs to.
/// What depended on the answer is asked again, with the old answer offered; what did not stays.
/// It never leaves an operation.
public struct Back: Declaration {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares the jump.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Draft(.back, at: Place(fileID, line))
  }
}

/// Ends the whole flow, from a sub-flow too, with a named outcome.
public struct Finish: Declaration {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares the end.
  /// - Parameters:
  ///   - outcome: the name of the outcome, if it has one.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ outcome: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Draft(.finish(outcome), at: Place(fileID, line))
  }
}

/// Ends the whole flow, from a sub-flow too, as failed.
public struct Fail: Declaration {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares the failure.
  /// - Parameters:
  ///   - message: what went wrong, and what to do.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ message: Text, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Draft(.fail(message), at: Place(fileID, line))
  }
}
