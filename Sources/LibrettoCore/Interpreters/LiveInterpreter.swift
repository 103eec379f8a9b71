/// An interpreter before which a person may sit, for whom nothing that takes longer than a moment is
/// silent.
package protocol WatchedInterpreter: InteractiveInterpreter {
  /// Whether somebody watches.
  var isWatched: Bool { get }
}

/// An interpreter without a person, as a script is: it serves one need at a time, in the order of
/// declaration, and ignores time. The same answers give the same journal, so its runs have no id.
protocol ReplayingInterpreter: InteractiveInterpreter {}

/// An interpreter that shows work while it is performed, and what was answered in the order of the
/// run: the rich console.
package protocol LiveInterpreter: PageInterpreter, WatchedInterpreter {
  /// Says where the run is now, before something is asked or shown.
  /// - Parameters:
  ///   - name: the name of the question that is asked next; nil for something else.
  ///   - standing: the names of the answers, work and texts that the run has come past, in order,
  ///     and of the answers and work to which it may come.
  func arrange(
    for name: String?, _ standing: () -> (passed: [String], ahead: Set<String>)
  ) throws
  /// The name of the question or page to which the person goes back, once; nil for the one before.
  func takeTarget() -> String?
  /// Says what the person may want to know of the question that is asked next.
  /// - Parameters:
  ///   - way: how far the run has come with it; nil if nobody knows.
  ///   - consequence: what an answer would change of what was answered and done behind it; nil if
  ///     nothing stands there.
  ///   - reason: returns why it is asked, in a sentence; nil if it always is.
  ///   - outline: returns what was answered, what is open and what is kept for later.
  func foresee(
    _ way: RunProgress?, _ consequence: Consequence?,
    _ reason: @escaping @Sendable () async -> String?,
    _ outline: @escaping @Sendable () async -> RunOutline)
  /// Says why the person can't go back from what is put; nil if they can. That changes with what goes
  /// on beside it.
  func wayBack(_ refusal: Phrase?)
  /// Shows what the flow says.
  /// - Parameters:
  ///   - pieces: the title of a note and its text, piece by piece; of anything else only its text.
  ///   - name: identifies it in `standing`; nil for what the run doesn't come past.
  func say(_ statement: Statement, _ pieces: [[ShownPiece]], name: String?) throws
  /// Says that the host checks the answer that was given last.
  /// - Parameter name: the name of its question, or of its page.
  func checking(_ name: String)
  /// Says that the run has taken the answer that was given last.
  /// - Parameters:
  ///   - name: the name of its question, or of its page.
  ///   - kept: what was kept of what was typed, by the names of the questions.
  func taken(_ name: String, _ kept: [String: Value]) throws
  /// Begins to show work.
  func began(_ work: LiveWork)
  /// Ends showing work.
  /// - Parameter failure: why it failed; nil if it didn't.
  func ended(_ work: LiveWork, _ failure: String?)
  /// Waits before work is tried again, or until the person doesn't want to wait any longer.
  func pause(_ work: LiveWork, for time: Duration) async throws
}

extension LiveInterpreter {
  package var isWatched: Bool { true }
}

/// Work that is being performed, for an interpreter that shows it.
package struct LiveWork: Sendable {
  /// Identifies it in this performance.
  package let number: Int
  /// The name of its step.
  package let name: String
  /// What is shown; nil for work that is shown only once it reports something.
  package let text: String?
  /// The operation that it belongs to; nil for none.
  package let operation: String?
  /// The longest it may take; nil for no limit.
  package let limit: Duration?
  /// What it does; nil while it waits for its next try.
  package let work: Work?
  /// The pause before its next try, or that of the flow; nil while it is performed.
  package var pause: Pause?

  package struct Pause: Hashable, Sendable {
    package let time: Duration
    /// The number of the next try, and how many there are at most; nil for a pause of the flow.
    package let tries: Tries?

    package struct Tries: Hashable, Sendable {
      package let next, most: Int
    }
  }
}

/// What was answered in a run, what is open, and what is kept for later.
package struct RunOutline: Sendable {
  /// A question that was answered.
  package struct Answered: Sendable {
    package let name: String
    /// The titles of the questions, and the names of the work, that depend on the answer.
    package private(set) var dependants: [String] = []

    init(name: String) { self.name = name }

    mutating func note(dependant title: String) {
      if !dependants.contains(title) { dependants.append(title) }
    }
  }

  /// In the order of the run.
  package var passed: [Answered] = []
  package var open: [(name: String, title: String)] = []
  /// The names of those that are kept until the run may come to them again, in the order of the flow.
  package var ahead: [String] = []
  /// Why nobody can go back, if nobody can.
  package var refusal = Phrase.nothingBefore

  package init() {}
}

extension Question {
  /// The answers so far and what is open, as a question where to go on.
  package static func outline(
    _ answers: [(name: String, title: String, words: String)], preset: String,
    language: Words
  ) -> Question {
    let choices = answers.map {
      Choice(
        id: $0.name, title: $0.title, role: .normal, shortcut: nil, value: nil, detail: $0.words,
        refusal: nil, answer: nil)
    }
    let title = language(.goBackTo)
    return Question(
      Prompt(.choose, Text(title)), id: "outline", name: "outline", isSecret: false,
      choices: choices, preset: .choice(preset), language: language, render: { _ in title })
  }
}
