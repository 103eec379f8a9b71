/// Shows the person a text.
///
/// ```swift
/// Say("Hello, \(name).")
/// ```
public struct Say: Declaration {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares a text to show.
  /// - Parameters:
  ///   - text: the text; keys in it are replaced with their answers when the step is performed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ text: Text, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Draft(.say(text), at: FlowLocation(fileID, line))
  }
}
