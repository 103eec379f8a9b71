import Testing

@testable import LibrettoCore

// The guide's example is a module of its own.
#if canImport(ChatBot)
  @testable import ChatBot
#endif

@Suite("Every interactive interpreter performs a flow in the same way")
struct ConformanceTests {
  @Test("The same transcript, outcome, answers and journal", arguments: ConformanceCase.all)
  func conforms(to example: ConformanceCase) async throws {
    let expected = try await example.flow.run(
      with: Scripted(example.script, actions: .performed))
    #expect(expected.transcript == example.transcript)
    let console = try await PipedConsole.perform(example.flow, input: example.input)
    let chat = try await example.flow.run(with: Chat(example.lines))
    compare(expected, [("Console", console.result), ("Chat", chat)])
    #if canImport(ChatBot)
      let bot = try await example.flow.run(with: ChatBot.receiving(example.messages))
      compare(expected, [("ChatBot", bot)])
    #endif
    guard example.hasKeys else { return }
    let typed = try await TypedConsole.perform(example.flow, lines: example.lines)
    #expect(typed.screen.violations == [])
    let filled = try await TypedConsole.perform(
      example.flow, lines: example.linesOutsidePages, pages: example.keys)
    #expect(filled.screen.violations == [])
    compare(expected, [("Keys", typed.result), ("Pages", filled.result)])
  }

  private func compare(_ expected: FlowResult, _ results: [(String, FlowResult)]) {
    for (interpreter, result) in results {
      let label = Comment(rawValue: interpreter)
      #expect(result.transcript == expected.transcript, label)
      #expect(result.outcome == expected.outcome, label)
      #expect(result.answers.description == expected.answers.description, label)
      #expect(result.journal.untimed == expected.journal.untimed, label)
    }
  }

  @Test("The console shows what the transcript contains", arguments: ConformanceCase.all)
  func says(what example: ConformanceCase) async throws {
    let console = try await PipedConsole.perform(example.flow, input: example.input)
    let said = console.result.transcript.split(separator: "\n")
      .filter { $0.hasPrefix("SAY") }.map { $0.dropFirst(9) + "\n" }.joined()
    #expect(console.output == said)
  }
}

/// The least that an interpreter of one's own is: show this, ask this.
private actor Chat: InteractiveInterpreter {
  private var lines: ArraySlice<String>
  private(set) var shown: [String] = []

  init(_ lines: [String]) { self.lines = lines[...] }

  func show(_ text: String) { shown.append(text) }

  func ask(_ question: Question) -> Reply {
    shown.append(question.problem ?? question.title)
    guard let line = lines.popFirst() else { return .endOfInput }
    return line == "<" ? .back : .text(line)
  }
}

extension Journal {
  /// The entries with the clock stopped.
  fileprivate var untimed: [Entry] {
    entries.map(\.untimed)
  }
}
