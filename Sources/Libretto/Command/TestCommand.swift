/// `test SCRIPT…`: performs scripted answers, prints the transcripts, and compares them.
struct TestCommand: Sendable {
  let flow: Flow
  let options: CommandOptions

  func run() async throws -> ExitCode {
    var failed = 0
    for path in options.files {
      let answers = try AnswersFile.read(
        try FlowCommand.file(path), named: path, for: flow)
      if let problem = try await perform(answers, path) {
        failed += 1
        try tell("\(path): \(problem)")
      }
    }
    let count = options.files.count
    let scripts = count == 1 ? "1 script" : "\(count) scripts"
    let good = options.updates ? "performed, and what was said is written" : "passed"
    try tell(failed == 0 ? "\(scripts) \(good)" : "\(scripts), \(failed) failed")
    return failed == 0 ? .finished : .differs
  }

  private func tell(_ message: String) throws {
    try Descriptor.standardError.write(message.neutralised + "\n")
  }

  /// Performs one script; returns what is wrong, if anything.
  private func perform(_ answers: AnswersFile, _ path: String) async throws -> String? {
    let script = Scripted(
      [], byID: answers.answers, actions: options.performsActions ? .performed : .stubbed)
    let result: FlowResult
    do {
      result = try await script.perform(flow)
    } catch let error as ScriptedError {
      try put(path, error.transcript)
      return error.message
    }
    try put(path, result.transcript)
    let expectedPath = Self.transcriptPath(of: path)
    if options.updates {
      try write(result.transcript, to: expectedPath)
      return nil
    }
    let expected: [UInt8]
    do throws(Files.Failure) {
      expected = try Files.read(expectedPath)
    } catch  where error.isMissing {
      // Without a transcript to compare, a failure of the flow fails the script.
      if case .finished = result.outcome { return nil }
      return "the script has no transcript, and the flow \(result.outcome)\n"
        + "  if this is correct, write its transcript with --update"
    } catch {
      throw MissingFile(description: "\(expectedPath): cannot be read: \(error)")
    }
    return Self.difference(String(decoding: expected, as: UTF8.self), result.transcript)
      .map { "differs from \(expectedPath): \($0)" }
  }

  private func put(_ path: String, _ transcript: String) throws {
    try Descriptor.standardOutput.write("# \(path)\n\(transcript)\n".neutralised)
  }

  private func write(_ transcript: String, to path: String) throws {
    do throws(Files.Failure) {
      try Files.write(transcript, to: path)
    } catch {
      throw DataError("\(path): \(error)")
    }
  }

  /// `NAME.transcript` beside `NAME.json`.
  static func transcriptPath(of path: String) -> String {
    let stem = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
    return stem + ".transcript"
  }

  /// The first line in which two transcripts differ; nil if they are the same.
  static func difference(_ expected: String, _ actual: String) -> String? {
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let found = actual.split(separator: "\n", omittingEmptySubsequences: false)
    for index in 0..<max(wanted.count, found.count) {
      let before = index < wanted.count ? "“\(wanted[index])”" : "the end"
      let now = index < found.count ? "“\(found[index])”" : "the end"
      if before != now { return "line \(index + 1) was \(before) and is now \(now)" }
    }
    return nil
  }
}
