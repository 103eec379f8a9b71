extension FlowResult {
  /// Requires the transcript to be the expected one.
  ///
  /// ```swift
  /// try result.requireTranscript(
  ///   """
  ///   ASK      Who are you?
  ///   PERSON   Bob
  ///   END      finished
  ///   """)
  /// ```
  /// - Parameters:
  ///   - expected: the transcript; a newline at its end doesn't count.
  ///   - fileID: the file of the call.
  ///   - filePath: the path of the file of the call.
  ///   - line: the line of the call.
  ///   - column: the column of the call.
  /// - Throws: ``ScriptedError`` of the kind `differs`, which shows the lines that differ.
  public func requireTranscript(
    _ expected: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws(ScriptedError) {
    guard let diff = LineDiff(expected: expected, found: transcript) else { return }
    var error = ScriptedError(
      .differs, nil, "the transcript differs from line \(diff.line):\n\(diff.text)", transcript)
    error.location = ScriptedError.Location(fileID, filePath, line, column)
    throw error
  }
}
