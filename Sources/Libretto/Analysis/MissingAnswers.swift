/// The questions that a run will reach without an answer, found before the run.
///
/// The tree is walked once with the answers that are given. They decide the branches; if an answer
/// isn't known, every branch is walked, and where the branches meet, only what all of them know is
/// known. So the time grows with the number of steps, not of paths. What an action without a
/// declared result writes is unknown. A loop is walked round by round as long as its condition is
/// known and a round brings something new, and then once for all further rounds.
struct MissingAnswers {
  /// The maximum number of steps to walk, counting rounds of loops separately; beyond it, the
  /// result is partial.
  static let mostSteps = 100_000

  /// A question without an answer.
  struct Missing: Hashable {
    let id: String
    /// The id with the number of the performance.
    let name: String
    /// Whether it is certain to be asked, if the run gets that far.
    let isSure: Bool
  }

  /// What can happen outside the flow's own steps, and what has happened.
  struct Setting {
    var given: [String: [ScriptedAnswer]] = [:]
    /// The names of the steps whose given answers are known to be wrong.
    var wrong: Set<String> = []
    var acceptsDefaults = false
    var stubsActions = false
    /// The entries in force in a saved run.
    var inForce: [Journal.Entry] = []
  }

  /// Whether the steps of a place are reached: on all paths from the last branching, on some, or on
  /// none.
  enum Reach: Int { case none, some, all }

  let flow: Flow
  let setting: Setting
  let performed: [String: Journal.Entry.Event]
  /// The names of operations that a step may cancel.
  let cancelled: Set<String>

  private(set) var missing: [Missing] = []
  /// The given answers that certainly don't fit, with the reasons, in the order of asking.
  private(set) var unfit: [(question: Question, problem: String)] = []
  /// The ids of these, and of the steps for which answers are given.
  private var known: Set<String> = []
  private let given: Set<String>
  private(set) var isPartial = false

  var knowledge: Knowledge
  var reach = Reach.all
  /// Whether all surrounding branches are certain to be taken.
  var isCertain = true
  /// Whether the current round of the loop represents many rounds.
  var isVague = false
  var remaining: [String: ArraySlice<ScriptedAnswer>]
  /// The rounds of the surrounding loops, the outermost first.
  var rounds: [Int] = []
  /// How much the walk has learnt, so that a loop knows when a round brought nothing new.
  var learnt = 0
  /// The number of paths that have ended the flow.
  var endings = 0
  /// What is known at each `Break` of the surrounding loops.
  var breaks: [[Knowledge]] = []
  private var steps = 0

  init(_ flow: Flow, _ setting: Setting) {
    self.flow = flow
    self.setting = setting
    knowledge = Knowledge(flow.keys.map(\.name))
    remaining = setting.given.mapValues { $0[...] }
    given = Set(setting.given.keys.map { StepName.split($0).id })
    var performed: [String: Journal.Entry.Event] = [:]
    for entry in setting.inForce { performed[entry.name] = entry.event }
    self.performed = performed
    cancelled = Self.cancelled(in: flow.tree.steps)
    walk(flow.tree.steps)
  }

  /// Whether something is missing that is certain to be asked.
  var isSure: Bool { missing.contains(where: \.isSure) }

  /// How much is missing, in a sentence without its end.
  var summary: String {
    let sure = missing.count(where: \.isSure)
    let rest = missing.count - sure
    let text = sure == 1 ? "1 answer is missing" : "\(sure) answers are missing"
    return text + (rest > 0 ? ", \(rest) more may be" : "") + ", and nobody can be asked"
  }

  /// Writes the template of the missing answers.
  func write(to writer: inout JSONWriter) {
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

  // MARK: Given answers

  /// Notes that an answer doesn't fit, if its question is certain to be asked.
  mutating func noteUnfit(_ question: Question, _ problem: String) {
    guard isCertain, reach == .all, !unfit.contains(where: { $0.question.id == question.id }) else {
      return
    }
    unfit.append((question, problem))
  }

  /// The name of a step in the current rounds; nil if they aren't known.
  func name(_ id: String) -> String? {
    if isVague { return nil }
    guard rounds.contains(where: { $0 > 1 }) else { return id }
    return id + "@" + rounds.map { String(max(1, $0)) }.joined(separator: ".")
  }

  /// Whether any performance of a step has an answer.
  func isGiven(_ id: String) -> Bool { given.contains(id) }

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
    guard known.insert(id).inserted else { return }
    learnt += 1
    missing.append(Missing(id: id, name: name ?? id, isSure: isSure))
  }

  /// Ends the current paths.
  mutating func end() {
    reach = .none
    endings += 1
  }

  private static func cancelled(in nodes: [Node]) -> Set<String> {
    var names: Set<String> = []
    for node in nodes {
      if case .cancelOperation(let cancel) = node.kind { names.insert(cancel.operation) }
      for branch in node.branches { names.formUnion(cancelled(in: branch.steps)) }
    }
    return names
  }
}

extension Flow {
  /// The number of questions that a run will or may reach without an answer, for benchmarks.
  /// - Parameter given: the answers that are given, by the names of the steps.
  package func countMissingAnswers(given: [String: ScriptedAnswer] = [:]) -> Int {
    MissingAnswers(self, MissingAnswers.Setting(given: given.mapValues { [$0] })).missing.count
  }
}
