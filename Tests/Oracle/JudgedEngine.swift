/// What the judge wants to know of an engine, and does to it; an adapter translates.
///
/// It is a value: a copy is a snapshot.
protocol JudgedEngine {
  /// What has to be resolved, in the engine's order.
  var needs: [EngineNeed] { get }
  /// How it ended; nil while something is needed.
  var outcome: EngineOutcome? { get }
  /// When the time of what is open is up.
  var deadline: Int? { get }

  /// What has been said since the last time that this was taken; nil if the engine says nothing.
  mutating func takeSaid() -> [EngineSaid]?

  /// The answers under some keys.
  func answers(_ keys: [String]) -> JudgeAnswers
  /// The text of a question as it is put to the person.
  func title(of need: EngineNeed) -> String

  /// Notes that an action or an undo begins.
  mutating func begin(_ need: EngineNeed, at time: Int)
  /// What work or an undo is given, of the keys that it looks at; reading is noted.
  mutating func look(_ need: EngineNeed, _ keys: [String]) -> JudgeAnswers
  /// The key under which the world is asked for the work.
  func key(of need: EngineNeed) -> String
  mutating func resolve(_ need: EngineNeed, _ resolution: EngineResolution, at time: Int) throws
  /// Goes back; to a question of a form, from its review.
  mutating func goBack(from need: EngineNeed, to field: String?, at time: Int) throws
  mutating func expire(at time: Int) throws
  /// Submits the page of a question; returns whether it was accepted.
  mutating func submit(
    _ need: EngineNeed, _ entries: [String: JudgeAnswer], button: String?, at time: Int
  ) throws -> Bool
  /// The input has ended, or a signal has come.
  mutating func stop()

  /// The run in another process, from the bytes of its journal or its token.
  func restored(from saving: EngineSaving, at time: Int) throws -> any JudgedEngine
  /// The run taken over by an edited flow, or by another version.
  func edited(
    _ flow: JudgeFlow, from saving: EngineSaving, at time: Int
  ) throws -> any JudgedEngine
}

/// A generated flow reads a value that nothing can have set: nobody could perform it.
struct UnfitFlow: Error {}

/// The run is left to a higher version of the flow.
struct HigherVersion: Error {}

/// A text that the person heard: the operation that said it, with its rounds, and the words.
struct EngineSaid: Hashable, Sendable {
  let strand: String
  let words: String
}

enum EngineSaving: String, Hashable, Sendable, Codable, CaseIterable { case journal, token }

struct EngineNeed: Hashable, Sendable {
  var kind: JudgeNeed.Kind
  var name: String
  var offer: JudgeAnswer?
  /// The question to which a step back from it leads.
  var backTarget: String?
}

enum EngineOutcome: Hashable, Sendable {
  case finished(String?)
  case failed
}

enum EngineResolution: Sendable {
  case answer(JudgeAnswer)
  case timedOut, dismissed, elapsed
  /// What an action has written.
  case performed(JudgeAnswers)
  case loaded(Int?)
  case failed
  case didNotRun, again, undoAndAgain, keep, undone, leave, told
}
