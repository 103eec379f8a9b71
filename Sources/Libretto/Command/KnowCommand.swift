import LibrettoCore
import LibrettoKnowledge
import LibrettoTerminal

/// `check`, `paths`, `storyboard` and `diagram`: what is known of a flow before it runs.
struct KnowCommand: Sendable {
  let flow: Flow
  let options: CommandOptions
  let places: StepPlaces

  /// Prints the findings; the exit code says whether there are errors.
  func check() throws -> ExitCode {
    let known = try flow.explore()
    let findings = known.findings.filter { $0.allowance == nil }
    let text =
      options.output == .json ? known.json(places) + "\n" : text(known, findings)
    try Descriptor.standardOutput.write(text)
    let isBad = findings.contains { options.isStrict || $0.severity == .error }
    return isBad ? .differs : .finished
  }

  private func text(_ known: Known, _ findings: [Finding]) -> String {
    var text = ""
    for finding in findings { text += finding.line(places) + "\n" }
    for finding in known.findings where finding.allowance != nil {
      text += "(allowed, \(finding.allowance ?? ""): \(finding.line(places)))\n"
    }
    let errors = findings.count { $0.severity == .error }
    let count =
      findings.isEmpty
      ? "no findings"
      : "\(errors) \(errors == 1 ? "error" : "errors"), \(findings.count - errors) "
        + (findings.count - errors == 1 ? "warning" : "warnings")
    let looked =
      known.frontier.isEmpty
      ? "everything was looked at"
      : "not followed further:\n" + known.frontier.map { "  \($0)\n" }.joined()
    let states = known.stateCount == 1 ? "1 state" : "\(known.stateCount) states"
    text += "\(count): \(known.pathsInWords), \(states), \(looked)"
    if !text.hasSuffix("\n") { text += "\n" }
    for words in known.assumptions { text += "(\(words))\n" }
    return text.neutralised
  }

  /// Prints each path as an answers file, a line of JSON each; their number goes to standard error.
  func paths() throws -> ExitCode {
    let known = try flow.explore()
    var head = known.pathsInWords + "\n"
    for cut in known.frontier { head += "not followed further: \(cut)\n" }
    try Descriptor.standardError.write(head.neutralised)
    for path in known.paths {
      guard let json = path.json else { continue }
      try Descriptor.standardOutput.write(json + "\n")
    }
    return .finished
  }

  /// Writes the storyboard or the diagram.
  func draw() throws -> ExitCode {
    let known = try flow.explore()
    let text =
      options.command == .storyboard
      ? known.storyboard : options.isMermaid ? known.mermaid : known.diagram
    if let path = options.pictureFile {
      try FlowCommand.write(text, to: path)
    } else {
      try Descriptor.standardOutput.write(text)
    }
    return .finished
  }
}

extension Known {
  /// The number of paths, “at least” if the search was cut.
  var pathsInWords: String {
    let count = pathCountInDigits
    return (frontier.isEmpty ? "" : "at least ") + (count == "1" ? "1 path" : "\(count) paths")
  }

  /// The findings as JSON.
  func json(_ places: StepPlaces) -> String {
    JSONWriter.text(pretty: true) { writer in
      writer.member("flow", flow.name)
      writer.member("paths", pathCountInDigits)
      writer.member("states", stateCount)
      writer.strings("frontier", frontier)
      writer.strings("assumptions", assumptions)
      writer.objects("findings", findings) { writer, finding in
        writer.member("code", finding.code)
        writer.member("severity", finding.severity.rawValue)
        writer.member("message", finding.message)
        writer.place(finding.step, finding.place, places)
        if let reason = finding.allowance { writer.member("allowed", reason) }
      }
    }
  }
}

extension Finding {
  /// The finding on a line, as compilers write it.
  func line(_ places: StepPlaces) -> String {
    let place = places.words(step, place)
    return place.isEmpty ? words : "\(place): \(words)"
  }
}
