/// The result of building a flow's declaration, made when it is first needed.
///
/// A flow inside another one is never built by itself: the steps are built with the outer flow.
final class LazyFlow: Sendable {
  /// The properties are those of ``Flow``.
  struct Built: Sendable {
    let tree: Tree
    let problems: [Diagnostic]
    let closures: [String: Closures]
    let places: [String: FlowLocation]
    let keys: [KeyReference]
    let secrets: Set<String>
    let program: LazyProgram
  }

  private enum State {
    case drafts([Draft])
    case finished(FinishedSteps)
    case built(Built)
  }

  /// The tree without its steps.
  private let head: Tree
  private let place: FlowLocation
  private let state: Locked<State>

  init(_ head: Tree, _ drafts: [Draft], at place: FlowLocation) {
    (self.head, self.place, state) = (head, place, Locked(.drafts(drafts)))
  }

  init(_ head: Tree, _ finished: FinishedSteps, at place: FlowLocation) {
    (self.head, self.place, state) = (head, place, Locked(.finished(finished)))
  }

  var built: Built {
    state.withLock { state in
      let built: Built
      switch state {
      case .built(let known): return known
      case .drafts(let drafts):
        let assembly = Assembly(drafts)
        built = build(assembly.steps, assembly.sources, assembly.closures)
      case .finished(let steps): built = build(steps.nodes, steps.sources, [:])
      }
      state = .built(built)
      return built
    }
  }

  private func build(
    _ steps: [Node], _ sources: [StepSource], _ closures: [String: Closures]
  ) -> Built {
    let tree = Tree(name: head.name, version: head.version, gone: head.gone, steps: steps)
    let check = FlowCheck(head.name, steps, sources, at: place)
    let keys = check.flow.keys.order
    let program = LazyProgram(
      tree, keys, check.flow.secrets, sources.map(\.place), closures.values.compactMap(\.own))
    var problems = check.problems
    // A flow that is wrong otherwise, or asks before it reads, needs no program for this.
    if problems.isEmpty, check.flow.readsBefore {
      problems = Checks.problems(of: program.program)
    }
    return Built(
      tree: tree, problems: problems, closures: closures, places: check.flow.places, keys: keys,
      secrets: check.flow.secrets, program: program)
  }
}
