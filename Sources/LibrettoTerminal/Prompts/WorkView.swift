import LibrettoCore

/// Work that is being performed, as it is drawn: a line each, with what it reports.
struct WorkView: Hashable, Sendable {
  /// Work, and how far it has got.
  struct Item: Hashable, Sendable {
    let number: Int
    /// What is shown; nil for work that is shown only once it reports something.
    let text: String?
    let operation: String?
    let limit: Duration?
    var elapsed = Duration.zero
    var progress: WorkProgress?
    /// The pause before its next try; nil while it is performed.
    var pause: LiveWork.Pause?
    /// Whether Return ends the pause.
    var takesReturn = false
    /// Whether it is another try, whose row is there already.
    var isAgain = false
  }

  /// How long work takes before it is shown, so that fast work doesn't flicker.
  static let patience = Duration.milliseconds(200)

  /// The columns below which a bar says nothing.
  private static let shortestBar = 6
  /// The columns of a row beside its text: the picture, that bar and the percentage.
  private static let progressColumns = 2 + shortestBar + " 100%  ".count + 2

  var items: [Item] = []
  /// Where results stand.
  var column = AnswerColumn()

  /// A time in seconds, or in minutes if it is longer.
  static func rough(_ seconds: Int) -> Sentence {
    seconds < 90 ? Sentence(.secondsShort, seconds) : Sentence(.minutesShort, seconds / 60)
  }

  /// Draws the work that has taken longer than a moment.
  func rows(_ size: QuestionView.Size, _ glyphs: Glyphs) -> [Row] {
    var rows: [Row] = []
    let column = self.column.at(size.width)
    for item in items where item.isShown {
      if let pause = item.pause {
        rows += item.waiting(pause, column, size.width, glyphs)
        continue
      }
      // A picture for each tenth of a second.
      let picture = glyphs.spinner[item.elapsed.milliseconds / 100 % glyphs.spinner.count]
      var row = Row()
      row.add(picture, .focus)
      row.add(" ")
      let head = item.head(column)
      // However long the text is, how far the work has got has room.
      row.add(
        item.progress?.fraction == nil
          ? head : head.clipped(to: max(8, size.width - Self.progressColumns), glyphs.ellipsis))
      if let fraction = item.progress?.fraction {
        row.move(to: column)
        // What has no room is left out: first the rate, then the time. The bar keeps its length.
        let room = size.width - row.columns - " 100%  ".count
        let left = " \(glyphs.words(.aboutTimeLeft, Sentence(.minutesShort, 59))) ".mostColumns
        let rate = " \(glyphs.words(.percentEachMinute, 12)) ".mostColumns
        let hasRate = room - rate - left >= Self.shortestBar
        let hasLeft = room - left >= Self.shortestBar
        let columns = min(24, room - (hasRate ? rate : 0) - (hasLeft ? left : 0))
        if columns >= Self.shortestBar {
          let done = Int((fraction * Double(columns)).rounded(.down))
          row.add(String(repeating: glyphs.bar[0], count: done), .focus)
          row.add(String(repeating: glyphs.bar[1], count: columns - done), .hint)
          row.add("  ")
        }
        row.add("\(Int((fraction * 100).rounded(.down)))%")
        if hasRate, let rate = item.rate { row.add("  \(glyphs.words(rate))", .hint) }
        if hasLeft, let left = item.secondsLeft {
          row.add("  \(glyphs.words(.aboutTimeLeft, left))", .hint)
        }
        rows.append(row.clipped(to: size.width, glyphs.ellipsis))
      } else {
        rows += row.followed(
          by: Row(item.time(glyphs.words), .hint), columns: size.width, glyphs.ellipsis)
      }
      if let label = item.progress?.label {
        let row = Row("  ").adding(Row(label, .hint))
        rows.append(row.clipped(to: size.width, glyphs.ellipsis))
      }
    }
    return rows
  }
}

extension WorkView.Item {
  /// The rows of work that waits for its next try, or of a flow that waits.
  fileprivate func waiting(
    _ pause: LiveWork.Pause, _ column: Int, _ columns: Int, _ glyphs: Glyphs
  ) -> [Row] {
    let row = Row("  ").adding(head(column))
    let left = max(.zero, pause.time - elapsed).seconds
    let waits = pause.tries.map { Sentence(.againIn, left, $0.next, $0.most) }
    let end = glyphs.words(waits ?? Sentence(.timeLeft, left))
    return row.followed(
      by: Row(end + (takesReturn ? "  " + glyphs.words(.enterTriesNow) : ""), .hint),
      columns: columns, glyphs.ellipsis)
  }

  /// Whether it has taken longer than a moment, and there is something to show.
  var isShown: Bool {
    (pause?.tries != nil || isAgain || elapsed >= WorkView.patience)
      && (text ?? progress?.text) != nil
  }

  /// The title: the operation and what it does, or what the work does.
  fileprivate func head(_ column: Int) -> Row {
    var row = Row()
    let words = text ?? progress?.text ?? ""
    if let operation {
      row.add(operation)
      row.move(to: column - 2)
      if words != operation { row.add(words, .hint) }
    } else {
      row.add(words)
    }
    return row
  }

  /// The time that it has taken, and the time it may take.
  fileprivate func time(_ words: Words) -> String {
    words(limit.map { Sentence(.timeOfLimit, elapsed.seconds, $0.seconds) } ?? elapsed.seconds)
  }

  /// How much of it is done in a second, or in a minute if that is less than a hundredth.
  fileprivate var rate: Sentence? {
    guard let fraction = progress?.fraction, fraction > 0, elapsed >= .seconds(1) else {
      return nil
    }
    let percent = fraction * 100_000 / Double(elapsed.milliseconds)
    if percent >= 1 { return Sentence(.percentEachSecond, Int(percent.rounded())) }
    return Sentence(.percentEachMinute, Int((percent * 60).rounded()))
  }

  /// The estimated time left, at the present speed.
  fileprivate var secondsLeft: Sentence? {
    guard let fraction = progress?.fraction, fraction > 0.02, fraction < 1,
      elapsed >= .seconds(1)
    else { return nil }
    let rest = Double(elapsed.milliseconds) / 1000 * (1 - fraction) / fraction
    guard rest < 86_400 else { return nil }
    return WorkView.rough(max(1, Int(rest.rounded())))
  }

  /// The quiet line that stays when the work has ended.
  /// - Parameters:
  ///   - failure: why it failed; nil if it didn't.
  ///   - isLeft: whether it no longer holds.
  func ended(
    _ failure: String?, isLeft: Bool = false, columns: Int, _ glyphs: Glyphs,
    _ column: AnswerColumn = AnswerColumn()
  ) -> [Row] {
    let words = (text ?? progress?.text ?? "").withoutStop
    let title = operation ?? words
    let (sign, role): (String, Theme.Role) =
      failure != nil
      ? (glyphs.failed, .problem) : isLeft ? (glyphs.ahead, .hint) : (glyphs.done, .success)
    let result = (words == title ? [] : [words]) + [glyphs.words(elapsed.seconds)]
    return AnsweredRow.rows(
      sign, role, title, failure ?? result.joined(separator: "  "), columns: columns, column)
  }
}

extension Duration {
  /// The time in seconds with one decimal, or in minutes.
  fileprivate var seconds: Sentence {
    let tenths = milliseconds / 100
    if tenths < 600 { return Sentence(.secondsShort, "\(tenths / 10).\(tenths % 10)") }
    return Sentence(.minutesAndSecondsShort, tenths / 600, tenths % 600 / 10)
  }
}
