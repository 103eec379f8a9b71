import Testing

/// Swift's report of a crash shows registers and memory, where a secret may be.
@Suite("Crash reports")
struct CrashReportTests {
  static let folder = ScriptFolder(
    "crashes",
    [
      "crash.swift": """
      import Libretto
      let pin = Key<String>("pin")
      await Flow("crash") {
        Ask("PIN?", into: pin).secret()
        Do("boom") { work in
          let parts = (work[pin] ?? "").split(separator: "-")
          print(parts[1])
        }
      }.main()

      """,
      "tell.swift": """
      import Foundation
      import Libretto
      await Flow("tell") {
        Do("tell") { print(ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] ?? "") }
      }.main()

      """,
      "pin": "S3cretCanary9x\n",
    ])

  #if os(Linux)
    @Test("The report of a script's crash quotes no memory")
    func crash() throws {
      let ended = try Self.folder.shell(
        "exec \"$FLOW\" crash.swift --answer pin=@pin 2>&1 | tr -c '[:print:]\\n' ' '")
      #expect(ended.output.contains("Index out of range"))
      #expect(!ended.output.contains("S3cret"))
      #expect(!ended.output.contains("53 33 63 72"))
    }
  #endif

  @Test(
    "Scripts start without registers in reports, unless somebody decides about them",
    arguments: [
      ("unset SWIFT_BACKTRACE", "registers=none"),
      ("export SWIFT_BACKTRACE=", "registers=none"),
      ("export SWIFT_BACKTRACE=color=no,limit=8", "color=no,limit=8,registers=none"),
      ("export SWIFT_BACKTRACE=registers=all,color=no", "registers=all,color=no"),
    ])
  func variable(before: String, inside: String) throws {
    #expect(
      try Self.folder.shell("\(before); exec \"$FLOW\" tell.swift") == Ended(0, inside + "\n"))
  }
}
