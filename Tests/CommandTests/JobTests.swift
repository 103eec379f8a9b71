import TestSupport
import Testing

/// What a flow was doing, and what is typed or sent: as bash and less have it.
@Suite("Signals and jobs")
struct JobTests {
  static let folder = ScriptFolder(
    "jobs",
    [
      "question.swift": script(
        """
        Ask("Name?", into: Key<String>("name")).validate(.length(2...))
        Say("Thank you.")
        """),
      "secret.swift": script(
        """
        Ask("Word:", into: Key<String>("word")).secret().validate(.length(2...))
        Say("Thank you.")
        """),
      "action.swift": script(
        """
        Do("work") {
          while true {
            print("working")
            try await Task.sleep(for: .milliseconds(20))
          }
        }
        """),
      "load.swift": script(
        """
        Load("work", into: Key<String>("x")) {
          while true {
            print("working")
            try await Task.sleep(for: .milliseconds(20))
          }
          return ""
        }.loading("Loading")
        """),
    ])

  private static func script(_ steps: String) -> String {
    "import Libretto\nawait Flow(\"x\") {\n\(steps)\n}.main()\n"
  }

  struct State: CustomTestStringConvertible {
    let name: String
    /// What shows that the state is reached.
    let sign: String
    var testDescription: String { name }
    var isPrompt: Bool { sign.hasSuffix(" ") }

    static let question = State(name: "question", sign: "Name? ")
    static let secret = State(
      name: "secret", sign: "(the answer is not shown; at least 2 characters): ")
    static let all = [
      question, secret, State(name: "action", sign: "working\r\n"),
      State(name: "load", sign: "working\r\n"),
    ]
  }

  struct Signal: CustomTestStringConvertible {
    let name: String
    let number: Int
    /// The key that sends it, if there is one.
    let key: String?
    var testDescription: String { name }

    static let all = [
      Signal(name: "INT", number: 2, key: "\u{3}"), Signal(name: "QUIT", number: 3, key: "\u{1C}"),
      Signal(name: "TERM", number: 15, key: nil), Signal(name: "HUP", number: 1, key: nil),
    ]
  }

  init() throws {
    for state in State.all {
      try #require(try Self.folder.flow("\(state.name).swift", "--version").status == 0)
    }
  }

  @Test("A flow dies by the signal, with the terminal as it was", arguments: State.all, Signal.all)
  func dies(in state: State, by signal: Signal) throws {
    let shell = try Self.folder.jobShell()
    try shell.start("sh -c 'echo flow $$.; exec $FLOW \(state.name).swift'")
    let flow = try shell.number(after: "flow ")
    try shell.terminal.expect(state.sign)
    if let key = signal.key {
      try shell.terminal.send(key)
    } else {
      #expect(try Self.folder.shell("kill -\(signal.name) \(flow)") == Ended(0))
    }
    try shell.shown()
    #expect(try shell.status() == "\(128 + signal.number)")
    #expect(shell.terminal.isEchoOn)
  }

  @Test("Ctrl-C ends the shell's loop too", arguments: State.all)
  func loop(state: State) throws {
    let shell = try Self.folder.jobShell()
    try shell.start("for i in 1 2 3; do $FLOW \(state.name).swift; done; echo not reached")
    try shell.terminal.expect(state.sign)
    try shell.terminal.send("\u{3}")
    #expect(try !shell.shown().contains("not reached"))
    #expect(try shell.status() == "130")
  }

  @Test("Ctrl-Z stops it, and fg continues it, twice", arguments: State.all)
  func stops(in state: State) throws {
    let shell = try Self.folder.jobShell()
    try shell.start("$FLOW \(state.name).swift")
    try shell.terminal.expect(state.sign)
    for _ in 1...2 {
      try shell.terminal.send("\u{1A}")
      #expect(try shell.shown().contains("Stopped"))
      #expect(shell.terminal.isEchoOn)
      try shell.start("fg")
      try shell.terminal.expect("$FLOW \(state.name).swift\r\n")
      // The prompt is shown again; work goes on.
      try shell.terminal.expect(state.sign)
      try shell.terminal.waitForEcho(state.name != "secret")
    }
    try shell.terminal.send(state.isPrompt ? "xyz\n" : "\u{3}")
    #expect(try shell.shown().hasSuffix("Thank you.\r\n") == state.isPrompt)
    #expect(try shell.status() == (state.isPrompt ? "0" : "130"))
  }

  @Test("A prompt in the background stops the job", arguments: [State.question, .secret])
  func background(state: State) throws {
    let shell = try Self.folder.jobShell()
    try shell.run("stty -ixon")
    let mode = try shell.run("stty -a")
    try shell.run("$FLOW \(state.name).swift &")
    try shell.waitForJob("Stopped")
    #expect(try shell.run("stty -a") == mode)
    // Continued in the background, it stops again.
    try shell.run("bg")
    try shell.waitForJob("Stopped")
    try shell.start("fg")
    try shell.terminal.expect(state.sign)
    try shell.terminal.send("xyz\n")
    #expect(try shell.shown().hasSuffix("Thank you.\r\n"))
    #expect(try shell.run("stty -a") == mode)
  }

  @Test(
    "A prompt that is sent to the background stops there", arguments: [State.question, .secret])
  func sentToBackground(state: State) throws {
    let shell = try Self.folder.jobShell()
    try shell.start("$FLOW \(state.name).swift")
    try shell.terminal.expect(state.sign)
    try shell.terminal.send("\u{1A}")
    try shell.shown()
    try shell.run("bg")
    try shell.waitForJob("Stopped")
    #expect(shell.terminal.isEchoOn)
    try shell.start("fg")
    try shell.terminal.expect(state.sign)
    try shell.terminal.waitForEcho(state.name != "secret")
    try shell.terminal.send("xyz\n")
    #expect(try shell.shown().hasSuffix("Thank you.\r\n"))
  }

  @Test("One kill ends a prompt in the background", arguments: [State.question, .secret])
  func killed(state: State) throws {
    let shell = try Self.folder.jobShell()
    try shell.run("$FLOW \(state.name).swift &")
    try shell.waitForJob("Stopped")
    try shell.run("kill %1")
    // `wait` itself sometimes still sees the stop.
    try shell.waitForEnd(of: "$!")
    try shell.run("wait $!")
    let status = try shell.status()
    #expect(status == "143", "\(shell.terminal.transcript)")
  }

  @Test("In the background, where nothing can stop it, a prompt fails")
  func unstoppable() throws {
    let shell = try Self.folder.jobShell()
    try shell.start("(trap '' TTIN; $FLOW secret.swift; echo ended $?.) &")
    let shown = try shell.terminal.expect("run this in the foreground\r\n")
    #expect(shown.contains("can't ask for the answer: the terminal belongs to another program"))
    #expect(try shell.number(after: "ended ") == "1")
  }
}

extension JobShell {
  /// Asks until the shell's job is in a state.
  fileprivate func waitForJob(_ state: String) throws {
    try run("until jobs %1 | grep -q \(state); do :; done")
  }
}
