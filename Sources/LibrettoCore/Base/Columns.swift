/// What stands between tabs, in columns: in each line, it begins two blanks behind the longest of its
/// column.
package enum Columns {
  /// Puts blanks in place of the tabs of a text.
  /// - Parameters:
  ///   - signs: the characters of the text, with whatever belongs to each.
  ///   - blank: what is put in place of a tab.
  ///   - character: returns the character of a sign.
  ///   - width: returns how wide a character is.
  package static func aligned<Sign>(
    _ signs: [Sign], blank: Sign, _ character: (Sign) -> Character, width: (Character) -> Int
  ) -> [Sign] {
    let lines = signs.split(omittingEmptySubsequences: false) { character($0).isNewline }
      .map { $0.split(omittingEmptySubsequences: false) { character($0) == "\t" } }
    func extent(_ cell: ArraySlice<Sign>) -> Int { cell.reduce(0) { $0 + width(character($1)) } }
    var widths: [Int] = []
    for cells in lines {
      for (column, cell) in cells.dropLast().enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], extent(cell))
      }
    }
    var result: [Sign] = []
    var place = 0
    for cells in lines {
      var missing = 0
      for (column, cell) in cells.enumerated() {
        // Nothing follows the last one that isn't empty, so no blanks do.
        if !cell.isEmpty { result += Array(repeating: blank, count: missing) + cell }
        missing = cell.isEmpty ? missing : 0
        if column < widths.count { missing += widths[column] + 2 - extent(cell) }
        place += cell.count + 1
      }
      // The end of the line itself, which may be of more than one kind.
      if place <= signs.count { result.append(signs[place - 1]) }
    }
    return result
  }
}

extension String {
  /// The text with its tabs as columns.
  package var aligned: String {
    guard utf8.contains(0x09) else { return self }
    return String(Columns.aligned(Array(self), blank: " ", { $0 }, width: { _ in 1 }))
  }
}
