import LibrettoCore
import LibrettoKnowledge
import LibrettoTerminal

extension SuiteCommand {
  /// Plants faults in the flow one at a time, and says which of them no test notices.
  func plantFaults(_ known: Known, _ scripts: [TestScript]) async throws -> ExitCode {
    var mutations = try Mutations(known)
    let original = try mutations.original()
    var tests: [(script: TestScript, coverage: Coverage)] = []
    for script in scripts {
      if let problem = try await script.problem(in: original, options) {
        throw DataError("\(script.path) fails without a fault: \(problem)\n  repair it first")
      }
      let answers = script.answers
      let today = answers.today ?? .today
      tests.append((script, known.coverage(of: answers.answers, today: today, .steps)))
    }
    var (noticed, refused, equal) = (0, 0, 0)
    var unnoticed: [Mutant] = []
    for mutant in mutations.mutants {
      guard let changed = mutations.flow(mutant) else {
        refused += 1
        continue
      }
      var isNoticed = false
      // The tests that come to the step first; the others can only confirm.
      let order =
        tests.filter { known.reaches(mutant, $0.coverage) }
        + tests.filter { !known.reaches(mutant, $0.coverage) }
      for test in order where !isNoticed {
        isNoticed = try await test.script.problem(in: changed, options) != nil
      }
      if isNoticed {
        noticed += 1
      } else if mutations.changesNothing(mutant) {
        equal += 1
      } else {
        unnoticed.append(mutant)
      }
    }
    let planted = noticed + unnoticed.count
    let others = [
      (refused, "refused when the flow is built"), (mutations.deadCount, "in steps never reached"),
      (equal, "that no script can notice"), (mutations.leftOut, "beyond the limit"),
    ]
    if options.output == .json {
      let json = JSONWriter.text(pretty: true) { writer in
        writer.member("planted", planted)
        writer.member("noticed", noticed)
        writer.member("refused", refused)
        writer.member("unreachable", mutations.deadCount)
        writer.member("equal", equal)
        writer.member("leftOut", mutations.leftOut)
        writer.objects("unnoticed", unnoticed) { writer, mutant in
          writer.member("fault", mutant.kind.rawValue)
          writer.member("what", mutant.what)
          writer.place(mutant.step, mutant.place, places)
        }
      }
      try Descriptor.standardOutput.write(json + "\n")
    } else {
      let table = unnoticed.map { [places.words($0.step, $0.place), $0.kind.rawValue, $0.what] }
      let more = others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      let summary =
        "\(noticed) of \(planted) planted faults are noticed"
        + (more.isEmpty ? "" : "; not counted: " + more.joined(separator: ", "))
      try Descriptor.standardOutput.write((table.columns + summary + "\n").neutralised)
    }
    return unnoticed.isEmpty ? .finished : .differs
  }
}

extension [[String]] {
  /// Rows with aligned columns, each on a line.
  var columns: String {
    var widths: [Int] = []
    for row in self {
      for (place, cell) in row.dropLast().enumerated() {
        if place == widths.count { widths.append(0) }
        widths[place] = Swift.max(widths[place], cell.count)
      }
    }
    return map { row in
      row.enumerated().map { place, cell in
        place == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[place] - cell.count)
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}
