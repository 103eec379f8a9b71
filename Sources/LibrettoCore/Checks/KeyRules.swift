// Keys and secrets: how each use of a key is written, whether its answer can be read there, and what
// becomes of a secret.

/// The name of a key has only letters, digits, “-”, “_” and “.”.
///
///     Key<String>("first name")  // Key<String>("first-name")
enum KeyName: KeyRule {
  static let code = "key-name"

  static func problem(of use: KeyUse, first: KeyUse?) -> Diagnostic? {
    guard first == nil else { return nil }
    let name = use.key.name
    if Slug.problem(ofID: name) == nil, !name.utf8.contains(UInt8(ascii: "/")) { return nil }
    return problem(
      "“\(name)” can't be a key: use letters, digits, “-”, “_” and “.”", at: use.place)
  }
}

/// The name of a key has the same characters everywhere.
///
/// Swift treats “é” and “e” with a combining accent as equal; answers and JSON compare exactly.
///
///     Ask("Café?", into: Key("caf\u{E9}"))
///     Say("\(Key<String>("cafe\u{301}"))")  // let cafe = Key<String>("cafe"), once
enum KeySpelling: KeyRule {
  static let code = "key-spelling"

  static func problem(of use: KeyUse, first: KeyUse?) -> Diagnostic? {
    guard let first, !first.key.name.isIdenticalText(to: use.key.name) else { return nil }
    return problem(
      "the key “\(use.key.name)” is spelled with different characters at \(first.place)",
      at: use.place)
  }
}

/// A key has the same type everywhere in the flow.
///
///     Ask("Age?", into: Key<Int>("age"))
///     Say("\(Key<String>("age"))")  // let age = Key<Int>("age"), once
enum KeyType: KeyRule {
  static let code = "key-type"

  static func problem(of use: KeyUse, first: KeyUse?) -> Diagnostic? {
    guard let first, first.key.type != use.key.type else { return nil }
    return problem(
      "the key “\(use.key.name)” is \(use.key.type) here and \(first.key.type) at \(first.place); "
        + "one name has one type", at: use.place)
  }
}

/// The keys for how a load or operation ended hold text.
///
///     Load("prices", into: prices) { … }
///     Ask("State?", into: Key<Int>("prices.state"))  // Key<Int>("state")
enum EndingKey: FlowRule {
  static let code = "ending-key"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flow.uses.compactMap { use in
      guard case .ending = use.way, let type = flow.keys.type(of: use.key.name), type != .string
      else { return nil }
      return problem(
        "the key “\(use.key.name)” is reserved for how this step ended, which is text, "
          + "but the flow uses it as \(type); give that key another name", at: use.place)
    }
  }
}

/// A key whose answer is read can be set: by a question, a `Load`, a `Do` or a `Store`.
///
///     Confirm("Sure?")  // Confirm("Sure?", into: sure)
///     When(sure) { Say("Deleted.") }
///
/// The order of the steps doesn't matter here; ``ReadBeforeSet`` looks at that. A `Do` that doesn't
/// declare what it writes can set any key, so a flow with one has no such problem.
enum UnsetKey: FlowRule {
  static let code = "unset-key"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    guard flow.readsBefore, let known = flow.keysSet else { return [] }
    var seen = known
    var problems: [Diagnostic] = []
    for use in flow.uses {
      guard let reader = use.reader, seen.insert(use.key.name).inserted else { continue }
      let name = use.key.name
      let isExplained = problems.count < DeclaredStep.mostExplained
      let near = isExplained ? nearest(to: name, among: known.sorted()) : nil
      problems.append(
        problem(
          "the key “\(name)” is read by \(reader), but nothing in the flow sets it; "
            + (near.map { "did you mean “\($0)”?" }
              ?? "set it with into: or Store, or test \(name).isSet"),
          at: use.place))
    }
    return problems
  }
}

/// A key whose answer is read can be set before on some way there.
///
///     Say("Hello, \(name).")        // Ask("Name?", into: name)
///     Ask("Name?", into: name)      // Say("Hello, \(name).")
///
/// Only what fails on every way is a problem: a way on which the key is set, or may be, is enough.
/// What is declared to be read, or only decides whether something is offered, may be unset.
enum ReadBeforeSet: CodedRule {
  static let code = "read-before-set"

  /// Returns the problems of a flow that has no others.
  static func problems(of program: Program) -> [Diagnostic] {
    Ahead(program, Unforeseen()).unset.map { instruction, slot in
      let name = program.keys[slot].name
      return problem(
        "\(program.stepInWords(instruction).what) reads the key “\(name)”, but nothing sets it on the "
          + "way there; set it before, or test \(name).isSet",
        at: program.sources[instruction])
    }
  }
}

/// Nothing shows the answer to a secret question.
///
///     Ask("Password?", into: password).secret()
///     Say("It is \(password).")  // When(password.isSet) { Say("It is set.") }
enum SecretShown: FlowRule {
  static let code = "secret-shown"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flow.usesOfSecrets.compactMap { use in
      if case .compared = use.way {
        return problem(
          "the key “\(use.key.name)” holds a secret, so only a secret question can be compared with "
            + "it: write .secret()", at: use.place)
      }
      guard case .shown(let what) = use.way else { return nil }
      return problem(
        "the key “\(use.key.name)” holds a secret, and \(what) would show it; "
          + "use only \(use.key.name).isSet", at: use.place)
    }
  }
}

/// The flow doesn't contain the answer to a secret question.
///
///     Ask("Password?", into: password).secret().default("1234")  // without .default
enum SecretInFlow: FlowRule {
  static let code = "secret-in-flow"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flow.usesOfSecrets.compactMap { use in
      switch use.way {
      case .preset:
        problem(
          "a secret question can't have a default, since the flow would contain it",
          at: use.place)
      case .listed:
        problem(
          "a secret question can't have the rule oneOf, since it lists the secret",
          at: use.place)
      case .shown, .compared, .isSet, .read, .answered, .set, .written, .ending: nil
      }
    }
  }
}

/// Only an `Ask` writes a key that holds a secret.
///
///     Ask("Password?", into: password).secret()
///     Store("", into: password)  // ask again, or keep it in another key
enum SecretWritten: FlowRule {
  static let code = "secret-written"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flow.usesOfSecrets.compactMap { use in
      guard case .written(let what) = use.way else { return nil }
      return problem(
        "the key “\(use.key.name)” holds a secret, so only an Ask may write it, not \(what)",
        at: use.place)
    }
  }
}
