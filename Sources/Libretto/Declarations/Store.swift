/// Sets an answer without asking: to a value, or to what is worked out from other answers.
///
/// ```swift
/// Store(0, into: score)
/// Store(score + 1, into: score)
/// Store("Dear \(name)", into: salutation)
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
  @_disfavoredOverload
  public init<Answer>(
    _ value: Answer, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(Formula(value), into: key, fileID: fileID, line: line)
  }

  /// Declares an answer that is worked out from others.
  /// - Parameters:
  ///   - formula: the calculation.
  ///   - key: the key for the value.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init<Answer>(
    _ formula: Formula<Answer>, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Draft(.store(key.reference, formula.calculation), at: Place(fileID, line))
  }

  /// Declares a copy of another answer.
  /// - Parameters:
  ///   - other: the key of the other answer.
  ///   - key: the key for the value.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init<Answer>(
    _ other: Key<Answer>, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(Formula(other), into: key, fileID: fileID, line: line)
  }

  /// Declares a text with placeholders as an answer.
  /// - Parameters:
  ///   - text: the text.
  ///   - key: the key for the text.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ text: Text, into key: Key<String>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(Formula(text), into: key, fileID: fileID, line: line)
  }
}
