/// A flow as the judge knows it: a plain tree, with what the world does at each step beside it.
///
/// Every step has one shape, so that whoever generates, edits or shrinks a flow needs to know of a
/// kind of step only what it changes in it.
struct JudgeFlow: Hashable, Sendable, Codable {
  var steps: [JudgeStep]
  /// Its number among its versions, if they are counted.
  var version: Int?
}

/// One step. Its branches are lists of steps: those of each option, yes and no, a body.
struct JudgeStep: Hashable, Sendable, Codable {
  var id: String
  /// The id that it had before the last edit, if another.
  var was: String?
  var kind: Kind
  /// The keys in its texts.
  var reads: [String] = []
  var branches: [[JudgeStep]] = []
  /// How long it stays open, in milliseconds.
  var limit: Int?
  /// What follows when the time is up; without it the strand fails.
  var late: [JudgeStep]?
  /// The keys that the host reads when it checks an answer; nil where it checks none.
  var checks: [String]?

  init(
    _ id: String, _ kind: Kind, reads: [String] = [], limit: Int? = nil, late: [JudgeStep]? = nil,
    _ branches: [JudgeStep]...
  ) {
    self.id = id
    self.kind = kind
    self.reads = reads
    self.branches = branches
    self.limit = limit
    self.late = late
  }

  enum Kind: Hashable, Sendable, Codable {
    case say
    /// An alert without buttons.
    case notice
    /// A whole number from 0 to the greatest that the rule lets pass.
    case ask(String, most: Int)
    /// A whole number from 0 to what another key holds.
    case askUpTo(String, bound: String)
    /// A typed text: a field of an alert.
    case askText(String)
    case askSecret(String)
    /// Two branches: yes and no.
    case confirm(String?)
    /// A branch for each option.
    case choose(String?, [Option])
    /// One of the texts that a key holds.
    case chooseFrom(source: String, into: String)
    case chooseMany(String, [String])
    /// A branch for each button; its fields are asked behind a button that does not cancel.
    case alert([JudgeStep], [Button])
    case form([Field])
    case store(String, JudgeValue)
    /// What another key holds and a number, together, modulo 3.
    case sum(String, of: String, Int)
    /// Two branches.
    case when(Condition)
    /// A branch for each value that the key may hold, and one for the rest.
    case pick(String, [JudgeValue])
    case loop(Loop)
    case leave
    case reload
    case back
    case finish(String?)
    case fail
    case subflow
    case work(Work)
    /// Three branches: data, empty and failure.
    case load(Load)
    /// One branch: operations.
    case operations
    /// Two branches: its steps, and what follows when it failed.
    case operation(Operation)
    case cancel(String)
    case wait
  }

  struct Option: Hashable, Sendable, Codable {
    var id: String
    var value: Int?
  }

  struct Button: Hashable, Sendable, Codable {
    var id: String
    var cancels = false
  }

  struct Field: Hashable, Sendable, Codable {
    var step: JudgeStep
    var shows: Condition?
  }

  /// That a key holds a value; one that is not set fails the flow, except on a form.
  struct Condition: Hashable, Sendable, Codable {
    var key: String
    var value: JudgeValue
  }

  enum Loop: Hashable, Sendable, Codable {
    case times(Int)
    case whileTrue(Condition)
    case until(Condition)
  }

  /// What an action does to the world, and what it declares of that.
  struct Work: Hashable, Sendable, Codable {
    /// The keys that it declares to read; nil where it says nothing.
    var declared: [String]?
    /// The keys that it looks at, in this order; see ``looked(at:)``.
    var looks: [String] = []
    var writes: [String] = []
    var isUndoable = false
    /// Whether what it writes is another value each time, as of a counter or a clock.
    var isFresh = false
    /// How often an action is tried again after a failure.
    var retries = 0
    /// Whether an action has a failure branch, the only branch of its step.
    var isHandled = false
    /// Whether an action only computes.
    var isPure = false
    /// Whether an action can take too long.
    var isLimited = false
    /// The pause before it is tried again, in milliseconds; it doubles each time.
    var pause: Int?

    /// In place of a key: it looks at all answers.
    static let all = "*"
    var looksAtAll: Bool { declared == nil && looks.contains(Self.all) }

    /// What it looks at among these answers: all in turn, but after a 1 in the first no further.
    ///
    /// So what undeclared work reads is known only when it is performed.
    func looked(at answers: JudgeAnswers) -> [String] {
      guard let first = looks.first else { return [] }
      return answers[value: first] == .int(1) ? [first] : looks
    }
  }

  struct Load: Hashable, Sendable, Codable {
    var key: String
    var work: Work
    var retries = 0
    /// Whether there is a failure branch.
    var isHandled = true
  }

  struct Operation: Hashable, Sendable, Codable {
    var after: [String] = []
    /// Whether there is a failure branch.
    var isHandled = false
  }
}

extension JudgeStep {
  /// Whether a person is asked.
  var isQuestion: Bool {
    switch kind {
    case .ask, .askUpTo, .askText, .askSecret, .confirm, .choose, .chooseFrom, .chooseMany, .alert,
      .form:
      true
    default: false
    }
  }

  /// Whether a number is asked for.
  var isNumber: Bool {
    switch kind {
    case .ask, .askUpTo: true
    default: false
    }
  }

  /// The action or load; nil for every other step.
  var work: Work? {
    switch kind {
    case .work(let work): work
    case .load(let load): load.work
    default: nil
    }
  }

  /// The questions that stand on it.
  var fields: [JudgeStep] {
    switch kind {
    case .alert(let fields, _): fields
    case .form(let fields): fields.map(\.step)
    default: []
    }
  }

  /// The keys that it visibly sets.
  var visibleWrites: [String] {
    switch kind {
    case .ask(let key, _), .askUpTo(let key, _), .askText(let key), .askSecret(let key),
      .chooseMany(let key, _), .chooseFrom(_, let key), .store(let key, _), .sum(let key, _, _):
      [key]
    case .confirm(let key), .choose(let key, _): key.map { [$0] } ?? []
    case .load(let load): [load.key]
    default: fields.flatMap(\.visibleWrites)
    }
  }

  /// The step with another list for each list of steps in it.
  func mapping(_ change: ([JudgeStep]) -> [JudgeStep]) -> JudgeStep {
    var copy = self
    copy.branches = branches.map(change)
    copy.late = late.map(change)
    switch kind {
    case .alert(let fields, let buttons): copy.kind = .alert(change(fields), buttons)
    case .form(let fields):
      copy.kind = .form(
        fields.flatMap { field in
          change([field.step]).map { Field(step: $0, shows: field.shows) }
        })
    default: break
    }
    return copy
  }
}

extension JudgeFlow {
  /// All keys that its steps set.
  var keys: [String] { all.flatMap { $0.visibleWrites + ($0.work?.writes ?? []) } }

  /// The flow with each step replaced by others, the innermost first.
  func mapping(_ change: (JudgeStep) -> [JudgeStep]) -> JudgeFlow {
    JudgeFlow(steps: Self.map(steps, change), version: version)
  }

  private static func map(
    _ steps: [JudgeStep], _ change: (JudgeStep) -> [JudgeStep]
  ) -> [JudgeStep] {
    steps.flatMap { step in change(step.mapping { map($0, change) }) }
  }

  /// All steps, those on forms and alerts too, in the order of the flow.
  var all: [JudgeStep] { Self.all(steps) }

  private static func all(_ steps: [JudgeStep]) -> [JudgeStep] {
    steps.flatMap { step in
      [step] + all(step.fields) + step.branches.flatMap(all) + all(step.late ?? [])
    }
  }

  func step(_ id: String) -> JudgeStep? { all.first { $0.id == id } }

  /// The steps that stand in no operation.
  var outsideOperations: [JudgeStep] {
    mapping { step in
      if case .operations = step.kind { [] } else { [step] }
    }.all
  }
}

extension JudgeFlow {
  /// Whether anything in it may be performed several times.
  var hasRounds: Bool { steps.contains(where: \.hasRounds) }
}

extension JudgeStep {
  /// Whether a step is this one or inside it.
  func contains(_ id: String) -> Bool { JudgeFlow(steps: [self]).step(id) != nil }

  fileprivate var hasRounds: Bool {
    switch kind {
    case .loop, .load: true
    case .work(let work) where work.isHandled: true
    default: (branches + [late ?? []]).contains { $0.contains(where: \.hasRounds) }
    }
  }
}
