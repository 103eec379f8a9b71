import LibrettoCore

/// The command line of a flow in a JSON file, which `flow` performs by itself.
package enum FlowDocument {
  /// Performs what the arguments ask for, and ends the process; the calling thread waits for that.
  /// - Parameters:
  ///   - path: the file.
  ///   - arguments: the command, if there is one, and what follows the file.
  package static func main(_ path: String, _ arguments: [String]) -> Never {
    let program = path.split(separator: "/").last.map(String.init) ?? path
    OwnProcess.end { await run(path, program, arguments) }
  }

  private static func run(
    _ path: String, _ program: String, _ arguments: [String]
  ) async -> ExitCode {
    do throws(MissingFile) {
      let bytes = try FlowCommand.file(path)
      do throws(InvalidFlow) {
        return await FlowCommand(flow: try Flow(json: bytes), program: program).run(arguments)
      } catch {
        return ExitCode.data.explained(by: "\(path): \(error)")
      }
    } catch {
      return ExitCode.noInput.explained(by: "flow: \(error)")
    }
  }
}
