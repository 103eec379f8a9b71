/// The elements that a chain has built so far: finished ones, and a stack of open ones.
public struct Nest: Sendable {
  enum Element: Sendable {
    case step(Draft)
    case branch(DraftBranch)

    /// Adds an element to this one.
    mutating func append(_ inner: Element) {
      switch (self, inner) {
      case (.step(var step), .step(let draft)):
        step.append(draft)
        self = .step(step)
      case (.step(var step), .branch(let branch)):
        step.append(branch)
        self = .step(step)
      case (.branch(var branch), .step(let draft)):
        branch.append(draft)
        self = .branch(branch)
      case (.branch, .branch):
        // The types of a chain don't allow a button in a button.
        break
      }
    }

    /// The element with a problem; a misplaced branch becomes a step, which gets checked.
    func refused(_ mistake: ChainBracket.Mistake) -> Element {
      var draft =
        switch self {
        case .step(let draft): draft
        case .branch(let branch): Draft(.say(""), at: branch.place)
        }
      draft.problems.append(ChainBracket.problem(mistake, at: draft.place))
      return .step(draft)
    }
  }

  private var finished: [Element] = []
  private var open: [Element]

  init(opening element: Element) {
    open = [element]
  }

  /// `< container`, which stays open.
  func into(_ container: Nest) -> Nest {
    var copy = self
    copy.open += container.open
    return copy
  }

  /// `< field`, which isn't a container, so the alert stays the innermost one.
  func into(_ field: Field) -> Nest {
    var copy = self
    copy.add(.branch(field.branch))
    return copy
  }

  /// `< steps`, which don't stay open.
  func into(_ drafts: [Draft]) -> Nest {
    var copy = self
    guard !copy.open.isEmpty else {
      return copy.refusing(drafts, .nothingOpen)
    }
    for draft in drafts { copy.add(.step(draft)) }
    return copy
  }

  /// `> container`: closes the innermost element and opens the container after it.
  func next(_ container: Nest) -> Nest {
    var copy = self
    guard let refusal = copy.goOut(beside: container.open.first) else {
      copy.open += container.open
      return copy
    }
    copy.open += container.open.map { $0.refused(refusal) }
    return copy
  }

  /// `> steps`: closes the innermost element and adds the steps after it.
  func next(_ drafts: [Draft]) -> Nest {
    var copy = self
    if let refusal = copy.goOut(beside: drafts.first.map(Element.step)) {
      return copy.refusing(drafts, refusal)
    }
    for draft in drafts { copy.add(.step(draft)) }
    return copy
  }

  /// Closes the innermost element, or returns why the new one can't follow it.
  private mutating func goOut(beside element: Element?) -> ChainBracket.Mistake? {
    guard let closing = open.last else {
      return .nothingToClose
    }
    switch (closing, element) {
    case (.branch, .step):
      return .stepBesideChoice
    case (.step, .branch):
      return .choiceBesideStep
    default:
      close()
      return nil
    }
  }

  private func refusing(_ drafts: [Draft], _ refusal: ChainBracket.Mistake) -> Nest {
    var copy = self
    for (index, draft) in drafts.enumerated() {
      let element = Element.step(draft)
      copy.add(index == 0 ? element.refused(refusal) : element)
    }
    return copy
  }

  /// A copy with everything closed, so that nothing can follow.
  var full: Nest {
    var copy = self
    while !copy.open.isEmpty { copy.close() }
    return copy
  }

  /// The elements after closing everything, as `>>` and the end of a chain do.
  var closed: (steps: [Draft], branches: [DraftBranch]) {
    var result: (steps: [Draft], branches: [DraftBranch]) = ([], [])
    for element in full.finished {
      switch element {
      case .step(let draft): result.steps.append(draft)
      case .branch(let branch): result.branches.append(branch)
      }
    }
    return result
  }

  private mutating func close() {
    guard let element = open.popLast() else { return }
    add(element)
  }

  private mutating func add(_ element: Element) {
    if open.isEmpty {
      finished.append(element)
    } else {
      open[open.count - 1].append(element)
    }
  }
}
