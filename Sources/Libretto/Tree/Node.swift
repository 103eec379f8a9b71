/// One step of a flow. The set is closed: whoever interprets a tree knows every case.
///
/// Each case shows how it is written.
public indirect enum Node: Sendable {
  /// `Say("Hello, \(name).")`
  case say(Text)
  /// `Alert("Error") { … }`, `Ask(…)`, `Confirm(…)`, `Choose(…)`
  case prompt(Prompt)
  /// `Do("save") { … }`, `Check("paid", into: paid) { … }`: a named action of the host; the closure
  /// stands beside the tree.
  case action(Action)
  /// `Load("prices", into: prices) { … } data: { … } empty: { … } failure: { … }`
  case load(Load)
  /// `Reload()`
  case reload
  /// `Operations { … }`; holds nothing but operations.
  case operations([Node])
  /// `Operation("upload", after: "sign in") { … }`; stands nowhere but in operations.
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

  /// How often a loop goes round.
  public enum Loop: Hashable, Sendable {
    /// So many times.
    case times(Int)
    /// As long as the condition holds, asked before each round.
    case whileTrue(Condition)
    /// Until the condition holds, asked after each round.
    case until(Condition)
  }

}

/// What a flow declares: its name and its steps, and nothing that could not be written down.
///
/// Two flows are equal when their trees are. Ids are part of a tree; closures and the places in
/// source files are not: a ``Flow`` keeps those beside it.
public struct Tree: Hashable, Sendable {
  /// The flow's name.
  public let name: String
  /// The steps in order.
  public let steps: [Node]
}
