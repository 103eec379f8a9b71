/// A run as stored in a journal, before its flow is known.
public struct SavedRun: Hashable, Sendable {
  /// The name of the flow.
  public let flow: String
  /// The fingerprint of the version of the flow that performed the run last.
  public internal(set) var fingerprint: String
  /// A text that identifies the run among all runs.
  public internal(set) var id: String
  /// The number of that version; nil if the flow doesn't count them.
  public internal(set) var version: Int?
  /// The time when the run was started.
  public internal(set) var started: Timestamp
  /// The ids of that version by the earlier ones that it knew; see ``Program/earlier``.
  var earlier: [String: String] = [:]
  /// The lines since the first, or since the last version of the flow that was taken over
  /// completely.
  var content = SavedLines()
  /// The check value of the last line.
  var check: UInt32 = 0
  /// The answers given to the last action that has an undo, and to the last other one of which a line
  /// says them.
  var given: [String: Value] = [:]
  var under: [String: Value] = [:]
  /// The number of valid bytes of the journal; the bytes after them were cut off during writing.
  public internal(set) var byteCount = 0
  /// Whether the last valid line ends with a newline.
  var endsWithNewline = true

  var lines: [Line] { content.lines }

  init(flow: String, fingerprint: String, version: Int? = nil, id: String, started: Timestamp) {
    self.flow = flow
    self.fingerprint = fingerprint
    self.version = version
    self.id = id
    self.started = started
  }

  /// The events of the lines, in order.
  public var entries: [Journal.Entry] { lines.map { Journal.Entry($0, content) } }
}

/// A step or a key as a saved run names it, before it is known what that is in a flow.
struct SavedName: Hashable, Sendable {
  /// Empty where only the short form was saved.
  let id: String
  /// The short form of the id; ``ShortForms/none`` if there is none.
  var short = ShortForms.none
  /// The rounds of the loops around a step; nil if they are in the id, as in journals.
  var rounds: [Int]? = []

  /// Whether it was saved by its short form only, in a token.
  var isShort: Bool { short != ShortForms.none }

  /// The name of a step in a journal.
  var text: String { rounds.map { StepName.joined(id, $0) } ?? id }

  /// The id of a step without the rounds; these are nil if they are invalid.
  var parts: (id: String, rounds: [Int]?) { rounds.map { (id, $0) } ?? StepName.split(id) }
}

/// What the numbers in lines stand for: the steps and keys of a program, or names that were saved.
/// Journals and tokens are written with either.
protocol LineNames {
  func saved(_ name: StepName) -> SavedName
  func saved(key: Int32) -> SavedName
  /// Whether a line is that of an action, and the last of the rounds in its name is the action's own.
  func hasOwnRound(_ line: Line) -> Bool
  /// The short form of a choice in a token; nil if it is written in full.
  func short(_ choice: String, of step: Int32) -> UInt32?
  /// A snapshot by the names of the keys, without secrets.
  func named(_ snapshot: Snapshot) -> [String: Value]
}

/// Lines before their flow is known: each number in them stands for one of a list of names.
struct SavedLines: LineNames, Hashable, Sendable {
  var lines: [Line] = []
  /// Whether they are a token's. Its short forms of ids mean nothing in a journal.
  let isShort: Bool
  /// A name may be in it several times: nothing is looked up while a journal is read.
  private var names: [SavedName] = []

  init(isShort: Bool = false) { self.isShort = isShort }

  mutating func add(_ name: SavedName) -> Int32 {
    names.append(name)
    return Int32(truncatingIfNeeded: names.count - 1)
  }

  /// Adds the name of a step; the rounds are a part of it.
  mutating func add(step name: SavedName) -> StepName {
    StepName(step: add(name), rounds: .first)
  }

  func saved(_ name: StepName) -> SavedName { names[Int(name.step)] }
  func saved(key: Int32) -> SavedName { names[Int(key)] }
  func hasOwnRound(_ line: Line) -> Bool { line.hasOwnRound }
  func short(_ choice: String, of step: Int32) -> UInt32? { nil }
  func named(_ snapshot: Snapshot) -> [String: Value] { snapshot.others }
}

extension Program: LineNames {
  func saved(_ name: StepName) -> SavedName {
    let step = steps[Int(name.step)]
    return SavedName(
      id: step.id, short: ids.steps.forms[Int(name.step)],
      rounds: name.rounds.unpacked(step.loops.count))
  }

  func saved(key: Int32) -> SavedName {
    SavedName(id: keys[Int(key)].name, short: ids.keys.forms[Int(key)])
  }

  func hasOwnRound(_ line: Line) -> Bool {
    line.rounds != .first && hasOwnRounds(steps[Int(line.step)])
  }

  func short(_ choice: String, of step: Int32) -> UInt32? {
    let short = choice.shortForm
    return self.choice(short, of: step) == nil ? nil : short
  }

  /// The choice of a step that has this short form; nil if none has it, or several have.
  func choice(_ short: UInt32, of step: Int32) -> String? {
    guard case .prompt(let index) = steps[Int(step)].kind, index >= 0 else { return nil }
    return ids.choice(short, of: index).map { prompts[index].prompt.choices[$0].id }
  }

  func named(_ snapshot: Snapshot) -> [String: Value] {
    var named = snapshot.others
    for (slot, value) in snapshot.slots.enumerated() where !keys.secrets.contains(keys[slot].name) {
      if let value { named[keys[slot].name] = value }
    }
    return named
  }
}
