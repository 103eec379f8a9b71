import LibrettoCore
import LibrettoKnowledge
import LibrettoTerminal

/// `test … --generate` and `test … --coverage`: what the tests of a flow cover, and those that are
/// missing.
struct SuiteCommand: Sendable {
  let flow: Flow
  let options: CommandOptions

  /// A test that exists.
  private struct Existing {
    let path: String
    let coverage: Coverage
  }

  func run() async throws -> ExitCode {
    let known = try flow.explore()
    let existing = try existing(known)
    if options.tellsCoverage { return try tellCoverage(known, existing) }
    return try await generate(known, existing)
  }

  private func existing(_ known: Known) throws -> [Existing] {
    var found: [Existing] = []
    for script in try TestFiles.read(options, for: flow) {
      let coverage = known.coverage(
        of: script.answers.answers, today: script.answers.today ?? .today, options.criterion)
      if let stop = coverage.stop {
        try tell("\(script.path): what it covers is known only up to “\(stop)”")
      }
      found.append(Existing(path: script.path, coverage: coverage))
    }
    return found
  }

  private func tell(_ message: String) throws {
    try Descriptor.standardError.write(message.neutralised + "\n")
  }

  /// Writes the tests that are missing, with their transcripts; those that are there stay.
  private func generate(_ known: Known, _ existing: [Existing]) async throws -> ExitCode {
    let folder = options.files[0]
    do throws(Files.Failure) {
      try Files.makeFolder(folder)
    } catch {
      throw DataError("\(folder): \(error)")
    }
    let suite = known.suite(options.criterion, beside: existing.map(\.coverage))
    var written = 0
    var taken = Set(existing.map(\.path))
    for test in suite.tests {
      let result = try await test.script.perform(flow)
      var number = taken.count + 1
      var stem: String
      repeat {
        stem = "\(folder)/" + (number < 10 ? "0" : "") + "\(number)-\(test.name)"
        number += 1
      } while taken.contains(stem + ".json")
      taken.insert(stem + ".json")
      try TestFiles.write(test.json, to: stem + ".json")
      try TestFiles.write(result.transcript, to: stem + ".transcript")
      try Descriptor.standardOutput.write("\(stem).json\n".neutralised)
      written += 1
    }
    let kept = existing.isEmpty ? "" : "\(existing.count) kept, \(written) new: "
    let all = existing.count + written
    let whole = known.suite(options.criterion)
    let minimal =
      all <= whole.lowerBound && all > 0
      ? "; fewer is impossible" : "; at least \(whole.lowerBound) are needed"
    let covers =
      whole.gaps.isEmpty ? "all \(whole.count)" : "\(whole.coveredCount) of \(whole.count)"
    try tell(
      "\(kept)\(all) \(all == 1 ? "test covers" : "tests cover") \(covers) items\(minimal)")
    for gap in whole.gaps { try tell("not covered: \(gap.line)") }
    for cut in known.frontier { try tell("not followed further: \(cut)") }
    return .finished
  }

  /// Prints what no test covers.
  private func tellCoverage(_ known: Known, _ existing: [Existing]) throws -> ExitCode {
    let (gaps, count, bound) = known.gaps(options.criterion, existing.map(\.coverage))
    if options.output == .json {
      var writer = JSONWriter(pretty: true)
      writer.beginObject()
      writer.member("criterion", options.criterion.rawValue)
      writer.member("items", count)
      writer.member("covered", count - gaps.count)
      writer.member("testsNeeded", bound)
      writer.key("uncovered")
      writer.beginArray()
      for gap in gaps {
        writer.beginObject()
        writer.member("what", gap.what)
        if let place = gap.place { writer.member("place", "\(place)") }
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
      try Descriptor.standardOutput.write(writer.text + "\n")
    } else {
      let lines = gaps.map { "\($0.line)\n" }.joined()
      let tests = existing.count == 1 ? "1 test covers" : "\(existing.count) tests cover"
      try Descriptor.standardOutput.write(
        (lines + "\(tests) \(count - gaps.count) of \(count) items\n").neutralised)
    }
    return gaps.isEmpty ? .finished : .differs
  }
}

extension Suite.Gap {
  /// The place, what isn't covered, and why, on one line.
  fileprivate var line: String {
    (place.map { "\($0): " } ?? "") + what + (reason.map { ", \($0)" } ?? "")
  }
}
