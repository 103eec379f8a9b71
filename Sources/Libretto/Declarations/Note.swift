/// Shows the person a title, with a text indented below it.
///
/// ```swift
/// Note("Before you begin", text: "Close all other apps.\nSave your work.")
/// ```
public struct Note: Declaration {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares a note.
  /// - Parameters:
  ///   - title: the line above the text.
  ///   - text: the text, of one or more lines; keys in it and in the title are replaced with their
  ///     answers when the step is performed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, text: Text, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Draft(.note(title, text), at: FlowLocation(fileID, line))
  }
}

/// Shows the person a heading, which begins a new part of the dialog.
///
/// ```swift
/// Heading("Your stay")
/// ```
///
/// Each interpreter draws it in its own way.
public struct Heading: Declaration {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares a heading.
  /// - Parameters:
  ///   - title: the heading; keys in it are replaced with their answers when it is performed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ title: Text, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Draft(.heading(title), at: FlowLocation(fileID, line))
  }
}
