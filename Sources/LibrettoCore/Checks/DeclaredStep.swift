/// A step as it was declared, for the rules.
///
/// It is a class, since more than a dozen rules get it, and it is large to copy.
final class DeclaredStep {
  let node: Node
  /// The prompt, if it is one: it is large, so it is taken out of its node once.
  let prompt: Prompt?
  let source: StepSource
  /// The buttons, or the options that were declared one by one.
  var choices: [DeclaredChoice] = []
  /// The steps that are part of it: the questions on a page, the operations of a group.
  var members: [DeclaredStep] = []
  /// The id, once it is known; nil for steps without one.
  var id: DeclaredID?
  let around: Surroundings
  /// Whether messages make suggestions; a hostile flow can have as many problems as steps.
  let isExplained: Bool

  init(
    _ node: Node, _ source: StepSource, _ around: Surroundings = Surroundings(),
    isExplained: Bool = true
  ) {
    self.node = node
    self.source = source
    self.around = around
    self.isExplained = isExplained
    prompt = if case .prompt(let prompt) = node.kind { prompt } else { nil }
  }

  /// The options of a list, which stand before those; they have no source of their own.
  var listed: ArraySlice<Choice> {
    prompt.map { $0.choices.dropLast(source.choices.count) } ?? []
  }
  var place: FlowLocation { source.place }
  /// The explicit id.
  var explicitID: String? { source.explicitID }

  /// The maximum number of problems whose messages make suggestions.
  static let mostExplained = 20
}

/// A button or option as it was declared.
struct DeclaredChoice {
  let choice: Choice
  let place: FlowLocation
  /// The explicit id.
  let explicitID: String?
  /// Whether steps follow it.
  let hasSteps: Bool
  /// The problems of the declaration by itself.
  let problems: [Diagnostic]
  /// The id, once it is known; nil for yes and no, which nobody names.
  var id: DeclaredID?

  init(_ choice: Choice, hasSteps: Bool, _ source: ChoiceSource) {
    self.choice = choice
    self.hasSteps = hasSteps
    place = source.place
    explicitID = source.explicitID
    problems = source.problems
  }
}

/// An id as it was declared, and the places of earlier declarations of the same id.
struct DeclaredID {
  /// What has the id.
  let owner: Owner
  let place: FlowLocation
  /// The explicit id.
  let explicit: String?
  /// The id; nil if none can be made from the title.
  let id: String?
  /// The place where the id is already declared.
  let other: FlowLocation?
  /// The ids in earlier versions of the flow.
  let earlier: [Earlier]

  enum Owner {
    case step, subflow, choice
  }

  struct Earlier {
    /// The id as it was written; `id` is the full id in the flow.
    let written: String
    let id: String
    /// The place where it is already claimed.
    let other: FlowLocation?
  }
}

/// The containers around a step.
struct Surroundings {
  private(set) var inLoop = false
  private(set) var inLoad = false
  /// The names of the operations that can be cancelled here, by enclosing group.
  private(set) var operations: [Set<String>] = []

  /// The surroundings of the steps inside a step.
  func inside(_ step: DeclaredStep) -> Surroundings {
    var inner = self
    switch step.node.kind {
    case .load: inner.inLoad = true
    case .action where step.node.handlesFailure: inner.inLoad = true
    case .loop: inner.inLoop = true
    case .operations: inner.operations.append(Set(step.operations.map(\.name)))
    case .operation: (inner.inLoop, inner.inLoad) = (false, false)
    case .subflow: inner = Surroundings()
    default: break
    }
    return inner
  }
}

extension DeclaredStep {
  /// The operations, if the step is a group of operations.
  var operations: [(name: String, after: [String], place: FlowLocation)] {
    guard case .operations = node.kind else { return [] }
    return members.compactMap { member in
      guard case .operation(let operation) = member.node.kind else { return nil }
      return (operation.name, operation.after, member.place)
    }
  }
}

/// What the tree doesn't contain of the declaration of a step.
package struct StepSource: Sendable {
  package let place: FlowLocation
  /// The id that was given; nil where the title makes one.
  var explicitID: String?
  /// Whether no id can be made of the title.
  var isUnnamed = false
  /// The ids in earlier versions of the flow, as they were written.
  var was: [String] = []
  /// The buttons, or the options that were declared one by one.
  var choices: [ChoiceSource] = []
  /// What is wrong with the declaration by itself.
  var problems: [Diagnostic] = []
  /// The findings about the step that its author allows.
  package var allowances: [Allowance] = []
  /// How many steps it has inside, with itself.
  package var count = 1

  init(_ place: FlowLocation) { self.place = place }
}

/// A finding about a step that its author allows, and why.
package struct Allowance: Hashable, Sendable {
  package let code: String
  package let reason: String
}

/// What the tree doesn't contain of the declaration of a button or option.
struct ChoiceSource: Sendable {
  let place: FlowLocation
  /// The id that was given; nil where the title makes one.
  var explicitID: String?
  /// What is wrong with the declaration by itself.
  var problems: [Diagnostic] = []
}
