/// What a run needs before it can continue.
package struct Need: Sendable {
  /// The kinds of needs.
  package enum Kind: Hashable, Sendable {
    /// Something must be shown; resolved by ``Resolution/shown``.
    case say
    /// A person must be asked; resolved by ``Resolution/answer(_:)``.
    case prompt
    /// An alert without buttons must be shown; resolved by ``Resolution/dismissed``.
    case notice
    /// An action of the host must be performed; resolved by ``Resolution/performed(_:)`` or
    /// ``Resolution/failed(_:)``.
    case action
    /// A load must be tried; resolved by ``Resolution/loaded(_:)`` or ``Resolution/failed(_:)``.
    case load
    /// Some time must pass; resolved by ``Resolution/elapsed``.
    case wait
    /// An action was performed under answers that have changed since.
    ///
    /// Resolved by ``Resolution/again``, ``Resolution/undoAndAgain``, ``Resolution/keep``, or a
    /// step back.
    case stale
    /// An action was begun, and it's unknown whether it ended.
    ///
    /// Resolved by ``Resolution/performed(_:)``, ``Resolution/failed(_:)`` or
    /// ``Resolution/didNotRun``.
    case begun
    /// The effect of an action must be undone; resolved by ``Resolution/undone`` or
    /// ``Resolution/failed(_:)``.
    case undo
    /// An undo was begun, and it's unknown whether it ended; resolved by ``Resolution/undone`` or
    /// ``Resolution/didNotRun``.
    case undoBegun
    /// An undo failed; resolved by ``Resolution/again``, ``Resolution/leave``, or a step back.
    case undoFailed
    /// An action was performed to which the flow no longer leads, and its effect stays; resolved by
    /// ``Resolution/told``.
    case remains
    /// A secret that is no longer stored must be given again; resolved by
    /// ``Resolution/answer(_:)``.
    case secret
  }

  /// A need as numbers. Strands store needs in this form, because counting references to the
  /// program at each step costs as much as all the rest.
  struct Core: Sendable {
    var kind: Kind
    /// The step; −1 for a need that only says something.
    let step: Int32
    let rounds: Rounds
    let instruction: Int
    /// The index in the program's prompts, works or texts; for a wait, its milliseconds.
    let index: Int
    /// The strand that has the need: 0, or the number of the operation plus 1.
    let strand: Int

    var stepName: StepName { StepName(step: step, rounds: rounds) }

    func isSame(as other: Core) -> Bool {
      step == other.step && rounds == other.rounds && kind == other.kind
        && (step >= 0 || instruction == other.instruction)
    }
  }

  let program: Program
  let core: Core

  /// The kind of need.
  package var kind: Kind { core.kind }
  var step: Int32 { core.step }
  var rounds: Rounds { core.rounds }
  var instruction: Int { core.instruction }
  var index: Int { core.index }
  var strand: Int { core.strand }
  var stepName: StepName { core.stepName }

  /// The id of the step; empty for a need that only says something.
  package var id: String { step < 0 ? "" : program.steps[Int(step)].id }

  /// The name of this performance of the step: `age`, or `age@2` in the second round of a loop.
  package var name: String { step < 0 ? "" : program.string(stepName) }

  /// A text that identifies one performance of this work among those of all runs.
  ///
  /// It has the first id of the step, so that an edit that renames it is no other performance.
  func key(ofPerformance number: Int, run: String) -> String {
    let first = program.firstIDs[Int(step)].map {
      $0 + name.dropFirst(program.steps[Int(step)].id.count)
    }
    return "\(run)/\(first ?? name)/\(number)" + (kind == .undo ? "/undo" : "")
  }

  /// The rounds of the loops around the step, from 1, the outermost loop first.
  package var roundNumbers: [Int] {
    step < 0 ? [] : rounds.unpacked(program.steps[Int(step)].loops.count)
  }

  /// The id of the work that is tried again after this pause; nil for all other needs.
  var pausedWork: String? {
    guard kind == .wait, case .work = program.instructions[instruction] else { return nil }
    return id
  }

  /// The prompt; nil for other kinds of needs. Its choices have no steps.
  package var prompt: Prompt? {
    switch kind {
    case .prompt, .notice: program.prompts[index].prompt
    case .secret: index < 0 ? nil : program.prompts[index].prompt
    default: nil
    }
  }

  /// The name of the action or load; nil for other kinds of needs.
  package var action: String? {
    switch kind {
    case .action, .load, .stale, .begun, .undo, .undoBegun, .undoFailed, .remains:
      program.works[index].name
    case .say, .prompt, .notice, .wait, .secret: nil
    }
  }

  /// The text that an action shows while it is performed; nil for all other needs.
  var loading: Text? { kind == .action ? program.works[index].loading : nil }

  /// Whether the text of an error of its work is shown although the work used a secret.
  var showsErrors: Bool {
    switch kind {
    case .action, .load, .begun, .undo, .undoBegun, .undoFailed: program.works[index].showsErrors
    default: false
    }
  }

  /// The key for the result of an action; nil if there is none.
  var result: KeyReference? {
    kind == .action || kind == .begun ? program.works[index].result : nil
  }

  /// Whether it is work that needs the terminal for itself.
  var takesTerminal: Bool { kind == .action && program.works[index].takesTerminal }

  /// The time limit, or the length of a wait; nil for no limit.
  package var duration: Duration? {
    switch kind {
    case .prompt: program.prompts[index].prompt.timeout
    case .notice: program.prompts[index].prompt.dismissAfter
    case .action, .load: program.works[index].timeout
    case .wait: .milliseconds(index)
    case .say, .stale, .begun, .undo, .undoBegun, .undoFailed, .remains, .secret: nil
    }
  }

  /// The name of the operation that has the need; nil outside operations.
  package var operation: String? { strand == 0 ? nil : program.operations[strand - 1].name }

  /// Where the step was declared, if that is known.
  package var place: FlowLocation? { program.sources[instruction] }

  /// Whether it is work whose effect counts, so that it is noted before it begins.
  var isEffect: Bool {
    kind == .action ? program.works[index].kind == .effect : kind == .undo
  }

  /// Whether a host performs the need instead of a person answering it.
  var isWork: Bool { kind == .action || kind == .load || kind == .undo }
}

/// The result of a need.
package enum Resolution: Sendable {
  /// The text has been shown.
  case shown
  /// The alert without buttons was closed.
  case dismissed
  /// The person answered.
  case answer(Given)
  /// The action ended; the value is the answers that it was given, with its writes.
  case performed(Answers)
  /// The load ended; nil, an empty text or an empty list means no data.
  case loaded(Value?)
  /// The action, load or undo failed, with the error in words.
  case failed(String)
  /// The time limit of the prompt or of the work was up.
  case timedOut
  /// The time has passed.
  case elapsed
  /// A decision to perform again what was done under other answers, or to try a failed undo again.
  case again
  /// A decision to undo what was done under other answers, and then to perform it again.
  case undoAndAgain
  /// A decision to keep what was done under other answers; it now counts as done under the current
  /// ones.
  case keep
  /// The action or undo that was begun didn't have an effect.
  case didNotRun
  /// The effect of the action was undone.
  case undone
  /// A decision to leave what couldn't be undone as it is.
  case leave
  /// The person has been told.
  case told
}

extension Need: Equatable {
  /// Whether both are the same need in runs of the same flow.
  package static func == (a: Need, b: Need) -> Bool {
    a.core.isSame(as: b.core) && a.program === b.program
  }
}

/// The reason a resolution was refused; the run hasn't changed.
public struct Rejection: Error, Equatable, Sendable, CustomStringConvertible {
  /// Why something was refused, for a program.
  public indirect enum Reason: Hashable, Sendable {
    /// It doesn't fit; the rule that it breaks, worked out, or nil for any other reason.
    case invalid(rule: Prompt.Rule?)
    /// Nothing with this name is needed now; the names of what is.
    case notAsked(open: [String])
    /// The run has ended.
    case ended
    /// There is no such conversation.
    case unknown
    /// The conversation is at a later step than the one that the person saw; the number of the step.
    case stale(step: Int)
    /// Work goes on, perhaps on another machine; until when its lease lasts, or nil if nobody knows how
    /// long.
    case busy(until: Timestamp?)
    /// A higher version of the flow has to take it.
    case newerVersion(NewerVersion)

    /// The name of the case, as `flow serve` writes it.
    public var code: String {
      switch self {
      case .invalid: "invalid"
      case .notAsked: "notAsked"
      case .ended: "ended"
      case .unknown: "unknown"
      case .stale: "stale"
      case .busy: "busy"
      case .newerVersion: "newerVersion"
      }
    }
  }

  /// What is wrong with the answer and what would be right, in a sentence or two, in the words of the
  /// session or the console.
  public var message: String { language(sentence) }
  /// Why it was refused, for a program.
  public let reason: Reason
  package let sentence: Sentence
  package var language = Words.english

  package init(_ reason: Reason = .invalid(rule: nil), _ sentence: Sentence) {
    (self.reason, self.sentence) = (reason, sentence)
  }

  package init(_ phrase: Phrase, _ values: any Sayable...) {
    self.init(.invalid(rule: nil), Sentence(phrase, values.map(\.said) as [Said]))
  }

  /// - Parameter message: a sentence that isn't the product's.
  package init(_ reason: Reason = .invalid(rule: nil), message: String) {
    self.init(reason, Sentence(message))
  }

  /// The same in another language.
  package func speaking(_ words: Words) -> Rejection {
    var rejection = self
    rejection.language = words
    return rejection
  }

  /// Whether both say the same for the same reason.
  public static func == (a: Rejection, b: Rejection) -> Bool {
    a.reason == b.reason && (a.sentence == b.sentence || a.message == b.message)
  }

  /// The message.
  public var description: String { message }
}

extension Rejection {
  static func notNeeded(_ need: Need) -> Rejection {
    Rejection(.notNeeded, need.name)
  }

  static func unfit(_ need: Need) -> Rejection {
    Rejection(.cantResolveSo, need.name)
  }

  static func noChoice(_ given: some Sayable, _ ids: [String]) -> Rejection {
    Rejection(.notOneOf, given, ids.map { Sentence(.quote, $0) }.listed())
  }
}

// Failures of needs, in words.

extension Need {
  /// A failure of the step that has this need.
  func failed(_ reason: Failure.Reason, _ message: String) -> Failure {
    failed(reason, Sentence(message))
  }

  func failed(_ reason: Failure.Reason, _ sentence: Sentence) -> Failure {
    Failure(reason, sentence, step: name, place: place)
  }

  /// The failure of a prompt or an action that reached its time limit.
  func timedOut(_ render: (Text) -> String) -> Failure {
    guard let prompt else {
      let action = action ?? ""
      return failed(
        .timedOut,
        duration.map { Sentence(.actionTookLonger, action, $0) }
          ?? Sentence(.actionTookLongerThanMay, action))
    }
    let title = isSecret ? id : render(prompt.title)
    return failed(.timedOut, Sentence(.notAnsweredWithin, title, name, duration ?? .zero))
  }

  /// What a journal, and a key for the error, have of work that took too long: data, the same in every
  /// language.
  var tookTooLong: String {
    Words.english(duration.map { Sentence(.tookLonger, $0) } ?? Sentence(.tookLongerThanMay))
  }
}

extension Need {
  /// The failure of work, in words that name the work.
  func failure(_ message: String) -> Failure {
    let reason = Sentence(kept: message, limit: duration)
    return kind == .load
      ? failed(.load, Sentence(.loadFailed, action ?? "", reason))
      : failed(.action, Sentence(.actionFailed, action ?? "", reason))
  }
}

extension Run {
  /// The failure of a run that reached its own time limit, naming the need that was open.
  func tookTooLong(_ limit: Duration?, asked: Need?) -> Failure {
    let open = asked ?? nextNeed
    var message = "the run did not end within \(limit?.inWords ?? "its time")"
    if let open, open.kind != .begun, open.kind != .undoBegun, let question = question(for: open) {
      message += "; \(question.called) was open"
    } else if let open, let name = open.action {
      let effect = memo.effect(open.stepName)
      let isUndone = effect.map { $0.status == .undoing } ?? false
      let isBegun = isUndone || effect?.hasBegun ?? false
      message +=
        "; “\(name)” (id “\(open.name)”) "
        + (isUndone ? "may have been undone" : isBegun ? "may have been done" : "was not done")
    }
    let step = open.flatMap { $0.id.isEmpty ? nil : $0.name }
    return Failure(.timedOut, message: message, step: step, place: open?.place)
  }
}

extension Run {
  /// The failure of a host's check that threw an error.
  func failure(of check: Prompt.Check, _ need: Need, _ error: any Error) -> Failure {
    let words =
      need.isSecret
      ? Sentence(.hiddenCheck, String(describing: type(of: error)))
      : Sentence(answers.hidingSecrets(in: String(describing: error)))
    let title = need.prompt.map { render($0.title, for: need) } ?? need.id
    return need.failed(.action, Sentence(.checkFailed, check.name, title, words))
  }

  /// The rejection of an answer that doesn't pass a check of the host.
  func refusal(by check: Prompt.Check, _ need: Need) -> Rejection {
    Rejection(
      .invalid(rule: nil),
      check.message.map { Sentence(render($0, for: need)) } ?? Sentence(.failsCheck, check.name))
  }
}

extension Duration {
  /// The pause before a retry, in milliseconds: it doubles for each retry, without overflowing.
  func pause(before further: Int) -> Int {
    let (pause, overflows) =
      milliseconds
      .multipliedReportingOverflow(by: 1 << min(max(further - 1, 0), 40))
    return overflows ? .max : pause
  }
}

extension Program {
  /// The step of an instruction as an error names it, and its id if it has one.
  func stepInWords(_ counter: Int) -> (id: String?, what: String) {
    switch instructions[counter] {
    case .say(let text): return (nil, "Say(\"\(texts[text].text.template.shortened)\")")
    case .fail(let text): return (nil, "Fail(\"\(texts[text].text.template.shortened)\")")
    case .prompt(let index): return named(prompts[index].id)
    case .work(let index): return named(works[index].id)
    case .unless: return (nil, "a condition")
    case .store, .calculate: return (nil, "a Store")
    default: return (nil, "a loop")
    }
  }

  private func named(_ id: String) -> (id: String?, what: String) { (id, "the step “\(id)”") }
}
