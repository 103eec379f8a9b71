@testable import LibrettoCore

extension Journal.Entry {
  /// What happened to a step, for whole journals in tests.
  init(_ name: String, _ event: Event, _ time: Timestamp) {
    self.init(name: name, event: event, time: time)
  }

  /// The same with the clock stopped.
  var untimed: Self { Self(name, event, 0) }
}

extension Journal {
  /// What happened up to an entry.
  func prefix(_ count: Int) -> Journal { Journal(program, Array(lines.prefix(count))) }
}

extension Run {
  /// Shows what is said, and answers what is asked then as a person would.
  mutating func give(_ answers: Value..., at time: Timestamp = 0) throws {
    for answer in answers {
      while let need = nextNeed, need.kind == .say { try resolve(need, with: .shown, at: time) }
      guard let need = nextNeed, let question = question(for: need) else {
        throw Rejection(message: "Nothing is asked.")
      }
      try resolve(need, with: .answer(try question.read(answer)), at: time)
    }
  }

  /// Goes back from the first need.
  mutating func goBack(at time: Timestamp = 0) throws {
    guard let need = nextNeed else { throw Rejection(message: "Nothing is needed.") }
    try goBack(from: need, at: time)
  }
}

extension SavedRun {
  /// What a run leaves behind.
  init(_ run: Run, of flow: Flow) throws {
    self = try SavedRun(lines: run.journal.lines(of: flow, id: run.id, started: run.started))
  }
}
