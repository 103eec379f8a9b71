import LibrettoAnalysis
import LibrettoCore
import LibrettoTerminal

/// The command line of one flow.
struct FlowCommand: Sendable {
  let flow: Flow
  /// The name by which the program was called, for its messages.
  let program: String
  /// The script that declares it; nil if it isn't one.
  var source: String?
  /// How its prompts look.
  var theme = Theme.standard
  /// The language of the product's own sentences, unless an option names another one.
  var words = Words.english

  /// Performs what the arguments ask for, and returns how it ended.
  func run(_ arguments: [String]) async -> ExitCode {
    do {
      let options = try CommandOptions.parse(arguments)
      if options.wantsHelp {
        return try print(Help.text(program: program, flow))
      }
      if options.wantsVersion { return try print("Libretto \(librettoVersion)\n") }
      try beginning(options) { try flow.validate() }
      // Before answers are read, because they may be secrets too.
      let coreLimit = flow.program.keys.secrets.isEmpty ? nil : CoreLimit.zero()
      defer { coreLimit?.restore() }
      lazy var places = StepPlaces(flow, source: source)
      switch options.command {
      case .run: return try await perform(options)
      case .export:
        return try print(JSONExporter(pretty: !options.isCompact).perform(flow) + "\n")
      case .outline: return try print(Outline().perform(flow))
      case .answers: return try print(AnswersTemplate().perform(flow) + "\n")
      case .serve: return try await serve(options)
      case .replay: return try await replay(options)
      case .check: return try KnowCommand(flow: flow, options: options, places: places).check()
      case .paths: return try KnowCommand(flow: flow, options: options, places: places).paths()
      case .storyboard, .diagram:
        return try KnowCommand(flow: flow, options: options, places: places).draw()
      case .test where options.generates || options.tellsCoverage || options.mutates:
        return try await SuiteCommand(flow: flow, options: options, places: places).run()
      case .test: return try await TestCommand(flow: flow, options: options, places: places).run()
      }
    } catch let error as UsageError {
      return complain("\(error)", .usage)
    } catch let error as DataError {
      return complain("\(error)", .data)
    } catch let error as InvalidFlow {
      return complain("\(error)", .data)
    } catch let error as MissingFile {
      return complain("\(error)", .noInput)
    } catch let error as DescriptorError {
      return error.isClosedPipe
        ? .failed : complain("the output can't be written: \(error)", .failed)
    } catch {
      return complain("\(error)", .failed)
    }
  }

  private func print(_ text: String) throws -> ExitCode {
    try Descriptor.standardOutput.write(text)
    return .finished
  }

  private func complain(_ message: String, _ code: ExitCode) -> ExitCode {
    // A message that begins with a place in the script already names the script.
    let lead = message.hasPrefix(program + ":") ? "" : program + ": "
    return code.explained(by: lead + message)
  }

  /// Looks whether all that the flow performs is there, as in a flow that is read from JSON it isn't.
  private func checkClosures(or advice: String) throws(DataError) {
    do throws(InvalidFlow) {
      try flow.validateClosures()
    } catch {
      throw DataError("\(error)\n  \(advice)")
    }
  }

  /// Does what comes before the first line; if it fails, `flow serve` has a last line alone.
  private func beginning<Result>(
    _ options: CommandOptions, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      if options.command == .serve {
        // Where nobody reads, the error on standard error still says why.
        try? ServeCommand(flow: flow, handsOut: false, output: try .ownStandardOutput())
          .tellFailure("start", "\(error)")
      }
      throw error
    }
  }

  private func serve(_ options: CommandOptions) async throws -> ExitCode {
    let (token, language) = try beginning(options) {
      if !options.handsOutActions {
        try checkClosures(or: "--hand-out-actions leaves them to the other program")
      }
      return (try options.token.map { try Self.argument($0).trimmed }, try words(options))
    }
    let command = ServeCommand(
      flow: flow, handsOut: options.handsOutActions, saves: options.saves, token: token,
      today: options.today, words: language, isOfMany: options.servesMany,
      tellsTokens: options.tellsTokens,
      output: try .ownStandardOutput())
    do {
      // If the other program doesn't read, the command waits for ever to write. Otherwise, it has
      // the time to wait for its work and to write the last line.
      let outcome = try await Interrupts.cancelling { _ in
        try await Promptly.perform(grace: ServeCommand.farewell) { try await command.run() }
      }
      return ExitCode(outcome)
    } catch is CancellationError {
      return .cancelled
    } catch is Promptly.Abandoned {
      return .cancelled
    }
  }

  /// Shows a recorded run again, with its timing; nothing is performed.
  private func replay(_ options: CommandOptions) async throws -> ExitCode {
    let path = options.files[0]
    let recording: Recording
    do {
      recording = try Recording(flow, try JournalReader.saved(try Self.file(path)))
    } catch let error as DataError {
      throw DataError("\(path): \(error)")
    } catch let error as Rejection {
      throw DataError("\(path): \(error.message)")
    }
    let result = try await Console.replaying(
      flow, recording, on: .ofProcess, look: try look(options),
      clock: ContinuousClock(), time: { Timestamp.now })
    switch result.outcome {
    case .failed(let failure) where failure.reason != .missingAnswer:
      return complain("the recording can't be followed further: \(failure.message)", .failed)
    case .cancelled: return .cancelled
    default: return .finished
    }
  }

  /// How a console looks, and which language it speaks.
  private func look(_ options: CommandOptions) throws -> Console.Look {
    Console.Look(
      isPlain: options.isPlain || options.asksNobody, theme: theme, words: try words(options))
  }

  private func words(_ options: CommandOptions) throws -> Words {
    guard let path = options.wordsFile else { return words }
    do {
      return try Words(json: Self.text(of: path))
    } catch let error as InvalidWords {
      throw DataError(error.problems.map { "\(path): \($0)" }.joined(separator: "\n"))
    }
  }

  private func perform(_ options: CommandOptions) async throws -> ExitCode {
    if !options.stubsActions { try checkClosures(or: "--stub-actions notes them instead") }
    let look = try look(options)
    var found = try Self.answers(options, flow)
    for remark in found.remarks { try Descriptor.standardError.write("(\(remark))\n".neutralised) }
    let resumed = try options.resumeFile.map { try JournalFile(resuming: $0) }
    let saved = resumed?.saved.flatMap { $0.flow == flow.name ? $0 : nil }
    if let saved, !found.answers.isEmpty {
      let answered = Set(
        try inForce(saved).compactMap { entry in
          guard case .answered = entry.event else { return nil as String? }
          return String(entry.name.prefix { $0 != "@" })
        })
      for name in answered.intersection(found.answers.keys).sorted() {
        if found.answers[name]?.count ?? 0 > 1 { continue }
        try Descriptor.standardError.write(
          "(“\(name)” has its answer in the journal; the given one is used if it is asked again)\n")
      }
    }
    var streams = StandardStreams.ofProcess
    let isAlone = options.asksNobody || streams.input.isAtEnd
    // A journal of another flow is refused for that reason.
    var missing: MissingAnswers?
    if isAlone, !found.isIncomplete, resumed?.saved.map({ $0.flow == flow.name }) ?? true {
      let before = try resumed?.saved.map(inForce) ?? []
      let analysis = MissingAnswers(flow, Self.setting(found, options, before))
      found.mistakes += analysis.unfit.map {
        let failure = found.locating($0.question.misfit($0.problem))
        return AnswersFile.Mistake(text: failure.message, names: [$0.question.id])
      }
      missing = analysis.isSure ? analysis : nil
    }
    // The analysis counts from the start of the run; whoever is asked goes on where it stands.
    let left = try saved.map { try Self.left(of: found.answers, $0) } ?? found.answers
    let given = found
    if missing != nil || !given.mistakes.isEmpty { return try fail(given, missing, options) }
    let journal = try resumed ?? options.recordFile.map { try JournalFile($0) }
    var output = Descriptor.standardOutput
    if options.output == .json {
      // Nothing but the object goes to standard output, so that it can be read back.
      output = try .ownStandardOutput()
      streams = streams.withOutput(.standardError)
    }
    let time: @Sendable () -> Timestamp = { Timestamp.now }
    let (result, shownReason) = try await Console.performing(
      on: streams, look: look.of(flow), clock: ContinuousClock(), time: time
    ) { console in
      var driver = Driver(console)
      driver.standIn = StandIn(
        left, acceptsDefaults: options.acceptsDefaults, asksNobody: options.asksNobody,
        performsActions: !options.stubsActions, show: { try console.showAnswered($0, $1) },
        note: { try Descriptor.standardError.write("(not performed: \($0))\n".neutralised) })
      driver.timeout = options.timeout
      driver.keepsTranscript = false
      // What isn't performed isn't recorded.
      if let journal, !options.stubsActions {
        driver.record = { lines in try journal.append(lines) }
      }
      guard let journal, let saved = journal.saved else {
        let result = try await driver.perform(self.flow)
        console.end(result.outcome, saysFailure: false)
        return (result, console.shownReason)
      }
      let path = options.resumeFile ?? ""
      do {
        let result = try await driver.resume(
          self.flow, saved, interrupted: options.interrupted,
          // A decision, or the failure, says the same.
          tell: {
            if $0.kind == .begun && options.interrupted != .run { return }
            try console.remark("(\($0.description.neutralisedLine))")
          },
          show: console.streams.isDialogue
            ? { question, given, isKept in
              if isKept { return console.showKept(question, given) }
              try console.showAnswered(question, .given(given))
            } : nil,
          starting: { if !options.stubsActions { try journal.accept() } })
        console.end(result.outcome, saysFailure: false)
        return (result, console.shownReason)
      } catch let error as Rejection {
        throw DataError("\(path): \(error.message)")
      }
    }
    return try end(
      result, options, given, isAlone: isAlone, shownReason: shownReason, to: output)
  }

  /// The entries in force in a saved run, and those that may be once its current question is
  /// answered.
  ///
  /// Never inlined: a run as a local variable of an asynchronous function crashes the optimizer of
  /// Swift 6.3.
  @inline(never)
  private func inForce(_ saved: SavedRun) throws -> [Journal.Entry] {
    try Run.resuming(flow, from: saved).run.inForceOrAhead
  }

  /// Fails before anything is performed, with everything that is wrong or missing.
  private func fail(
    _ given: AnswersFile, _ missing: MissingAnswers?, _ options: CommandOptions
  ) throws -> ExitCode {
    if options.output == .json {
      let failure =
        given.mistakes.isEmpty
        ? Failure(
          .missingAnswer, message: missing?.summary ?? "", step: missing?.missing.first?.name)
        : Failure(
          .invalidAnswer, message: given.problem, step: given.mistakes.first?.names.first)
      let answers = try Run(flow).answers
      _ = try print(ResultJSON.text(.failed(failure), answers, flow, missing: missing) + "\n")
    }
    let problem = given.mistakes.isEmpty ? [] : [given.problem]
    let list = missing.map { [$0.list(for: flow)] } ?? []
    return complain((problem + list).joined(separator: "\n"), .data)
  }

  private func end(
    _ result: FlowResult, _ options: CommandOptions, _ given: AnswersFile, isAlone: Bool,
    shownReason: String?, to output: Descriptor
  ) throws -> ExitCode {
    var outcome = result.outcome
    var missing: MissingAnswers?
    var message: String?
    // The journal of a dry run has nothing of it.
    let path = options.stubsActions ? nil : options.recordFile ?? options.resumeFile
    let hint = path.map { "; continue with --resume \($0.inShell)" } ?? ""
    if case .failed(var failure) = outcome {
      failure = given.locating(failure)
      outcome = .failed(failure)
      // Where it is in the source concerns its author, who runs it as a script.
      let isForAuthor = options.isVerbose || program.hasSuffix(".swift")
      let said = failure.omitting(shownReason)
      message =
        (isForAuthor ? "\(said)" : said.message)
        + (failure.mayPass && options.interrupted != .fail ? hint : "")
      if isAlone, [.endOfInput, .missingAnswer].contains(failure.reason) {
        let all = MissingAnswers(flow, Self.setting(given, options, result.inForce))
        if !all.missing.isEmpty { missing = all }
      }
    }
    if options.output == .json {
      try output.write(ResultJSON.text(outcome, result.answers, flow, missing: missing) + "\n")
    }
    guard let message else {
      // If this can't be written, the process still ends by the signal: the terminal may have gone.
      if outcome == .cancelled {
        let said = ((try? words(options)) ?? words)(.wasCancelled)
        Descriptor.writeLastWords { _ = complain(said + hint, .cancelled) }
      }
      if case .finished = outcome, let path, StandardStreams.ofProcess.isDialogue {
        // No journal has the secrets.
        let secrets = result.inForce.filter { $0.event == .answeredSecretly }
          .map { " --answer \($0.name)=@FILE" }.joined()
        try Descriptor.standardError.write(
          "(the same again without questions: --answers \(path.inShell)\(secrets))\n".neutralised)
      }
      return ExitCode(outcome)
    }
    return complain(
      message + (missing.map { "\n" + $0.list(for: flow) } ?? ""), ExitCode(outcome))
  }

  private static func setting(
    _ given: AnswersFile, _ options: CommandOptions, _ inForce: [Journal.Entry]
  ) -> MissingAnswers.Setting {
    MissingAnswers.Setting(
      given: given.answers, wrong: Set(given.mistakes.flatMap(\.names)),
      acceptsDefaults: options.acceptsDefaults,
      stubsActions: options.stubsActions, inForce: inForce)
  }

  /// The answers that the run hasn't taken yet, of those that are given in the order of asking: each
  /// outcome of a question in the journal has taken one. The last secret isn't in a journal, so it
  /// is there once more for its question.
  private static func left(
    of given: [String: [ScriptedAnswer]], _ saved: SavedRun
  ) throws -> [String: [ScriptedAnswer]] {
    var left = given
    for (id, answers) in given.sorted(by: { $0.key < $1.key }) where answers.count > 1 {
      var taken = 0
      var secret: (name: String, place: Int)?
      for entry in saved.entries where entry.name.prefix(while: { $0 != "@" }) == id {
        // An answer under the whole name comes first.
        if entry.name != id, given[entry.name] != nil { continue }
        switch entry.event {
        case .answered, .timedOut: taken += 1
        case .answeredSecretly:
          secret = (entry.name, taken)
          taken += 1
        default: break
        }
      }
      if taken == 0 { continue }
      left[id] = Array(answers.dropFirst(taken))
      if let secret, secret.place < answers.count {
        left[secret.name, default: []].insert(answers[secret.place], at: 0)
      }
      try Descriptor.standardError.write(
        "(of the answers given for “\(id)”, the first \(min(taken, answers.count)) were used)\n")
    }
    return left
  }

  private static func answers(
    _ options: CommandOptions, _ flow: Flow
  ) throws -> AnswersFile {
    var given = AnswersFile()
    for path in options.answersFiles {
      let bytes = try file(path)
      do throws(DataError) {
        given.merge(try AnswersFile(bytes, for: flow, checksFit: true), from: path)
      } catch {
        given.mistakes.append(AnswersFile.Mistake(text: "\(path): \(error)"))
        given.isIncomplete = true
      }
    }
    // The command line overrides the files; an option given twice means two performances.
    var answered = AnswersFile()
    for (id, value) in options.answers {
      let text = try argument(value)
      do throws(DataError) {
        let name = try flow.questionName(id)
        answered.add([try flow.typed(text, for: name)], name, for: flow, checksFit: true)
      } catch {
        answered.mistakes.append(AnswersFile.Mistake(text: error.description))
      }
    }
    given.merge(answered)
    return given
  }

  private static func text(of path: String) throws -> String {
    guard let text = String(strictUTF8: try file(path)) else {
      throw DataError("\(path): this isn't text: its bytes aren't UTF-8; convert the file to UTF-8")
    }
    return text
  }

  /// The value of an option; for `@FILE`, the contents of the file without the final newline, and
  /// for `@@TEXT` the text `@TEXT`.
  private static func argument(_ value: String) throws -> String {
    // Scalars, because a mark after the “@” would make one character with it.
    guard value.unicodeScalars.first == "@" else { return value }
    let rest = value.unicodeScalars.dropFirst()
    let path = String(rest)
    if rest.first == "@" { return path }
    var text = try text(of: path)
    if text.last?.isNewline == true { text.removeLast() }
    return text
  }

  /// Reads a file named on the command line.
  static func file(_ path: String) throws(MissingFile) -> [UInt8] {
    do throws(Files.Failure) {
      return try Files.read(path)
    } catch {
      // Instead of a file, somebody may have given the answers themselves.
      if path.hasPrefix("{") {
        throw MissingFile(
          description:
            "the path of a file is needed, not the answers themselves; save them in a file")
      }
      let shown = path.withoutValue
      throw MissingFile(
        description: error.isMissing
          ? "\(shown): no such file; check the path, which is relative to the current folder"
          : "\(shown): cannot be read: \(error)")
    }
  }
}

extension FlowCommand {
  /// Writes a picture, a script or a transcript.
  static func write(_ text: String, to path: String) throws(DataError) {
    do throws(Files.Failure) {
      try Files.write(text, to: path)
    } catch {
      throw DataError(
        error.isLink
          ? "\(path) is a symbolic link, which isn't followed; remove it, and write it again"
          : "can't write \(path): \(error)")
    }
  }
}

/// A file named on the command line that can't be read.
struct MissingFile: Error, Hashable, CustomStringConvertible {
  let description: String
}

extension Failure {
  /// Whether the run can go on from its journal where it failed, since nothing in the flow says that
  /// it ends so.
  fileprivate var mayPass: Bool {
    switch reason {
    case .action, .load, .timedOut, .endOfInput: true
    case .declared, .handler, .noOptions, .unsetKey, .calculation, .limit, .missingAnswer,
      .invalidAnswer, .interpreter:
      false
    }
  }
}
