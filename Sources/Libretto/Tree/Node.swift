/// One step of a flow. The set is closed, so an interpreter knows every case.
///
/// The comment on each case shows how you write it.
public indirect enum Node: Sendable {
  /// `Say("Hello, \(name).")`
  case say(Text)
  /// `Alert("Error") { … }`, `Ask(…)`, `Confirm(…)`, `Choose(…)`
  case prompt(Prompt)
  /// `Do("save") { … }`, `Check("paid", into: paid) { … }`: a named action of the host; the tree
  /// doesn't contain the closure.
  case action(Action)
  /// `Load("prices", into: prices) { … } data: { … } empty: { … } failure: { … }`
  case load(Load)
  /// `Reload()`
  case reload
  /// `Operations { … }`; contains only operations.
  case operations([Node])
  /// `Operation("upload", after: "sign in") { … }`; occurs only in `Operations`.
  case operation(Operation)
  /// `CancelOperation("upload")`, by the operation's name.
  case cancelOperation(Cancel)
  /// `Switch(size) { Case(.small) { … } Default { … } }`
  case select(Selection)
  /// `Wait(.seconds(2))`
  case wait(Wait)
  /// `When(age < 18) { … } otherwise: { … }`
  case when(Condition, then: [Node], otherwise: [Node])
  /// `Repeat(times: 3) { … }`, `Repeat(while: …) { … }`, `Repeat { … } until: …`
  case loop(Loop, [Node])
  /// `Break()`
  case leave
  /// `Back()`
  case back
  /// `Store(0, into: score)`
  case store(KeyReference, Value)
  /// `Finish("saved")`
  case finish(String?)
  /// `Fail("No network.")`
  case fail(Text)
  /// A flow in a flow.
  case subflow(Subflow)

  /// How often a loop runs.
  public enum Loop: Hashable, Sendable {
    /// The given number of times.
    case times(Int)
    /// As long as the condition holds, evaluated before each round.
    case whileTrue(Condition)
    /// Until the condition holds, evaluated after each round.
    case until(Condition)
  }

}

/// A flow as data: its name and its steps, and nothing that can't be written down.
///
/// Two flows are equal when their trees are equal. Ids are part of a tree. Closures and places in
/// source files aren't; a ``Flow`` keeps those beside its tree.
public struct Tree: Hashable, Sendable {
  /// The flow's name.
  public let name: String
  /// The steps in order.
  public let steps: [Node]
}
