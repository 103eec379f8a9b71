// Questions, notices, and the pages that are made of several.

extension Performer {
  func notice(
    _ step: JudgeStep, _ name: String, _ place: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    try require(step.reads, strand)
    let inputs = JudgeInputs(values: strand.answers.reading(step.reads))
    guard let entry = memo[name], entry.content.outcome == .dismissed,
      isLenient || entry.holds(under: inputs)
    else { throw strand.need(.notice, name, step, place, inputs) }
    strand.take(name, entry, inputs, place)
    strand.said.append(JudgeInputs.Said(name: step.id, values: inputs.values))
  }

  /// A question that may have branches.
  func prompt(
    _ step: JudgeStep, _ name: String, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    if passes(step, name, strand) { return }
    let answer = try ask(step, name, place, strand)
    strand.around.append(JudgeStrand.Around(name: name, position: place))
    guard let answer else {
      guard let late = step.late else { throw .failure(name) }
      try perform(late, place + [step.branches.count], rounds, strand)
      strand.around.removeLast()
      return
    }
    var branch: Int?
    switch (step.kind, answer) {
    case (.confirm, .yes(let yes)): branch = yes ? 0 : 1
    case (.choose(_, let options), .choice(let id)): branch = options.firstIndex { $0.id == id }
    case (.alert(let fields, let buttons), .choice(let id)):
      branch = buttons.firstIndex { $0.id == id }
      if let branch, !buttons[branch].cancels {
        for (index, field) in fields.enumerated() {
          let fieldPlace = place + [branch, index - fields.count]
          _ = try ask(field, JudgePlaces.name(field.id, rounds), fieldPlace, strand)
        }
      }
    default: break
    }
    if let branch, branch < step.branches.count {
      try perform(step.branches[branch], place + [branch], rounds, strand)
    }
    strand.around.removeLast()
  }

  /// Whether an edited flow that takes a run over goes on past a question that is new: outside of
  /// operations, where all answers lead on to the same step.
  private func passes(_ step: JudgeStep, _ name: String, _ strand: JudgeStrand) -> Bool {
    guard isLenient, strand.path.isEmpty, memo[name] == nil else { return false }
    if case .alert(let fields, _) = step.kind, !fields.isEmpty { return false }
    return step.branches.allSatisfy(\.isEmpty)
  }

  /// Asks a question, and keeps its answer; nil where its time was up.
  private func ask(
    _ step: JudgeStep, _ name: String, _ place: [Int], _ strand: JudgeStrand,
    values: JudgeAnswers = [:]
  ) throws(JudgeHalt) -> JudgeAnswer? {
    var keys = step.reads
    if case .chooseFrom(let source, _) = step.kind { keys.append(source) }
    if case .askUpTo(_, let bound) = step.kind { keys.append(bound) }
    try require(keys, strand)
    let inputs = JudgeInputs(
      values: strand.answers.reading(keys).merging(values) { $1 }, said: strand.said)
    guard let entry = memo[name], step.fits(entry.content.outcome, strand.answers) else {
      throw strand.need(.prompt, name, step, place, inputs)
    }
    guard entry.content.status == .holds, isLenient || entry.holds(under: inputs) else {
      var need = JudgeNeed(.prompt, name, step, place, strand, inputs)
      if case .answered(let answer) = entry.content.outcome { need.offer = answer }
      if case .askSecret = step.kind { need.offer = nil }
      throw .needs([need], waiting: [])
    }
    strand.take(name, entry, inputs, place, isQuestion: true)
    strand.said = []
    strand.sight = []
    guard case .answered(let answer) = entry.content.outcome else { return nil }
    keep(answer, step, strand)
    return answer
  }

  private func keep(_ answer: JudgeAnswer, _ step: JudgeStep, _ strand: JudgeStrand) {
    switch (step.kind, answer) {
    case (.ask(let key, _), .typed(let value)), (.askUpTo(let key, _), .typed(let value)),
      (.askText(let key), .typed(let value)), (.askSecret(let key), .typed(let value)):
      strand.answers[value: key] = value
    case (.confirm(let key?), .yes(let yes)): strand.answers[value: key] = .flag(yes)
    case (.choose(let key?, let options), .choice(let id)):
      if let value = options.first(where: { $0.id == id })?.value {
        strand.answers[value: key] = .int(value)
      }
    case (.chooseFrom(_, let key), .choice(let id)): strand.answers[value: key] = .text(id)
    case (.chooseMany(let key, let options), .choices(let ids)):
      strand.answers[value: key] = .list(options.filter(ids.contains))
    default: break
    }
  }

  /// The questions of a form in turn, and its review, which has all of them in sight.
  func form(
    _ step: JudgeStep, _ fields: [JudgeStep.Field], _ name: String, _ place: [Int],
    _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    var seen: [String] = []
    for (index, field) in fields.enumerated() {
      let keys = field.step.visibleWrites
      if let shows = field.shows, strand.answers[value: shows.key] != shows.value {
        for key in keys { strand.answers[value: key] = .unset }
        continue
      }
      let name = JudgePlaces.name(field.step.id, rounds)
      if passes(field.step, name, strand) { continue }
      _ = try ask(field.step, name, place + [index], strand)
      seen += keys
    }
    if passes(step, name, strand) { return }
    _ = try ask(
      step, name, place + [fields.count], strand, values: strand.answers.reading(seen))
  }
}

extension JudgeStep {
  /// Whether an answer is one that the question takes.
  func fits(_ outcome: JudgeEntry.Outcome, _ answers: JudgeAnswers) -> Bool {
    if case .late = outcome { return limit != nil }
    guard case .answered(let answer) = outcome else { return false }
    switch (kind, answer) {
    case (.ask(_, let most), .typed(.int(let value))): return (0...most).contains(value)
    case (.askUpTo(_, let bound), .typed(.int(let value))):
      guard case .int(let most) = answers[value: bound] else { return false }
      return value >= 0 && value <= most
    case (.askText, .typed(.text)), (.askSecret, .typed(.secret)), (.confirm, .yes): return true
    case (.choose(_, let options), .choice(let id)): return options.contains { $0.id == id }
    case (.alert(_, let buttons), .choice(let id)): return buttons.contains { $0.id == id }
    case (.chooseFrom(let source, _), .choice(let id)):
      guard case .list(let options) = answers[value: source] else { return false }
      return options.contains(id)
    case (.chooseMany(_, let options), .choices(let ids)): return ids.allSatisfy(options.contains)
    case (.form, .submit): return true
    default: return false
    }
  }
}
