import TestSupport
import Testing

@Suite("A trap beside a hidden prompt")
struct TrapTests {
  static let folder = ScriptFolder(
    "traps",
    [
      "trap.swift": """
      #if canImport(Glibc)
        import Glibc
      #elseif canImport(Musl)
        import Musl
      #elseif canImport(Darwin)
        import Darwin
      #endif
      import Libretto
      await Flow("trap") {
        Operations {
          Operation("ask") { Ask("Word:", into: Key<String>("word")).secret() }
          Operation("work") {
            Do("work") {
              var mode = termios()
              repeat { tcgetattr(0, &mode) } while mode.c_lflag & tcflag_t(ECHO) != 0
              switch Flow.arguments.first {
              case "overflow": _ = Int.max + Flow.arguments.count
              case "pointer": UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1
              case "sent": kill(getpid(), SIGSEGV)
              default: abort()
              }
            }
          }
        }
      }.main()

      """
    ])

  init() throws { try #require(try Self.folder.flow("trap.swift", "--version").errors == "") }

  @Test("leaves the terminal as it was", arguments: ["overflow", "pointer", "sent", "abort"])
  func restores(trap: String) throws {
    let terminal = try Self.folder.terminal(
      "trap.swift", "--", trap, before: "export SWIFT_BACKTRACE=enable=no;")
    let status = try terminal.waitForExit()
    #if os(Linux)
      let signals: [Int32] = trap == "abort" ? [6] : trap == "overflow" ? [4, 5] : [11]
      #expect(signals.contains { status == .signalled($0) }, "\(status)")
    #endif
    #expect(terminal.isEchoOn)
  }
}
