/// Shows the person a title, with a text indented below it.
///
/// ```swift
/// Note("Before you begin", "Close all other apps.\nSave your work.")
/// ```
///
/// In the tree it's a ``Say`` of several lines.
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
    _ title: Text, _ text: Text, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Draft(.say("\(title)\n  \(text.indented)"), at: Place(fileID, line))
  }
}

/// Shows the person a heading, which begins a new part of the dialog.
///
/// ```swift
/// Heading("Your stay")     // == Your stay ==
/// ```
///
/// In the tree it's a ``Say`` with a mark on both sides.
public struct Heading: Declaration {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares a heading.
  /// - Parameters:
  ///   - title: the heading; keys in it are replaced with their answers when it is performed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ title: Text, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Draft(.say("== \(title) =="), at: Place(fileID, line))
  }
}

extension Text {
  /// The text with the lines after the first indented; the lines of answers stay as they are.
  fileprivate var indented: Text {
    Text(
      pieces: pieces.map { piece in
        guard case .literal(let literal) = piece else { return piece }
        let lines = literal.split(separator: "\n", omittingEmptySubsequences: false)
        // A key may follow the last line of a piece.
        let indented = lines.enumerated().map { index, line in
          index == 0 || (line.isEmpty && index < lines.count - 1) ? String(line) : "  " + line
        }
        return .literal(indented.joined(separator: "\n"))
      })
  }
}
