/// A script whose actions start programs in every way there is.
enum ProgramsScript {
  static let text = #"""
    import Foundation
    import Libretto

    /// Says its number, and goes on until a signal ends it.
    nonisolated let program = "echo started $$.; exec sleep 600"

    nonisolated func spawn(_ program: String = program) {
      let texts = ["/bin/sh", "-c", program]
      var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
      var child: pid_t = 0
      var status: Int32 = 0
      guard posix_spawn(&child, texts[0], nil, nil, &words, environ) == 0 else { return }
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }

    nonisolated func start(_ way: String) throws {
      switch way {
      case "spawn": spawn()
      case "system": _ = system(program)
      case "grandchild": _ = system("sh -c '\(program)'; true")
      default:
        try startProcess().waitUntilExit()
      }
    }

    struct Component: FlowContent {
      let way: String
      let waits: Bool

      var body: some FlowContent {
        Do("start") {
          if waits { try await Task.sleep(for: .milliseconds(1)) }
          try start(way)
        }
      }
    }

    nonisolated func startProcess() throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", program]
      try process.run()
      return process
    }

    let words = Flow.arguments
    let way = words.first ?? ""
    let waits = words.contains("after-waiting")
    var hasBegun = false

    await Flow("programs") {
      if words.contains("in-component") {
        Component(way: way, waits: waits)
      } else if way == "queued" {
        // The second action waits for the main actor, and starts its program after the first ends.
        Operations {
          Operation("first") {
            Do("first") {
              hasBegun = true
              try start("process")
            }
          }
          Operation("second") {
            Do("second") {
              while !hasBegun { try? await Task.sleep(for: .milliseconds(1)) }
              spawn("exec sleep 6077")
            }
          }
        }
      } else if way == "left-behind" {
        Do("start") {
          _ = try startProcess()
          try await Task.sleep(for: .seconds(600))
        }
      } else {
        Do("start") {
          if waits { try await Task.sleep(for: .milliseconds(1)) }
          try start(way)
        }
      }
    }.main()

    """#
}
