/// The closures of one step, kept beside the tree, since they aren't data.
struct Closures: Sendable {
  var action: ActionBody?
  var load: LoadBody?
  var undo: UndoBody?
  /// The host's checks of answers, by their names.
  var checks: [String: CheckBody] = [:]
  /// The values that the type of the step’s key accepts, if it is one of the program's types.
  var own: OwnType?
  /// The blocks that observe the step, by moment, in the order in which they were added.
  var handlers: [Moment: [Handler]] = [:]

  var isEmpty: Bool {
    action == nil && undo == nil && load == nil && checks.isEmpty && handlers.isEmpty
      && own == nil
  }

  /// Adds the closures of another set.
  mutating func merge(_ other: Closures) {
    action = other.action ?? action
    load = other.load ?? load
    undo = other.undo ?? undo
    own = other.own ?? own
    checks.merge(other.checks) { $1 }
    for (moment, blocks) in other.handlers { handlers[moment, default: []] += blocks }
  }
}

/// The closure of an action: it reads answers, and can write some.
typealias ActionBody = @Sendable (Work) async throws -> Void

/// The closure that undoes an action; it gets the answers from before the action.
typealias UndoBody = @Sendable (Work) async throws -> Void

/// The closure of a load: it reads answers, and returns the data or nil.
typealias LoadBody = @Sendable (Work) async throws -> Value?

/// The closure of a host's check: it returns whether an answer passes.
typealias CheckBody = @Sendable (Value, Answers) async throws -> Bool

/// A block that observes one moment of a step.
typealias Handler = @Sendable (Happening) async throws -> Void
