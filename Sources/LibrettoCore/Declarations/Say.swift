/// Shows the person a text.
///
/// ```swift
/// Say("Hello, \(name).")
/// ```
public struct Say: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a text to show.
  /// - Parameters:
  ///   - text: the text; keys in it are replaced with their answers when the step is performed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ text: Text, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Building.Draft(.say(text), at: FlowLocation(fileID, line))
  }
}

// Texts of several lines: lists, and tables, whose columns are what stands between tabs.

extension Say {
  /// Declares a list to show: each element on a line of its own, after a hyphen.
  ///
  /// ```swift
  /// Say(list: extras)          // - Tests
  ///                            // - Guides
  /// ```
  /// - Parameters:
  ///   - key: the key of the list.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init<Element: AnswerValue>(
    list key: Key<[Element]>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init("\(key.lines())", fileID: fileID, line: line)
  }

  /// Declares a list to show: each text on a line of its own, after a hyphen.
  /// - Parameters:
  ///   - texts: the texts; keys in them are replaced with their answers.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(list texts: [Text], fileID: StaticString = #fileID, line: UInt = #line) {
    let rows = texts.map { Text(pieces: [.literal("- ")] + $0.pieces) }
    self.init(Text(lines: rows), fileID: fileID, line: line)
  }

  /// Declares a table of two columns to show.
  ///
  /// ```swift
  /// Say(table: ["Name": "\(name)", "Price": "\(price * count)"])
  /// // Name   shelf
  /// // Price  12
  /// ```
  /// - Parameters:
  ///   - rows: what is in the left column and in the right one; keys in the right column are
  ///     replaced with their answers.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    table rows: KeyValuePairs<String, Text>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(table: rows.map { [Text($0), $1] }, fileID: fileID, line: line)
  }

  /// Declares a table of any number of columns to show.
  ///
  /// ```swift
  /// Say(table: [
  ///   ["**Item**", "**Seats**", "**Price**"],
  ///   ["\(name)", "\(seats)", "\(price * seats)"],
  /// ])
  /// // Item   Seats  Price
  /// // Opera  2      84
  /// ```
  ///
  /// In a window without room for the columns, the cells of a row stand below each other. If all cells
  /// of the first row are bold, they are headings, and each stands before its cell then.
  /// - Parameters:
  ///   - rows: the rows, each with what is in its columns; keys are replaced with their answers.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(table rows: [[Text]], fileID: StaticString = #fileID, line: UInt = #line) {
    let lines = rows.map { cells in
      Text(pieces: Array(cells.map(\.pieces).joined(separator: [.literal("\t")])))
    }
    self.init(Text(lines: lines), fileID: fileID, line: line)
  }
}

extension Text {
  /// A text of several lines.
  fileprivate init(lines: [Text]) {
    self.init(pieces: Array(lines.map(\.pieces).joined(separator: [.literal("\n")])))
  }
}

/// Shows the person a title, with a text indented below it.
///
/// ```swift
/// Note("Before you begin", text: "Close all other apps.\nSave your work.")
/// ```
public struct Note: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

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
    _draft = Building.Draft(.note(title, text), at: FlowLocation(fileID, line))
  }
}

/// Shows the person a heading, which begins a new part of the dialog.
///
/// ```swift
/// Heading("Your stay")
/// ```
///
/// Each interpreter draws it in its own way.
public struct Heading: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a heading.
  /// - Parameters:
  ///   - title: the heading; keys in it are replaced with their answers when it is performed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ title: Text, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Building.Draft(.heading(title), at: FlowLocation(fileID, line))
  }
}
