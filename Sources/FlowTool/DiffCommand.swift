import Libretto

/// `flow diff OLD NEW`: the effect of an edit to a flow on the runs of its earlier version.
struct DiffCommand: Equatable {
  var old = ""
  var new = ""
  /// Scripts, and folders of them.
  var scripts: [String] = []
  var isJSON = false

  /// Reads the words after `diff`.
  init(_ words: ArraySlice<String>) throws(Failure) {
    var files: [String] = []
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "--output=json": isJSON = true
      case "--output=text": isJSON = false
      case "--output":
        guard let value = words.popFirst(), ["text", "json"].contains(value) else {
          throw Failure(
            .usage, "--output must be text or json: write `flow diff OLD NEW --output json`")
        }
        isJSON = value == "json"
      case _ where word.hasPrefix("-"):
        throw Failure(.usage, "unknown option \(quoted(word)); diff has one: --output text|json")
      default: files.append(word)
      }
    }
    guard files.count >= 2 else {
      throw Failure(
        .usage,
        "diff compares two versions of a flow, and there "
          + (files.count == 1 ? "is 1 file" : "are no files")
          + ": write `flow diff OLD NEW`, each a .swift script or a .json export")
    }
    (old, new, scripts) = (files[0], files[1], Array(files.dropFirst(2)))
  }

  /// Prints the differences, and ends the process.
  func run() throws -> Never {
    DiffReport(from: try flow(old), to: try flow(new), files: scripts, isJSON: isJSON).main()
  }

  private func flow(_ path: String) throws -> Flow {
    let json = path.hasSuffix(".json") ? try document(path) : try export(try Script(path))
    do {
      let flow = try Flow(json: json)
      try flow.validate()
      return flow
    } catch {
      throw Failure(.data, "\(shown(path)): \(error)")
    }
  }

  private func document(_ path: String) throws(Failure) -> [UInt8] {
    do {
      return try readFile(path)
    } catch {
      throw Failure(.noInput, "\(shown(path)): \(reason(error.number))")
    }
  }

  /// The flow that the script declares, as the script itself exports it.
  private func export(_ script: Script) throws -> [UInt8] {
    let builder = try Builder()
    let program =
      if let cached = builder.cached(script) { cached } else { try builder.build(script) }
    let interrupts = Interrupts.begin()
    let process = try Process.run(
      program.path, ["export", "--compact"], as: script.typedPath, watching: interrupts,
      mergesErrors: false)
    try interrupts.end()
    guard process.succeeded else {
      throw Failure(.data, "\(shown(script.typedPath)): can't be exported; see the messages above")
    }
    return Array(process.output.utf8)
  }
}
