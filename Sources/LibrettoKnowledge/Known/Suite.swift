import LibrettoCore

/// The fewest tests of a flow that cover all that can be covered.
public struct Suite: Sendable {
  /// One test: the answers of a run.
  public struct Test: Sendable, CustomStringConvertible {
    /// A name made of what only this test does, for a file: `pay-now-yes`.
    public let name: String
    /// What only it does, to those who answer.
    let title: String
    let answers: WalkAnswers
    let moves: [Move]

    /// The script that performs the test.
    public var script: Scripted { answers.script }
    /// The answers as the JSON of an answers file.
    public var json: String { answers.json(pretty: true) + "\n" }
    /// The name.
    public var description: String { name }
  }

  /// Something that no test covers, and why.
  public struct Gap: Hashable, Sendable {
    /// What isn't covered, in words.
    public let what: String
    /// Why it isn't; nil if it is unknown whether it can happen.
    public let reason: String?
    /// Where the step was declared.
    public let place: FlowLocation?
    /// The number of the step in a walk of the tree.
    package let step: Int
  }

  /// What the tests cover.
  public let criterion: Criterion
  /// The tests, in the order in which they were found.
  public let tests: [Test]
  /// How many tests are needed at least.
  public let lowerBound: Int
  /// How many things are covered.
  public let coveredCount: Int
  /// How many there are that may be covered.
  public let count: Int
  /// What isn't covered.
  public let gaps: [Gap]
  /// Where the search has stopped before everything was covered; nil if it hasn't.
  package let limit: String?

  init(
    _ known: Known, _ criterion: Criterion, covered before: Set<Item>? = nil,
    looks: Int = SuiteSearch.mostLooks
  ) {
    self.criterion = criterion
    let search = SuiteSearch(known.space, criterion, covered: before, looks: looks)
    limit =
      search.isCut
      ? "the search for tests stopped at its limit, \(looks) answers looked at" : nil
    var space = known.space
    var tests: [Test] = []
    var names: Set<String> = []
    var found: [(place: Int, walk: Performed)] = []
    for (place, walk) in search.walks.enumerated() {
      if let performed = space.performed(walk.moves) { found.append((place, performed)) }
    }
    var performed = found.map(\.walk)
    space.ride(along: &performed)
    var all = performed.map(space.answers)
    space.addRefused(to: &all)
    for (place, answers) in zip(found.map(\.place), all) {
      let walk = search.walks[place]
      var own = walk.covers
      for (other, walk) in search.walks.enumerated() where other != place {
        own.subtract(walk.covers)
      }
      let items = own.members.map { search.items[$0] }.filter { !(before?.contains($0) ?? false) }
      let name = known.space.graph.fileName(of: items, &names)
      var titles: [String] = []
      for title in items.map(known.space.graph.plain) where titles.count < 2 {
        if !titles.contains(title) { titles.append(title) }
      }
      let title = titles.isEmpty ? name : titles.joined(separator: "; ")
      tests.append(Test(name: name, title: title, answers: answers, moves: walk.moves))
    }
    self.tests = tests
    lowerBound = search.lowerBound
    coveredCount = search.covered.count
    count = search.items.count
    gaps = known.gaps(
      search.items.indices.filter { !search.covered.contains($0) }.map { search.items[$0] },
      criterion)
  }
}

extension Known {
  /// Finds the fewest tests that cover all that can happen.
  /// - Parameter criterion: what is to be covered; defaults to the classes of answers.
  /// - Returns: the tests.
  public func suite(_ criterion: Criterion = .classes) -> Suite { Suite(self, criterion) }

  /// What a script covers.
  /// - Parameters:
  ///   - answers: the answers by the ids of the steps.
  ///   - today: the day on which it is performed.
  package func coverage(
    of answers: [String: [ScriptedAnswer]], today: CalendarDay, _ criterion: Criterion
  ) -> Coverage {
    let trace = Trace(space, criterion, answers, today: today)
    return Coverage(items: trace.items, stop: trace.stop)
  }

  /// The tests that are missing beside others.
  package func suite(_ criterion: Criterion, beside others: [Coverage]) -> Suite {
    Suite(self, criterion, covered: others.isEmpty ? nil : others.items)
  }

  /// What none of the tests covers.
  package func gaps(_ criterion: Criterion, _ tests: [Coverage]) -> (
    gaps: [Suite.Gap], count: Int, bound: Int
  ) {
    let search = SuiteSearch(space, criterion)
    let covered = tests.items
    let gaps = search.items.filter { !covered.contains($0) }
    return (self.gaps(gaps, criterion), search.items.count, search.lowerBound)
  }

  fileprivate func gaps(_ items: [Item], _ criterion: Criterion) -> [Suite.Gap] {
    if items.isEmpty { return [] }
    let graph = space.graph
    var ending: Set<Item> = []
    let comesToEnd = space.comesToEnd
    for (state, edges) in space.edges.enumerated() {
      for edge in edges where edge.fault == nil && edge.target >= 0 && comesToEnd[edge.target] {
        ending.formUnion(space.items(state, edge, criterion))
      }
    }
    return items.map { item in
      var reason: String?
      if case .branch(let node, let outcome) = item {
        reason = space.unknown[Spot(node: node, outcome: outcome)].map { "it depends on \($0)" }
      }
      if !isPartial, !graph.unsure[item.node], !ending.contains(item) {
        reason = "no run with it comes to an end"
      }
      return Suite.Gap(
        what: graph.words(item).neutralised, reason: reason, place: graph.place(item.node),
        step: graph.nodes[item.node].step)
    }
  }
}

/// What one test covers.
package struct Coverage: Sendable {
  let items: Set<Item>
  /// The step at which the test can't be followed further; nil if it leads to an end.
  package let stop: String?

  /// Whether it covers something that others don't.
  package func adds(to others: [Coverage]) -> Bool { !items.isSubset(of: others.items) }
}

extension [Coverage] {
  /// What at least one of them covers.
  fileprivate var items: Set<Item> { reduce(into: []) { $0.formUnion($1.items) } }
}

extension Graph {
  /// An item in words.
  func words(_ item: Item) -> String {
    let name = name(item.node)
    switch item {
    case .step: return name
    case .branch(let node, let outcome): return "\(name) → \(words(outcome, of: node))"
    case .part(let node, let atom):
      let prompt = nodes[node].prompt
      let parts =
        (nodes[node].condition?.form ?? prompt?.choices.compactMap(\.condition).first?.form)?.parts
        ?? []
      let part = atom.number < parts.count ? "“\(parts[atom.number])”" : "a part of its condition"
      return "\(name): \(part) \(atom.holds ? "holds" : "doesn’t hold")"
    case .answer(_, let answerClass): return "\(name): \(answerClass.words)"
    }
  }

  /// What is a word in the name of a file, since a sign can't be in one.
  private static let signs = [
    (" >= ", " at least "), (" <= ", " at most "), (" > ", " above "), (" < ", " below "),
    (" == ", " is "), (" != ", " is not "), (" && ", " and "), (" || ", " or "),
    (" -", " minus "), ("doesn’t hold", "fails"), ("!", "not "),
  ]

  /// A name for the file of a test, from what only the test covers.
  func fileName(of items: [Item], _ taken: inout Set<String>) -> String {
    var own: [String] = []
    for item in items where own.count < 2 {
      let words: String
      switch item {
      case .branch(let node, let outcome): words = "\(name(node)) \(self.words(outcome, of: node))"
      case .answer(let node, let answerClass) where answerClass.words != "any other":
        // What it is about is mostly the key of the question.
        let name = name(node)
        words = (answerClass.words.hasPrefix(name + " ") ? "" : name + " ") + answerClass.words
      default: words = self.words(item)
      }
      if !own.contains(where: words.contains) { own.append(words) }
    }
    var words = own.joined(separator: " ").lowercased()
    for (sign, word) in Self.signs { words = words.replacing(sign, with: word) }
    var name = ""
    for scalar in words.unicodeScalars {
      if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, !name.hasSuffix("-") {
        name += "-"
      }
      if name.utf8.count >= 48 { break }
    }
    while name.hasSuffix("-") { name.removeLast() }
    if name.isEmpty { name = "test" }
    var numbered = name
    var number = 1
    while !taken.insert(numbered).inserted {
      number += 1
      numbered = "\(name)-\(number)"
    }
    return numbered
  }
}
