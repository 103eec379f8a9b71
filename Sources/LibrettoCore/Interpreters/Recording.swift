/// What happened in a recorded run, and when: enough to perform it again for somebody who watches.
package struct Recording: Sendable {
  /// The answers and steps back of the person, and the results of work, by the names of the steps.
  fileprivate(set) var answers: [String: [ScriptedAnswer]] = [:]
  /// Where the steps back led, by the names of the steps that they were taken from.
  fileprivate(set) var destinations: [String: ArraySlice<String>] = [:]
  /// Whether the flow was edited since, so that it may go another way.
  package let isOfOtherVersion: Bool
  /// How long after the start of the run each of them came.
  fileprivate var times: [String: ArraySlice<Duration>] = [:]

  /// The longest pause: nobody watches a run that was left alone overnight.
  private static let longestPause = Duration.seconds(10)

  /// - Throws: ``Rejection`` if the run is one of another flow, or of a newer version of this one.
  package init(_ flow: Flow, _ saved: SavedRun) throws {
    let run = try Run.resuming(flow, from: saved).run
    isOfOtherVersion = saved.fingerprint != (try flow.fingerprint)
    var (time, last) = (Duration.zero, run.started)
    // Nobody asks for a secret again while a run is shown; so no step back leads on from there.
    var secrets: Set<StepName> = []
    for line in run.lines {
      time += min(last.rest(until: line.time), Self.longestPause)
      last = max(last, line.time)
      if line.kind == .secret { secrets.insert(line.name) }
      if line.kind == .back, let names = line.detail?.names {
        if names.from.map(secrets.contains) ?? false { continue }
        secrets.subtract(names.out)
      }
      guard let (name, answer) = run.program.recorded(line) else { continue }
      answers[name, default: []].append(answer)
      times[name, default: []].append(time)
      if answer.kind == .back {
        destinations[name, default: []].append(run.program.string(line.name))
      }
    }
  }
}

extension Program {
  /// What a line says of a step that somebody, or something, has resolved.
  fileprivate func recorded(_ line: Line) -> (name: String, ScriptedAnswer)? {
    let kind: ScriptedAnswer.Kind
    switch line.kind {
    case .answered: kind = .resolved(line.given)
    case .timedOut, .workTimedOut: kind = .timedOut
    case .back:
      guard let names = line.detail?.names, let from = names.from else { return nil }
      // From the review of a form, it leads to one of its questions.
      if case .prompt(let index) = steps[Int(from.step)].kind, index >= 0,
        prompts[index].shape == .review, let field = names.out.first,
        prompts[index].fields.contains(where: { prompts[$0.prompt].step == Int(field.step) })
      {
        return (string(from), ScriptedAnswer(.resolved(.choice(string(field)))))
      }
      return (string(from), ScriptedAnswer(.back))
    case .loaded: kind = .answer(line.detail?.work?.writes.first?.value ?? .null)
    case .ended:
      let writes = line.detail?.work?.writes ?? []
      kind = .writes(
        Dictionary(writes.map { ($0.key, $0.value ?? .null) }, uniquingKeysWith: { $1 }))
    case .failed: kind = .failure(line.detail?.work?.message ?? "")
    case .kept: kind = .resolved(.choice("keep"))
    case .again: kind = .resolved(.choice("again"))
    case .undoAgain:
      let isOfUndo = line.detail?.work?.accepted == nil
      kind = .resolved(.choice(isOfUndo ? "again" : "undo"))
    case .left: kind = .resolved(.choice("leave"))
    default: return nil
    }
    return (string(line.name), ScriptedAnswer(kind))
  }
}

/// Keeps a run that is performed again in step with its recording.
package actor RecordedTime {
  private var times: [String: ArraySlice<Duration>]
  private let now: @Sendable () -> Timestamp
  private let started: Timestamp
  /// How much sooner the person wanted to see the rest.
  private var skipped = Duration.zero

  /// - Parameter now: returns the time.
  package init(_ recording: Recording, now: @escaping @Sendable () -> Timestamp) {
    times = recording.times
    self.now = now
    started = now()
  }

  /// Waits until the next thing that was recorded of a step.
  /// - Parameter wait: waits, or less if the person doesn't want to.
  package func come(
    to name: String, _ wait: @Sendable (Duration) async throws -> Void
  ) async throws {
    guard let time = times[name]?.popFirst() else { return }
    let rest = time - skipped - started.duration(to: now())
    if rest > .zero { try await wait(rest) }
    skipped = max(skipped, time - started.duration(to: now()))
  }
}
