import LibrettoCore

/// Something that must hold on every way through a flow.
public protocol FlowProperty: Sendable {
  /// What is looked for: a way that breaks the property. For internal use.
  var _breach: FlowBreach { get }
}

/// A way that breaks a property; for internal use.
public struct FlowBreach: Sendable {
  enum Form: Sendable {
    /// The step is performed before another one is left in a way that permits it.
    case performed(String, before: FlowEvent?)
    /// A state from which no end can be reached.
    case endless
  }

  let form: Form
  let words: String
}

/// What permits a step: that another one was performed, or what was chosen there.
public struct FlowEvent: Hashable, Sendable {
  let choice: String?
  let step: String

  /// The person chose an answer.
  /// - Parameters:
  ///   - choice: the id, the title or the value of the button or option; “yes” or “no”.
  ///   - step: the id of the question.
  /// - Returns: the event.
  public static func chosen(_ choice: String, in step: String) -> FlowEvent {
    FlowEvent(choice: choice, step: step)
  }

  /// A step was performed.
  /// - Parameter step: its id, or the name of its work.
  /// - Returns: the event.
  public static func performed(_ step: String) -> FlowEvent { FlowEvent(choice: nil, step: step) }
}

// A function, since a type of this name would hide Swift's own.

/// Declares that a step is never performed, or only after something else.
///
/// ```swift
/// try await known.verify { Never("wipe", unless: .chosen("Yes", in: "sure")) }
/// ```
/// - Parameters:
///   - step: the id of the step, or the name of its work.
///   - event: what permits it; nil if nothing does.
/// - Returns: the property.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func Never(_ step: String, unless event: FlowEvent? = nil) -> some FlowProperty {
  NeverPerformed(step, event)
}

private struct NeverPerformed: FlowProperty {
  let _breach: FlowBreach

  init(_ step: String, _ event: FlowEvent?) {
    let reason = event.map { event in
      event.choice.map { " without “\($0)” in “\(event.step)”" } ?? " without “\(event.step)”"
    }
    _breach = FlowBreach(
      form: .performed(step, before: event), words: "“\(step)” is performed\(reason ?? "")")
  }
}

/// Something happens on every way.
public struct Always: FlowProperty {
  /// What can be required of every way.
  public enum Requirement: Sendable {
    /// It comes to an end.
    case ends
  }

  /// What is looked for.
  public let _breach: FlowBreach

  /// Declares that a step always precedes another one.
  /// - Parameters:
  ///   - step: the id of the step, or the name of its work.
  ///   - other: the step before which it is performed.
  public init(_ step: String, before other: String) {
    _breach = FlowBreach(
      form: .performed(other, before: .performed(step)),
      words: "“\(other)” is performed before “\(step)”")
  }

  /// Declares what is required of every way.
  /// - Parameter requirement: the requirement.
  public init(_ requirement: Requirement) {
    _breach = FlowBreach(form: .endless, words: "the flow never ends")
  }
}

/// Collects properties.
@resultBuilder
public enum FlowProperties {
  /// The properties, in order.
  public static func buildBlock(_ properties: any FlowProperty...) -> [any FlowProperty] {
    properties
  }
}

/// A property that doesn't hold, or of which nobody knows.
public struct Breach: Error, CustomStringConvertible {
  /// What happens; or why it isn't known.
  public let message: String
  /// What happens on the shortest way that breaks the property; empty if none is known.
  public let transcript: String
  /// The answers of that way, as the JSON of an answers file; nil if none is known.
  public let answers: String?

  /// The message and the transcript.
  public var description: String { transcript.isEmpty ? message : "\(message):\n\(transcript)" }
}

extension Known {
  /// Proves properties of all ways through the flow.
  ///
  /// ```swift
  /// try await known.verify {
  ///   Never("wipe", unless: .chosen("Yes", in: "sure"))
  ///   Always("price", before: "pay")
  ///   Always(.ends)
  /// }
  /// ```
  /// - Parameter properties: the properties.
  /// - Throws: ``Breach`` with the shortest way that breaks the first one that doesn't hold, or if a
  ///   limit or something opaque keeps it from being proved, or a step doesn't exist.
  public func verify(@FlowProperties _ properties: () -> [any FlowProperty]) async throws {
    for property in properties() {
      var search = BreachSearch(space: space, breach: property._breach)
      switch search.found() {
      case .none: continue
      case .unknown(let why):
        throw Breach(
          message: "whether \(property._breach.words) isn’t known: \(why)", transcript: "",
          answers: nil)
      case .walk(let moves):
        let path = KnownPath(self, moves)
        var transcript = ""
        // The way may stop where the property is broken, before an end.
        do {
          transcript = try await path.perform()?.transcript ?? ""
        } catch let error as ScriptedError {
          transcript = error.transcript
        }
        throw Breach(
          message: "\(property._breach.words) on some way", transcript: transcript,
          answers: path.json)
      }
    }
  }
}

/// A breadth-first search through states, each with whether the step is permitted there.
private struct BreachSearch {
  enum Result {
    case none
    case unknown(String)
    case walk([Move])
  }

  private struct Place: Hashable {
    let state: Int
    let isPermitted: Bool
  }

  let space: Space
  let breach: FlowBreach

  mutating func found() -> Result {
    guard case .performed(let step, let event) = breach.form else { return endless() }
    for name in [step] + (event.map { [$0.step] } ?? [])
    where !space.graph.nodes.indices.contains(where: { space.graph.isCalled($0, name) }) {
      return .unknown("no step has the id or the name “\(name)”")
    }
    var parents: [Place: (Place, Move)] = [:]
    var open = [Place(state: 0, isPermitted: false)]
    var seen = Set(open)
    var next = 0
    var vague: String?
    while next < open.count {
      let place = open[next]
      next += 1
      for (index, edge) in space.edges[place.state].enumerated() {
        let node = space.states[place.state].node
        if !place.isPermitted, space.graph.isCalled(node, step),
          space.graph.isPerforming(node, edge)
        {
          guard edge.verdict == .yes, space.isSure[place.state] else {
            vague = "“\(step)” may be performed beyond a limit, or where something is opaque"
            continue
          }
          var moves = [Move(state: place.state, edge: index)]
          var at = place
          while let (parent, move) = parents[at] {
            moves.append(move)
            at = parent
          }
          return .walk(moves.reversed())
        }
        guard edge.target >= 0 else { continue }
        let to = Place(
          state: edge.target,
          isPermitted: place.isPermitted
            || event.map { space.graph.permits(node, edge, $0) } ?? false)
        if seen.insert(to).inserted {
          parents[to] = (place, Move(state: place.state, edge: index))
          open.append(to)
        }
      }
    }
    if let vague { return .unknown(vague) }
    if space.graph.nodes.indices.contains(where: {
      space.graph.unsure[$0] && space.graph.isCalled($0, step)
    }) {
      return .unknown("operations before it, or around it, aren’t followed in every order")
    }
    return space.isPartial ? .unknown("the flow has too many states") : .none
  }

  private func endless() -> Result {
    if space.isPartial { return .unknown("the flow has too many states") }
    let stuck = space.states.indices.first { space.isSure[$0] && !space.canEnd[$0] }
    guard let stuck else {
      let isOpen = space.isOpen.contains(true)
      return isOpen
        ? .unknown("what follows a step back, or operations beside each other, isn’t known") : .none
    }
    return .walk(space.walk(to: stuck))
  }
}

extension Graph {
  /// Whether a node's step has an id or a name.
  fileprivate func isCalled(_ node: Int, _ name: String) -> Bool {
    let step = nodes[node].step
    if step < 0 { return false }
    if steps[step].id == name { return true }
    switch steps[step].kind {
    case .action(let action): return action.name == name
    case .load(let load): return load.name == name
    default: return false
    }
  }

  /// Whether the step is performed on an edge: work that fails was performed too.
  fileprivate func isPerforming(_ node: Int, _ edge: Edge) -> Bool {
    edge.outcome != .hidden && (edge.fault == nil || edge.outcome == .failed)
      && (edge.recalled ?? .again) == .again
  }

  /// Whether what happens on an edge permits a step.
  fileprivate func permits(_ node: Int, _ edge: Edge, _ event: FlowEvent) -> Bool {
    guard isCalled(node, event.step), edge.fault == nil else { return false }
    guard let choice = event.choice else {
      return edge.outcome != .failed && edge.outcome != .hidden && edge.outcome != .timedOut
    }
    if words(edge.outcome, of: node).lowercased() == choice.lowercased() { return true }
    guard case .choice(let index) = edge.outcome, let known = nodes[node].prompt?.choices[index]
    else { return false }
    return known.title.template == choice || known.value?.description == choice
  }
}
