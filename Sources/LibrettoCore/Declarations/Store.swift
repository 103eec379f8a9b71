/// Sets an answer without asking: to a value, or to one that is computed from other answers.
///
/// ```swift
/// Store(0, into: score)
/// Store(score + 1, into: score)
/// Store("Dear \(name)", into: salutation)
/// ```
public struct Store: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

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

  /// Declares an answer that is computed from others, or a copy of another one.
  /// - Parameters:
  ///   - formula: the calculation, or the key of the other answer.
  ///   - key: the key for the value.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init<Operand: Building.FormulaOperand>(
    _ formula: Operand, into key: Key<Operand.Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Building.Draft(
      .store(key.reference, formula._formula.calculation), at: FlowLocation(fileID, line))
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
