/// The questions that a run will come to and has no answer for, found before it.
///
/// The tree is walked once with the answers that are given. They decide the branches; where an
/// answer is not known every branch is looked at, and where the branches meet only what all of
/// them know is known. So it takes time for each step, not for each path. What an action without
/// a declared result writes is not known. A loop is walked round for round as long as its
/// condition is known and a round brings something new; then once for all further rounds.
struct MissingAnswers {
  /// How many steps are looked at, rounds of loops counted each; then the result is partial.
  static let mostSteps = 100_000

  /// A question without an answer.
  struct Missing: Hashable {
    let id: String
    /// The id with the number of the performance.
    let name: String
    /// Whether it is asked in any case, if the run comes that far.
    let isSure: Bool
  }

  /// What may happen beside the flow's own steps, and what has happened.
  struct Setting {
    var given: [String: [ScriptedAnswer]] = [:]
    var acceptsDefaults = false
    var stubsActions = false
    /// What is in force of a run that stands still.
    var inForce: [Journal.Entry] = []
  }

  /// Whether the steps of a place are come to: on all ways that lead there from where the walk
  /// branched last, on some, on none.
  enum Reach: Int { case none, some, all }

  let flow: Flow
  let setting: Setting
  let performed: [String: Journal.Entry.Event]
  /// The names of operations that something may cancel.
  let cancelled: Set<String>

  private(set) var missing: [Missing] = []
  private(set) var isPartial = false

  var knowledge = Knowledge()
  var reach = Reach.all
  /// Whether no branch around was taken on suspicion.
  var isCertain = true
  /// Whether the round of the loop that is walked stands for many.
  var isVague = false
  var remaining: [String: ArraySlice<ScriptedAnswer>]
  /// The rounds of the loops around, the outermost first.
  var rounds: [Int] = []
  /// How much the walk has learnt, so that a loop knows when a round brought nothing new.
  var learnt = 0
  /// How many ways have ended the flow.
  var endings = 0
  /// What is known at each `Break` of the loops around.
  var breaks: [[Knowledge]] = []
  private var steps = 0

  init(_ flow: Flow, _ setting: Setting) {
    self.flow = flow
    self.setting = setting
    remaining = setting.given.mapValues { $0[...] }
    var performed: [String: Journal.Entry.Event] = [:]
    for entry in setting.inForce { performed[entry.name] = entry.event }
    self.performed = performed
    cancelled = Self.cancelled(in: flow.tree.steps)
    walk(flow.tree.steps)
  }

  /// Whether something is missing that is asked in any case.
  var isSure: Bool { missing.contains(where: \.isSure) }

  /// How much is missing, in a sentence without its end.
  var summary: String {
    let sure = missing.count(where: \.isSure)
    let rest = missing.count - sure
    let text = sure == 1 ? "1 answer is missing" : "\(sure) answers are missing"
    return text + (rest > 0 ? ", \(rest) more may be" : "") + ", and nobody can be asked"
  }

  /// How much is missing, with a template of it, for a person.
  var description: String {
    var writer = JSONWriter(pretty: true)
    write(to: &writer)
    let text = summary + "; fill this in, and give it with --answers:\n" + writer.text
    guard isPartial else { return text }
    return text + "\nonly \(Self.mostSteps) steps were looked at; more answers may be missing"
  }

  /// Writes the template of what is missing.
  func write(to writer: inout JSONWriter) {
    let blanks = Dictionary(Blanks.all(in: flow).map { ($0.id, $0) }) { first, _ in first }
    var asked: [String: String] = [:]
    var named: [Blank] = []
    for missing in missing {
      guard var blank = blanks[missing.id] else { continue }
      blank.name = missing.name
      named.append(blank)
      asked[missing.name] = missing.isSure ? "surely" : "perhaps"
    }
    writer.template(named, asked)
  }

  mutating func walk(_ nodes: [Node]) {
    for node in nodes {
      guard reach != .none else { return }
      guard steps < Self.mostSteps else {
        isPartial = true
        return
      }
      steps += 1
      step(node)
    }
  }

  // MARK: What is given

  /// The name of a step in the rounds of now; nil where those are not known.
  func name(_ id: String) -> String? {
    if isVague { return nil }
    guard rounds.contains(where: { $0 > 1 }) else { return id }
    return id + "@" + rounds.map { String(max(1, $0)) }.joined(separator: ".")
  }

  /// Whether any performance of a step has an answer.
  func isGiven(_ id: String) -> Bool {
    setting.given.keys.contains { StepName.split($0).id == id }
  }

  /// Takes the next answer that is given for a step.
  mutating func take(_ id: String, _ name: String) -> ScriptedAnswer? {
    guard
      let answer = remaining[name]?.popFirst()
        ?? (name == id ? nil : remaining[id]?.popFirst())
    else { return nil }
    learnt += 1
    return answer
  }

  mutating func miss(_ id: String, _ name: String?) {
    let isSure = isCertain && reach == .all
    guard !missing.contains(where: { $0.id == id }) else { return }
    learnt += 1
    missing.append(Missing(id: id, name: name ?? id, isSure: isSure))
  }

  /// Ends the ways that are walked.
  mutating func end() {
    reach = .none
    endings += 1
  }

  private static func cancelled(in nodes: [Node]) -> Set<String> {
    var names: Set<String> = []
    for node in nodes {
      if case .cancelOperation(let cancel) = node { names.insert(cancel.operation) }
      for steps in node.branches { names.formUnion(cancelled(in: steps)) }
    }
    return names
  }
}
