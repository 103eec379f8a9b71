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
