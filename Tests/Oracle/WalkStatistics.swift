/// How often walks did what: so that one can see that they do what they are for.
struct WalkStatistics: Sendable {
  var counts: [String: Int] = [:]

  mutating func note(_ name: String, _ count: Int = 1) { counts[name, default: 0] += count }

  mutating func note(_ step: WalkStep) {
    note("steps")
    switch step {
    case .answer, .dismiss, .elapse, .lapse, .secret: note("answers")
    case .tooLate, .loadTooLate: note("too late")
    case .perform(_, .killed), .undo(_, .killed), .end(_, .killed): note("kills")
    case .begin: note("begun")
    case .end: note("ended later")
    case .perform: note("effects")
    case .undo: note("undone")
    case .load: note("loads")
    case .decide, .undoFailed: note("decisions")
    case .look: note("begun decided")
    case .tell: note("remains told")
    case .back, .correct: note("steps back")
    case .sameAgain: note("same again")
    case .restore: note("restores")
    case .wrong: note("wrong answers")
    case .unbegun: note("unbegun")
    case .page: note("pages")
    case .stop: note("stopped")
    case .edit: note("edits")
    case .upgrade, .downgrade: note("versions")
    case .pass: break
    }
  }

  mutating func add(_ other: WalkStatistics) {
    for (name, count) in other.counts { note(name, count) }
  }

  var words: String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
