// Texts that a run comes past without saying them, because the step after them is taken.

extension Run {
  /// A text that was passed without saying it.
  struct Heard: Sendable {
    let name: String
    /// How many entries had been taken before it.
    let place: Int
  }

  /// Passes the texts before a step: the person has heard them.
  /// - Parameter isTaken: whether the step has just been taken.
  mutating func passTexts(isTaken: Bool = true) {
    if strand.unsaid.isEmpty { return }
    if tellsTexts, remembers, !isMigrating {
      let place = memo.taken.count - (isTaken ? 1 : 0)
      heard += strand.unsaid.map { Heard(name: $0.name, place: place) }
    }
    strand.unsaid = []
  }

  /// The same before work or a notice. If it was performed after other texts, these haven't been
  /// heard, and are said before the next question.
  mutating func passTexts(before step: StepName) {
    if strand.unsaid.isEmpty { return }
    if isMigrating || wasPerformedAfterTheseTexts(step) { return passTexts() }
    noteSight(step)
  }

  private func wasPerformedAfterTheseTexts(_ step: StepName) -> Bool {
    guard let sight = knowledge.box?.content.sights[step] else {
      // What was performed before the run was restored counts as performed after these texts.
      return isRestored || strand.shown.isEmpty
    }
    return sight == strand.shown
  }

  /// Records which texts work or a notice that ends now was performed after.
  mutating func noteSight(_ step: StepName) {
    if strand.shown.isEmpty, knowledge.box?.content.sights[step] == nil { return }
    knowledge[or: Knowledge()].sights[step] = strand.shown
  }

  // MARK: For a host that shows where the run is

  /// The texts that were passed in this performance.
  var heard: [Heard] {
    get { knowledge.box?.content.heard ?? [] }
    _modify { yield &knowledge[or: Knowledge()].heard }
  }

  /// Whether ``heard`` is kept.
  var tellsTexts: Bool {
    get { knowledge.box?.content.tellsTexts ?? false }
    set { knowledge[or: Knowledge()].tellsTexts = newValue }
  }

  /// The names of the steps that the run has come past, and of the texts between them that it has
  /// passed, in order.
  var passedNames: [String] {
    var heard = heard[...]
    var names: [String] = []
    for (place, entry) in inForce.enumerated() {
      while let text = heard.first, text.place <= place {
        names.append(text.name)
        heard.removeFirst()
      }
      names.append(entry.name)
    }
    return names + heard.map(\.name)
  }

  /// Identifies the text of a need among those of the run; it isn't the name of a step.
  func textName(of need: Need) -> String {
    let strand = strand(of: need)
    return strand.unsaid.first?.name
      ?? textName(need.index, text(of: need), in: strand, need.strand)
  }

  /// The name of the text that a strand comes to: which one it is, how often it was there before,
  /// and its words.
  func textName(_ text: Int, _ words: String, in strand: Strand, _ number: Int) -> String {
    "\n\(number).\(text).\(strand.textCounts[text] ?? 0) \(words)"
  }
}
