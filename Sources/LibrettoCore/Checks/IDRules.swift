// Ids and names: what steps and choices are called, in journals, answers files and by hosts.

/// An explicit id has only letters, digits, “-”, “_”, “.” and “/”.
///
///     Do("save") { … }.id("save it")  // .id("save-it")
enum IDForm: IDRule {
  static let code = "id-form"

  static func problems(of declared: DeclaredID) -> [Diagnostic] {
    guard let id = declared.explicit, let problem = Slug.problem(ofID: id) else { return [] }
    return [self.problem("“\(id)” can't be an id: \(problem)", at: declared.place)]
  }
}

/// An id is explicit, or can be made from the title.
///
///     Do("?!") { … }  // Do("?!") { … }.id("ask")
enum NoID: IDRule {
  static let code = "no-id"

  static func problems(of declared: DeclaredID) -> [Diagnostic] {
    if declared.id != nil { return [] }
    return [
      problem(
        "no id can be made from a title without letters or digits; add .id(\"…\")",
        at: declared.place)
    ]
  }

  /// The problem of an option of a list, which has no `.id` of its own.
  static func problem(of option: Choice, at place: FlowLocation) -> Diagnostic {
    problem(
      "no id can be made from the empty value of the option “\(option.title.literals)” of the list; "
        + "declare it as an Option with an .id(\"…\")", at: place)
  }
}

/// The ids of a flow's steps are unique, and so are the ids of a prompt's choices.
///
///     Ask("Name?", into: name)
///     Ask("Again?", into: name)  // Ask("Again?", into: name).id("again")
enum SameID: IDRule {
  static let code = "same-id"

  static func problems(of declared: DeclaredID) -> [Diagnostic] {
    guard let id = declared.id, let other = declared.other else { return [] }
    // An id counts from the enclosing flow, so a path isn't needed.
    let name = id.split(separator: "/").last ?? ""
    let another = ".id(\"\(name)-2\")"
    let found: String
    switch declared.owner {
    case .subflow where other == declared.place:
      found = "the sub-flow “\(id)” is used a second time in the same body; give this use its own"
    case .step where other == declared.place:
      return [
        problem(
          "the id “\(id)” is also the id of another step on this line; give each its own id, in a loop "
            + "one with what it loops over, such as .id(\"\(name)-\\(number)\")", at: declared.place
        )
      ]
    case .step, .subflow:
      found = "the id “\(id)” is also the id of the step at \(other); give one of the two another"
    case .choice:
      if !IDForm.problems(of: declared).isEmpty { return [] }
      found =
        "the id “\(id)” is also the id of the choice at \(other) beside it; "
        + "give one of the two another"
    }
    return [problem("\(found) id, such as \(another)", at: declared.place)]
  }

  /// The problem of two options of a list, which have no `.id` of their own.
  static func problem(of options: [Choice], at place: FlowLocation) -> Diagnostic {
    problem(
      "the options “\(options[0].title.literals)” and “\(options[1].title.literals)” of the list have "
        + "the same id, “\(options[0].id)”; declare one as an Option with another .id(\"…\")",
      at: place)
  }
}

/// An earlier id differs from the current id, and only one step or choice lists it.
///
/// Another step may have the id now, if the two exchanged their ids.
///
///     Ask("Name?", into: name).id("name", was: "name")  // was: "user"
enum EarlierID: IDRule {
  static let code = "earlier-id"

  static func problems(of declared: DeclaredID) -> [Diagnostic] {
    if declared.earlier.isEmpty { return [] }
    var own: Set<String> = []
    return declared.earlier.compactMap { earlier in
      let was = "was: “\(earlier.written)”"
      if let problem = Slug.problem(ofID: earlier.written) {
        return self.problem("\(was) can't be an id: \(problem)", at: declared.place)
      }
      if earlier.id == declared.id {
        return problem("\(was) is the current id; list only earlier ids", at: declared.place)
      }
      if !own.insert(earlier.id).inserted {
        return problem("\(was) is listed twice", at: declared.place)
      }
      return earlier.other.map {
        problem(
          "\(was) is also listed at \($0); saved answers can move to only one of the two",
          at: declared.place)
      }
    }
  }
}

/// A flow has a name.
///
///     Flow(" ") { … }  // Flow("greeting") { … }
enum UnnamedFlow: FlowRule {
  static let code = "unnamed-flow"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flow.name.trimmed.isEmpty ? [problem("a flow needs a name", at: flow.place)] : []
  }
}

/// Actions and loads have a name, by which a host refers to them.
///
///     Do("") { try await save() }  // Do("save") { … }
enum UnnamedWork: StepRule {
  static let code = "unnamed-work"
  static let kinds: [Node.Kind.Name] = [.action, .load]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    switch step.node.kind {
    case .action(let action) where action.name.trimmed.isEmpty:
      [problem("an action needs a name", at: step.place)]
    case .load(let load) where load.name.trimmed.isEmpty:
      [problem("a load needs a name", at: step.place)]
    default: []
    }
  }
}
