/// A text that is compared by its bytes.
///
/// `==` on String also takes canonically equivalent texts for equal, and those have different
/// JSON: with it, equal trees would not have equal bytes.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (lhs: ExactText, rhs: ExactText) -> Bool {
    lhs.text.isIdenticalText(to: rhs.text)
  }
}

extension KeyReference {
  /// Whether two keys have the same name, to the byte, and the same type.
  public static func == (lhs: KeyReference, rhs: KeyReference) -> Bool {
    lhs.name.isIdenticalText(to: rhs.name) && lhs.type == rhs.type
  }
}

extension Tree {
  /// Whether two trees are the same, their texts to the byte.
  public static func == (lhs: Tree, rhs: Tree) -> Bool {
    lhs.name.isIdenticalText(to: rhs.name) && lhs.steps == rhs.steps
  }
}

extension Node {
  /// Whether two steps are the same, their texts to the byte.
  public static func == (lhs: Node, rhs: Node) -> Bool {
    switch (lhs, rhs) {
    case (.say(let a), .say(let b)), (.fail(let a), .fail(let b)): a == b
    case (.prompt(let a), .prompt(let b)): a == b
    case (.action(let a), .action(let b)): a == b
    case (.when(let a, let then, let otherwise), .when(let b, let then2, let otherwise2)):
      a == b && then == then2 && otherwise == otherwise2
    case (.loop(let a, let body), .loop(let b, let body2)): a == b && body == body2
    case (.leave, .leave): true
    case (.store(let a, let value), .store(let b, let value2)): a == b && value == value2
    case (.finish(let a), .finish(let b)): a.map(ExactText.init) == b.map(ExactText.init)
    case (.subflow(let a), .subflow(let b)): a == b
    case (.say, _), (.prompt, _), (.action, _), (.when, _), (.loop, _), (.leave, _), (.store, _),
      (.finish, _), (.fail, _), (.subflow, _):
      false
    }
  }
}

extension Node.Action {
  /// Whether two actions are the same, their texts to the byte.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id.isIdenticalText(to: rhs.id) && lhs.name.isIdenticalText(to: rhs.name)
  }
}

extension Node.Subflow {
  /// Whether two sub-flows are the same, their texts to the byte.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id.isIdenticalText(to: rhs.id) && lhs.name.isIdenticalText(to: rhs.name)
      && lhs.steps == rhs.steps
  }
}
