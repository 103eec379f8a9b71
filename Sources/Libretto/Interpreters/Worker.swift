/// Performs work of the host: actions, loads, checks and undos, with their time limits and their
/// errors in words. The driver of interpreters and ``Session`` both use it.
final class Worker: Sendable {
  private let closures: [String: Closures]
  private let sleep: @Sendable (Duration) async throws -> Void
  /// Scripts ignore the time limits of work.
  private let hasLimits: Bool
  private let act: @Sendable (Action, Work) async throws -> Void
  private let load: @Sendable (Action, Work) async throws -> Value?
  private let undo: @Sendable (UndoAction, Work) async throws -> Void
  private let check: @Sendable (AnswerCheck, Value) async throws -> Bool
  private let today: @Sendable () -> CalendarDay
  private let state: @Sendable (String) -> PathState?

  init(
    closures: [String: Closures], sleep: @escaping @Sendable (Duration) async throws -> Void,
    hasLimits: Bool = true,
    act: @escaping @Sendable (Action, Work) async throws -> Void = {
      try await $0.perform(with: $1)
    },
    load: @escaping @Sendable (Action, Work) async throws -> Value? = {
      try await $0.load(with: $1)
    },
    undo: @escaping @Sendable (UndoAction, Work) async throws -> Void = {
      try await $0.perform(with: $1)
    },
    check: @escaping @Sendable (AnswerCheck, Value) async throws -> Bool = {
      try await $0.perform(on: $1)
    },
    today: @escaping @Sendable () -> CalendarDay = { .today },
    state: @escaping @Sendable (String) -> PathState? = { .ofDisk($0) }
  ) {
    self.closures = closures
    self.sleep = sleep
    self.hasLimits = hasLimits
    self.act = act
    self.load = load
    self.undo = undo
    self.check = check
    self.today = today
    self.state = state
  }

  /// The result of work.
  struct Result: Sendable {
    var resolution: Resolution
    /// The answers that the work was given; they noted what was read.
    let given: Answers
    /// The error in words that may be shown, if there was one.
    var words: String?

    /// Notes that what the work gave doesn't fit.
    fileprivate mutating func fail(_ message: String, _ need: Need) {
      let shown = given.words(for: message, isShown: need.showsErrors)
      (resolution, words) = (.failed(shown), shown)
    }
  }

  /// Performs the work of a need in the caller's own task, because switching threads costs more
  /// than a short piece of work. Work without a time limit that ignores its cancellation blocks
  /// that task; the code that cancels it must take care of that.
  ///
  /// The run itself isn't passed along: if the work held it, each step of the run would have to
  /// copy everything that it knows.
  /// - Parameter work: the result of ``Run/work(for:)`` for the need.
  /// - Throws: ``Failure`` if there is no closure, `CancellationError`, and errors of the
  ///   interpreter itself.
  func perform(_ need: Need, _ work: Work) async throws -> Result {
    switch need.kind {
    case .load: try await load(need, work)
    case .undo: try await undo(need, work)
    default: try await act(need, work)
    }
  }

  private func act(_ need: Need, _ work: Work) async throws -> Result {
    let action = action(need)
    var result = try await finish(need, work) {
      try await self.act(action, work)
      return .performed(work.sealed.onlyWrites)
    }
    if case .performed(let written) = result.resolution {
      do throws(Rejection) {
        try need.checkWritten(written)
      } catch {
        result.fail(error.message, need)
      }
    }
    return result
  }

  private func load(_ need: Need, _ work: Work) async throws -> Result {
    let action = action(need)
    var result = try await finish(need, work) { .loaded(try await self.load(action, work)) }
    if case .loaded(let value) = result.resolution {
      do throws(Rejection) {
        try need.checkLoaded(value)
      } catch {
        result.fail(error.message, need)
      }
    }
    return result
  }

  private func undo(_ need: Need, _ work: Work) async throws -> Result {
    guard let body = closures[need.id]?.undo else {
      throw need.failed(.action, "the undo of “\(need.action ?? "")” has no closure")
    }
    let undoing = UndoAction(id: need.id, step: need.name, name: need.action ?? "", body: body)
    return try await finish(need, work) {
      try await self.undo(undoing, work)
      return .undone
    }
  }

  private func finish(
    _ need: Need, _ work: Work, _ body: @escaping @Sendable () async throws -> Resolution
  ) async throws -> Result {
    do {
      let limit = hasLimits ? need.duration : nil
      let resolution =
        if let limit {
          try await Promptly.perform(within: limit, sleep: sleep, body)
        } else {
          try await body()
        }
      return Result(resolution: resolution, given: work.sealed)
    } catch is TimeIsUp {
      return Result(resolution: .timedOut, given: work.sealed, words: need.tookTooLong)
    } catch let error as Promptly.Abandoned {
      throw error
    } catch let error where error is any RunEnding {
      throw error
    } catch {
      // An error may quote what the work was given, and it goes into the journal.
      let given = work.sealed
      let words = given.words(for: error, isShown: need.showsErrors)
      return Result(resolution: .failed(words), given: given, words: words)
    }
  }

  func action(_ need: Need) -> Action {
    Action(need, closures[need.id] ?? Closures())
  }

  // MARK: Checks

  /// Performs the host's checks of an answer, and the rules for which the interpreter is asked.
  /// - Parameter performs: whether a check without a closure is an error; otherwise, it passes.
  /// - Throws: ``Rejection`` if the answer doesn't pass, ``Failure`` if a check throws.
  func check(
    _ given: Given, _ need: Need, of run: Run, performs: Bool = true
  ) async throws {
    guard let prompt = need.prompt, prompt.hasAskedRules || !prompt.checks.isEmpty else { return }
    // What is checked is what is kept: trimmed, for example.
    let value = run.kept(need, given) ?? given.value
    // An answer that is left out isn't checked, as with rules.
    if prompt.isOptional && value.isEmpty { return }
    for rule in prompt.rules where rule.isAsked {
      if !performs, rule.isPath {
        // Where actions are replaced, the disk isn't the flow's: this is a check like any other.
        let known = AnswerCheck(
          id: need.id, name: "path", answers: run.answers(for: need).only([]),
          body: { _, _ in true })
        if try await self.check(known, value) { continue }
      } else if rule.accepts(value, today: today(), state: state) {
        continue
      }
      throw Rejection(
        message: rule.message.map { run.render($0, for: need) }
          ?? rule.words(for: prompt.key?.type ?? .string))
    }
    for check in prompt.checks {
      // An interpreter that replaces the work needs no closure.
      let stub: CheckBody? = performs ? nil : { @Sendable _, _ in true }
      guard let body = closures[need.id]?.checks[check.name] ?? stub else {
        throw need.failed(.action, "the check “\(check.name)” has no closure")
      }
      let answers = run.answers(for: need).only(check.reads)
      let known = AnswerCheck(id: need.id, name: check.name, answers: answers, body: body)
      let passes: Bool
      do {
        passes = try await Promptly.perform(sleep: sleep) {
          try await self.check(known, value)
        }
      } catch let error where error is any RunEnding {
        throw error
      } catch let problem as Rejection {
        if need.isSecret || answers.usedSecret { throw run.refusal(by: check, need) }
        throw Rejection(message: answers.hidingSecrets(in: problem.message))
      } catch {
        if Task.isCancelled { throw CancellationError() }
        throw run.failure(of: check, need, error)
      }
      if !passes { throw run.refusal(by: check, need) }
    }
  }

  /// Performs the host's checks of the entries on a page.
  /// - Returns: the problems, by the ids of the questions.
  func check(_ filled: FilledPage, performs: Bool = true) async throws -> [String: String] {
    var problems: [String: String] = [:]
    for answer in filled.answers where !answer.stands {
      guard let given = answer.given else { continue }
      do {
        try await check(given, answer.need, of: filled.run, performs: performs)
      } catch let error as Rejection {
        problems[answer.need.id] = error.message
      }
    }
    return problems
  }
}

/// An error of the interpreter itself, which ends the run; errors of the work are handled by the
/// flow.
protocol RunEnding: Error {}

/// A failure of the interpreter itself while it performed or replaced work.
struct HostFailure: RunEnding {
  let failure: Failure
}
