import TestSupport
import Testing

/// Nine states times nine signals, each sent to the flow alone, at a shell with job control.
@Suite("Every state, every signal")
struct SignalTableTests {
  static let folder = ScriptFolder("signals", ["states.swift": script])

  private static let script = """
    import Foundation
    import Libretto

    let text = Key<String>("text")

    @Sendable func work() async throws {
      while true {
        print("working")
        try await Task.sleep(for: .milliseconds(20))
      }
    }

    @FlowBuilder func state(_ name: String) -> some FlowContent {
      switch name {
      case "secret": Ask("Word:", into: text).secret()
      case "lines": Ask("Lines?", into: text).multiline()
      case "choice":
        Choose("Which?", into: text) {
          Option("Red")
          Option("Blue")
        }
      case "notice": Alert("Done").dismiss(after: .seconds(600))
      case "beside":
        Operations {
          Operation("work") { Do("work") { try await Task.sleep(for: .seconds(600)) } }
          Operation("ask") { Ask("Name?", into: text) }
        }
      case "action": Do("work") { try await work() }
      case "load":
        Load("work", into: text) {
          try await work()
          return ""
        }.loading("Loading")
      case "stubborn":
        Do("work") {
          while true {
            print("working")
            usleep(20_000)
          }
        }
      default: Ask("Name?", into: text)
      }
    }

    await Flow("x") {
      state(Flow.arguments.first ?? "")
      Say("Thank you.")
    }.main()

    """

  struct State: CustomTestStringConvertible {
    let name: String
    /// What shows that the state is reached.
    let sign: String
    /// What is typed to finish it; work is ended with Ctrl-C.
    var answer: String?
    /// Whether it takes no notice of being cancelled, so that the second signal ends it.
    var isStubborn = false
    var testDescription: String { name }

    static let all = [
      State(name: "question", sign: "Name? ", answer: "Bob\n"),
      State(name: "secret", sign: "(the answer is not shown): ", answer: "Bob\n"),
      State(name: "lines", sign: "Lines? ", answer: "One\n.\n"),
      State(name: "choice", sign: "or type an answer: ", answer: "1\n"),
      State(name: "notice", sign: "(press Return to continue, or wait) ", answer: "\n"),
      State(name: "beside", sign: "Name? "),
      State(name: "load", sign: "working\r\n"),
      State(name: "action", sign: "working\r\n"),
      State(name: "stubborn", sign: "working\r\n", isStubborn: true),
    ]
  }

  enum Effect {
    /// The flow dies by the signal.
    case dies
    /// The job stops, and goes on after `fg`.
    case stops
    /// Nothing happens, but for a prompt that may be shown again.
    case none
  }

  struct Signal: CustomTestStringConvertible {
    let name: String
    let number: Int
    let effect: Effect
    var testDescription: String { name }

    static let all = [
      Signal(name: "HUP", number: 1, effect: .dies),
      Signal(name: "INT", number: 2, effect: .dies),
      Signal(name: "QUIT", number: 3, effect: .dies),
      Signal(name: "TERM", number: 15, effect: .dies),
      Signal(name: "TSTP", number: 20, effect: .stops),
      Signal(name: "TTIN", number: 21, effect: .stops),
      Signal(name: "CONT", number: 18, effect: .none),
      Signal(name: "PIPE", number: 13, effect: .none),
      Signal(name: "WINCH", number: 28, effect: .none),
    ]
  }

  init() throws {
    try #require(try Self.folder.flow("states.swift", "--version").errors == "")
  }

  @Test("What a signal does", arguments: State.all, Signal.all)
  func table(of state: State, and signal: Signal) throws {
    let shell = try Self.folder.jobShell()
    try shell.run("ulimit -S -c 0")
    let mode = try shell.run("stty -a")
    try shell.start("sh -c 'echo flow $$.; exec $FLOW states.swift -- \(state.name)'")
    let flow = try shell.number(after: "flow ")
    try shell.terminal.expect(state.sign)
    // The second signal is sent only while the first one hasn't ended the flow.
    let isAgain = signal.effect == .dies && state.isStubborn
    let kill = "kill -\(signal.name) \(flow)"
    let sent = try Self.folder.shell(
      isAgain ? "while \(kill) 2>/dev/null; do sleep 0.05; done" : kill)
    #expect(sent.errors == "")
    switch signal.effect {
    case .dies:
      try shell.shown()
      #expect(try shell.status() == "\(128 + signal.number)")
    case .stops:
      #expect(try shell.shown().contains("Stopped"))
      #expect(try shell.run("stty -a") == mode)
      try shell.terminal.send("fg\n")
      try shell.terminal.expect("fg\r\n")
      try shell.terminal.expect(state.sign)
      try finish(state, signal.name, shell)
    case .none:
      try finish(state, signal.name, shell)
    }
    #expect(try shell.run("stty -a") == mode)
  }

  /// Answers the prompt, or ends the work with Ctrl-C.
  private func finish(_ state: State, _ signal: String, _ shell: JobShell) throws {
    if let answer = state.answer {
      try shell.terminal.send(answer)
      #expect(try shell.shown().contains("Thank you.\r\n"))
      let status = try shell.status()
      #expect(status == "0", "after SIG\(signal)")
    } else {
      try shell.terminal.send("\u{3}")
      if state.isStubborn {
        try shell.terminal.expect("^C")
        try shell.terminal.expect(state.sign)
        try shell.terminal.send("\u{3}")
      }
      try shell.shown()
      #expect(try shell.status() == "130")
    }
  }
}
