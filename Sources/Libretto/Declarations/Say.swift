/// Tells the person something.
///
/// ```swift
/// Say("Hello, \(name).")
/// ```
public struct Say: Declaration {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares what is said.
  /// - Parameters:
  ///   - text: a template; keys in it are filled when it is performed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ text: Text, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Draft(.say(text), at: Place(fileID, line))
  }
}
