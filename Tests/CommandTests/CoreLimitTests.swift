import Testing

/// A core dump would hold the secret.
@Suite("Core dumps")
struct CoreLimitTests {
  static let folder = ScriptFolder(
    "cores",
    [
      "secret.swift": script(#"Ask("Word:", into: Key<String>("word")).secret()"#),
      "plain.swift": script(#"Ask("Word:", into: Key<String>("word"))"#),
    ])

  private static func script(_ step: String) -> String {
    """
    import Foundation
    import Libretto
    nonisolated func limit() -> rlim_t {
      var limit = rlimit()
      #if canImport(Glibc)
        _ = getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
      #else
        _ = getrlimit(RLIMIT_CORE, &limit)
      #endif
      return limit.rlim_cur
    }
    nonisolated func tell() { print("afterwards", limit()) }
    atexit(tell)
    await Flow("x") {
      \(step)
      Do("look") { print("now", limit()) }
      Do("start a program") {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "echo in a program $(ulimit -S -c)"]
        try process.run()
        process.waitUntilExit()
      }
    }.main()

    """
  }

  private func output(_ script: String, limit: Int) throws -> [Substring] {
    let ended = try Self.folder.shell(
      "ulimit -S -c \(limit) && exec \"$FLOW\" \(script)", input: .text("abc\n"))
    #expect(ended.status == 0)
    return ended.output.split(separator: "\n")
  }

  /// A machine may allow no core dump at all.
  private func mayBeSet() throws -> Bool {
    try Self.folder.shell("ulimit -S -c 8").status == 0
  }

  @Test("Nothing is dumped while a flow with a secret runs; afterwards the limit is as it was")
  func secret() throws {
    guard try mayBeSet() else { return }
    let lines = try output("secret.swift", limit: 8)
    #expect(lines.contains("now 0"))
    #expect(lines.contains("in a program 0"))
    #expect(lines.last?.hasPrefix("afterwards ") == true && lines.last != "afterwards 0")
  }

  @Test("A flow without secrets leaves the limit alone")
  func plain() throws {
    guard try mayBeSet() else { return }
    let lines = try output("plain.swift", limit: 8)
    #expect(lines.contains("in a program 8"))
    #expect(!lines.contains("now 0"))
  }
}
