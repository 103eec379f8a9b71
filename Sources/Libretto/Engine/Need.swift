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
    /// An action was performed under other answers than those of now; resolved by
    /// ``Resolution/again``, ``Resolution/undoAndAgain``, ``Resolution/keep``, or a step back.
    case stale
    /// An action was begun, and nobody knows whether it ended; resolved by
    /// ``Resolution/performed(_:)``, ``Resolution/failed(_:)`` or ``Resolution/didNotRun``.
    case begun
    /// What an action did is to be undone; resolved by ``Resolution/undone`` or
    /// ``Resolution/failed(_:)``.
    case undo
    /// An undo was begun, and nobody knows whether it ended; resolved by ``Resolution/undone`` or
    /// ``Resolution/didNotRun``.
    case undoBegun
    /// An undo failed; resolved by ``Resolution/again``, ``Resolution/leave``, or a step back.
    case undoFailed
    /// An action was performed to which the flow no longer leads, and it stays as it is; resolved by
    /// ``Resolution/told``.
    case remains
    /// A secret that nothing holds is to be given again; resolved by ``Resolution/answer(_:)``.
    case secret
  }

  /// What is needed, in numbers: as a strand holds it, since to count references to the program at
  /// each step costs as much as all the rest.
  struct Core: Sendable {
    let kind: Kind
    /// The step; −1 for what is only said.
    let step: Int32
    let rounds: Rounds
    let instruction: Int
    /// The place in the program’s prompts, actions, loads or texts; of a wait its milliseconds.
    let index: Int
    /// The branch that needs it: 0, or the number of the operation plus 1.
    let strand: Int

    var stepName: StepName { StepName(step: step, rounds: rounds) }

    func isSame(as other: Core) -> Bool {
      step == other.step && rounds == other.rounds && kind == other.kind
        && (step >= 0 || instruction == other.instruction)
    }
  }

  let program: Program
  let core: Core

  /// What is needed.
  public var kind: Kind { core.kind }
  var step: Int32 { core.step }
  var rounds: Rounds { core.rounds }
  var instruction: Int { core.instruction }
  var index: Int { core.index }
  var strand: Int { core.strand }
  var stepName: StepName { core.stepName }

  /// The id of the step; empty for what is only said.
  public var id: String { step < 0 ? "" : program.steps[Int(step)].id }

  /// The name of this performance of the step: `age`, or `age@2` in the second round of a loop.
  public var name: String { step < 0 ? "" : program.string(stepName) }

  /// What tells one performance of this work from all others, of all runs.
  func key(ofPerformance number: Int, run: String) -> String {
    "\(run)/\(name)/\(number)" + (kind == .undo ? "/undo" : "")
  }

  /// The rounds of the loops around the step, from 1, the outermost loop first.
  public var roundNumbers: [Int] {
    step < 0 ? [] : rounds.unpacked(program.steps[Int(step)].loops.count)
  }

  /// The id of the load that is tried again after this pause; nil for every other need.
  var pausedLoad: String? {
    guard kind == .wait, case .load = program.instructions[instruction] else { return nil }
    return id
  }

  /// The prompt; nil for a need of another kind. Its choices have no steps.
  public var prompt: Prompt? {
    switch kind {
    case .prompt, .notice: program.prompts[index].prompt
    case .secret: index < 0 ? nil : program.prompts[index].prompt
    default: nil
    }
  }

  /// The name of the action or load; nil for a need of another kind.
  public var action: String? {
    switch kind {
    case .action, .stale, .begun, .undo, .undoBegun, .undoFailed, .remains:
      program.actions[index].action.name
    case .load: program.loads[index].load.name
    case .say, .prompt, .notice, .wait, .secret: nil
    }
  }

  /// The key under which the result of an action is kept; nil where there is none.
  var result: KeyReference? {
    kind == .action || kind == .begun ? program.actions[index].action.result : nil
  }

  /// How long it may take, or is to take for a wait; nil for as long as it wants.
  public var duration: Duration? {
    let milliseconds: Int? =
      switch kind {
      case .prompt: program.prompts[index].prompt.timeout
      case .notice: program.prompts[index].prompt.dismissAfter
      case .action: program.actions[index].action.timeout
      case .load: program.loads[index].load.timeout
      case .wait: index
      case .say, .stale, .begun, .undo, .undoBegun, .undoFailed, .remains, .secret: nil
      }
    return milliseconds.map { .milliseconds($0) }
  }

  /// The name of the operation that needs it; nil outside of operations.
  public var operation: String? { strand == 0 ? nil : program.operations[strand - 1].name }

  /// Where the step was declared, where that is known.
  public var place: Place? { program.sources[instruction] }

  /// Whether a host performs it, rather than a person answering.
  var isWork: Bool { kind == .action || kind == .load || kind == .undo }
}

/// What became of a need.
public enum Resolution: Sendable {
  /// What was to be said has been shown.
  case shown
  /// The alert without buttons is gone.
  case dismissed
  /// The person answered.
  case answer(Given)
  /// The action ended; the answers that it was given, with what it wrote.
  case performed(Answers)
  /// The load ended; nil, an empty text or an empty list for no data.
  case loaded(Value?)
  /// The action, load or undo failed, with the error in words.
  case failed(String)
  /// The time of the prompt or of the work was up.
  case timedOut
  /// The time has passed.
  case elapsed
  /// What was done under other answers is performed again, or an undo that failed is tried again.
  case again
  /// What was done under other answers is undone, then performed again.
  case undoAndAgain
  /// What was done under other answers stays, and counts as done under those of now.
  case keep
  /// What was begun did not have its effect.
  case didNotRun
  /// What the action did has been taken back.
  case undone
  /// What could not be undone is left as it is.
  case leave
  /// The person has been told.
  case told
}

extension Need: Equatable {
  /// Whether both are the same need of runs of the same flow.
  public static func == (a: Need, b: Need) -> Bool {
    a.core.isSame(as: b.core) && a.program === b.program
  }
}

/// Why a resolution was not taken; the run stands where it stood.
public struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the answer and what would be right, in a sentence or two.
  public let message: String

  /// The message.
  public var description: String { message }
}

extension Rejection {
  static func notNeeded(_ need: Need) -> Rejection {
    Rejection(message: "The step “\(need.name)” is not what the run waits for.")
  }

  static func unfit(_ need: Need) -> Rejection {
    Rejection(message: "The step “\(need.name)” is not resolved like this.")
  }

  static func unlimited(_ need: Need) -> Rejection {
    Rejection(
      message: "The step “\(need.name)” has no time limit, so its time cannot be up; answer it or "
        + "say how it failed.")
  }

  static func noChoice(_ given: String, _ ids: [String]) -> Rejection {
    let known = ids.prefix(20).map { "“\($0)”" }.joined(separator: ", ")
    return Rejection(
      message: "\(given) is not one of the answers: \(known)\(ids.count > 20 ? ", …" : ".")")
  }
}
