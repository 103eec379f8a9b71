/// Performs work of the host: actions, loads, checks and undos, with their time limits and their
/// errors in words. The driver of interpreters and ``Session`` both use it.
///
/// Work passes three hands. What stands in for it comes first (``WorkStandIn``): a script, or
/// answers given beforehand. Then the interpreter may perform it elsewhere. What is left are the
/// closures of the flow.
package final class Worker: Sendable {
  private let closures: [String: Closures]
  private let sleep: @Sendable (Duration) async throws -> Void
  private let host: any InteractiveInterpreter
  private let standIn: (any WorkStandIn)?
  /// Whether a check without a closure is an error; otherwise, it passes.
  private let performsActions: Bool
  /// Whether work has time limits; scripts ignore them.
  private let hasLimits: Bool

  /// - Parameter host: who performs work, and knows the day and the paths.
  init(
    closures: [String: Closures], sleep: @escaping @Sendable (Duration) async throws -> Void,
    host: any InteractiveInterpreter = OwnProcessHost(), standIn: (any WorkStandIn)? = nil
  ) {
    self.closures = closures
    self.sleep = sleep
    self.host = host
    self.standIn = standIn
    performsActions = (standIn?.performsActions ?? true) && host.performsActions
    hasLimits = !(host is any ReplayingInterpreter)
  }

  /// The result of work.
  package struct Result: Sendable {
    var resolution: Resolution
    /// The answers that the work was given; they noted what was read.
    let given: Answers
    /// The error in words that may be shown, if there was one.
    var words: String?
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
    if need.kind == .undo { return try await undo(need, work) }
    var result = try await finish(need, work) {
      let data = try await self.perform(
        Action(need, self.closures[need.id] ?? Closures()), work)
      return need.kind == .load ? .loaded(data) : .performed(work.sealed.onlyWrites)
    }
    do throws(Rejection) {
      switch result.resolution {
      case .performed(let written): try need.checkWritten(written)
      case .loaded(let value): _ = try need.fitting(loaded: value)
      default: break
      }
    } catch {
      let shown = result.given.words(for: error.message, isShown: need.showsErrors)
      (result.resolution, result.words) = (.failed(shown), shown)
    }
    return result
  }

  /// - Returns: the data of a load.
  private func perform(_ action: Action, _ work: Work) async throws -> Value? {
    if let standIn, let answer = try await standIn.result(of: action) {
      return try standIn.perform(action, as: answer, with: work)
    }
    if action.isLoad { return try await host.load(action, with: work) }
    try await host.perform(action, with: work)
    return nil
  }

  private func undo(_ need: Need, _ work: Work) async throws -> Result {
    let name = need.action ?? ""
    if try await standIn?.skipsUndo(of: name) == true {
      return Result(resolution: .undone, given: work.sealed)
    }
    guard let closures = closures[need.id], closures.undo != nil else {
      throw need.failed(.action, "the undo of “\(name)” has no closure")
    }
    return try await finish(need, work) {
      try await self.host.undo(Action(need, closures), with: work)
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

  // MARK: Checks

  /// Performs the host's checks of an answer, and the rules for which the interpreter is asked, if
  /// the answer fits otherwise; a question without them is left to the run.
  /// - Throws: ``Rejection`` if the answer doesn't pass, ``Failure`` if a check throws.
  package func check(_ given: Given, _ need: Need, of run: Run) async throws {
    guard need.isChecked else { return }
    // What is checked is what is kept: trimmed, for example.
    let kept = try run.kept(given, for: need)
    // A name is no longer free once its own registration has been made.
    if run.hasStood(given, kept, need) { return }
    try await check(kept ?? given.value, need, of: run)
  }

  private func check(_ value: Value, _ need: Need, of run: Run) async throws {
    guard let prompt = need.prompt, need.isChecked else { return }
    // An answer that is left out isn't checked, as with rules.
    if prompt.isOptional && value.isEmpty { return }
    try run.checkDays(of: value, for: need, today: host.today)
    for rule in prompt.rules where rule.isPath {
      if performsActions {
        if rule.accepts(value, today: host.today, state: host.state) { continue }
      } else {
        // Where actions are replaced, the disk isn't the flow's: this is a check like any other.
        let known = AnswerCheck(
          id: need.id, name: "path", answers: run.answers(for: need).only([]),
          body: { _, _ in true })
        if try await passes(known, value) { continue }
      }
      throw run.refusal(by: rule, need)
    }
    for check in prompt.checks {
      // An interpreter that replaces the work needs no closure.
      let stub: CheckBody? = performsActions ? nil : { @Sendable _, _ in true }
      guard let body = closures[need.id]?.checks[check.name] ?? stub else {
        throw need.failed(.action, "the check “\(check.name)” has no closure")
      }
      let answers = run.answers(for: need).only(check.reads)
      let known = AnswerCheck(id: need.id, name: check.name, answers: answers, body: body)
      let passes: Bool
      do {
        passes = try await Promptly.perform(sleep: sleep) {
          try await self.passes(known, value)
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

  private func passes(_ check: AnswerCheck, _ value: Value) async throws -> Bool {
    if let passes = try await standIn?.passes(check) { return passes }
    return try await host.check(check, of: value)
  }

  /// Performs the host's checks of the entries on a page, if it has no problems otherwise.
  /// - Returns: the page with the problems.
  package func check(_ filled: FilledPage, _ page: FormPage) async throws -> FormPage {
    if page.hasProblems { return page }
    var page = page
    for answer in filled.answers where !answer.stands {
      guard let given = answer.given, !filled.run.hasStood(given, answer.kept, answer.need)
      else { continue }
      do {
        try await check(answer.kept ?? given.value, answer.need, of: filled.run)
      } catch let error as Rejection {
        page.note(error.speaking(filled.run.language).message, at: answer.need.id)
      }
    }
    return page
  }
}

extension Run {
  /// Checks an answer by the rules about today; they need no closure and no disk.
  /// - Throws: ``Rejection`` if it breaks one.
  func checkDays(of value: Value, for need: Need, today: CalendarDay) throws(Rejection) {
    guard need.isChecked, let prompt = need.prompt, !prompt.isOptional || !value.isEmpty else {
      return
    }
    for rule in prompt.rules where rule.isAsked && !rule.isPath {
      if !rule.accepts(value, today: today, state: { _ in nil }) { throw refusal(by: rule, need) }
    }
  }

  fileprivate func refusal(by rule: Prompt.Rule, _ need: Need) -> Rejection {
    Rejection(
      .invalid(rule: rule),
      rule.sentence(
        for: need.prompt?.key?.type ?? .string,
        title: { program.title(ofKey: $0, state.strand(of: need).slots, language) }
      ) {
        render($0, for: need)
      })
  }
}

extension Need {
  /// Whether an answer is checked by the host, or by a rule for which the interpreter is asked.
  package var isChecked: Bool {
    (kind == .prompt || kind == .secret && index >= 0) && program.facts[index].isChecked
  }
}

/// Where no interpreter is: the closures of the flow do the work, and the process knows the rest.
struct OwnProcessHost: InteractiveInterpreter {
  var today = CalendarDay.today

  func show(_ text: String) {}
  func ask(_ question: Question) -> Reply { .endOfInput }
}

/// What stands in for work: results that are given for it beforehand, and the decision what becomes
/// of the rest.
protocol WorkStandIn: Actor {
  /// Whether work is performed for which nothing is given.
  nonisolated var performsActions: Bool { get }
  /// What is given for an action or a load.
  /// - Returns: the result, or no writes for an action that is only noted; nil to perform the work.
  func result(of action: Action) async throws -> ScriptedAnswer?
  /// Whether the undo of an action is only noted.
  func skipsUndo(of name: String) throws -> Bool
  /// Whether an answer passes a check; nil to perform the check.
  func passes(_ check: AnswerCheck) throws -> Bool?
  /// Says why work can't have a result.
  nonisolated func misfit(_ answer: ScriptedAnswer, _ action: Action) -> any Error
}

extension WorkStandIn {
  /// Does what is given for an action or a load, in place of it.
  /// - Returns: the data of a load.
  nonisolated func perform(
    _ action: Action, as answer: ScriptedAnswer, with work: Work
  ) throws -> Value? {
    switch answer.kind {
    case .failure(let message): throw ScriptedFailure(description: message)
    case .timedOut where action.limit != nil: throw TimeIsUp()
    case .answer, .resolved:
      if action.isLoad { return answer.data }
      guard let key = action.result, let value = answer.data.flatMap(key.type.value(exactly:))
      else { throw misfit(answer, action) }
      work.write(value, key.name)
    case .writes(let values) where !action.isLoad, .action(_, let values) where !action.isLoad:
      for key in values.keys.sorted() { work.write(values[key], key) }
    case .timedOut, .refused, .preset, .back, .writes, .action: throw misfit(answer, action)
    }
    return nil
  }
}

/// An error of the interpreter itself, which ends the run; errors of the work are handled by the
/// flow.
protocol RunEnding: Error {}

/// A failure of the interpreter itself while it performed or replaced work.
struct HostFailure: RunEnding {
  let failure: Failure
}
