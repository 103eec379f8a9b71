// A run of a flow: from its start, or over the journal of another run.

extension Run {
  /// Starts a run, up to its first need.
  /// - Parameters:
  ///   - flow: what to perform.
  ///   - limits: the bounds of the run; defaults to the flow’s own.
  ///   - id: what tells this run from every other.
  ///   - time: when.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  package init(
    _ flow: Flow, limits: Limits? = nil, id: String = "", at time: Timestamp = .epoch
  ) throws(InvalidFlow) {
    try flow.validate()
    self.init(flow.program, limits ?? flow.limits, id: id, started: time)
  }

  /// Makes a run in the state of another run of the same flow at the end of its journal.
  /// - Parameters:
  ///   - flow: the flow of that run.
  ///   - journal: what happened in it.
  ///   - secrets: secrets that are known, which no journal holds, by the names of their questions;
  ///     those that an action wrote by its name and the key’s: `check@2/word`.
  ///   - limits: the bounds of the run; defaults to the flow’s own.
  ///   - time: when.
  /// - Throws: ``InvalidFlow``; ``Rejection`` where the journal is not of this flow.
  package init(
    _ flow: Flow, replaying journal: Journal, secrets: [String: Value] = [:],
    limits: Limits? = nil, at time: Timestamp = .epoch
  ) throws {
    try flow.validate()
    let program = flow.program
    if let other = journal.program, other !== program {
      // Equal trees have equal numbers for their steps.
      guard other.isSame(as: program) else {
        throw Rejection(message: "The journal is for a different flow than “\(flow.name)”.")
      }
    }
    self.init(
      program, limits ?? flow.limits, id: "", started: time, lines: journal.lines,
      secrets: program.secretNames(secrets), at: time)
  }
}
