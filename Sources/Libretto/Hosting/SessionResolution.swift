/// What became of a session’s need.
public enum SessionResolution: Hashable, Sendable {
  /// What a person typed or said: a number, a title, the beginning of one, yes or no, a value.
  case text(String)
  /// An answer as data, as an answers file has it: what a person would say, or a value.
  case value(Value)
  /// The exact answer: a value, yes or no, the id of a choice, or a list of ids.
  case answer(Given)
  /// The alert without buttons is gone.
  case dismissed
  /// The action ended; what it wrote, by the names of the keys, nil where it took an answer away.
  case performed([String: Value?])
  /// The load ended; nil, an empty text or an empty list for no data.
  case loaded(Value?)
  /// The action, load or undo failed, with the error in words.
  case failed(String)
  /// What the action did has been taken back.
  case undone
  /// The time of the question or of the work was up.
  case timedOut
  /// The time has passed.
  case elapsed
}
