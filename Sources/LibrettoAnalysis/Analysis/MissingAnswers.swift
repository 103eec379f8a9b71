import LibrettoCore

/// The questions that a run will reach without an answer, found before the run.
///
/// The answers that are given decide the ways that ``Ahead`` walks: what work without a declared
/// result writes isn't known, and where an answer isn't known, all of them count.
package struct MissingAnswers {
  /// The maximum number of steps before all further rounds of loops are looked at together; beyond
  /// it, the result is partial.
  package static let mostSteps = 100_000

  /// A question without an answer.
  package struct Missing: Hashable {
    package let id: String
    /// The id with the number of the performance.
    package let name: String
    /// Whether it is certain to be asked if no work fails: a run that began without it would perform
    /// the work before it and then fail.
    package fileprivate(set) var isSure: Bool
  }

  /// What can happen outside the flow's own steps, and what has happened.
  package struct Setting {
    package var given: [String: [ScriptedAnswer]] = [:]
    /// The names of the steps whose given answers are known to be wrong.
    package var wrong: Set<String> = []
    package var acceptsDefaults = false
    package var stubsActions = false
    /// The entries in force in a saved run.
    package var inForce: [Journal.Entry] = []

    package init(
      given: [String: [ScriptedAnswer]] = [:], wrong: Set<String> = [],
      acceptsDefaults: Bool = false, stubsActions: Bool = false, inForce: [Journal.Entry] = []
    ) {
      (self.given, self.wrong, self.inForce) = (given, wrong, inForce)
      (self.acceptsDefaults, self.stubsActions) = (acceptsDefaults, stubsActions)
    }
  }

  private let flow: Flow
  private let setting: Setting
  package let worksFail: Bool
  private let performed: [String: Journal.Entry.Event]

  package private(set) var missing: [Missing] = []
  /// The given answers that certainly don't fit, with the reasons, in the order of asking.
  package private(set) var unfit: [(question: Question, problem: String)] = []
  package private(set) var isPartial = false
  package private(set) var learnt = 0
  /// The number of instructions that were walked.
  private(set) var steps = 0
  /// The ids of what is missing, and of the steps for which answers are given.
  private var known: Set<String> = []
  private let given: Set<String>
  private var remaining: [String: ArraySlice<ScriptedAnswer>]
  /// The answers taken for the fields of alerts, which are asked after several buttons.
  private var fields: [String: (prompt: Int, answer: ScriptedAnswer?)] = [:]

  package init(_ flow: Flow, _ setting: Setting) {
    let ahead = Ahead(
      flow.program, MissingAnswers(before: flow, setting), mostSteps: Self.mostSteps)
    self = ahead.outside
    (isPartial, steps) = (ahead.isPartial, ahead.steps)
    guard !flow.program.works.isEmpty, !missing.allSatisfy(\.isSure) else { return }
    let succeeding = Ahead(
      flow.program, MissingAnswers(before: flow, setting, worksFail: false),
      mostSteps: Self.mostSteps)
    let sure = Set(succeeding.outside.missing.filter(\.isSure).map(\.name))
    for index in missing.indices where sure.contains(missing[index].name) {
      missing[index].isSure = true
    }
  }

  private init(before flow: Flow, _ setting: Setting, worksFail: Bool = true) {
    self.flow = flow
    self.setting = setting
    self.worksFail = worksFail
    remaining = setting.given.mapValues { $0[...] }
    given = Set(setting.given.keys.map { StepName.split($0).id })
    performed = Dictionary(setting.inForce.map { ($0.name, $0.event) }) { $1 }
  }

  /// Whether something is missing that is certain to be asked.
  package var isSure: Bool { missing.contains(where: \.isSure) }

  /// How much is missing, in a sentence without its end.
  package var summary: String {
    let sure = missing.count(where: \.isSure)
    let rest = missing.count - sure
    func answers(_ count: Int) -> String { count == 1 ? "1 answer" : "\(count) answers" }
    let text =
      switch (sure, rest) {
      case (0, 1...): "\(answers(rest)) may be missing"
      case (_, 0): "\(answers(sure)) \(sure == 1 ? "is" : "are") missing"
      default: "\(answers(sure)) \(sure == 1 ? "is" : "are") missing, \(rest) more may be"
      }
    return text + ", and nobody can be asked"
  }

  /// Writes the template of the missing answers.
  package func write(to writer: inout JSONWriter) {
    let blanks = Dictionary(Blanks.all(in: flow).map { ($0.id, $0) }) { first, _ in first }
    var asked: [String: String] = [:]
    var named: [Blank] = []
    for missing in missing {
      guard var blank = blanks[missing.id] else { continue }
      blank.name = missing.name
      named.append(blank)
      asked[missing.name] = missing.isSure ? "always" : "maybe"
    }
    writer.template(named, asked)
  }

  /// Takes the next answer that is given for a step.
  private mutating func take(_ id: String, _ name: String?) -> ScriptedAnswer? {
    guard let name else { return nil }
    let answer = remaining[name]?.popFirst() ?? (name == id ? nil : remaining[id]?.popFirst())
    if answer != nil { learnt += 1 }
    return answer
  }

  /// Takes the next answer for a question; after another button, a field has the same.
  private mutating func take(_ index: Int, _ code: Program.PromptCode, _ name: String?)
    -> ScriptedAnswer?
  {
    guard code.page >= 0, let name else { return take(code.id, name) }
    if let taken = fields[name], taken.prompt != index { return taken.answer }
    let answer = take(code.id, name)
    fields[name] = (index, answer)
    return answer
  }

  private mutating func miss(_ id: String, _ name: String?, _ outlook: Outlook) {
    // Some performance of it has an answer, and it isn't known which this is.
    if name == nil, given.contains(id) { return }
    guard known.insert(id).inserted else { return }
    learnt += 1
    missing.append(Missing(id: id, name: name ?? id, isSure: outlook.isSure))
  }
}

extension MissingAnswers: Foresight {
  package static var failsUnset: Bool { false }

  // MARK: Answers

  package mutating func answer(_ index: Int, _ outlook: Outlook) -> Foreseen {
    let code = flow.program.prompts[index]
    let name = outlook.name(code.id)
    let given = take(index, code, name)
    if setting.wrong.contains(code.id) || name.map(setting.wrong.contains) == true {
      return .answered
    }
    switch name.flatMap({ performed[$0] }) {
    case .answered(let given): return .answer(code.shape == .review ? .submit : given)
    case .answeredSecretly: return .answered
    case .timedOut: return .failed
    default: break
    }
    if let given { return answer(given, code, outlook) }
    // If no question of a form is put to a person, its review isn't either.
    if code.shape == .review { return .answer(.submit) }
    if setting.acceptsDefaults, name != nil || !self.given.contains(code.id) {
      if let preset = preset(question(code, outlook)) { return .answer(preset) }
      // A default that is computed from something unknown.
      if let preset = code.prompt.default, preset.known(outlook.known.value) == nil {
        return .answered
      }
    }
    miss(code.id, name, outlook)
    return .answered
  }

  private mutating func answer(
    _ given: ScriptedAnswer, _ code: Program.PromptCode, _ outlook: Outlook
  ) -> Foreseen {
    let question = question(code, outlook)
    do throws(Rejection) {
      switch given.kind {
      case .preset:
        if let preset = preset(question) { return .answer(preset) }
        throw Rejection(message: "The question has no default.")
      case .resolved(let given): return .answer(given)
      case .answer(let value):
        return try read(value, question, code, outlook.known).map { .answer($0) } ?? .answered
      case .timedOut:
        if code.timedOut >= 0 { return .failed }
        throw Rejection(message: "The question has no time limit, so it can't time out.")
      case .refused, .back, .writes, .failure, .action:
        throw Rejection(message: "It isn't an answer.")
      }
    } catch {
      if outlook.isSure, !unfit.contains(where: { $0.question.id == question.id }) {
        unfit.append((question, error.message))
      }
      return .answered
    }
  }

  /// What a value means as an answer; nil if only the run shows it.
  private func read(
    _ value: Value, _ question: Question, _ code: Program.PromptCode, _ known: Knowledge
  ) throws(Rejection) -> Given? {
    let prompt = code.prompt
    let read: Given
    do throws(Rejection) {
      read = try question.read(value, today: .today)
    } catch {
      if code.shape == .review {
        return value == .string(Run.submission) ? .submit : .choice(value.description)
      }
      // Options that are loaded, and titles with placeholders, aren't known yet.
      guard code.source < 0, prompt.choices.allSatisfy({ $0.title.keys.isEmpty }) else {
        return nil
      }
      throw error
    }
    guard case .typed(let typed) = read, !typed.isEmpty || !prompt.isOptional else { return read }
    let kept = prompt.transformed(typed)
    if kept == .string(""), prompt.refusesEmpty(question.type, known.value) {
      throw Rejection(message: prompt.emptyMessage.map(known.render) ?? Prompt.emptyWords)
    }
    guard let fitting = question.type.value(exactly: kept) else {
      throw Rejection(
        message: "\(question.isSecret ? "That" : kept.quoted) is not \(question.type).")
    }
    if let broken = prompt.rules.first(where: { !$0.accepts(fitting, known.value) }) {
      throw Rejection(
        message: broken.message.map(known.render)
          ?? Words.english(
            broken.resolved(known.value)
              .sentence(for: question.type, title: { flow.program.title(ofKey: $0) })))
    }
    return .typed(fitting)
  }

  /// The default that `--yes` takes; never a destructive button.
  private func preset(_ question: Question) -> Given? {
    guard let answer = question.defaultAnswer else { return nil }
    return question.choice(answer)?.role == .destructive ? nil : answer
  }

  private func question(_ code: Program.PromptCode, _ outlook: Outlook) -> Question {
    let choices = code.prompt.choices.map {
      Question.Choice($0, render: outlook.known.render)
    }
    return Question(
      resolved(code.prompt, outlook.known), id: code.id, name: code.id, isSecret: code.isSecret,
      choices: choices, render: outlook.known.render)
  }

  /// A prompt with the default that is computed from what is known, if it breaks no rule.
  private func resolved(_ prompt: Prompt, _ known: Knowledge) -> Prompt {
    guard let preset = prompt.default, preset.given == nil else { return prompt }
    var copy = prompt
    let value = preset.known(known.value).flatMap { prompt.key?.type.value(exactly: $0) }
    let fits = value.map { value in prompt.rules.allSatisfy { $0.accepts(value, known.value) } }
    copy.default = fits == true ? value.map { Calculation($0) } : nil
    return copy
  }

  // MARK: Work

  package mutating func result(ofWork index: Int, _ outlook: Outlook) -> Foreseen {
    let code = flow.program.works[index]
    let result = code.isLoad ? result(ofLoad: code, outlook) : result(ofAction: code, outlook)
    if !worksFail, case .anything = result { return .answered }
    return result
  }

  private mutating func result(ofAction code: Program.WorkCode, _ outlook: Outlook) -> Foreseen {
    let result = code.result
    let name = outlook.name(code.id)
    // A failed try is followed by the next one, or it was the last.
    for _ in 0...code.retries {
      switch name.flatMap({ performed[$0] }) {
      case .performed(let writes)?:
        return ended(writes.map { ($0.key, $0.isSecret ? .unknown : $0.value.map { .value($0) }) })
      case .failed? where code.failure >= 0: return .failed
      default: break
      }
      guard setting.stubsActions else { return .anything }
      switch take(code.id, name)?.kind {
      case .failure, .timedOut: continue
      case .writes(let values) where result == nil:
        return ended(values.map { ($0.key, .value($0.value)) })
      // What only computes is performed although actions are replaced.
      case nil
      where result != nil && !(code.kind == .pure && flow.closures[code.id]?.action != nil):
        miss(code.id, name, outlook)
      default: break
      }
      return ended(result.map { [($0.name, .set)] } ?? [])
    }
    return .failed
  }

  private func ended(_ writes: [(key: String, known: Knowledge.Known?)]) -> Foreseen {
    .ended(
      writes.compactMap { write in
        flow.program.keys.slots[write.key].map { ($0, write.known) }
      })
  }

  private mutating func result(ofLoad code: Program.WorkCode, _ outlook: Outlook) -> Foreseen {
    let name = outlook.name(code.id)
    for _ in 0...code.retries {
      switch name.flatMap({ performed[$0] }) {
      case .performed(let writes)?: return .answer(.typed(writes.first?.value ?? .null))
      case .failed?: return .failed
      default: break
      }
      switch take(code.id, name)?.kind {
      case .answer(let value): return .answer(.typed(value))
      case .resolved(let given): return .answer(given)
      case .failure, .timedOut: continue
      case .refused, .preset, .back, .writes, .action: return .wrong
      case nil:
        if setting.stubsActions { miss(code.id, name, outlook) }
        return .anything
      }
    }
    return .failed
  }
}

extension Flow {
  /// The number of questions that a run will or may reach without an answer, for benchmarks.
  /// - Parameter given: the answers that are given, by the names of the steps.
  /// - Returns: the questions, and the instructions that were walked to find them.
  package func countMissingAnswers(
    given: [String: ScriptedAnswer] = [:]
  ) -> (questions: Int, steps: Int) {
    let all = MissingAnswers(self, MissingAnswers.Setting(given: given.mapValues { [$0] }))
    return (all.missing.count, all.steps)
  }
}
