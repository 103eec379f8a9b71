import LibrettoCore
import LibrettoKnowledge
import LibrettoTerminal

/// `test SCRIPT…`: performs scripted answers, prints the transcripts, and compares them.
struct TestCommand: Sendable {
  let flow: Flow
  let options: CommandOptions
  let places: StepPlaces

  func run() async throws -> ExitCode {
    var failed = 0
    let files = try TestFiles.find(options)
    for finding in try flow.check() where finding.severity == .error && finding.allowance == nil {
      try tell(finding.line(places))
    }
    for file in files {
      if let problem = try await perform(file) {
        failed += 1
        try tell("\(file.path): \(problem)")
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
  private func perform(_ file: TestFiles.Found) async throws -> String? {
    let test: TestScript
    do {
      test = try TestScript(file.path, for: flow)
    } catch let error as DataError where file.isInFolder {
      return String("\(error)".dropFirst(file.path.count + 2))
    }
    let result: FlowResult
    do {
      result = try await test.scripted(options).perform(flow)
    } catch let error as ScriptedError {
      try put(test.path, error.transcript)
      return error.message
    }
    try put(test.path, result.transcript)
    try tellSkipped(result, test.path)
    if options.updates {
      try FlowCommand.write(result.transcript.neutralised, to: test.transcriptPath)
      return nil
    }
    return try test.problem(with: result)
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
}

/// The answers of a test, and the transcript beside them.
struct TestScript {
  let path: String
  var answers: AnswersFile
  /// `NAME.transcript` beside `NAME.json`.
  let transcriptPath: String

  init(_ path: String, for flow: Flow) throws {
    self.path = path
    let bytes = try FlowCommand.file(path)
    do throws(DataError) {
      answers = try AnswersFile.read(bytes, for: flow)
    } catch {
      throw DataError("\(path): \(error)")
    }
    transcriptPath = (path.hasSuffix(".json") ? String(path.dropLast(5)) : path) + ".transcript"
  }

  /// The script to perform.
  func scripted(_ options: CommandOptions) -> Scripted {
    let actions: Scripted.Actions =
      options.performsActions ? .performed : options.stubsActions ? .stubbed : .scripted
    let script = Scripted([], byID: answers.answers, actions: actions)
    return answers.today.map { script.today($0) } ?? script
  }

  /// What is wrong with the script in a flow, or differs from its transcript; nil if nothing.
  func problem(in flow: Flow, _ options: CommandOptions) async throws -> String? {
    do {
      return try problem(with: try await scripted(options).perform(flow))
    } catch let error as ScriptedError {
      return error.message
    }
  }

  /// What differs from the transcript; nil if nothing.
  func problem(with result: FlowResult) throws -> String? {
    let expected: [UInt8]
    do throws(Files.Failure) {
      expected = try Files.read(transcriptPath)
    } catch  where error.isMissing {
      // Without a transcript to compare, a failure of the flow fails the script.
      if case .finished = result.outcome { return nil }
      return "the script has no transcript, and the flow \(result.outcome)\n"
        + "  if this is correct, write its transcript with --update"
    } catch {
      throw MissingFile(description: "\(transcriptPath): cannot be read: \(error)")
    }
    return LineDiff(
      expected: String(decoding: expected, as: UTF8.self).neutralised,
      found: result.transcript.neutralised
    ).map { "differs from \(transcriptPath), from line \($0.line):\n\($0.text)" }
  }
}

extension String {
  /// The first lines of a problem beside others, and how many lines there are beyond.
  var inShort: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let shown = 9
    if lines.count <= shown + 1 { return lines.joined(separator: "\n    ") }
    return lines.prefix(shown).joined(separator: "\n    ")
      + "\n    … and \(lines.count - shown) more lines"
  }
}

/// The scripts that a command names: files, and those in folders.
enum TestFiles {
  struct Found {
    let path: String
    /// Whether only its folder was named.
    let isInFolder: Bool
  }

  /// - Parameter options: with `--generate`, a folder that isn't there is one without scripts.
  static func find(_ options: CommandOptions) throws -> [Found] {
    var found: [Found] = []
    for path in options.files {
      guard let names = Files.names(in: path) else {
        if !options.generates { found.append(Found(path: path, isInFolder: false)) }
        continue
      }
      let stem = path.hasSuffix("/") ? String(path.dropLast()) : path
      let scripts = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
      if scripts.isEmpty, !options.generates {
        throw UsageError(
          "\(path.withoutValue) has no scripts: files of answers named like NAME.json")
      }
      found += scripts.map { Found(path: "\(stem)/\($0)", isInFolder: true) }
    }
    return found
  }

  /// Reads the scripts; those in a folder that aren’t for this flow are named and left alone.
  static func read(_ options: CommandOptions, for flow: Flow) throws -> [TestScript] {
    try find(options).compactMap { file in
      do {
        return try TestScript(file.path, for: flow)
      } catch let error as DataError where file.isInFolder {
        try Descriptor.standardError.write(
          "left alone, because it isn’t a test of this flow: \(error)\n".neutralised)
        return nil
      }
    }
  }
}
