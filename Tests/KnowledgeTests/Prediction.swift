import Testing

@testable import LibrettoCore
@testable import LibrettoKnowledge

/// What a run does, in the words of transcripts: predicted from a walk, and read from a transcript.
struct Events: Equatable, CustomStringConvertible {
  struct Event: Equatable {
    let word: String
    let text: String
  }

  var events: [Event] = []

  /// The words whose texts aren't predicted.
  private static let bare: Set<String> = ["FAILED", "TIMEOUT", "WAIT"]
  private static let words: Set<String> = [
    "HEADING", "NOTE", "SAY", "ALERT", "ASK", "RATE", "CONFIRM", "CHOOSE", "PAGE", "FORM", "ACTION",
    "LOAD", "FAILED", "TIMEOUT", "WAIT", "END",
  ]

  var description: String { events.map { "\($0.word) \($0.text)" }.joined(separator: "\n") }

  private mutating func add(_ word: String, _ text: String) {
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
    events.append(Event(word: word, text: Self.bare.contains(word) ? "" : String(line)))
  }

  /// Reads a transcript.
  init(_ transcript: String) {
    for line in transcript.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard Self.words.contains(parts[0]) else { continue }
      add(parts[0], parts.count > 1 ? parts[1].trimmed : "")
    }
    if let last = events.last, last.word == "END", last.text.hasPrefix("failed") {
      events[events.count - 1] = Event(word: "END", text: "failed")
    }
  }

  /// Predicts what a walk does; nil if no values were found for it.
  init?(_ moves: [Move], in space: inout Space) {
    guard let replay = space.replay(moves).replay, let values = space.values(replay) else {
      return nil
    }
    let graph = space.graph
    for step in replay.steps {
      let node = graph.nodes[step.node]
      func say(_ word: String, _ text: Text) { add(word, graph.shown(text, step, values)) }
      switch node.kind {
      case .say(let texts, .say): say(graph.word(of: node.step), texts[0])
      case .say(_, .wait): add("WAIT", "")
      case .say(let texts, .alert): say("ALERT", texts[0])
      case .page(let prompt): say("PAGE", prompt.title)
      case .review(let prompt): say("FORM", prompt.title)
      case .question(let prompt), .several(let prompt), .choice(let prompt), .yesNo(let prompt),
        .chosen(let prompt):
        say(prompt.kind == .chooseMany ? "CHOOSE" : prompt.kind.rawValue.uppercased(), prompt.title)
        if case .late = step.way.answer { add("TIMEOUT", "") }
      case .action(let action):
        if step.way.recalled == .held { continue }
        if step.way.recalled != nil {
          add("CHOOSE", "“\(action.name)” was performed with different answers.")
        }
        if step.way.recalled == .kept { continue }
        perform(step, action.retries, action.backoff, action.isPure ? nil : "ACTION", action.name)
      case .load(let load):
        let text = load.loading.map { graph.shown($0, step, values) } ?? load.name
        perform(step, load.retries, load.backoff, "LOAD", text)
      default: break
      }
    }
    guard let last = moves.last else { return }
    let target = space.edges[last.state][last.edge].target
    if target >= 0, case .end(let outcome) = graph.nodes[space.states[target].node].kind {
      add("END", outcome.map { "finished: \($0)" } ?? "finished")
    } else {
      add("END", "failed")
    }
  }

  private mutating func perform(
    _ step: Space.Replayed, _ retries: Int, _ backoff: Duration, _ word: String?, _ text: String
  ) {
    var isFailed = false
    if case .failed = step.way.answer { isFailed = true }
    for number in 0...(isFailed ? retries : 0) {
      if number > 0, backoff > .zero { add("WAIT", "") }
      if let word { add(word, text) }
      if isFailed { add("FAILED", "") }
    }
  }

  /// Whether a transcript shows the predicted events; “…” stands for what isn't predicted.
  func fits(_ other: Events, inAnyOrder: Bool) -> Bool {
    func sorted(_ events: [Event]) -> [Event] {
      inAnyOrder ? events.sorted { ($0.word, $0.text) < ($1.word, $1.text) } : events
    }
    return events.count == other.events.count
      && zip(sorted(events), sorted(other.events)).allSatisfy {
        $0.word == $1.word && ($0.text == $1.text || $0.text.contains("…"))
      }
  }
}

extension Graph {
  fileprivate func word(of step: Int) -> String {
    switch steps[step].kind {
    case .heading: "HEADING"
    case .note: "NOTE"
    default: "SAY"
    }
  }

  fileprivate func shown(_ text: Text, _ step: Space.Replayed, _ values: [Value?]) -> String {
    text.pieces.map { piece in
      switch piece {
      case .literal(let literal): literal
      case .placeholder(let key):
        step.store[slot(key)]?.value(values).map { domains[slot(key)].outer($0).description } ?? "…"
      case .calculation: "…"
      }
    }.joined()
  }

  /// Whether operations run side by side, so that a transcript's order isn't predicted.
  var hasOperations: Bool {
    nodes.contains { if case .operation = $0.kind { true } else { false } }
  }
}

/// Each test of a suite is known by what it covers, so beside them no other is needed.
func expectWholeSuite(_ known: Known) {
  let covered = known.suite().tests.map { test in
    known.coverage(
      of: Dictionary(uniqueKeysWithValues: test.answers.answers.map { ($0.id, $0.answers) }),
      today: "2026-11-23", .classes)
  }
  #expect(covered.allSatisfy { $0.stop == nil })
  #expect(known.suite(.classes, beside: covered).tests.isEmpty)
}
