// Texts that a run comes past without saying them, because the step after them is taken.

extension Run {
  /// Passes the texts before a step that is taken: the person has heard them.
  mutating func passTexts() {
    if strand.unsaid.isEmpty { return }
    if tellsTexts, !isMigrating {
      heard += strand.unsaid.map { Self.textName(active, $0.instruction, $0.count) }
    }
    strand.unsaid = []
  }

  /// The same before work. If it was performed after other texts, these haven't been heard, and are
  /// said before the next question.
  mutating func passTexts(before work: StepName) {
    if strand.unsaid.isEmpty { return }
    if isMigrating || wasPerformedAfterTheseTexts(work) { return passTexts() }
    noteSight(work)
  }

  private func wasPerformedAfterTheseTexts(_ work: StepName) -> Bool {
    guard let sight = knowledge.box?.content.sights[work] else {
      // What was performed before the run was restored counts as performed after these texts.
      return isRestored || strand.shown.isEmpty
    }
    return sight == strand.shown
  }

  /// Records which texts work that ends now was performed after.
  mutating func noteSight(_ work: StepName) {
    if strand.shown.isEmpty, knowledge.box?.content.sights[work] == nil { return }
    knowledge[or: Knowledge()].sights[work] = strand.shown
  }

  /// The names of the texts that were passed in this performance, for a host that shows where the
  /// run is.
  var heard: [String] {
    get { knowledge.box?.content.heard ?? [] }
    _modify { yield &knowledge[or: Knowledge()].heard }
  }

  /// Whether ``heard`` is kept.
  var tellsTexts: Bool {
    get { knowledge.box?.content.tellsTexts ?? false }
    set { knowledge[or: Knowledge()].tellsTexts = newValue }
  }

  /// Identifies the text of a need among those of the run; it isn't the name of a step.
  func textName(of need: Need) -> String {
    let strand = strand(of: need)
    return Self.textName(
      need.core.strand, strand.unsaid.first?.instruction ?? need.core.instruction,
      strand.unsaid.first?.count ?? strand.textCount + 1)
  }

  private static func textName(_ strand: Int, _ instruction: Int, _ count: UInt32) -> String {
    "\n\(strand).\(instruction).\(count)"
  }
}
