/// What the host's work is given: the answers, and the identity of this performance.
///
/// ```swift
/// Do("count") { work in work[score, default: 0] += 1 }
/// Do("pay") { work in try await bank.charge(work[price] ?? 0, key: work.key) }
/// ```
///
/// While it is performed, it can report how far it has got, with ``progress(_:label:)``, and log lines
/// to show, with ``log(_:)``.
///
/// It notes which answers are read, so that a run knows after a step back whether the work must be
/// performed again, without any declaration. What the work writes is kept when it ends.
@dynamicMemberLookup
public final class Work: Sendable {
  /// The name of the step: `pay`, or `pay@2` in the second round of a loop.
  public var step: String { need.name }
  /// A key for this performance, the same for every retry in this run and different for all others.
  ///
  /// Pass it to a service that must not do the same work twice. A ``TryAgain`` begins another
  /// performance, with another key, and so does an action that is performed under other answers. The
  /// key has the last id that `was:` names, which is the first that the step had, so an edit that gives
  /// it another one leaves the key as it is.
  public var key: String { need.key(ofPerformance: number, run: run) }
  /// When an earlier try of this performance was begun without ending; nil on the first try.
  public let begun: Timestamp?
  private let need: Need
  private let number: Int
  private let run: String
  /// What is shown while it is performed.
  let text: String
  private let state: Locked<Answers>
  private let isSeen = Locked(false)
  /// What the work reports while it is performed.
  let reports = WorkReports()
  private let noted = Locked(Noted())
  /// Whether an earlier try has used a secret, which may show in what this one reports.
  private let wasTainted: Bool

  /// - Parameters:
  ///   - number: the number of the performance, or of the one that is undone.
  ///   - run: the id of the run.
  ///   - text: what is shown while it is performed.
  ///   - wasTainted: whether an earlier try has used a secret.
  init(
    _ answers: Answers, _ need: Need, number: Int, run: String, text: String, begun: Timestamp?,
    wasTainted: Bool
  ) {
    self.wasTainted = wasTainted
    self.need = need
    self.number = number
    self.run = run
    self.text = text
    self.begun = begun
    state = Locked(answers)
  }

  /// The answers as they are now, including what the work has written.
  public var answers: Answers { state.withLock { $0 } }

  /// The answer for a key, or nil if there is none or it has a different type.
  ///
  /// Setting nil removes the answer.
  /// - Parameter key: the key of the answer.
  public subscript<Answer>(key: Key<Answer>) -> Answer? {
    get { state.withLock { $0[key.name] }.flatMap { Answer(answerValue: $0) } }
    set { write(newValue?.answerValue, key.name) }
  }

  /// Returns the answer for a key that must have one, because its question comes before the work.
  ///
  /// ```swift
  /// Do("create") { work in try await project.create(work.answer(name)) }
  /// ```
  /// - Parameter key: the key of the answer.
  /// - Returns: the answer.
  /// - Throws: ``MissingAnswer``, which names the step and the key, if there is no answer or it has
  ///   a different type.
  public func answer<Answer>(_ key: Key<Answer>) throws(MissingAnswer) -> Answer {
    if let answer = self[key] { return answer }
    throw MissingAnswer(
      key: key.name, step: step,
      isForgotten: need.kind == .undo && answers.secrets.contains(key.name))
  }

  /// The answer for a key, or a default value if there is none or it has a different type.
  /// - Parameters:
  ///   - key: the key of the answer.
  ///   - fallback: the value to use if there is no answer.
  public subscript<Answer>(
    key: Key<Answer>, default fallback: @autoclosure () -> Answer
  ) -> Answer {
    get { self[key] ?? fallback() }
    set { write(newValue.answerValue, key.name) }
  }

  /// Reports how far the work has got.
  ///
  /// Only the latest progress is shown, at intervals, so you can report it as often as you like. If
  /// the work has used a secret, the label is not shown, unless the step has `.showsErrors()`.
  /// - Parameters:
  ///   - fraction: the part that is done, from 0 to 1; a number outside is taken for the nearer end.
  ///   - label: what is being done, in a few words; nil for nothing.
  public func progress(_ fraction: Double, label: String? = nil) {
    let fraction = fraction.isNaN ? nil : min(max(fraction, 0), 1)
    reports.report(WorkReports.Progress(fraction: fraction, label: label, isTainted: isTainted))
  }

  /// Reports what the work is doing, if it isn't known how far it has got.
  /// - Parameter label: what is being done, in a few words.
  public func progress(_ label: String) {
    reports.report(WorkReports.Progress(label: label, isTainted: isTainted))
  }

  /// Shows a line while the work is performed, and notes it in the transcript.
  ///
  /// If the work has used a secret, the line is not shown, unless the step has `.showsErrors()`.
  /// - Parameter line: the line.
  public func log(_ line: String) {
    reports.log(WorkReports.Line(text: line, isTainted: isTainted))
  }

  /// Whether it has used a secret so far.
  private var isTainted: Bool {
    !need.showsErrors && (wasTainted || state.withLock { $0.usedSecret })
  }

  /// How far the work has got, in words that may be shown; nil if it hasn't reported it.
  package var shownProgress: WorkProgress? {
    guard let progress = reports.progress else { return nil }
    let label = progress.isTainted ? nil : progress.label.map(answers.hidingSecrets)
    return WorkProgress(
      id: need.id, step: need.name, text: text, fraction: progress.fraction, label: label)
  }

  /// Takes the lines that it has logged and that haven't been shown, in words that may be shown.
  func takeLines() -> [Sentence] {
    _ = noteLines()
    return noted.withLock { noted in
      defer { noted.unshown = [] }
      return noted.unshown
    }
  }

  /// The lines that it has logged, as they are shown, for the transcript.
  var loggedLines: [Sentence] {
    let noted = noteLines()
    return noted.all + Self.more(noted.leftOut)
  }

  /// The lines that were taken from the reports, in words that may be shown.
  private struct Noted: Sendable {
    var all: [Sentence] = []
    var unshown: [Sentence] = []
    /// The number of lines that aren't in `all`.
    var leftOut = 0
  }

  private func noteLines() -> Noted {
    // What has been taken from the reports is noted before anybody else looks.
    noted.withLock { noted in
      let (lines, leftOut) = reports.takeLines()
      let answers = lines.isEmpty ? nil : answers
      let words = lines.map { line in
        line.isTainted
          ? Sentence(.hiddenLine) : Sentence(answers?.hidingSecrets(in: line.text) ?? "")
      }
      let room = max(0, WorkReports.mostLines - noted.all.count)
      noted.all += words.prefix(room)
      noted.leftOut += max(0, words.count - room) + leftOut
      noted.unshown += words + Self.more(leftOut)
      return noted
    }
  }

  private static func more(_ leftOut: Int) -> [Sentence] {
    leftOut > 0 ? [Sentence(.moreLines, leftOut)] : []
  }

  /// The answer for a key's name as data, or nil if there is none.
  /// - Parameter name: the name of the key.
  public subscript(name: String) -> Value? { state.withLock { $0[name] } }

  func write(_ value: Value?, _ name: String) { state.withLock { $0.write(value, name) } }

  /// Records that the flow's own closure uses it, so that its reads are noted.
  func noteSeen() { isSeen.withLock { $0 = true } }

  /// The answers when the work has ended. If something else was done in place of the work without
  /// reading them, it may have depended on all of them.
  var sealed: Answers {
    let answers = answers
    if !isSeen.withLock({ $0 }), answers.reads?.names?.isEmpty == true { answers.reads?.noteAll() }
    return answers
  }
}

/// How far some work has got.
public struct WorkProgress: Hashable, Sendable {
  /// The id of the step.
  public let id: String
  /// The name of this performance of the step: `create`, or `create@2` in the second round of a
  /// loop.
  public let step: String
  /// What the work does, as its step says it; otherwise, the name of the work.
  public let text: String
  /// The part that is done, from 0 to 1; nil if it isn't known.
  public let fraction: Double?
  /// What is being done, in a few words; nil if the work didn't say.
  public let label: String?

  package init(id: String, step: String, text: String, fraction: Double?, label: String?) {
    (self.id, self.step, self.text, self.fraction, self.label) = (id, step, text, fraction, label)
  }

  /// The progress in words: `Creating shelf… 40% Downloading`.
  public var line: String {
    let percent = fraction.map { " \(Int(($0 * 100).rounded(.down)))%" } ?? ""
    return text + percent + (label.map { " " + $0 } ?? "")
  }
}

extension Work: Redacted {
  /// The step, and the answers without secrets.
  public var description: String { "\(step) \(answers)" }
}

/// What work reports while it is performed: how far it has got, and lines to show.
///
/// It only keeps the latest progress, so work can report it as often as it likes. Whoever shows it
/// is woken once, takes what there is, and asks to be woken again.
final class WorkReports: Sendable {
  /// The number of lines that wait to be shown before further ones are only counted.
  static let mostLines = 1_000

  /// How far work has got, in its own words.
  struct Progress: Hashable, Sendable {
    var fraction: Double?
    var label: String?
    /// Whether the work had used a secret by then.
    var isTainted = false
  }

  /// A line that work has logged.
  struct Line: Sendable {
    let text: String
    /// Whether the work had used a secret by then.
    let isTainted: Bool
  }

  private struct RunState: Sendable {
    var progress: Progress?
    var lines: [Line] = []
    /// The number of lines that were left out.
    var leftOut = 0
    var hasReported = false
    var isNew = false
    var isAwaited = true
    var isOver = false
    var wake: (@Sendable () -> Void)?
  }

  private let state = Locked(RunState())

  /// Sets what is called when there is something to take, at most once for each time it is awaited.
  func listen(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  func report(_ progress: Progress) {
    note { state in
      guard state.progress != progress else { return false }
      state.progress = progress
      return true
    }
  }

  func log(_ line: Line) {
    note { state in
      if state.lines.count < Self.mostLines { state.lines.append(line) } else { state.leftOut += 1 }
      return true
    }
  }

  private func note(_ change: (inout RunState) -> Bool) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isOver, change(&state) else { return nil }
      state.hasReported = true
      state.isNew = true
      guard state.isAwaited, let wake = state.wake else { return nil }
      state.isAwaited = false
      return wake
    }
    wake?()
  }

  /// Whether the work has ended.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Whether there were any reports.
  var hasReported: Bool { state.withLock { $0.hasReported } }

  /// The latest progress; nil if none was reported.
  var progress: Progress? { state.withLock { $0.progress } }

  /// Takes the lines that have been logged since the last call, and the number of those left out.
  func takeLines() -> (lines: [Line], leftOut: Int) {
    state.withLock { state in
      defer { (state.lines, state.leftOut, state.isNew) = ([], 0, false) }
      return (state.lines, state.leftOut)
    }
  }

  /// Waits for the next report.
  /// - Returns: whether there is one already, so that nobody is woken.
  func await() -> Bool {
    state.withLock { state in
      if state.isNew { return true }
      state.isAwaited = true
      return false
    }
  }

  /// Ends the reports: later ones are ignored.
  func close() { state.withLock { ($0.isOver, $0.wake) = (true, nil) } }
}

// A member that the host's work doesn't have. Without this, the compiler reports it at the parameter
// of the closure, in words about the number of arguments.

extension Building {
  /// What an unknown member of ``Work`` stands for; nothing.
  @dynamicCallable
  public struct NoMember {
    /// Refuses a call.
    /// - Parameter arguments: the arguments.
    /// - Returns: the same.
    @discardableResult
    public func dynamicallyCall(
      withKeywordArguments arguments: KeyValuePairs<String, Any>
    ) -> NoMember { self }
  }
}

extension Work {
  /// Refuses the name of a key in place of the key.
  /// - Parameter name: the name.
  /// - Returns: nothing.
  @available(
    *, unavailable, message: "the key stands without quotation marks: try work.answer(key)"
  )
  public func answer(_ name: String) throws -> Building.NoMember { Building.NoMember() }

  /// Refuses a default, which the subscript takes.
  /// - Parameters:
  ///   - key: the key.
  ///   - value: the default.
  /// - Returns: the default.
  @available(*, unavailable, message: "write work[key, default: value]")
  public func answer<Answer>(_ key: Key<Answer>, default value: Answer) -> Answer { value }

  /// Refuses a label before the key.
  /// - Parameter key: the key.
  /// - Returns: the answer.
  @available(*, unavailable, message: "the key has no label: try work.answer(key)")
  public func answer<Answer>(for key: Key<Answer>) throws -> Answer { try answer(key) }

  /// Refuses a member that there isn't.
  /// - Parameter name: the member's name.
  @available(
    *, unavailable,
    message:
      "Work has no such member: use work[key], work.answer(key), work.progress(0.4), work.log(\"…\")"
  )
  public subscript(dynamicMember name: String) -> Building.NoMember { Building.NoMember() }
}
