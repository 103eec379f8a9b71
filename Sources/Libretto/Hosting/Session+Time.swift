// What a session does by itself: it says what is to be said, and knows when a time is up.

extension Session {
  /// Says what is to be said, and goes back where nothing that was performed stands in the way.
  mutating func settle() {
    while let need = passing {
      do throws(Rejection) {
        if need.kind == .say {
          said.append(run.text(of: need))
          try run.resolve(need, .shown)
        } else if let step = run.backStep(from: need) {
          try run.goBack(step, at: since)
        } else {
          said.append("This is the first question; there is nothing to go back to.")
          try run.resolve(need, .stayed)
        }
      } catch {
        // A need of the run’s own can be resolved; were it not so, it stays open.
        return
      }
      arrive(at: since)
    }
  }

  private var passing: Need? {
    func passes(_ need: Need) -> Bool {
      need.kind == .say
        || need.kind == .back && run.backStep(from: need)?.effects.isEmpty != false
    }
    if run.isParallel { return run.needs.first(where: passes) }
    return run.nextNeed.flatMap { passes($0) ? $0 : nil }
  }

  /// Notes when the run came to what it needs now.
  mutating func arrive(at time: Int) {
    since = time
    guard run.isParallel else {
      if !opened.isEmpty { opened = [:] }
      return
    }
    let before = opened
    opened = [:]
    for need in run.needs {
      let known = before[need.strand]
      opened[need.strand] =
        known?.need == need ? known : Opened(need: need, since: time)
    }
  }

  private func since(_ need: Need) -> Int {
    opened[need.strand].flatMap { $0.need == need ? $0.since : nil } ?? since
  }

  /// When the time of a need is up; nil for never.
  func deadline(of need: Need) -> Int? {
    switch need.kind {
    case .prompt, .wait:
      guard let time = need.duration?.milliseconds else { return nil }
      let (deadline, overflows) = since(need).addingReportingOverflow(time)
      return overflows ? nil : deadline
    case .say, .notice, .action, .load, .back: return nil
    }
  }

  /// When the first of the open questions and waits is up, in milliseconds since 1970; nil for never.
  public var deadline: Int? {
    guard missing == nil else { return nil }
    return run.needs.compactMap(deadline).min()
  }

  /// Lets time limits and waits end that are over by the session’s clock.
  ///
  /// Resolving and restoring do it too: an answer that comes too late is not taken.
  public mutating func expire() { expire(at: clock()) }

  mutating func expire(at time: Int) {
    guard missing == nil else { return }
    if !run.isParallel, let need = run.nextNeed, !isOver(need, at: time) { return }
    // What was open; a limit that begins now is not over yet.
    while let need = run.needs.first(where: { isOver($0, at: time) }) {
      do throws(Rejection) {
        if need.kind == .wait {
          // By the plan and not by now, so that every restored session comes to the same times.
          let end = deadline(of: need) ?? time
          try run.resolve(need, .elapsed)
          arrive(at: end)
        } else {
          try run.resolve(need, .timedOut, at: time)
          arrive(at: time)
        }
      } catch {
        return
      }
      settle()
    }
  }

  private func isOver(_ need: Need, at time: Int) -> Bool {
    guard need.kind == .wait || need.kind == .prompt, let deadline = deadline(of: need) else {
      return false
    }
    return need.kind == .wait ? deadline <= time : deadline < time
  }
}
