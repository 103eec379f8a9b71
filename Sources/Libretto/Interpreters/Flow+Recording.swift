extension Flow {
  /// Performs the flow with an interpreter, and hands over the lines of the run's journal.
  /// - Parameters:
  ///   - interpreter: the interpreter.
  ///   - id: the id of the run, which identifies it among all runs; nil to make one.
  ///   - recording: receives the lines before the run continues; store them, and make sure that
  ///     they last if ``RecordedLines/requiresSync`` is true. An error that it throws ends the run.
  /// - Returns: the outcome, the answers and the record.
  /// - Throws: ``InvalidFlow`` if the flow has problems, and the error of recording the first line.
  public func run(
    with interpreter: some InteractiveInterpreter, id: String? = nil,
    recording: @escaping @Sendable (RecordedLines) throws -> Void
  ) async throws -> FlowResult {
    var driver = Driver(interpreter)
    driver.id = id
    driver.record = recording
    return try await driver.perform(self)
  }

  /// Resumes a saved run with an interpreter, in this flow or after an edit of the flow.
  /// - Parameters:
  ///   - saved: the saved run.
  ///   - interpreter: the interpreter.
  ///   - interrupted: what to do with an action that was begun and may have ended.
  ///   - remark: receives what couldn't be taken over, before anything is asked, and later the fact
  ///     that a secret that was given again counts as the same.
  ///   - recording: receives the following lines of the journal before the run continues; nil if
  ///     they aren't stored. Append them after the first ``SavedRun/byteCount`` bytes of the
  ///     journal.
  /// - Returns: the outcome, the answers and the record.
  /// - Throws: ``InvalidFlow`` if the flow has problems, ``Rejection`` if the run belongs to
  ///   another flow.
  public func resume(
    _ saved: SavedRun, with interpreter: some InteractiveInterpreter,
    interrupted: InterruptedWorkPolicy = .ask,
    remark: @escaping @Sendable (ResumeRemark) throws -> Void = { _ in },
    recording: (@Sendable (RecordedLines) throws -> Void)? = nil
  ) async throws -> FlowResult {
    var driver = Driver(interpreter)
    driver.record = recording
    return try await driver.resume(self, saved, interrupted: interrupted, tell: remark)
  }

  /// The old spelling of `interrupted:`.
  @available(*, unavailable, renamed: "resume(_:with:interrupted:remark:recording:)")
  public func resume(
    _ saved: SavedRun, with interpreter: some InteractiveInterpreter,
    begun: InterruptedWorkPolicy,
    remark: @escaping @Sendable (ResumeRemark) throws -> Void = { _ in },
    recording: (@Sendable (RecordedLines) throws -> Void)? = nil
  ) async throws -> FlowResult {
    try await resume(
      saved, with: interpreter, interrupted: begun, remark: remark, recording: recording)
  }
}
