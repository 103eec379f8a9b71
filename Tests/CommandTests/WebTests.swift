import TestSupport
import Testing

/// The clients of `Guides/Hosting/Web` in a real browser.
@Suite("Pages in a browser", .serialized)
struct WebTests {
  static let folder = ScriptFolder(
    "web",
    [
      "stay.swift": """
      import Libretto
      let name = Key<String>("name")
      let town = Key<String>("town")
      let nights = Key<Int>("nights")
      let car = Key<Bool>("car")
      await Flow("stay") {
        Say("Welcome.")
        Choose("Which town?", into: town) {
          Option("Oslo")
          Option("Rome")
        }
        Form("Your stay") {
          Ask("Your name?", into: name).validate(.notEmpty)
          Ask("Nights?", into: nights).validate(.range(1...9))
          Confirm("A car?", into: car)
          Ask("Car plate?", into: Key<String>("plate")).when(car)
        }
        Confirm("Pay?").id("sure")
        Do("pay", writes: []) { _ in }
        Say("Paid, \\(name): \\(nights) nights in \\(town).")
      }.main()
      """
    ])

  private static var hasPython: Bool {
    let found = try? Subprocess.run(
      "/bin/sh", ["-c", "command -v python3"], environment: ScriptFolder.environment)
    return found?.standardOutput.isEmpty == false
  }

  @Test(
    "A person fills in a form, goes back, and pays, while the program of the flow is killed",
    .browser, .enabled(if: hasPython, "python3 isn't in the search path"),
    arguments: ["page.py", "bridge.py"])
  func page(_ page: String) throws {
    _ = try Self.folder.shell("rm -f lines.txt")
    let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let ended = try Self.folder.shell(
      "exec python3 \"$@\"",
      [
        package + "/Tests/Browser/drive.py", try #require(Browser.path),
        package + "/Guides/Hosting/Web/" + page, ScriptFolder.flow, "serve", "stay.swift",
      ])
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    #expect(
      ended.output.hasSuffix(
        "ok: Paid, <b>Ann</b>: 2 nights in Oslo.\nok: finished\nok: finished\n"))
    let lines = Self.folder.text("lines.txt").split(separator: "\n")
    let (sent, written) = (
      lines.filter { $0.hasPrefix("in ") }, lines.filter { $0.hasPrefix("out ") }
    )
    #expect(sent.count > 10 && written.count > 10 && sent.count + written.count == lines.count)
    for line in sent { ServedLines.sent(String(line.dropFirst(3)), isOfMany: true) }
    for line in written { ServedLines.written(String(line.dropFirst(4))) }
  }
}
