/// What a step depends on, as far as conditions, templates and declarations show.
struct Dependence: Sendable {
  /// The keys that it reads, or that a condition around it reads.
  var keys: Set<Int> = []
  /// The prompts in whose branches it stands, by the numbers of their steps.
  var prompts: Set<Int> = []
  /// Whether it may read every earlier answer.
  var isOpaque = false

  /// Whether one of these changes matters to it.
  func isTouched(by changes: Changes) -> Bool {
    if isOpaque { return !changes.isEmpty }
    return !keys.isDisjoint(with: changes.keys) || !prompts.isDisjoint(with: changes.prompts)
  }
}

/// Answers that are other than they were.
struct Changes: Sendable {
  var keys: Set<Int> = []
  var prompts: Set<Int> = []

  var isEmpty: Bool { keys.isEmpty && prompts.isEmpty }
}

/// Answers that were given before and may be given again: after a step back, or when a run of an
/// earlier version of the flow goes on.
struct Kept: Sendable {
  /// The entries, by the names of their steps.
  var entries: [String: Journal.Entry] = [:]
  /// Those that a person is to be asked again, with the old answer offered; and the actions that
  /// were undone, which are performed again in any case.
  var asked: Set<String> = []
  /// Steps whose secret is another one now, which their entries do not tell.
  var otherSecrets: Set<String> = []
  /// What has changed since.
  var changes = Changes()
  /// Whether a saved run goes on: then no action is performed again, whatever has changed.
  var isResuming = false
}
