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
  }

  /// What is needed.
  public let kind: Kind
  /// The number of the performance of this step in this run, from 1.
  public let performance: Int
  let program: Program
  let instruction: Int
  /// The place in the program's prompts, actions or texts.
  let index: Int

  /// The id of the step; empty for what is only said.
  public var id: String {
    switch kind {
    case .say: ""
    case .prompt, .notice: program.prompts[index].prompt.id
    case .action: program.actions[index].action.id
    }
  }

  /// The id with the number of the performance: `age`, then `age#2`.
  public var name: String { performance == 1 ? id : "\(id)#\(performance)" }

  /// The prompt; nil for a need of another kind. Its choices have no steps.
  public var prompt: Prompt? {
    kind == .prompt || kind == .notice ? program.prompts[index].prompt : nil
  }

  /// The name of the action; nil for a need of another kind.
  public var action: String? { kind == .action ? program.actions[index].action.name : nil }

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
  /// The action failed, with the error in words.
  case failed(String)
}

/// Why a resolution was not taken; the run stands where it stood.
public struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the answer and what would be right, in a sentence or two.
  public let message: String

  /// The message.
  public var description: String { message }
}
