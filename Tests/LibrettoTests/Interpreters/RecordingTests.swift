import Testing

@testable import Libretto

/// Any interpreter’s run can be recorded, and gone on with.
struct RecordingTests {
  private struct Person: InteractiveInterpreter {
    let answers: [String: Reply]
    var now: Int { 5 }
    func show(_ text: String) {}
    func ask(_ question: Question) -> Reply { answers[question.id] ?? .endOfInput }
  }

  @Test("what was recorded goes on with another interpreter, and the journal with it")
  func recordAndResume() async throws {
    let (name, age) = (Key<String>("name"), Key<Int>("age"))
    let flow = Flow("f") {
      Ask("Name?", into: name)
      Ask("Age?", into: age)
    }
    let file = Locked<[UInt8]>([])
    let keep: @Sendable (RecordedLines) throws -> Void = { lines in
      file.withLock { $0 += lines.bytes }
    }
    let first = try await flow.run(
      with: Person(answers: ["name": .text("Bob")]), id: "run", recording: keep)
    guard case .failed(let failure) = first.outcome else {
      Issue.record("\(first.outcome)")
      return
    }
    #expect(failure.reason == .endOfInput)
    let saved = try SavedRun(lines: file.withLock { $0 })
    #expect(saved.id == "run")
    let second = try await flow.resume(
      saved, with: Person(answers: ["age": .text("7")]), recording: keep)
    #expect(second.outcome == .finished(nil))
    #expect(second[name] == "Bob")
    #expect(second[age] == 7)
    let whole = try SavedRun(lines: file.withLock { $0 })
    #expect(whole.entries.map(\.name) == ["name", "age"])
  }
}
