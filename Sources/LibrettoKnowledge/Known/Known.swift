import LibrettoCore

/// All that a flow can do, found before it runs.
///
/// ```swift
/// let known = try flow.explore()
/// #expect(known.findings.isEmpty)
/// ```
///
/// Questions, work and loops are followed through all states that differ in what they can lead to.
/// Where a limit cuts the search, ``frontier`` says so; what is said never to happen is proved all the
/// same.
public struct Known: Sendable {
  package let flow: Flow
  let space: Space
  /// What is wrong with the flow, in the order of its steps; also what its author allows.
  public let findings: [Finding]

  init(_ flow: Flow, today: CalendarDay, limits: SearchLimits = SearchLimits()) {
    self.flow = flow
    var space = Space(Graph(flow), today: today, limits: limits)
    findings = FindingSearch(space).findings
    space.forget()
    self.space = space
  }

  /// Whether the search stopped before everything was looked at, so that nothing is said to be
  /// impossible.
  public var isPartial: Bool { space.isPartial }

  /// Whether it is proved that no run comes to an end without a failure.
  package var neverEnds: Bool { !isPartial && !space.comesToEnd[0] }

  /// Whether operations are followed in one order of several: a run may do otherwise.
  package var hasUnorderedOperations: Bool {
    space.graph.unsureGroups.contains(where: \.isUnordered)
  }

  /// How many states were looked at.
  package var stateCount: Int { space.states.count }

  /// What to do where there are too many states.
  private static let fewer = "a Store of what several answers decide together makes fewer"

  /// Where the search wasn't followed further, in words; empty if everything was looked at.
  public var frontier: [String] {
    let cuts = space.frontier.map { cut, _ in
      let what = space.graph.words(cut.node).neutralised
      return switch cut.fault {
      case .rounds: "\(what): more than \(space.limits.rounds) rounds"
      case .reloads: "\(what): more than one time"
      case .crowded: "\(what): more than \(space.width) states of one step; \(Self.fewer)"
      case .back(let why): "\(what): what follows the step back, because \(why.neutralised)"
      default: what
      }
    }
    let open = space.unknown.map { spot, why -> (Int, String) in
      let graph = space.graph
      let what = "\(graph.words(spot.node)) → \(graph.words(spot.outcome, of: spot.node))"
      return (spot.node, "\(what.neutralised): it depends on \(why)")
    }.sorted { $0 < $1 }
    let groups = space.graph.unsureGroups.map { group, _ in
      let names = group.reversed().compactMap { node -> String? in
        guard case .operation(let operation) = space.graph.nodes[node].kind else { return nil }
        return operation.name
      }
      return "\(names.listed { "“\($0)”" }.neutralised): how these operations end"
    }
    return cuts + groups + open.map(\.1)
      + (space.isTooLarge
        ? ["the flow: more than \(space.states.count) states; \(Self.fewer)"] : [])
      + (space.isTooOpen
        ? [
          "the flow: beyond the rounds that are looked at, more than \(Space.mostOpen) keys of a loop may be "
            + "set or not"
        ] : [])
  }

  /// What is taken for granted, in words: that work which doesn't say what it writes may set what is
  /// read later, and that answers of the program's own types are accepted if only a document is known.
  package var assumptions: [String] {
    let graph = space.graph
    var names: [String] = []
    for node in graph.nodes {
      guard case .action(let action) = node.kind, action.writes == nil, let next = node[.done],
        graph.nodes[next].needed.members.contains(where: {
          $0 < graph.keys.count && !graph.isSecret[$0] && !graph.ofEngine.contains($0)
        }), !names.contains("“\(action.name)”")
      else { continue }
      names.append("“\(action.name)”")
    }
    let work =
      names.isEmpty
      ? []
      : [
        "\(names.joined(separator: ", ").neutralised): what is read behind it may be written there; "
          + "declare what it writes with writes:"
      ]
    let known = Set(flow.closures.values.compactMap(\.own?.key))
    return work
      + flow.tree.accepted.filter { !known.contains($0.key) }.map {
        "“\($0.key)” takes \($0.words), which only the program can tell: its script is checked with it"
          .neutralised
      }
  }
}

extension Flow {
  /// Finds all that the flow can do, without performing it.
  /// - Parameter today: the first day on which it is performed; defaults to the current one.
  /// - Returns: what was found.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  public func explore(today: CalendarDay = .today) throws(InvalidFlow) -> Known {
    try validate()
    return Known(self, today: today)
  }

  /// Finds what is wrong with the flow, or will be, without performing it.
  /// - Parameter today: the first day on which it is performed; defaults to the current one.
  /// - Returns: the findings that the author doesn't allow, in the order of the steps.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  public func check(today: CalendarDay = .today) throws(InvalidFlow) -> [Finding] {
    try explore(today: today).findings.filter { $0.allowance == nil }
  }
}
