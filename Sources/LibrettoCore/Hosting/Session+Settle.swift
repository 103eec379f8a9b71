extension Session {
  /// Says everything that must be said, and records that the current needs are put to the person.
  /// - Parameter isSweeping: whether nobody has seen what is needed now, since a time was up.
  mutating func settle(isSweeping: Bool = false) {
    var news = Self.settle(&run, &statements, run.events, isSweeping: isSweeping)
    for case .withdrawn(let need) in news where isPerformedElsewhere(need) {
      run.events = []
      run.loseTrack(of: need)
      news += Self.settle(&run, &statements, run.events, isSweeping: isSweeping)
    }
    if working.box != nil { working[or: Working()].follow(news, run) }
  }

  /// Whether a host that performs it itself has begun an effect that nothing needs any more. That isn't
  /// waited for: a session from the token couldn't do it either.
  private func isPerformedElsewhere(_ need: Need) -> Bool {
    need.isEffect && run.state.inFlight[need.stepName] != nil && !run.isOpen(need)
      && working.box?.content.crew.serves(need) != true
  }

  /// - Parameter events: what has happened; the needs that it doesn't name have been put before.
  /// - Returns: what has happened now.
  @discardableResult
  static func settle(
    _ run: inout Run, _ said: inout [Statement], _ events: [RunEvent], isSweeping: Bool
  ) -> [RunEvent] {
    var news: [RunEvent] = []
    /// The texts of operations, the first in the flow last.
    var texts: [Need] = []
    func see(_ events: [RunEvent]) {
      news += events
      for event in events {
        switch event {
        case .needed(let need) where need.kind == .say:
          let place = texts.firstIndex { $0.instruction < need.instruction } ?? texts.endIndex
          texts.insert(need, at: place)
        case .nothingBefore:
          said.append(.text(run.language(.nothingBefore)))
        default: break
        }
      }
    }
    run.isSweeping = isSweeping
    defer { run.isSweeping = false }
    see(events)
    while let need = run.isParallel ? texts.popLast() : run.nextNeed {
      guard run.isOpen(need) else { continue }
      guard need.kind == .say else { break }
      said.append(run.statement(of: need))
      do throws(Rejection) {
        try run.resolve(need, with: .shown, at: run.now)
      } catch {
        // The run can resolve its own needs; if it couldn't, the need would stay open.
        return news
      }
      see(run.events)
    }
    if run.isParallel, run.hasClocks, !isSweeping {
      for case .needed(let need) in news { run.present(need, at: run.now) }
    }
    return news
  }
}
