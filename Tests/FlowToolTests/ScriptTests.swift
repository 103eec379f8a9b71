import Testing

@Suite("What a script can contain")
struct ScriptTests {
  let sandbox = Sandbox()

  static let chain = """
    let nested = Alert("Delete?") < Button("Yes") < Say("Deleted.") > Button("No")
    """

  @Test(
    "Chains work",
    arguments: [
      "import Libretto\n", "#!/usr/bin/env flow\nimport Libretto\n", "import Libretto // x\n",
      "import Libretto;\n", "@preconcurrency import Libretto\n", "\u{FEFF}import Libretto\n",
      "/* import Libretto */ import Libretto /* two\nlines */\n",
      "let text = \"\"\"\n  import Libretto \\(\"x\" + \")\")\n  \"\"\"\nimport Libretto\n",
      "let quotes = #\"\"\"#\nimport Libretto\n",
      "import Libretto\ninfix operator < : NestingPrecedence\n",
      "import Libretto\ninfix operator < : NestingPrecedence\n"
        + "infix operator > : NestingPrecedence\n",
      "// infix operator < : NestingPrecedence\nimport Libretto\n",
    ])
  func chains(_ opening: String) {
    let rest = """
      \(ScriptTests.chain)
      let three = 3
      print(three < 4 && three > 2, "\\(three > 4 ? "yes" : "no")")
      if CommandLine.arguments.isEmpty { await Flow("x") { nested }.main() }
      """
    sandbox.save("a.swift", opening + rest)
    #expect(sandbox.flow("a.swift") == Run(0, "true no\n", ""))
    sandbox.save("b.swift", (opening + rest).split(separator: "\n").joined(separator: "\r\n"))
    #expect(sandbox.flow("b.swift") == Run(0, "true no\n", ""))
  }

  @Test("Swift 6, isolated to the main actor, with Foundation, and any type name")
  func language() {
    sandbox.save(
      "a.swift",
      """
      import Foundation
      import Libretto
      struct main {}
      enum FlowTool {}
      final class Store { var count = 0 }
      let store = Store()
      var counter = 0
      let bump: @Sendable () async -> Void = { @MainActor in counter += 1; store.count += 1 }
      await bump()
      await Task.yield()
      print(counter, store.count, Date(timeIntervalSince1970: 0), #fileID, #filePath)
      if CommandLine.arguments.isEmpty { await Flow("x") { Say("Hello.") }.main() }
      """)
    let output = "1 1 1970-01-01 00:00:00 +0000 main/a.swift \(sandbox.folder)/a.swift\n"
    #expect(sandbox.flow("a.swift") == Run(0, output, ""))
  }

  @Test("Arguments and the command reach the script as they are")
  func arguments() {
    sandbox.save("a.swift", script())
    let plain = Run(0, "hello [\"./a.swift\", \"--x\", \"\", \"ä b\"]\n", "")
    #expect(sandbox.flow("./a.swift", "--x", "", "ä b") == plain)
    #expect(sandbox.flow("--", "a.swift", "1") == Run(0, "hello [\"a.swift\", \"1\"]\n", ""))
    for command in ["run", "export", "test", "outline"] {
      let run = sandbox.flow(command, "a.swift", "--x")
      #expect(run == Run(0, "hello [\"a.swift\", \"\(command)\", \"--x\"]\n", ""))
    }
    #expect(sandbox.programs().count == 1)
  }

  @Test("From a pipe, cold and warm, a script is read once")
  func piped() {
    let words = "hello [\"/dev/stdin\"]\n"
    let piped = "printf '%s\\n' '#!/usr/bin/env flow' \"$1\" | $FLOW /dev/stdin"
    for _ in 1...2 { #expect(sandbox.shell(piped, [script()]) == Run(0, words, "")) }
    _ = sandbox.shell("mkfifo named.swift")
    for _ in 1...2 {
      let run = sandbox.shell("printf '%s\\n' \"$1\" >named.swift & $FLOW named.swift", [script()])
      #expect(run == Run(0, "hello [\"named.swift\"]\n", ""))
    }
  }

  @Test("A script that is removed while it compiles still runs")
  func removed() {
    sandbox.save("a.swift", script())
    let run = sandbox.flow("a.swift", environment: sandbox.wrappedCompiler("rm -f a.swift"))
    #expect(run == Run(0, "hello [\"a.swift\"]\n", ""))
  }

  @Test("In a folder that has been removed, a script that isn't compiled yet is refused")
  func removedFolder() {
    sandbox.save("a.swift", script())
    let run = sandbox.shell("mkdir gone; cd gone; rmdir ../gone; exec $FLOW $FOLDER/a.swift")
    #expect(
      run
        == Run(
          69, "",
          "flow: the current folder has been removed, and the compiler doesn't work there; change "
            + "to another\n"))
  }

  @Test("A script beyond 1 MiB is refused")
  func large() {
    _ = sandbox.shell("dd if=/dev/zero of=a.swift bs=1048577 count=1 2>/dev/null")
    #expect(
      sandbox.flow("a.swift")
        == Run(
          65, "",
          "flow: a.swift: is larger than 1 MiB, the limit for a script; keep its data in files that "
            + "it reads\n"))
  }

  @Test("The compiler's messages don't hand on what a script does to the terminal")
  func escapes() {
    sandbox.save("a.swift", "import Libretto\nlet x: Int = \"\u{9B}2J\u{202E}\" // \u{1B}[2J\n")
    let run = sandbox.flow("a.swift")
    #expect(run.status == 65 && run.errors.contains("cannot convert"))
    #expect(!run.errors.unicodeScalars.contains { ["\u{9B}", "\u{1B}", "\u{202E}"].contains($0) })
  }

  @Test("A script that crashes ends by its own signal")
  func crash() {
    sandbox.save("a.swift", script(saying: "x", "raise(SIGTERM)").replacingImport())
    #expect(sandbox.flow("a.swift") == Run(128 + 15, "", ""))
  }

  @Test("A script is found through a symbolic link to flow, and by its #! line")
  func links() {
    sandbox.save("greet", "#!\(sandbox.folder)/linked\n" + script())
    let run = sandbox.shell("ln -s \"$FLOW\" linked; ./linked ./greet; exec ./greet 1")
    #expect(run == Run(0, "hello [\"./greet\"]\nhello [\"./greet\", \"1\"]\n", ""))
  }
}

extension String {
  /// With the C library imported too.
  fileprivate func replacingImport() -> String {
    #if canImport(Glibc)
      "import Glibc\n" + self
    #elseif canImport(Musl)
      "import Musl\n" + self
    #else
      "import Darwin\n" + self
    #endif
  }
}
