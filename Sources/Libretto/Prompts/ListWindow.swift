/// The part of a list that fits on the screen, around the option that is focused.
struct ListWindow: Hashable, Sendable {
  /// The places that are shown.
  let places: Range<Int>
  /// The empty rows below them, so that the list keeps its height.
  let padding: Int
  private let count: Int

  /// - Parameters:
  ///   - all: how many options there are without a filter.
  ///   - shown: how many the filter lets through.
  ///   - rows: the rows there are, with one for what isn't shown.
  init(all: Int, shown: Int, focus: Int, rows: Int) {
    let rows = max(1, rows)
    let height = all <= rows ? all : max(1, rows - 1)
    let visible = min(shown, height)
    let start = min(max(0, focus - visible / 2), shown - visible)
    places = start..<start + visible
    padding = height - visible
    count = shown
  }

  /// How many options are not shown.
  func more(_ glyphs: Glyphs, ofAll all: Int, isFiltered: Bool) -> String? {
    if isFiltered { return "\(count.grouped) of \(all.grouped)" }
    var words: [String] = []
    if places.lowerBound > 0 {
      words.append("\(glyphs.more.above) \(places.lowerBound.grouped) more")
    }
    if places.upperBound < count {
      words.append("\(glyphs.more.below) \((count - places.upperBound).grouped) more")
    }
    return words.isEmpty ? nil : words.joined(separator: "  ")
  }
}

extension Int {
  /// The number with a comma after each three digits.
  var grouped: String {
    var digits = Array(String(magnitude))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
