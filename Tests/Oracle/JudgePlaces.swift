/// Where the steps of a flow stand: what a name means without performing the flow.
///
/// A place is a path through the tree, with the round of every loop on the way. Paths compare as
/// the run passes them, so “the run is past it” is one comparison.
struct JudgePlaces: Sendable {
  private enum Part: Sendable {
    case index(Int)
    case round
  }
  private struct Entry: Sendable {
    let step: JudgeStep
    let path: [Part]
    /// The same, with the operations of each group in the order in which they wait.
    let waiting: [Part]
  }

  private var entries: [String: Entry] = [:]
  /// The groups of operations by their ids.
  private(set) var groups: [String: JudgeGroup] = [:]

  /// All keys that its steps set.
  let keys: [String]

  init(_ flow: JudgeFlow) {
    keys = flow.keys
    add(flow.steps, [], [])
  }

  /// - Parameter order: the numbers of operations in the order in which they wait; nil elsewhere.
  private mutating func add(
    _ steps: [JudgeStep], _ prefix: [Part], _ waitingPrefix: [Part], order: [Int]? = nil
  ) {
    for (index, step) in steps.enumerated() {
      let own: [Part]
      var order = order
      switch step.kind {
      case .loop, .load: own = [.round]
      case .work(let work) where work.isHandled: own = [.round]
      default: own = []
      }
      let path = prefix + [.index(index)] + own
      let waiting = waitingPrefix + [.index(order?.firstIndex(of: index) ?? index)] + own
      order = nil
      if case .operations = step.kind {
        let group = JudgeGroup(step)
        groups[step.id] = group
        order = group.order
      }
      entries[step.id] = Entry(step: step, path: path, waiting: waiting)
      for field in step.fields {
        entries[field.id] = Entry(step: field, path: path, waiting: waiting)
      }
      for (number, branch) in step.branches.enumerated() {
        add(branch, path + [.index(number)], waiting + [.index(number)], order: order)
      }
      if let late = step.late {
        let number = Part.index(step.branches.count)
        add(late, path + [number], waiting + [number])
      }
    }
  }

  /// The step of a name: `item@2.1` is the step `item` in the rounds 2 and 1.
  func step(_ name: String) -> JudgeStep? { entries[Self.split(name).id]?.step }

  /// The indices on the way to a step, whatever the rounds.
  func path(of id: String) -> [Int]? {
    entries[id]?.path.compactMap { if case .index(let index) = $0 { index } else { nil } }
  }

  /// The place of a name; nil where its rounds are not as many as the loops around the step.
  func position(_ name: String) -> [Int]? { place(name, \.path) }

  /// The same in the order in which operations wait for each other.
  func waitingPosition(_ name: String) -> [Int]? { place(name, \.waiting) }

  private func place(_ name: String, _ path: (Entry) -> [Part]) -> [Int]? {
    let (id, rounds) = Self.split(name)
    guard let entry = entries[id] else { return nil }
    let loops = entry.path.count { if case .round = $0 { true } else { false } }
    var open = (rounds ?? Array(repeating: 1, count: loops))[...]
    guard open.count == loops else { return nil }
    return path(entry).map { part in
      if case .index(let index) = part { index } else { open.removeFirst() }
    }
  }

  /// The same step in the next round of the innermost loop around it.
  func next(_ name: String) -> String? {
    guard var place = position(name), let entry = entries[Self.split(name).id] else { return nil }
    let loops = entry.path.indices.filter {
      if case .round = entry.path[$0] { true } else { false }
    }
    guard let last = loops.last else { return nil }
    place[last] += 1
    return Self.name(entry.step.id, loops.map { place[$0] })
  }

  /// Whether a name stands in an operation; everything does in the flow itself, which has no name.
  func isInside(_ name: String, operation: String) -> Bool {
    if operation.isEmpty { return true }
    guard let around = position(operation) else { return false }
    return position(name)?.starts(with: around) ?? false
  }

  /// Whether a step in the operation of a question, or in one that waits for that, cancels an
  /// operation that another question is in.
  func mayCancel(behind question: String, _ other: String) -> Bool {
    let (own, its) = (Self.split(question).id, Self.split(other).id)
    return groups.values.contains { group in
      guard let number = group.operations.firstIndex(where: { $0.contains(own) }),
        !group.operations[number].contains(its)
      else { return false }
      return group.operations.indices.contains { behind in
        (behind == number || group.ancestors[behind].contains(number))
          && JudgeFlow(steps: [group.operations[behind]]).all.contains { step in
            guard case .cancel(let target) = step.kind else { return false }
            return entries[target]?.step.contains(its) == true
          }
      }
    }
  }

  static func split(_ name: String) -> (id: String, rounds: [Int]?) {
    guard let mark = name.lastIndex(of: "@") else { return (name, nil) }
    let rounds = name[name.index(after: mark)...].split(separator: ".").compactMap { Int($0) }
    return (String(name[..<mark]), rounds)
  }

  static func name(_ id: String, _ rounds: [Int]) -> String {
    if rounds.allSatisfy({ $0 == 1 }) { return id }
    return id + "@" + rounds.map(String.init).joined(separator: ".")
  }
}

extension [Int] {
  /// Whether the run comes here before it comes there.
  func isBefore(_ other: [Int]) -> Bool { lexicographicallyPrecedes(other) }
}
