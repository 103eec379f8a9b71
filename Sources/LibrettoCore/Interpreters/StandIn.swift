/// Answers given before a run: they stand in for the person, and their results for work.
///
/// The ``Stage`` asks it before it asks the host, and the host shows what was answered so. What it
/// has no answer for, and takes no default for, the person is asked as ever.
///
/// An answer is taken once. If the question refuses it, nobody corrects it, so the run fails. A
/// form whose questions were all answered so is submitted; if the person took part, the person
/// reviews it.
package actor StandIn: WorkStandIn {
  /// The number of defaults that `--yes` takes before the run fails: in a loop that only another
  /// answer ends, it would take them forever.
  static let mostDefaults = 10_000

  /// Whether questions without an answer take their defaults, and notices don't wait.
  let acceptsDefaults: Bool
  /// Whether a question without an answer fails the run.
  let asksNobody: Bool
  let performsActions: Bool
  /// Whether the answers are those of a recorded run, decisions included, of which only the secrets
  /// are missing; and then, what waits until the next one of a step came.
  private let rehearse: (@Sendable (_ name: String) async throws -> Void)?
  /// Where the steps back of the recorded run led, and where the one leads that is being taken: on a
  /// page, it went over all questions at once.
  private var destinations: [String: ArraySlice<String>] = [:]
  private var destination: String?
  /// Shows a question with the reply that was given beforehand.
  private let show: @Sendable (Question, Reply) async throws -> Void
  /// Notes work that isn't performed.
  private let note: @Sendable (String) throws -> Void

  private var given: GivenAnswers
  /// The question that was answered last without the person.
  private var last: String?
  /// The forms of which something was answered without the person, and those in which the person took
  /// part, or which were submitted: a step back leads to the review.
  private var (givenForms, askedForms): (Set<String>, Set<String>) = ([], [])
  /// The pages of which an answer was given beforehand.
  private var pages: Set<String> = []
  private var defaults = 0

  package init(
    _ answers: [String: [ScriptedAnswer]], acceptsDefaults: Bool = false, asksNobody: Bool = false,
    performsActions: Bool = true, rehearse: (@Sendable (String) async throws -> Void)? = nil,
    show: @escaping @Sendable (Question, Reply) async throws -> Void,
    note: @escaping @Sendable (String) throws -> Void,
    destinations: [String: ArraySlice<String>] = [:]
  ) {
    self.rehearse = rehearse
    self.destinations = destinations
    given = GivenAnswers(answers)
    self.acceptsDefaults = acceptsDefaults
    self.asksNobody = asksNobody
    self.performsActions = performsActions
    self.show = show
    self.note = note
  }

  /// Whether a recorded run is shown again.
  nonisolated var isRehearsal: Bool { rehearse != nil }

  /// Stands in for the person and the work of a recorded run, which is shown again.
  /// - Parameter rehearse: waits until the next thing that was recorded of a step.
  package init(
    _ recording: Recording, rehearse: @escaping @Sendable (_ name: String) async throws -> Void,
    show: @escaping @Sendable (Question, Reply) async throws -> Void
  ) {
    self.init(
      recording.answers, asksNobody: true, performsActions: false, rehearse: rehearse, show: show,
      note: { _ in }, destinations: recording.destinations)
  }

  // MARK: The person

  /// Whether a page is asked question by question, because something answers one of them without
  /// the person.
  func takesApart(_ page: FormPage) -> Bool {
    if acceptsDefaults || !performsActions { return true }
    let steps = [(page.id, page.name)] + page.fields.map { ($0.id, $0.question.name) }
    if steps.contains(where: { given.has($0, $1) }) { pages.insert(page.name) }
    return pages.contains(page.name)
  }

  /// Replies to a question, and shows that; nil if the person is asked.
  /// - Throws: ``Failure`` if what was given doesn't fit, or the person can't be asked.
  func reply(to question: Question, today: CalendarDay) async throws -> Reply? {
    if let problem = question.problem, last == question.name { throw question.misfit(problem) }
    // A decision about an effect must be made by a person.
    if question.isDecision, rehearse == nil { return nil }
    if let destination, destination != question.name { return .back }
    destination = nil
    guard let reply = try find(question, today) else {
      if let form = question.form { askedForms.insert(form) }
      return nil
    }
    if let form = question.form { givenForms.insert(form) }
    try await show(question, reply)
    return reply
  }

  private func find(_ question: Question, _ today: CalendarDay) throws(Failure) -> Reply? {
    last = nil
    if let answer = given.next(question.id, question.name) {
      last = question.name
      switch answer.kind {
      case .back:
        destination = destinations[question.name]?.popFirst()
        return .back
      case .timedOut:
        try question.checkTimesOut()
        return .timedOut
      default:
        // What is given beforehand is data, which is the same in every language.
        var data = question
        data.language = .english
        return .given(try data.read(given: answer, today: today))
      }
    }
    // A resumed run has answers of the person, who has not submitted them.
    if question.kind == .form, !askedForms.contains(question.name),
      givenForms.contains(question.name)
        || question.choices.contains(where: { given.has($0.id, $0.id) })
    {
      askedForms.insert(question.name)
      return .given(.submit)
    }
    if acceptsDefaults {
      let preset = try question.preset()
      last = question.name
      defaults += 1
      if defaults <= Self.mostDefaults { return .given(preset) }
      throw Failure(
        .limit,
        message:
          "\(Self.mostDefaults) defaults were accepted, the last for \(question.inWords); "
          + "a loop may need a different answer: give --answer \(question.id)=…",
        step: question.name)
    }
    guard asksNobody, rehearse == nil || !question.isSecret else { return nil }
    throw Failure(
      .missingAnswer,
      message: "\(question.inWords) has no answer, and with --no-input nobody is asked; "
        + "give --answer \(question.name)=…",
      step: question.name)
  }

  // MARK: Work

  func result(of action: Action) async throws -> ScriptedAnswer? {
    try await rehearse?(action.step)
    // Data that is given for a load replaces its work; actions are performed.
    if performsActions { return action.isLoad ? given.next(action.id, action.step) : nil }
    if action.isPerformedAlways { return nil }
    try note("the \(action.isLoad ? "load" : "action") “\(action.name)”")
    if let answer = given.next(action.id, action.step) { return answer }
    guard action.isLoad || action.result != nil else { return .writes([:]) }
    throw failure(
      .missingAnswer, action,
      "“\(action.name)” (id “\(action.step)”) was not performed, but its result is needed; "
        + "give it with --answers, "
        + (action.isLoad ? "null means no data" : "it is \(action.result?.type ?? .string)"))
  }

  func skipsUndo(of name: String) throws -> Bool {
    if !performsActions { try note("the undo of “\(name)”") }
    return !performsActions
  }

  func passes(_ check: AnswerCheck) throws -> Bool? {
    if performsActions { return nil }
    try note("the check “\(check.name)” of “\(check.id)”")
    return true
  }

  nonisolated func misfit(_ answer: ScriptedAnswer, _ action: Action) -> any Error {
    if action.isLoad {
      return failure(
        .invalidAnswer, action, "\(answer.form) can't be the result of the load “\(action.step)”")
    }
    let why =
      switch answer.kind {
      case .answer, .resolved: action.result.map { "it is \($0.type)" } ?? "it has none"
      case .timedOut: "the action has no time limit, so it can't time out"
      default: "it must be a plain value"
      }
    return failure(
      .invalidAnswer, action,
      "what --answers gives for the result of “\(action.name)” (id “\(action.step)”) does not fit: "
        + why)
  }

  private nonisolated func failure(
    _ reason: Failure.Reason, _ action: Action, _ message: String
  ) -> HostFailure {
    HostFailure(failure: Failure(reason, message: message, step: action.step))
  }
}

/// Answers by the ids of steps, or by the names of single performances. Each is taken once.
struct GivenAnswers: Sendable {
  private(set) var left: [String: ArraySlice<ScriptedAnswer>]

  init(_ answers: [String: [ScriptedAnswer]]) { left = answers.mapValues { $0[...] } }

  /// Takes the next answer for an id, or for the name of a performance.
  mutating func next(_ id: String, _ name: String) -> ScriptedAnswer? {
    left[name]?.popFirst() ?? (name == id ? nil : left[id]?.popFirst())
  }

  func has(_ id: String, _ name: String) -> Bool {
    left[name]?.isEmpty == false || left[id]?.isEmpty == false
  }

  /// The ids and names for which there are answers.
  var names: [String] { left.filter { !$0.value.isEmpty }.keys.sorted() }
}

// What becomes of answers that are given beforehand, and the words for those that don't fit.

extension Question {
  /// The name of the form that it is a question or the review of; nil if it is on none.
  fileprivate var form: String? {
    kind == .form ? name : page.map { $0.id + name.dropFirst(id.count) }
  }

  /// The default, if it may be taken without asking.
  func preset() throws(Failure) -> Given {
    guard let answer = defaultAnswer else {
      throw Failure(
        .missingAnswer,
        message: "\(inWords) has no default to accept; give --answer \(name)=…", step: name)
    }
    if let choice = choice(answer), choice.role == .destructive {
      throw Failure(
        .missingAnswer,
        message:
          "the default of \(inWords), “\(choice.title)”, is destructive, so it is not accepted "
          + "without asking; give --answer \(name)=…",
        step: name)
    }
    return answer
  }

  /// Reads a given answer.
  /// - Throws: ``Failure`` if the question can't have it.
  package func read(given answer: ScriptedAnswer, today: CalendarDay) throws(Failure) -> Given {
    switch answer.kind {
    case .preset: return try preset()
    case .resolved(let given): return given
    case .answer(let value):
      do throws(Rejection) {
        return try read(value, today: today)
      } catch {
        throw misfit(error.message)
      }
    case .refused, .writes, .failure, .timedOut, .back, .action:
      throw misfit("Only a scripted run, flow test, understands \(answer.form).")
    }
  }

  /// The question has no time limit, so an answer can't be that it timed out.
  package func checkTimesOut() throws(Failure) {
    if timeout == nil { throw misfit("The question has no time limit, so it can't time out.") }
  }

  /// Says why a given answer doesn't fit.
  package func misfit(_ problem: String) -> Failure {
    Failure(
      .invalidAnswer, message: "the answer given for \(inWords) does not fit: \(problem)",
      step: name)
  }
}
