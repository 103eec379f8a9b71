// Writing a memo as lines.

extension Memo {
  /// The smallest set of lines that makes this memo: what is in force, in the order in which it was
  /// taken, and between it, by its age, what waits.
  var lines: [Line] {
    var lines: [Line] = []
    lines.reserveCapacity(entries.count)
    // Work that waits for a decision, what was undone, and answers that are out or asked for anew
    // come before everything that is newer.
    var waiting = entries.indices.filter { entries[$0] != nil && !isTaken($0) }
      .sorted { order($0) < order($1) }[...]
    var losses = losses[...]
    let oldest = works.lazy.map { self.order($0) }.min() ?? .max
    func catchUp(to order: Int, _ lines: inout [Line]) {
      while true {
        let place = waiting.first.flatMap { self.order($0) < order ? $0 : nil }
        if let loss = losses.first, loss.order < order,
          place.map({ loss.order < self.order($0) }) ?? true
        {
          lines.append(loss.line)
          losses.removeFirst()
        } else if let place {
          if let entry = entries[place] { write(entry, entry.changed > oldest, &lines) }
          waiting.removeFirst()
        } else {
          return
        }
      }
    }
    for place in taken {
      catchUp(to: order(place), &lines)
      if let entry = entries[place] { write(entry, entry.changed > oldest, &lines) }
    }
    catchUp(to: .max, &lines)
    for (name, time) in opened.sorted(by: { ($0.value, $0.key.step) < ($1.value, $1.key.step) }) {
      lines.append(Line(name, .opened, time))
    }
    for (name, retry) in retries.sorted(by: { $0.value.number < $1.value.number }) {
      lines.append(
        Line(
          name, .didNotRun, retry.began ?? 0,
          detail: Line.Detail(work: Line.Work(number: retry.number))))
    }
    if turn > oldest, let name = lastWorkName {
      lines.append(Line(name, .back, 0, detail: Line.Detail(names: Line.Names())))
    }
    return numbered(lines)
  }

  private func order(_ place: Int) -> Int { entries[place]?.order ?? 0 }

  private func write(_ entry: Entry, _ isChanged: Bool, _ lines: inout [Line]) {
    guard entry.effect >= 0 else {
      var line = entry.line
      line.isOut = entry.isOut
      line.isChanged = isChanged
      lines.append(line)
      if let epoch = epochs[line.name] {
        lines.append(Line(line.name, .givenAgain, line.time, value: .int(epoch)))
      }
      return
    }
    let first = lines.count
    Self.write(entry.line, effects[entry.effect], &lines)
    if isChanged, let last = lines[first...].lastIndex(where: { $0.kind == entry.line.kind }) {
      lines[last].isChanged = true
    }
  }

  private static func write(_ line: Line, _ effect: Effect, _ lines: inout [Line]) {
    for saved in effect.old { write(saved.line, saved.effect, &lines) }
    let name = line.name
    func add(_ kind: Line.Kind, _ work: Line.Work = Line.Work()) {
      lines.append(Line(name, kind, line.time, detail: Line.Detail(work: work)))
    }
    if let began = effect.began {
      var work = Line.Work(number: effect.work.number)
      work.given = effect.work.given
      if effect.hasBegun { work.inputs = effect.work.inputs }
      var first = Line(name, .began, began, detail: Line.Detail(work: work))
      first.isLoose = effect.isLoose
      lines.append(first)
    }
    if !effect.hasBegun {
      var last = Line(name, line.kind, line.time, detail: Line.Detail(work: effect.work))
      last.isLoose = effect.isLoose
      lines.append(last)
    }
    if effect.status == .cut { add(.cut) }
    if effect.status == .due { add(.elapsed) }
    if let kept = effect.kept { add(.kept, Line.Work(accepted: kept)) }
    if let consent = effect.consent { add(.again, Line.Work(accepted: consent)) }
    if let undo = effect.undo { add(.undoAgain, Line.Work(accepted: undo)) }
    if effect.status == .undoing { add(.undoBegan) }
    if effect.status == .undoFailed { add(.undoFailed, Line.Work(message: effect.undoFailure)) }
    if effect.stays { add(.stays) }
  }

  /// Lines with the last numbers given to work and to secrets, if the entries that had them are
  /// gone.
  ///
  /// Otherwise, a restored run would use a number twice: new work would have the key of work that
  /// was undone, and a new secret would count as the previous one.
  func numbered(_ lines: [Line]) -> [Line] {
    var (work, secret) = (0, 0)
    for line in lines {
      if line.kind == .secret, case .int(let number) = line.value { secret = max(secret, number) }
      guard let done = line.detail?.work else { continue }
      work = max(work, done.number)
      secret = done.secrets.values.reduce(secret, max)
    }
    // Only work depends on secrets; without work, the numbers of secrets don't matter.
    guard work < lastWork || secret < lastSecret, let name = lastWorkName else { return lines }
    var gone = Line.Work(number: lastWork)
    if secret < lastSecret {
      gone.secrets = ["": lastSecret]
      gone.writes = [Journal.Entry.Write("", .null, isSecret: true)]
    }
    // This line comes first, so it removes nothing.
    return [Line(name, .undone, 0, detail: Line.Detail(work: gone))] + lines
  }
}

extension Memo.Loss {
  /// A line that reports the loss without undoing anything.
  fileprivate var line: Line {
    var work = Line.Work(number: number)
    work.writes = keys.map { Journal.Entry.Write($0, nil) }
    return Line(name, .undone, 0, detail: Line.Detail(work: work))
  }
}

extension Program {
  /// A line with the last number of work whose step is gone, so that the number isn't used again.
  func telling(number: Int) -> Line? {
    guard number > 0, let bearer else { return nil }
    return Line(bearer, .undone, 0, detail: Line.Detail(work: Line.Work(number: number)))
  }

  /// A line for an answer whose question is gone: the key that it set is unknown.
  /// - Parameter lines: the lines before it. If there is no work in them, nothing depends on the
  ///   answer.
  func tellingLoss(at time: Int, behind lines: [Line]) -> Line? {
    guard let bearer, lines.contains(where: { $0.detail?.work?.number ?? 0 > 0 }) else {
      return nil
    }
    var work = Line.Work(number: 1)
    work.writes = keys.all.map { Journal.Entry.Write($0.name, nil) }
    return Line(bearer, .undone, time, detail: Line.Detail(work: work))
  }

  /// A step to carry numbers whose own step is gone: one with work, if there is any.
  var bearer: StepName? {
    let work = steps.firstIndex {
      switch $0.kind {
      case .action, .load: true
      case .prompt, .wait, .cancel: false
      }
    }
    return steps.isEmpty ? nil : StepName(step: Int32(work ?? 0), rounds: .first)
  }
}

extension Line.Kind {
  /// Whether it is the outcome of a question to which a step back can lead.
  var isOfQuestion: Bool { self == .answered || self == .secret || self == .timedOut }
}
