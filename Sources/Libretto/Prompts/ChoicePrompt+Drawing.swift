// How a list looks, and which keys work in it.

extension ChoicePrompt {
  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    let glyphs = space.glyphs
    if let filter {
      drawing.headline.add("/", .hint)
      let (row, cursor) = filter.window(space.headline - 1, glyphs.ellipsis)
      drawing.headline.add(row)
      drawing.cursor = .headline(cursor + 1)
    } else if isSeveral {
      drawing.headline.add("\(chosen.count) chosen\(needed.map { ", \($0)" } ?? "")", .hint)
      drawing.headline = drawing.headline.clipped(to: space.headline, glyphs.ellipsis)
    }
    // The list keeps its height while it is filtered.
    let window = ListWindow(all: choices.count, shown: count, focus: focus ?? 0, rows: space.rows)
    for place in window.places {
      if place == focus, filter == nil {
        drawing.cursor = .row(drawing.rows.count, column: 2)
      }
      drawing.rows.append(row(place, space))
    }
    for _ in 0..<window.padding { drawing.rows.append(Row()) }
    if let more = window.more(glyphs, ofAll: choices.count, isFiltered: found != nil) {
      var row = Row("    ")
      row.add(more, .hint)
      drawing.rows.append(row.clipped(to: space.columns, glyphs.ellipsis))
    }
    return drawing
  }

  private func row(_ place: Int, _ space: Space) -> Row {
    let glyphs = space.glyphs
    let option = option(place)
    let choice = choices[option]
    let isFocused = place == focus
    var row = Row("  ")
    row.add(isFocused ? glyphs.focus : " ", .focus)
    row.add(" ")
    if isSeveral {
      let isChosen = chosen.contains(option)
      row.add(isChosen ? glyphs.chosen : glyphs.free, isChosen ? .focus : nil)
      row.add(" ")
    }
    let role: Theme.Role? =
      choice.refusal != nil
      ? .hint : choice.role == .destructive ? .danger : isFocused ? .focus : nil
    let start = row.columns
    let title = choice.line.neutralisedLine
    if let text = filter?.text, found != nil {
      for (piece, isMatch) in FuzzyMatcher.pieces(of: title, matching: text) {
        row.add(piece, isMatch ? .match : role)
      }
    } else {
      row.add(title, role)
    }
    if let note = choice.remark {
      row.move(to: start + titleColumns + 2)
      row.add(note, .hint)
    }
    return row.clipped(to: space.columns, glyphs.ellipsis)
  }

  func keys(_ glyphs: Glyphs) -> [KeyHint] {
    if filter != nil {
      return [KeyHint(glyphs.arrows[0], "move"), KeyHint("enter", "choose")]
        + (isSeveral ? [KeyHint("tab", "choose more")] : []) + [KeyHint("esc", "clear")]
    }
    if isSeveral {
      return [
        KeyHint("space", "choose"), KeyHint("enter", "go on"),
      ] + (choices.count <= limits.most ? [KeyHint("a", "all")] : [])
        + [KeyHint("i", "invert"), KeyHint("/", "filter")]
    }
    return [KeyHint(glyphs.arrows[0], "move"), KeyHint("enter", "choose"), KeyHint("/", "filter")]
  }

  var moreKeys: [KeyHint] {
    if filter != nil { return [] }
    return (isSeveral ? [KeyHint("n", "none")] : [])
      + [
        KeyHint("1-9", "jump"), KeyHint("pgup pgdn", "move by a page"),
        KeyHint("home end", "first, last"),
      ]
  }

  /// How many may be chosen.
  private var limits: (least: Int, most: Int) {
    var (least, most) = (0, Int.max)
    for case .length(let minimum, let maximum) in question.constraints.map(\.kind) {
      (least, most) = (max(least, minimum ?? 0), min(most, maximum ?? .max))
    }
    return (least, most)
  }

  /// How many must be chosen, in words.
  private var needed: String? {
    let (least, most) = limits
    if most == .max { return least > 0 ? "\(least) or more needed" : nil }
    if least <= 0 { return "at most \(most)" }
    return least == most ? "\(least) needed" : "\(least) to \(most) needed"
  }
}
