extension Flow {
  /// Has an interpreter perform the flow, and hands over the lines of the run’s journal as it goes on.
  /// - Parameters:
  ///   - interpreter: the interpreter.
  ///   - id: what tells the run from every other; made where it is nil.
  ///   - recording: is given each of the lines before the run goes on; keep them, and see to it that
  ///     they last where ``RecordedLines/mustLast`` says so. What it throws ends the run.
  /// - Returns: the outcome, the answers and the record.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow, and what the first line’s
  ///   recording throws.
  public func run(
    with interpreter: some InteractiveInterpreter, id: String? = nil,
    recording: @escaping @Sendable (RecordedLines) throws -> Void
  ) async throws -> FlowResult {
    var driver = Driver(interpreter)
    driver.id = id
    driver.record = recording
    return try await driver.perform(self)
  }

  /// Has an interpreter go on with a saved run, in this flow or an earlier version of it.
  /// - Parameters:
  ///   - saved: the saved run.
  ///   - interpreter: the interpreter.
  ///   - begun: what becomes of an action that was begun and of which nobody knows whether it ended.
  ///   - remark: is told what could not be taken over, before anything is asked, and later that a
  ///     secret which was given again counts as the same.
  ///   - recording: is given the lines that follow in the journal, before the run goes on; nil where
  ///     nobody keeps them. Append them behind the ``SavedRun/byteCount`` bytes that count.
  /// - Returns: the outcome, the answers and the record.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow, ``Rejection`` where the run is
  ///   of another one.
  public func resume(
    _ saved: SavedRun, with interpreter: some InteractiveInterpreter, begun: BegunPolicy = .ask,
    remark: @escaping @Sendable (ResumeRemark) throws -> Void = { _ in },
    recording: (@Sendable (RecordedLines) throws -> Void)? = nil
  ) async throws -> FlowResult {
    var driver = Driver(interpreter)
    driver.record = recording
    return try await driver.resume(self, saved, begun: begun, tell: remark)
  }
}
