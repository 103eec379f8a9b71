// Saved runs: their lines as a file has them, and runs that go on from them.

extension Run {
  /// Goes on with a saved run, in the same flow or in a version of it that was edited.
  ///
  /// Answers whose steps still exist are taken over by name; ``Identified/id(_:was:_:)`` maps a step
  /// that was renamed. An answer that no longer fits is asked for again, with a remark. An edit by
  /// itself has no action performed again.
  /// - Parameters:
  ///   - flow: the flow as it is now.
  ///   - saved: the saved run.
  ///   - secrets: secrets that are known, which a journal does not hold, by the names of their
  ///     questions, `word@2`; those that an action wrote by its name and the key’s, `check@2/word`.
  ///   - limits: the bounds of the run; defaults to the flow’s own.
  ///   - time: when, in milliseconds since 1970.
  /// - Throws: ``InvalidFlow``; ``Rejection`` where the journal is not of this flow.
  public static func resuming(
    _ flow: Flow, from saved: SavedRun, secrets: [String: Value] = [:], limits: Limits? = nil,
    at time: Int = 0
  ) throws -> (run: Run, remarks: [ResumeRemark]) {
    try flow.validate()
    guard saved.flow == flow.name else {
      throw Rejection(
        message: "This is a saved run of the flow “\(saved.flow)”, not of “\(flow.name)”.")
    }
    let isSame = saved.fingerprint == (try flow.fingerprint)
    return resuming(
      flow.program, saved, isSame ? nil : Renames(flow.tree), secrets: secrets,
      limits: limits ?? flow.limits, at: time)
  }

  /// The lines of this run’s journal, as a file has them.
  /// - Parameter flow: the flow that the run performs.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  func journalBytes(of flow: Flow) throws(InvalidFlow) -> [UInt8] {
    var writer = JournalLines()
    var text = writer.header(program.name, try flow.fingerprint, run: id, time: started)
    for line in lines { text += writer.line(for: line, program) }
    return Array(text.utf8)
  }
}

extension Journal {
  /// The lines of the journal as a file has them.
  /// - Parameters:
  ///   - flow: the flow whose run it is of.
  ///   - id: what tells the run from every other.
  ///   - started: when the run was started, in milliseconds since 1970.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  public func lines(
    of flow: Flow, id: String = "", started: Int = 0
  ) throws(InvalidFlow) -> [UInt8] {
    var writer = JournalLines()
    var text = writer.header(flow.name, try flow.fingerprint, run: id, time: started)
    for line in lines { text += writer.line(for: line, flow.program) }
    return Array(text.utf8)
  }
}
