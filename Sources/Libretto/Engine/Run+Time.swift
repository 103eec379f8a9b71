// Time belongs to the run: it holds since when each prompt and wait with a limit has been open. The
// journal notes it, so that a restored run comes to the same deadlines.

extension Run {
  /// Notes since when the needs with a limit are open: a wait from when the run comes to it, a
  /// question from when it is put to the person. Where only one is open, that is the same.
  mutating func openClocks() {
    if remembers { forgetClosed() }
    if schedule.openGroups == 0 {
      if settling == nil, let need = strand.need { open(full(need)) }
      return
    }
    for need in needs where need.kind == .wait { open(need) }
  }

  private mutating func open(_ need: Need) {
    guard need.kind == .prompt || need.kind == .wait, opened[need.stepName] == nil,
      need.duration != nil
    else { return }
    opened[need.stepName] = now
    log(need.stepName, .opened)
  }

  /// Notes that a question is put to the person; its time limit starts.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - time: when, in milliseconds since 1970.
  public mutating func present(_ need: Need, at time: Int = 0) {
    guard isOpen(need) else { return }
    now = time
    open(need)
  }

  /// When the time of a need is up, in milliseconds since 1970; nil for never.
  /// - Parameter need: one of the run's ``needs``.
  public func deadline(of need: Need) -> Int? {
    guard need.kind == .prompt || need.kind == .wait, let since = opened[need.stepName],
      let time = need.duration?.milliseconds
    else { return nil }
    let (deadline, overflows) = since.addingReportingOverflow(time)
    return overflows ? nil : deadline
  }

  /// How many milliseconds are left until the time of a need is up, 0 where it is over; nil for ever.
  ///
  /// A journal or a token that somebody else wrote may hold any time.
  func rest(of need: Need, at time: Int) -> Int? {
    deadline(of: need).map { deadline in
      let (rest, overflows) = deadline.subtractingReportingOverflow(time)
      return overflows ? (deadline < time ? 0 : .max) : max(0, rest)
    }
  }

  /// When the first of the open questions and waits is up, in milliseconds since 1970; nil for
  /// never.
  public var deadline: Int? {
    if opened.isEmpty { return nil }
    return needs.compactMap { deadline(of: $0) }.min()
  }

  /// Ends the questions and waits whose time is up.
  /// - Parameter time: the time in milliseconds since 1970.
  /// - Returns: what was resolved by that.
  @discardableResult
  public mutating func expire(at time: Int) -> [Need] {
    var ended: [Need] = []
    while !opened.isEmpty, let need = needs.first(where: { isOver($0, at: time) }) {
      do throws(Rejection) {
        if need.kind == .wait {
          // By the plan and not by now, so that every restored run comes to the same times.
          try resolve(need, .elapsed, at: deadline(of: need) ?? time)
        } else {
          try resolve(need, .timedOut, at: time)
        }
      } catch {
        return ended
      }
      ended.append(need)
    }
    return ended
  }

  private func isOver(_ need: Need, at time: Int) -> Bool {
    guard let deadline = deadline(of: need) else { return false }
    return need.kind == .wait ? deadline <= time : deadline < time
  }
}
