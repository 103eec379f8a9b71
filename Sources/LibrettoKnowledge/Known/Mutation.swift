import LibrettoCore

// Faults to plant in a flow, so that its tests show whether they notice them. A mutant is the JSON of
// the flow with some pieces of its text replaced, so it is written in one walk and made on demand.

/// A flow with one planted fault.
package struct Mutant: Sendable {
  /// What kind of fault it is.
  package enum Kind: String, Sendable {
    case branch = "swapped-branch"
    case bound = "bound-off-by-one"
    case step = "dropped-step"
    case condition = "negated-condition"
    case constant = "other-constant"
  }

  package let kind: Kind
  /// The step and what is wrong with it, in words.
  package let what: String
  /// Where the step was declared.
  package let place: FlowLocation?
  package let step: Int
  /// The pieces that are replaced, in order.
  fileprivate let edits: [Edit]
  /// The condition that the fault is in.
  fileprivate var condition: Condition?
  /// The constant that a step stores because of the fault.
  fileprivate var stored: Value?

  fileprivate struct Edit: Sendable {
    let pieces: Range<Int>
    let text: String
  }

  /// A condition, and where steps can be inserted that come where it is tested.
  fileprivate struct Condition: Sendable {
    let pieces: Range<Int>
    /// Before a step, and at the end of the steps of a loop.
    var before: Int?
    var atEnd: Int?
  }
}

/// The faults to plant in a flow.
package struct Mutations: Sendable {
  /// The steps of all mutants together, beyond which only some of them are made.
  package static let mostSteps = 2_000_000
  /// The most mutants that are explored to see whether they differ from the flow at all.
  private static let mostExplored = 40
  private static let mark = "a planted fault makes a difference"

  /// The faults, in the order of the steps, without those in steps that are never reached.
  package private(set) var mutants: [Mutant] = []
  /// How many faults are in steps that are proved never to be reached.
  package private(set) var deadCount = 0
  /// How many faults there are beyond the limit, which are left out evenly.
  package private(set) var leftOut = 0

  private let known: Known
  private let today: CalendarDay
  private var explored = 0
  private var pieces: [String] = []
  /// The number of each step, by its path.
  private var numbers: [String: Int] = [:]
  private var step = 0
  /// Where the step begins; nil where nothing can be inserted before it.
  private var stepStart: Int?

  package init(_ known: Known, today: CalendarDay = .today) throws {
    (self.known, self.today) = (known, today)
    let text = try JSONExporter(pretty: false).perform(known.flow)
    let document = try JSONReader.read(Array(text.utf8))
    for (number, source) in try Flow(json: text).sources.enumerated() {
      numbers[source.place.path ?? ""] = number
    }
    write(document, "$")
    let alive = known.aliveSteps
    let all = mutants.enumerated().sorted {
      ($0.element.step, $0.offset) < ($1.element.step, $1.offset)
    }.map(\.element)
    mutants = all.filter { alive.contains($0.step) }
    deadCount = all.count - mutants.count
    let most = max(100, Self.mostSteps / max(1, numbers.count))
    if mutants.count > most {
      leftOut = mutants.count - most
      mutants = (0..<most).map { mutants[$0 * mutants.count / most] }
    }
  }

  /// The flow as it is, read from its own JSON as the mutants are.
  package func original() throws -> Flow { try Flow(json: pieces.joined()) }

  /// The flow with a fault; nil if such a flow is refused when it is built.
  package func flow(_ mutant: Mutant) -> Flow? { flow(mutant.edits) }

  private func flow(_ edits: [Mutant.Edit]) -> Flow? {
    guard let flow = try? Flow(json: text(0..<pieces.count, edits)), flow.problems.isEmpty else {
      return nil
    }
    return flow
  }

  private func text(_ range: Range<Int>, _ edits: [Mutant.Edit] = []) -> String {
    var text = ""
    var next = range.lowerBound
    for edit in edits {
      text += pieces[next..<edit.pieces.lowerBound].joined() + edit.text
      next = edit.pieces.upperBound
    }
    return text + pieces[next..<range.upperBound].joined()
  }

  /// Whether it is proved that a fault changes nothing: its condition and that of the flow never
  /// differ where they are tested, the step that it drops only ever leads on to the next, or what it
  /// stores decides the same and is replaced before anything else can show it.
  package mutating func changesNothing(_ mutant: Mutant) -> Bool {
    if mutant.kind == .step { return known.space.onlyLeadsOn(mutant.step) }
    if let stored = mutant.stored {
      return known.space.isReplaced(by: stored, at: mutant.step)
    }
    guard let condition = mutant.condition, explored < Self.mostExplored else { return false }
    explored += 1
    let (one, other) = (text(condition.pieces), text(condition.pieces, mutant.edits))
    let probe = """
      {"type":"when","condition":{"any":[{"all":[\(one),{"not":\(other)}]},\
      {"all":[{"not":\(one)},\(other)]}]},"then":[{"type":"fail","message":"\(Self.mark)"}]}
      """
    var edits: [Mutant.Edit] = []
    if let place = condition.before {
      edits.append(Mutant.Edit(pieces: place..<place, text: probe + ","))
    }
    if let place = condition.atEnd {
      edits.append(Mutant.Edit(pieces: place..<place, text: "," + probe))
    }
    guard !edits.isEmpty, let flow = flow(edits) else { return false }
    let space = Space(Graph(flow), today: today)
    let nodes = space.graph.nodes
    func isProbe(_ node: Int) -> Bool {
      if case .fail(let text)? = nodes[node][.then].map({ nodes[$0].kind }) {
        text.template == Self.mark
      } else {
        false
      }
    }
    return !space.isPartial
      && zip(space.states, space.edges).allSatisfy { state, edges in
        !isProbe(state.node) || edges.allSatisfy { $0.outcome == .otherwise && $0.fault == nil }
      }
  }

  // MARK: Writing

  /// The pieces of a value, and of what is in it.
  fileprivate struct Written {
    var members: [(name: String, label: Int, value: Written)] = []
    var elements: [Written] = []
    var pieces = 0..<0

    subscript(name: String) -> Range<Int>? {
      members.first { $0.name == name }?.value.pieces
    }
  }

  @discardableResult
  private mutating func write(_ value: JSONValue, _ path: String) -> Written {
    var written = Written()
    let start = pieces.count
    switch value {
    case .object(let object): written = write(object, path)
    case .array(let elements):
      pieces.append("[")
      for (place, element) in elements.enumerated() {
        if place > 0 { pieces.append(",") }
        written.elements.append(write(element, "\(path)[\(place)]"))
      }
      pieces.append("]")
      spoil(written.elements, path)
    default: pieces.append(Self.json(Value(value) ?? .null))
    }
    written.pieces = start..<pieces.count
    return written
  }

  private static func json(_ value: Value) -> String {
    var writer = JSONWriter(pretty: false)
    writer.answer(value)
    return writer.text
  }

  private mutating func write(_ object: JSONObject, _ path: String) -> Written {
    let outer = (step, stepStart)
    defer { (step, stepStart) = outer }
    if let number = numbers[path] {
      step = number
      stepStart = path.contains(".fields[") ? nil : pieces.count
    }
    var written = Written()
    var conditions: [(name: String, mutants: Range<Int>, pieces: Range<Int>)] = []
    pieces.append("{")
    for (place, member) in object.enumerated() {
      if place > 0 { pieces.append(",") }
      let label = pieces.count
      pieces.append(Self.json(.string(member.name)) + ":")
      let before = mutants.count
      let value = write(member.value, "\(path).\(member.name)")
      written.members.append((member.name, label, value))
      // A default only suggests an answer, and no test types a draft.
      if ["default", "draftRules"].contains(member.name) { mutants.removeSubrange(before...) }
      guard case .object = member.value, Self.conditions.contains(member.name) else { continue }
      let (start, end) = (value.pieces.lowerBound, value.pieces.upperBound)
      add(
        .condition, "its condition negated",
        [
          Mutant.Edit(pieces: start..<start, text: "{\"not\":"),
          Mutant.Edit(pieces: end..<end, text: "}"),
        ])
      conditions.append((member.name, before..<mutants.count, value.pieces))
    }
    pieces.append("}")
    for condition in conditions {
      var place = Mutant.Condition(pieces: condition.pieces)
      if condition.name != "until" { place.before = stepStart }
      if ["until", "while"].contains(condition.name) {
        // Without steps, nothing can be inserted after one.
        guard let body = written["steps"], body.count > 2 else { continue }
        place.atEnd = body.upperBound - 1
      }
      for index in condition.mutants { mutants[index].condition = place }
    }
    spoil(object, written)
    return written
  }

  private static let conditions: Set = ["condition", "when", "while", "until"]
  private static let flips = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
  private static let operators: Set = ["+", "-", "*", "/", "%", "min", "max"]
  /// The members whose steps change places.
  private static let branches = [("then", "otherwise"), ("data", "empty")]

  // MARK: Faults

  private mutating func add(_ kind: Mutant.Kind, _ what: String, _ edits: [Mutant.Edit]) {
    let graph = known.space.graph
    mutants.append(
      Mutant(
        kind: kind, what: "\(graph.words(step: step)): \(what)".neutralised,
        place: graph.sources[step].place, step: step, edits: edits))
  }

  private mutating func replace(
    _ kind: Mutant.Kind, _ what: String, _ pieces: Range<Int>, _ text: String
  ) {
    add(kind, what, [Mutant.Edit(pieces: pieces, text: text)])
  }

  /// Spoils a step, a part of a condition, or a rule.
  private mutating func spoil(_ object: JSONObject, _ written: Written) {
    if case .string(let sign)? = object["is"], let range = written["is"] {
      if let other = Self.flips[sign] {
        replace(.bound, "“\(sign)” as “\(other)”", range, "\"\(other)\"")
      } else if ["==", "!=", "contains"].contains(sign) {
        change(object, written, "value")
      } else if sign == "multiple" {
        change(object, written, "of")
      }
    }
    if let sum = object.first, case .array(let operands) = sum.value,
      Self.operators.contains(sum.name)
    {
      for (place, operand) in operands.enumerated() {
        guard case .integer(let number) = operand else { continue }
        replace(
          .constant, "\(number) as \(number &+ 1)",
          written.members[0].value.elements[place].pieces, "\(number &+ 1)")
      }
    }
    if object.contains("rule") {
      for name in ["minimum", "maximum"] {
        guard case .integer(let bound)? = object[name], let range = written[name] else {
          continue
        }
        for other in [bound &- 1, bound &+ 1] {
          replace(.bound, "\(name) \(bound) as \(other)", range, "\(other)")
        }
      }
    }
    guard case .string(let type)? = object["type"] else { return }
    if type == "repeat" { change(object, written, "times") }
    if type == "store" { change(object, written, "value") }
    if type == "when" { return }
    for (one, other) in Self.branches {
      let labels = [(one, other), (other, one)].compactMap { name, other in
        written.members.first { $0.name == name }.map {
          Mutant.Edit(pieces: $0.label..<$0.label + 1, text: "\"\(other)\":")
        }
      }
      if labels.isEmpty { continue }
      add(.branch, "“\(one)” and “\(other)” swapped", labels)
    }
  }

  /// Another constant in the place of one.
  private mutating func change(_ object: JSONObject, _ written: Written, _ name: String) {
    guard let range = written[name], let value = object[name].flatMap(Value.init) else { return }
    let other: Value
    switch value {
    case .int(let number): other = .int(number &+ 1)
    case .string(let text):
      var word = text + "x"
      if case .string(let key)? = object["key"] ?? object["into"],
        case .oneOf(let values)? = known.flow.keys.first(where: { $0.name == key })?.type,
        case .string(let value)? = values.first(where: { $0 != .string(text) })
      {
        word = value
      }
      other = .string(word)
    case .bool(let isTrue) where object.contains("into"): other = .bool(!isTrue)
    default: return
    }
    let words = [value, other].map { if case .string = $0 { "“\($0)”" } else { "\($0)" } }
    replace(.constant, "\(words[0]) as \(words[1])", range, Self.json(other))
    if object["into"] != nil { mutants[mutants.count - 1].stored = other }
  }

  /// Drops steps, and lets the steps of neighbours among options and cases change places.
  private mutating func spoil(_ elements: [Written], _ path: String) {
    for (place, element) in elements.enumerated() {
      guard let number = numbers["\(path)[\(place)]"] else { continue }
      var range = element.pieces
      // With the comma before it, or after it.
      if place > 0 {
        range = range.lowerBound - 1..<range.upperBound
      } else if elements.count > 1 {
        range = range.lowerBound..<range.upperBound + 1
      }
      let outer = step
      step = number
      replace(.step, "dropped", range, "")
      step = outer
    }
    for (one, other) in zip(elements, elements.dropFirst()) {
      let edits = [(one, other), (other, one)].map { (element: Written, other: Written) in
        Mutant.Edit(pieces: element.steps, text: text(other.steps))
      }
      if edits[0].text == edits[1].text || one["type"] != nil { continue }
      let names = [one, other].map { element in
        (element["id"] ?? element["values"]).map { text($0) } ?? ""
      }
      add(.branch, "the steps of \(names[0]) and \(names[1]) swapped", edits)
    }
  }
}

extension Mutations.Written {
  /// The steps of an option or a case with the comma before them, or the place where they would be.
  fileprivate var steps: Range<Int> {
    let last = max(pieces.lowerBound, pieces.upperBound - 1)
    guard let steps = members.first(where: { $0.name == "steps" }) else { return last..<last }
    return steps.label - 1..<steps.value.pieces.upperBound
  }
}

extension Space {
  /// Whether a step is a condition with one possible outcome, for which it has no steps.
  fileprivate func onlyLeadsOn(_ step: Int) -> Bool {
    let nodes = Set(graph.nodes.indices.filter { graph.nodes[$0].step == step })
    let areConditions = nodes.allSatisfy { node in
      if case .when = graph.nodes[node].kind { true } else { false }
    }
    // Steps without questions that are performed at once aren't in the states.
    if isPartial || !areConditions || edges.contains(where: { $0.contains(where: \.isLong) }) {
      return false
    }
    let ways = states.indices.filter { nodes.contains(states[$0].node) }.flatMap { edges[$0] }
    guard let outcome = ways.first?.outcome,
      graph.steps[step][outcome == .then ? .then : .otherwise]?.isEmpty ?? true
    else { return false }
    return ways.allSatisfy { $0.outcome == outcome && $0.fault == nil }
  }
}

extension Space {
  /// Whether another constant that a step stores can't be told from its own: the conditions that read it
  /// come out the same, nothing shows it, and on every way it is replaced. Work may read it too, but
  /// what that writes is for a script to say.
  fileprivate func isReplaced(by other: Value, at step: Int) -> Bool {
    guard let node = graph.nodes.firstIndex(where: { $0.step == step }),
      case .store = graph.nodes[node].kind, !isPartial
    else { return false }
    let slot = graph.nodes[node].slot
    var machine = machine
    var open = states.indices.filter { states[$0].node == node }.flatMap { edges[$0].map(\.target) }
    var seen = Set(open)
    while let place = open.popLast() {
      let state = states[place]
      // What nothing needs any more is an answer of the run.
      guard let own = state.store[slot], !state.isWide,
        !graph.nodes[state.node].required.contains(slot)
      else { return false }
      func ways(_ value: Expression) -> [Way] {
        var (store, scope) = (state.store, Scope(domains: state.domains))
        store[slot] = value
        return machine.ways(state.node, store, state.rounds, &scope)
      }
      let (mine, others) = (ways(own), ways(.constant(machine.domain(slot).inner(other))))
      let areSame = zip(mine, others).allSatisfy { a, b in
        (a.outcome, a.literals, a.atoms, a.fault) == (b.outcome, b.literals, b.atoms, b.fault)
      }
      if mine.count != others.count || !areSame { return false }
      for edge in edges[place] where edge.target >= 0 {
        if edge.isLong || edge.way >= mine.count { return false }
        if mine[edge.way].store[slot] == own, seen.insert(edge.target).inserted {
          open.append(edge.target)
        }
      }
    }
    return true
  }
}

extension Known {
  /// The steps that may be performed, and those of which nothing is known.
  fileprivate var aliveSteps: Set<Int> {
    let graph = space.graph
    if space.isPartial { return Set(graph.steps.indices) }
    var (alive, tested): (Set<Int>, Set<Int>) = ([], [])
    for node in graph.nodes { tested.insert(node.step) }
    for state in space.states { alive.insert(graph.nodes[state.node].step) }
    // A step without a node of its own lives with those inside it.
    return Set(
      graph.steps.indices.filter { step in
        if tested.contains(step) { return alive.contains(step) }
        let inside = step + 1..<step + max(1, graph.sources[step].count)
        return inside.allSatisfy { !tested.contains($0) } || inside.contains(where: alive.contains)
      })
  }

  /// Whether a test comes to the step of a mutant, as far as that is known.
  package func reaches(_ mutant: Mutant, _ coverage: Coverage) -> Bool {
    coverage.stop != nil
      || coverage.items.contains { space.graph.nodes[$0.node].step == mutant.step }
  }
}
