// Saved runs: their lines in a file, and runs that continue from them.

extension Run {
  /// Resumes a saved run, with the same flow or an edited version of it.
  ///
  /// Answers whose steps still exist are kept by name; ``Building/Identified/id(_:was:_:)`` maps a renamed
  /// step. An answer that no longer fits is asked for again, with a remark. An edit alone causes no
  /// action to be performed again.
  /// - Parameters:
  ///   - flow: the current flow.
  ///   - saved: the saved run.
  ///   - secrets: known secrets, which a journal doesn’t contain, by the names of their questions,
  ///     `word@2`; those that an action set by its name and the key, `check@2/word`.
  ///   - limits: the limits of the run; defaults to those of the flow.
  ///   - time: the current time.
  /// - Throws: ``InvalidFlow``; ``Rejection`` if the journal belongs to another flow;
  ///   ``NewerVersion`` if a higher version of the flow saved what this one would begin again.
  package static func resuming(
    _ flow: Flow, from saved: SavedRun, secrets: [String: Value] = [:], limits: Limits? = nil,
    at time: Timestamp = .epoch
  ) throws -> (run: Run, remarks: [ResumeRemark]) {
    try flow.validate()
    guard saved.flow == flow.name else {
      throw Rejection(
        message: "This is a saved run of the flow “\(saved.flow)”, not of “\(flow.name)”.")
    }
    let isSame = saved.fingerprint == (try flow.fingerprint)
    return try resuming(
      flow.program, saved, isSame ? nil : Renames(flow.tree), secrets: secrets,
      limits: limits ?? flow.limits, at: time)
  }

  /// The lines of this run’s journal, as in a file.
  /// - Parameter flow: the flow that the run performs.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  package func journalBytes(of flow: Flow) throws(InvalidFlow) -> [UInt8] {
    try journal.lines(of: flow, id: id, started: started)
  }
}

extension Journal {
  /// The lines of the journal, as in a file.
  /// - Parameters:
  ///   - flow: the flow of the run.
  ///   - id: the unique id of the run.
  ///   - started: when the run was started.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  public func lines(
    of flow: Flow, id: String = "", started: Timestamp = Timestamp(millisecondsSince1970: 0)
  ) throws(InvalidFlow) -> [UInt8] {
    var writer = JournalLines()
    let version = [flow.tree.version, foreign.version].compactMap(\.self).max()
    var text = writer.header(
      flow.name, try flow.fingerprint, run: id, time: started, version: version,
      was: flow.program.earlier)
    text += writer.lines(foreign.texts, foreign.content)
    text += writer.lines(lines, flow.program)
    return Array(text.utf8)
  }
}
