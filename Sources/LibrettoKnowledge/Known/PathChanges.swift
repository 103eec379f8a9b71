import LibrettoCore

// What an edit does to the ways through a flow. The ways of a version are as many as they are, so its
// suite stands for them: each of its tests is performed on the other version.

/// The paths that an edit makes, removes, and leads to another end.
package struct PathChanges: Sendable {
  /// A path by the name of the test that takes it, and what became of it.
  package struct Change: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case gone, new
      case moved = "ends elsewhere"
    }

    package let kind: Kind
    package let path: String
    package let what: String
  }

  /// The changes: first of the old version's paths, in the order of its tests.
  package private(set) var changes: [Change] = []

  /// - Throws: what an interpreter throws besides a ``ScriptedError``.
  package init(from old: Known, to new: Known) async throws {
    var names: [String: String] = [:]
    for step in new.flow.tree.steps.deep {
      for was in step.was where names[was] == nil { names[was] = step.id }
    }
    let earlier = Dictionary(names.map { ($1, $0) }) { first, _ in first }
    for test in old.suite().tests {
      let before = try await test.outcome(in: old.flow, [:])
      let after = try await test.outcome(in: new.flow, names)
      if let problem = after.problem {
        changes.append(Change(kind: .gone, path: test.name, what: problem))
      } else if before.end != after.end {
        changes.append(
          Change(kind: .moved, path: test.name, what: "\(before.end), now \(after.end)"))
      }
    }
    for test in new.suite().tests {
      let before = try await test.outcome(in: old.flow, earlier)
      if before.problem != nil {
        let after = try await test.outcome(in: new.flow, [:])
        changes.append(Change(kind: .new, path: test.name, what: after.end))
      }
    }
  }
}

extension Suite.Test {
  /// How it ends in a flow, or why it can't be performed there.
  fileprivate func outcome(
    in flow: Flow, _ names: [String: String]
  ) async throws -> (end: String, problem: String?) {
    var given = answers
    given.answers = answers.answers.map { id, answers in
      // What a rule refuses isn't on the way.
      (names[id] ?? id, answers.filter { if case .refused = $0.kind { false } else { true } })
    }
    do {
      return ("\(try await given.script.perform(flow).outcome)", nil)
    } catch let error as ScriptedError {
      return ("", error.message)
    }
  }
}
