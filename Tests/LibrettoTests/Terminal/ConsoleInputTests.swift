import Testing

@testable import LibrettoCore

@Suite("The console: input that ends, is broken, too long, endless or hostile")
struct ConsoleInputTests {
  private static let rejected =
    "1000 answers in a row were rejected for the question “Go on?” (id “go”); the last time: "
  private static let unanswered =
    "the question “Go on?” (id “go”) was asked 1000 times in a row without an answer"
  private let name = Key<String>("name")

  @Test("Invalid UTF-8 isn't accepted; the question is asked again")
  func invalidUTF8() async throws {
    let flow = Flow("bytes") { Ask("A?", into: name).default("x") }
    let run = try await PipedConsole.perform(
      flow, bytes: [0x61, 0xFF, 0x0A] + Array("good\n".utf8))
    #expect(
      run.error == """
        A? (Enter for x): 
        That isn't text: its bytes aren't UTF-8. It was discarded.
        A? (Enter for x): 

        """)
    #expect(run.result[name] == "good")
  }

  @Test("A line of 5 MB isn't accepted; the question is asked again")
  func longLine() async throws {
    let flow = Flow("long") { Ask("A?", into: name) }
    let bytes = [UInt8](repeating: 0x78, count: 5_000_000) + Array("\nshort\n".utf8)
    let run = try await PipedConsole.perform(flow, bytes: bytes)
    #expect(
      run.error == """
        A? 
        That line is too long: 5000000 bytes; the limit is 1048576. It was discarded.
        A? 

        """)
    #expect(run.result[name] == "short")
  }

  @Test(
    "The end of input names the question, whatever its kind, and takes no default",
    arguments: [
      PromptCase("Name? (Enter for Bob): \n") {
        Ask("Name?", into: Key<String>("key")).default("Bob")
      },
      PromptCase("Name? (the answer is not shown): \n") {
        Ask("Name?", into: Key<String>("key")).secret()
      },
      PromptCase("Name? (yes or no; Enter for Yes): \n") {
        Confirm("Name?", into: Key<Bool>("key")).default(true)
      },
      PromptCase("Name?\n  1) A\nChoose 1, or type an answer (Enter for A): \n") {
        Choose("Name?", into: Key<String>("key")) { Option("A").default() }
      },
      PromptCase("Name?\n  1) B\nChoose 1, or type an answer (Enter for B): \n") {
        Alert("Name?") { Button("B").default() }.id("key")
      },
    ])
  func endOfInput(prompt: PromptCase) async throws {
    let run = try await PipedConsole.perform(prompt.flow)
    #expect(run.error == prompt.screen)
    #expect(run.output == "")
    guard case .failed(let failure) = run.result.outcome else {
      Issue.record("\(run.result.outcome)")
      return
    }
    #expect(failure.reason == .endOfInput)
    #expect(
      failure.message
        == "the input ended at the question “Name?” (id “key”), before it was answered")
    #expect(run.result.answers.names == [])
  }

  @Test("The answers before the end of input are kept")
  func keepsAnswers() async throws {
    let flow = Flow("keep") {
      Ask("Name?", into: name)
      Ask("Age?", into: Key<Int>("age"))
    }
    let run = try await PipedConsole.perform(flow, input: "Bob\nold\n")
    #expect(run.result[name] == "Bob")
    #expect(
      run.error == """
        Name? 
        Age? 
        “old” is not a whole number.
        Age? 

        """)
  }

  @Test(
    "Endless nonsense ends",
    arguments: [
      (Array("\n".utf8), rejected + "An answer is needed: yes or no."),
      (Array("x\n".utf8), rejected + "“x” is neither yes nor no."),
      (Array("?\n".utf8), unanswered),
      ([0xFF, 0x0A], unanswered),
      (Array("much too long\n".utf8), unanswered),
    ])
  func endless(bytes: [UInt8], message: String) async throws {
    let flow = Flow("endless") { Confirm("Go on?", into: Key<Bool>("go")) }
    let run = try await PipedConsole.perform(
      flow, bytes: bytes, isEndless: true, maximumLineLength: 8)
    guard case .failed(let failure) = run.result.outcome else {
      Issue.record("\(run.result.outcome)")
      return
    }
    #expect(failure.reason == .limit)
    #expect(failure.message == message)
    #expect(run.error.split(separator: "\n").count { $0.hasPrefix("Go on?") } == 1000)
  }

  @Test("Hostile texts and answers can't control the terminal")
  func hostile() async throws {
    let bad = "\u{1B}[2J\r\u{202E}x\u{9B}2J"
    let flow = Flow("hostile") {
      Say("S\(bad)")
      Alert("T\(bad)", message: "M\(bad)") {
        Button("O\(bad)\n  9) No")
      }.id("alert")
      Alert("N\(bad)").id("notice")
      Ask("Q\(bad)", into: name).placeholder("P\(bad)").default("D\(bad)").help("H\(bad)")
        .validate(.length(1...20, message: "R\(bad)"))
      Say("A\(name)")
      Confirm("C\(bad)", into: Key<Bool>("c"))
    }
    let run = try await PipedConsole.perform(
      flow, input: "z\(bad)\n1\n?\nlonger than twenty characters\n\(bad)\ny\n")
    let shown = "␛[2J␍\u{FFFD}x\u{FFFD}2J"
    let list = "  1) O\(shown)␊  9) No\n"
    let question =
      "Q\(shown) (for example P\(shown); Enter for D\(shown); ? for help): \n"
    #expect(
      run.error
        == "T\(shown)\nM\(shown)\n\(list)Choose 1, or type an answer: \n"
        + "“z\(shown)” is not one of the answers: O\(shown)\n  9) No.\n"
        + "Choose 1, or type an answer: \nN\(shown)\n\(question)"
        + "H\(shown)\nR\(shown)\nType your answer.\nPress Enter to answer D\(shown).\n"
        + "Type < alone to go back to the previous question.\n"
        + "If your answer is a question mark alone, type \\? instead.\n\(question)"
        + "R\(shown)\n\(question)C\(shown) (yes or no): \n")
    #expect(run.output == "S\(shown)\nA\(shown)\n")
    for text in [run.error, run.output] {
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.isBidiControl })
      #expect(!text.utf8.contains { $0 != 0x0A && ($0 < 0x20 || $0 == 0x7F) })
    }
  }
}
