import Testing

@Suite("The compiler's words about the user's file")
struct DiagnosticsTests {
  let sandbox = Sandbox()

  static let mistake = "let x: Int = \"a\""
  static let mark =
    "  |              `- error: cannot convert value of type 'String' to specified type 'Int'"

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    var path = "greeting.swift"
    let text: String
    let report: String
  }

  static func error(_ path: String, _ place: String) -> String {
    "\(path):\(place): error: cannot convert value of type 'String' to specified type 'Int'\n"
  }

  static let cases: [Case] = [
    Case(
      testDescription: "on line 1",
      text: "\(mistake)\nimport Libretto\nlet y = 1\n",
      report: error("greeting.swift", "1:14") + "1 | \(mistake)\n\(mark)\n"
        + "2 | import Libretto\n3 | let y = 1\n"),
    Case(
      testDescription: "on the line after the import",
      text: "import Libretto\n\(mistake)\n",
      report: error("greeting.swift", "2:14")
        + "1 | import Libretto\n2 | \(mistake)\n\(mark)\n3 | \n"),
    Case(
      testDescription: "on line 7",
      text: "import Libretto\n\n\n\n\n\n\(mistake)\nlet y = 1\n",
      report: error("greeting.swift", "7:14") + "5 | \n6 | \n7 | \(mistake)\n\(mark)\n"
        + "8 | let y = 1\n9 | \n"),
    Case(
      testDescription: "behind the import, on its line",
      text: "@preconcurrency import Libretto; \(mistake)\nlet y = 1\n",
      report: error("greeting.swift", "1:47") + "1 | @preconcurrency import Libretto; \(mistake)\n"
        + "  |                                               `- error: cannot convert value of type "
        + "'String' to specified type 'Int'\n2 | let y = 1\n3 | \n"),
    Case(
      testDescription: "a brace that is not closed",
      text: "import Libretto\nfunc f() {\n",
      report: """
        greeting.swift:3:1: error: expected '}' at end of brace statement
        1 | import Libretto
        2 | func f() {
          |          `- note: to match this opening '{'
        3 | 
          | `- error: expected '}' at end of brace statement

        """),
    Case(
      testDescription: "with a #! line and a comment behind the import",
      text: "#!/usr/bin/env flow\nimport Libretto // chains\n\(mistake)\n",
      report: error("greeting.swift", "3:14") + "1 | #!/usr/bin/env flow\n"
        + "2 | import Libretto // chains\n3 | \(mistake)\n\(mark)\n4 | \n"),
    Case(
      testDescription: "with CRLF",
      text: "import Libretto\r\n\(mistake)\r\nlet y = 1\r\n",
      report: error("greeting.swift", "2:14") + "1 | import Libretto\n2 | \(mistake)\n\(mark)\n"
        + "3 | let y = 1\n4 | \n"),
    Case(
      testDescription: "with operators of its own",
      text: "import Libretto\ninfix operator < : NestingPrecedence\n"
        + "infix operator > : NestingPrecedence\n\(mistake)",
      report: error("greeting.swift", "4:14") + "2 | infix operator < : NestingPrecedence\n"
        + "3 | infix operator > : NestingPrecedence\n4 | \(mistake)\n\(mark)\n"),
    Case(
      testDescription: "with spaces and letters beyond ASCII in the path",
      path: "für mich/grüß 1.swift",
      text: "import Libretto\n\(mistake)",
      report: error("für mich/grüß 1.swift", "2:14")
        + "1 | import Libretto\n2 | \(mistake)\n\(mark)\n"),
  ]

  @Test("An error", arguments: cases)
  func error(_ mistake: Case) {
    _ = sandbox.shell("mkdir 'für mich'")
    sandbox.save(mistake.path, mistake.text)
    #expect(sandbox.flow(mistake.path) == Run(65, "", mistake.report))
    let absolute = sandbox.folder + "/" + mistake.path
    let report = mistake.report.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(mistake.path) ? "\(sandbox.folder)/\($0)" : String($0) }
    #expect(sandbox.flow(absolute) == Run(65, "", report.joined(separator: "\n")))
  }

  @Test("A warning doesn't stop the script, and is shown once")
  func warning() {
    sandbox.save("a.swift", script(saying: "hello", "func f() { let q = 1 }"))
    let report = """
      a.swift:2:16: warning: initialization of immutable value 'q' was never used; \
      consider replacing with assignment to '_' or removing it [#no-usage]
      1 | import Libretto
      2 | func f() { let q = 1 }
        |                `- warning: initialization of immutable value 'q' was never used; \
      consider replacing with assignment to '_' or removing it [#no-usage]
      3 | print("hello", CommandLine.arguments)
      4 | if CommandLine.arguments.isEmpty { await Flow("greeting") { Say("Hello.") }.main() }

      """
    #expect(sandbox.flow("a.swift") == Run(0, "hello [\"a.swift\"]\n", report))
    #expect(sandbox.flow("a.swift") == Run(0, "hello [\"a.swift\"]\n", ""))
  }

  @Test("Through the driver alone, where the tools are not beside it")
  func driver() {
    sandbox.save("a.swift", "import Libretto\n\(DiagnosticsTests.mistake)\n")
    sandbox.save("greet", "#!/usr/bin/env flow\nimport Libretto\n\(DiagnosticsTests.mistake)\n")
    sandbox.save("good", "#!/usr/bin/env flow\n" + script())
    let wrapped = sandbox.wrappedCompiler("")
    let lines = "\(DiagnosticsTests.mistake)\n\(DiagnosticsTests.mark)\n"
    #expect(
      sandbox.flow("a.swift", environment: wrapped)
        == Run(
          65, "",
          DiagnosticsTests.error("a.swift", "2:14") + "1 | import Libretto\n2 | \(lines)3 | \n"))
    #expect(
      sandbox.flow("greet", environment: wrapped)
        == Run(
          65, "",
          DiagnosticsTests.error("greet", "3:14")
            + "1 | #!/usr/bin/env flow\n2 | import Libretto\n3 | \(lines)4 | \n"))
    #expect(sandbox.flow("./good", environment: wrapped) == Run(0, "hello [\"./good\"]\n", ""))
  }
}

extension DiagnosticsTests {
  @Test("A driver without a compiler isn't reported as an error in the script")
  func stub() {
    sandbox.save("a.swift", script())
    let words =
      "xcode-select: error: no developer tools were found, and no install could be requested"
    #expect(
      sandbox.flow("a.swift", environment: sandbox.wrappedCompiler("echo '\(words)' >&2; exit 1"))
        == Run(69, "", "\(words)\nflow: \(sandbox.folder)/bin/swiftc does not work here\n"))
  }
}

// On a Mac each test with a wrapped driver asks the real one.
#if !canImport(Darwin)
  extension DiagnosticsTests {
    @Test("The driver gets the macOS SDK for compiling and linking")
    func sdk() {
      sandbox.save("a.swift", script())
      let wrapped = sandbox.wrappedCompiler(
        """
        echo "$1 $2 $3" >>"$FOLDER/asked"
        if [ "$1" = -c ]; then shift 3; set -- -c "$@"; else shift 2; fi
        """)
      sandbox.save(
        "bin/xcrun", "#!/bin/sh\necho \"xcrun $*\" >>\"$FOLDER/asked\"; echo said >&2; echo /sdk\n")
      let run = sandbox.flow("a.swift", environment: wrapped)
      #expect(run == Run(0, "hello [\"a.swift\"]\n", "said\n"))
      let asked = sandbox.text("asked").split(separator: "\n")
        .filter { !$0.hasPrefix("-print-target-info") }
      #expect(asked.count == 4 && asked[0] == "xcrun --sdk macosx --show-sdk-path")
      #expect(asked[1] == "-c -sdk /sdk" && asked[2] == "-sdk /sdk -emit-library")
      #expect(asked[3].hasPrefix("-sdk /sdk \(sandbox.cache)/build-"))
    }

    @Test("The driver gets no SDK if SDKROOT is set; a missing SDK is reported")
    func noSDK() {
      sandbox.save("a.swift", script())
      let wrapped = sandbox.wrappedCompiler("unset SDKROOT")
      sandbox.save("bin/xcrun", "#!/bin/sh\necho 'xcrun: error: none' >&2; exit 1\n")
      #expect(
        sandbox.flow("a.swift", environment: wrapped)
          == Run(
            69, "",
            "xcrun: error: none\nflow: \(sandbox.folder)/bin/xcrun finds no SDK for macOS; "
              + "run `xcode-select --install`, or set SDKROOT\n"))
      let known = wrapped.merging(["SDKROOT": "/sdk"]) { $1 }
      #expect(sandbox.flow("a.swift", environment: known) == Run(0, "hello [\"a.swift\"]\n", ""))
    }
  }
#endif

extension Sandbox {
  /// A PATH on which `swiftc` is a shell script that does something first.
  func wrappedCompiler(_ before: String) -> [String: String] {
    _ = shell("mkdir bin")
    let real = shell("command -v swiftc").output.split(separator: "\n").joined()
    save("bin/swiftc", "#!/bin/sh\n\(before)\nexec '\(real)' \"$@\"\n")
    return ["PATH": "\(folder)/bin:\(Sandbox.variable("PATH"))"]
  }
}
