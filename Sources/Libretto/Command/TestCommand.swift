import LibrettoCore
import LibrettoTerminal

/// `test SCRIPT…`: performs scripted answers, prints the transcripts, and compares them.
struct TestCommand: Sendable {
  let flow: Flow
  let options: CommandOptions

  func run() async throws -> ExitCode {
    var failed = 0
    let files = try TestFiles.scripts(options.files)
    for path in files {
      let answers = try AnswersFile.read(
        try FlowCommand.file(path), named: path, for: flow)
      if let problem = try await perform(answers, path) {
        failed += 1
        try tell("\(path): \(problem)")
      }
    }
    let count = files.count
    let scripts = count == 1 ? "1 script" : "\(count) scripts"
    let updated = count == 1 ? "run; transcript updated" : "run; transcripts updated"
    let good = options.updates ? updated : "passed"
    try tell(failed == 0 ? "\(scripts) \(good)" : "\(scripts), \(failed) failed")
    return failed == 0 ? .finished : .differs
  }

  private func tell(_ message: String) throws {
    try Descriptor.standardError.write(message.neutralised + "\n")
  }

  /// Performs one script; returns what is wrong, if anything.
  private func perform(_ answers: AnswersFile, _ path: String) async throws -> String? {
    let actions: Scripted.Actions =
      options.performsActions ? .performed : options.stubsActions ? .stubbed : .scripted
    var script = Scripted([], byID: answers.answers, actions: actions)
    if let today = answers.today { script = script.today(today) }
    let result: FlowResult
    do {
      result = try await script.perform(flow)
    } catch let error as ScriptedError {
      try put(path, error.transcript)
      return error.message
    }
    try put(path, result.transcript)
    try tellSkipped(result, path)
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
    return LineDiff(
      expected: String(decoding: expected, as: UTF8.self).neutralised,
      found: result.transcript.neutralised
    ).map { "differs from \(expectedPath), from line \($0.line):\n\($0.text)" }
  }

  private func tellSkipped(_ result: FlowResult, _ path: String) throws {
    if result.skipped.isEmpty { return }
    var seen: Set<String> = []
    let names = result.skipped.filter { seen.insert($0).inserted }
    try tell("\(path): skipped \(names.listed { "“\($0)”" })")
  }

  private func put(_ path: String, _ transcript: String) throws {
    try Descriptor.standardOutput.write("# \(path)\n\(transcript)\n".neutralised)
  }

  private func write(_ transcript: String, to path: String) throws {
    do throws(Files.Failure) {
      try Files.write(transcript.neutralised, to: path)
    } catch {
      throw DataError(
        error.isLink
          ? "\(path) is a symbolic link, which isn't followed; remove it, and write it again"
          : "\(path): \(error)")
    }
  }

  /// `NAME.transcript` beside `NAME.json`.
  static func transcriptPath(of path: String) -> String {
    let stem = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
    return stem + ".transcript"
  }
}
