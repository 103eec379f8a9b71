/// What a run needs before it can go on, and what resolves it.
public struct Need: Sendable {
  /// The kinds of needs.
  public enum Kind: Hashable, Sendable {
    /// Something is to be shown; resolved by ``Resolution/shown``.
    case say
    /// A person is to be asked; resolved by ``Resolution/answer(_:)``.
    case prompt
    /// An alert without buttons is to be shown; resolved by ``Resolution/dismissed``.
    case notice
    /// An action of the host is to be performed; resolved by ``Resolution/performed(_:)`` or
    /// ``Resolution/failed(_:)``.
    case action
    /// A load is to be tried; resolved by ``Resolution/loaded(_:)`` or ``Resolution/failed(_:)``.
    case load
    /// Some time is to pass; resolved by ``Resolution/elapsed``.
    case wait
    /// The flow goes back; see ``Run/backStep(from:toAround:)``. Resolved by ``Run/goBack(_:at:)`` or by
    /// ``Resolution/stayed``.
    case back
  }

  /// What is needed.
  public let kind: Kind
  /// The number of the performance of this step in this run, from 1.
  public let performance: Int
  let program: Program
  let instruction: Int
  /// The place in the program's prompts, actions, loads or texts; of a wait its milliseconds.
  let index: Int
  /// The branch that needs it: 0, or the number of the operation plus 1.
  let strand: Int

  /// The id of the step; empty for what is only said.
  public var id: String {
    switch kind {
    case .say, .wait, .back: ""
    case .prompt, .notice: program.prompts[index].prompt.id
    case .action: program.actions[index].action.id
    case .load: program.loads[index].load.id
    }
  }

  /// The id of the load that is tried again after this pause; nil for every other need.
  var pausedLoad: String? {
    guard kind == .wait, case .load(let index) = program.instructions[instruction] else {
      return nil
    }
    return program.loads[index].load.id
  }

  /// The id with the number of the performance: `age`, then `age#2`.
  public var name: String { performance == 1 ? id : "\(id)#\(performance)" }

  /// The prompt; nil for a need of another kind. Its choices have no steps.
  public var prompt: Prompt? {
    kind == .prompt || kind == .notice ? program.prompts[index].prompt : nil
  }

  /// The name of the action or load; nil for a need of another kind.
  public var action: String? {
    switch kind {
    case .action: program.actions[index].action.name
    case .load: program.loads[index].load.name
    case .say, .prompt, .notice, .wait, .back: nil
    }
  }

  /// The key under which the result of an action is kept; nil where there is none.
  var result: KeyReference? { kind == .action ? program.actions[index].action.result : nil }

  /// How long it may take, or is to take for a wait; nil for as long as it wants.
  public var duration: Duration? {
    let milliseconds: Int? =
      switch kind {
      case .say, .back: nil
      case .prompt: program.prompts[index].prompt.timeout
      case .notice: program.prompts[index].prompt.dismissAfter
      case .action: program.actions[index].action.timeout
      case .load: program.loads[index].load.timeout
      case .wait: index
      }
    return milliseconds.map { .milliseconds($0) }
  }

  /// The name of the operation that needs it; nil outside of operations.
  public var operation: String? { strand == 0 ? nil : program.operations[strand - 1].name }

  /// Where the step was declared, where that is known.
  public var place: Place? { program.sources[instruction] }
}

/// What became of a need.
public enum Resolution: Sendable {
  /// What was to be said has been shown.
  case shown
  /// The alert without buttons is gone.
  case dismissed
  /// The person answered: a value for an `Ask`, yes or no for a `Confirm`, the id of the button
  /// or option for an `Alert` and a `Choose`.
  case answer(Value)
  /// The action ended; the answers that it was given, with what it wrote.
  case performed(Answers)
  /// The load ended; nil, an empty text or an empty list for no data.
  case loaded(Value?)
  /// The action or load failed, with the error in words.
  case failed(String)
  /// The time of the prompt was up.
  case timedOut
  /// The time has passed.
  case elapsed
  /// There is nothing to go back to, or the person stays; the flow goes on.
  case stayed
}

extension Need: Equatable {
  /// Whether both are the same need of the same run.
  public static func == (lhs: Need, rhs: Need) -> Bool {
    lhs.instruction == rhs.instruction && lhs.performance == rhs.performance
      && lhs.kind == rhs.kind && lhs.program === rhs.program
  }
}

/// Why a resolution was not taken; the run stands where it stood.
public struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the answer and what would be right, in a sentence or two.
  public let message: String

  /// The message.
  public var description: String { message }
}
