import LibrettoAnalysis
import LibrettoCore
import LibrettoKnowledge
import LibrettoTerminal

/// `flow diff OLD NEW SCRIPT…`: what an edit does to saved runs, to paths and to tests.
package struct DiffReport: Sendable {
  let old: Flow
  let new: Flow
  /// Scripts, and folders of them.
  let files: [String]
  let isJSON: Bool

  package init(from old: Flow, to new: Flow, files: [String], isJSON: Bool) {
    (self.old, self.new, self.files, self.isJSON) = (old, new, files, isJSON)
  }

  /// Prints the differences, and ends the process; the calling thread waits for that.
  package func main() -> Never {
    OwnProcess.end {
      do {
        return try await run()
      } catch let error as DescriptorError {
        return error.isClosedPipe
          ? .failed : ExitCode.failed.explained(by: "flow: the output can't be written: \(error)")
      } catch let error as UsageError {
        return ExitCode.usage.explained(by: "flow: \(error)")
      } catch let error as MissingFile {
        return ExitCode.noInput.explained(by: "flow: \(error)")
      } catch {
        return ExitCode.data.explained(by: "flow: \(error)")
      }
    }
  }

  /// The exit code says whether an id needs a mapping, or a script breaks.
  func run() async throws -> ExitCode {
    let diff = try FlowDiff(from: old, to: new)
    let (before, after) = (try old.explore(), try new.explore())
    let paths = try await PathChanges(from: before, to: after).changes
    let scripts = try await brokenScripts()
    try Descriptor.standardOutput.write(
      isJSON
        ? json(diff, before, after, paths, scripts) : text(diff, before, after, paths, scripts))
    return diff.needsMapping || !scripts.isEmpty ? .differs : .finished
  }

  /// The scripts that fit the old version and fail in the new one.
  private func brokenScripts() async throws -> [(path: String, problem: String)] {
    if files.isEmpty { return [] }
    var options = CommandOptions()
    options.files = files
    var broken: [(String, String)] = []
    let ids = EarlierIDs(from: old, to: new)
    for var script in try TestFiles.read(options, for: old) {
      if let problem = try await script.problem(in: old, options) {
        // Nothing is performed here, and tests don't mention what only computes.
        let computed = old.program.works.first {
          $0.isPure && problem.contains("(id “\($0.id)”), which the script doesn't mention")
        }
        let why =
          computed.map {
            "left alone, because it needs what “\($0.id)” computes: perform it with flow test"
          } ?? "left alone, because it fails in the old version"
        let more = computed == nil ? ": \(problem.inShort)" : ""
        try Descriptor.standardError.write("\(why): \(script.path)\(more)\n".neutralised)
        continue
      }
      script.answers.answers = ids.answers(script.answers.answers)
      if let problem = try await script.problem(in: new, options) {
        broken.append((script.path, problem))
      }
    }
    return broken
  }

  private func text(
    _ diff: FlowDiff, _ before: Known, _ after: Known, _ paths: [PathChanges.Change],
    _ scripts: [(path: String, problem: String)]
  ) -> String {
    var text = diff.description
    if !paths.isEmpty || before.pathsInWords != after.pathsInWords {
      let others = Dictionary(grouping: paths.filter { $0.kind == .extended }, by: \.what)
      text += "\npaths: \(before.pathsInWords) before, \(after.pathsInWords) now\n"
      for change in paths {
        let alike = others[change.what] ?? []
        // One line for all that an inserted or a removed step concerns.
        if change.kind == .extended, change != alike[0] { continue }
        let path =
          change.kind == .extended && alike.count > 1 ? "\(alike.count) paths" : change.path
        text += "  \(change.kind.rawValue): \(path): \(change.what)\n"
      }
    }
    if !scripts.isEmpty {
      text +=
        "\nscripts that break:\n" + scripts.map { "  \($0): \($1.inShort)\n" }.joined()
    }
    return text.neutralised
  }

  private func json(
    _ diff: FlowDiff, _ before: Known, _ after: Known, _ paths: [PathChanges.Change],
    _ scripts: [(path: String, problem: String)]
  ) -> String {
    JSONWriter.text(pretty: true) { writer in
      diff.members(&writer)
      writer.member("pathsBefore", before.pathCountInDigits)
      writer.member("pathsNow", after.pathCountInDigits)
      writer.member("isWhole", before.frontier.isEmpty && after.frontier.isEmpty)
      writer.objects("paths", paths) { writer, change in
        writer.member("change", change.kind.rawValue)
        writer.member("path", change.path)
        writer.member("what", change.what)
      }
      writer.objects("brokenScripts", scripts) { writer, script in
        writer.member("script", script.path)
        writer.member("problem", script.problem)
      }
    } + "\n"
  }
}
