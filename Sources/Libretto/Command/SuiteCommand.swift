import LibrettoCore
import LibrettoKnowledge
import LibrettoTerminal

/// `test … --generate`, `--coverage` and `--mutate`: what the tests of a flow are worth, and those that
/// are missing.
struct SuiteCommand: Sendable {
  let flow: Flow
  let options: CommandOptions
  let places: StepPlaces

  func run() async throws -> ExitCode {
    let known = try flow.explore()
    for finding in known.findings where finding.severity == .error && finding.allowance == nil {
      try tell(finding.line(places))
    }
    let scripts = try TestFiles.read(options, for: flow)
    if options.mutates { return try await plantFaults(known, scripts) }
    if options.generates { try makeFolder(options.files[0]) }
    var existing: [Coverage] = []
    for script in scripts {
      if let problem = try await script.problem(in: flow, options) {
        try tell("covers nothing, because it fails: \(script.path): \(problem.inShort)")
        continue
      }
      let coverage = known.coverage(
        of: script.answers.answers, today: script.answers.today ?? .today, criterion)
      if let stop = coverage.stop {
        try tell("\(script.path): what it covers is known only up to “\(stop)”")
      }
      existing.append(coverage)
    }
    let failing = scripts.count - existing.count
    if failing > 0 {
      try tell(
        "\(failing) of \(scripts.count) tests \(failing == 1 ? "fails" : "fail"): repair or remove "
          + "what fails; if a transcript is right as it is now, test --update writes it")
    }
    return options.generates
      ? try await generate(known, existing) : try tellCoverage(known, existing)
  }

  private var criterion: Criterion { options.criterion ?? .classes }

  private func tell(_ message: String) throws {
    try Descriptor.standardError.write(message.neutralised + "\n")
  }

  /// The most gaps that are listed beside the tests.
  private static let mostGaps = 20

  /// Writes the tests that are missing, with their transcripts; those that are there stay.
  private func generate(_ known: Known, _ existing: [Coverage]) async throws -> ExitCode {
    let folder = options.files[0]
    let suite = known.suite(criterion, beside: existing)
    var written = 0
    var unfit: [String] = []
    // Whatever a file holds, it isn't overwritten.
    let taken = Files.names(in: folder) ?? []
    var number = 0
    for test in suite.tests {
      let result: FlowResult
      do {
        result = try await test.script.perform(flow)
      } catch let error as ScriptedError where known.hasUnorderedOperations {
        unfit.append("\(test.name): \(error.message)")
        continue
      }
      var lead: String
      repeat {
        number += 1
        lead = (number < 10 ? "0" : "") + "\(number)-"
      } while taken.contains { $0.hasPrefix(lead) }
      let stem =
        (folder.hasSuffix("/") ? String(folder.dropLast()) : folder) + "/" + lead + test.name
      try FlowCommand.write(test.json.neutralised, to: stem + ".json")
      try FlowCommand.write(result.transcript.neutralised, to: stem + ".transcript")
      try Descriptor.standardOutput.write("\(stem).json\n".neutralised)
      written += 1
    }
    let kept = existing.isEmpty ? "" : "\(existing.count) kept, \(written) new: "
    let all = existing.count + written
    let needed = existing.isEmpty ? suite.lowerBound : known.suite(criterion).lowerBound
    let minimal =
      all == 0 || suite.limit != nil || !unfit.isEmpty
      ? "" : all <= needed ? "; fewer is impossible" : "; at least \(needed) are needed"
    let covers =
      !unfit.isEmpty
      ? "some of \(suite.count)"
      : suite.gaps.isEmpty ? "all \(suite.count)" : "\(suite.coveredCount) of \(suite.count)"
    let tests = "\(kept)\(all) \(all == 1 ? "test" : "tests")"
    try tell(
      all == 0 && !unfit.isEmpty
        ? "no test is written"
        : suite.count == 0
          ? "\(tests); the flow has nothing to cover by “\(criterion.rawValue)”"
          : "\(tests) \(all == 1 ? "covers" : "cover") \(covers) items\(minimal)")
    if all == 0, unfit.isEmpty {
      let why =
        known.neverEnds
        ? "no run of the flow comes to an end" : "no run was found that comes to an end"
      try tell("\(why), so no test is written")
    }
    for name in unfit { try tell("not written, because its operations end otherwise: \(name)") }
    for gap in suite.gaps.prefix(Self.mostGaps) {
      try tell("not covered: \(places.words(gap.step, gap.place)): \(gap.line)")
    }
    if suite.gaps.count > Self.mostGaps {
      try tell("not covered: \(suite.gaps.count - Self.mostGaps) more; --coverage lists them")
    }
    if let limit = suite.limit { try tell("\(limit); the same command goes on from here") }
    for cut in known.frontier { try tell("not followed further: \(cut)") }
    return .finished
  }

  /// Makes a folder, with those around it that aren’t there.
  private func makeFolder(_ path: String) throws {
    let ends = path.indices.filter { path[$0] == "/" && $0 > path.startIndex } + [path.endIndex]
    for end in ends {
      do throws(Files.Failure) {
        try Files.makeFolder(String(path[..<end]))
      } catch {
        // One around it may be there and closed to this.
        if end == path.endIndex { throw DataError("\(path): \(error)") }
      }
    }
  }

  /// Prints what no test covers.
  private func tellCoverage(_ known: Known, _ existing: [Coverage]) throws -> ExitCode {
    let (gaps, count, bound) = known.gaps(criterion, existing)
    if options.output == .json {
      let json = JSONWriter.text(pretty: true) { writer in
        writer.member("criterion", criterion.rawValue)
        writer.member("items", count)
        writer.member("covered", count - gaps.count)
        writer.member("testsNeeded", bound)
        writer.objects("uncovered", gaps) { writer, gap in
          writer.member("what", gap.what)
          if let reason = gap.reason { writer.member("reason", reason) }
          writer.place(gap.step, gap.place, places)
        }
      }
      try Descriptor.standardOutput.write(json + "\n")
    } else {
      let lines = gaps.map { [places.words($0.step, $0.place), $0.line] }.columns
      let tests = existing.count == 1 ? "1 test covers" : "\(existing.count) tests cover"
      try Descriptor.standardOutput.write(
        (lines + "\(tests) \(count - gaps.count) of \(count) items\n").neutralised)
    }
    return gaps.isEmpty ? .finished : .differs
  }
}

extension Suite.Gap {
  /// What isn't covered, and why, on one line.
  fileprivate var line: String { what + (reason.map { ", \($0)" } ?? "") }
}
