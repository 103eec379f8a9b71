/// Sets an answer without asking.
///
/// ```swift
/// Store(0, into: score)
/// ```
public struct Store: Declaration {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares an answer.
  /// - Parameters:
  ///   - value: the value.
  ///   - key: the key for the value.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init<Answer>(
    _ value: Answer, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Draft(.store(key.reference, value.answerValue), at: Place(fileID, line))
  }
}
