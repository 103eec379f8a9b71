/// What stands beside the tree for one step: closures, which could not be written down.
struct Closures: Sendable {
  var action: ActionBody?
  var load: LoadBody?
  var undo: UndoBody?
  /// The host's checks of answers, by their names.
  var checks: [String: CheckBody] = [:]
  /// What the type of the step’s key takes, where it is one of the program’s own.
  var own: OwnType?
  /// The blocks that observe the step, for each moment in the order in which they were added.
  var handlers: [Moment: [Handler]] = [:]

  var isEmpty: Bool {
    action == nil && undo == nil && load == nil && checks.isEmpty && handlers.isEmpty
      && own == nil
  }

  /// Adds what another set of closures has.
  mutating func merge(_ other: Closures) {
    action = other.action ?? action
    load = other.load ?? load
    undo = other.undo ?? undo
    own = other.own ?? own
    checks.merge(other.checks) { $1 }
    for (moment, blocks) in other.handlers { handlers[moment, default: []] += blocks }
  }
}

/// A named action's closure: it reads the answers, and may write some.
typealias ActionBody = @Sendable (Work) async throws -> Void

/// The closure that takes back what an action did, on the answers from before it.
typealias UndoBody = @Sendable (Work) async throws -> Void

/// The closure of a load: it reads the answers and gives the data, or nil.
typealias LoadBody = @Sendable (Work) async throws -> Value?

/// The closure of a host's check: whether an answer passes.
typealias CheckBody = @Sendable (Value) async throws -> Bool

/// A block that observes one moment of a step.
typealias Handler = @Sendable (Happening) async throws -> Void
