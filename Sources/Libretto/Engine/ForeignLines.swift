/// Entries of a saved run that this version of the flow can't hold: their step isn't in it, or not
/// with that kind of answer, that option or that many rounds.
///
/// They aren't in force. They are written again with the rest, so a version that can hold them finds
/// them: while a new version is rolled out, a run goes back and forth between two.
struct ForeignLines: Sendable {
  var content = SavedLines()
  /// Those that a journal can have.
  var texts: [Line] { content.isShort ? [] : content.lines }
  /// The steps of this flow that have such an entry.
  var unheld: Set<StepName> = []
  /// Whether there is work among them that was begun and has not ended.
  var hasBegun = false

  /// The highest version that has saved the run, as long as this one doesn't hold all of it.
  var version: Int?

  var isEmpty: Bool { content.lines.isEmpty && version == nil }
}

/// The run was saved by a higher version of the flow, and this one would ask for an answer or
/// perform work that is there already, or end while work is open that it doesn't know.
///
/// Continue the run with the version that saved it.
public struct NewerVersion: Error, Hashable, Sendable, CustomStringConvertible {
  /// The version that saved the run.
  public let saved: Int
  /// The version of the flow that was to continue it.
  public let current: Int
  /// The names of the steps that this version would ask or perform again.
  public let steps: [String]

  /// What happened, and what to do.
  public var description: String {
    let what =
      steps.isEmpty
      ? "it would end while work is open that it doesn't know"
      : "it would begin again with \(steps.listed { "“\($0)”" })"
    return
      "The run was saved by version \(saved) of the flow. Version \(current) can't continue it: "
      + "\(what). Continue it with version \(saved) or a later one."
  }
}

extension Run {
  /// The version that a save names: the highest one whose entries it has.
  var savedVersion: Int? {
    program.version.map { max($0, foreign.version ?? 0) } ?? foreign.version
  }

  /// Takes what this version can't hold, and refuses to continue if a higher version has saved what
  /// this one would begin again.
  /// - Parameters:
  ///   - saved: the version that the save names; nil if versions aren't counted.
  ///   - misfits: the steps whose answers don't fit; nil to look for them.
  mutating func take(
    _ foreign: ForeignLines, from saved: Int?, misfits: Set<StepName>? = nil
  ) throws(NewerVersion) {
    self.foreign = foreign
    guard let saved, let current = program.version, saved > current else { return }
    let known = foreign.unheld.union(misfits ?? Set(state.misfits.map(\.step)))
    if !known.isEmpty || foreign.hasBegun { self.foreign.version = saved }
    if known.isEmpty, !foreign.hasBegun { return }
    // Texts may come before what it would begin again.
    let beyond = RunState.performing(
      program, state.limits, over: memo, .beyondTexts, state.known)
    let again = beyond.needs.filter { known.contains($0.stepName) }
      .map { program.string($0.stepName) }
    if !again.isEmpty || beyond.ending != nil && foreign.hasBegun {
      throw NewerVersion(saved: saved, current: current, steps: again)
    }
  }
}
