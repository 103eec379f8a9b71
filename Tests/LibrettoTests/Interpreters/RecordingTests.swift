import Testing

@testable import LibrettoCore

/// Any interpreter’s run can be recorded, and gone on with.
struct RecordingTests {
  private struct Person: InteractiveInterpreter {
    let answers: [String: Reply]
    var now: Timestamp { 5 }
    func show(_ text: String) {}
    func ask(_ question: Question) -> Reply { answers[question.id] ?? .endOfInput }
  }

  @Test("a recorded run and its journal continue with another interpreter")
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

  @Test("after a line without a newline, the next write begins with one")
  func cutEnd() async throws {
    let name = Key<String>("name")
    for title: Text in ["Age?", "Years?"] {
      func flow(_ title: Text) -> Flow {
        Flow("f") {
          Ask("Name?", into: name)
          Ask(title, into: Key<Int>("age"))
        }
      }
      let file = Locked<[UInt8]>([])
      let keep: @Sendable (RecordedLines) throws -> Void = { lines in
        file.withLock { $0 += lines.bytes }
      }
      _ = try await flow("Age?").run(with: Person(answers: ["name": .text("Bob")]), recording: keep)
      file.withLock { _ = $0.removeLast() }
      let saved = try SavedRun(lines: file.withLock { $0 })
      #expect(saved.byteCount == file.withLock { $0.count })
      _ = try await flow(title).resume(
        saved, with: Person(answers: ["age": .text("7")]), recording: keep)
      let whole = try SavedRun(lines: file.withLock { $0 })
      #expect(whole.entries.map(\.name) == ["name", "age"])
    }
  }

  @Test("after a line that can't be written no more are written, and no effect begins")
  func broken() async throws {
    struct Full: Error {}
    let (started, failed) = (Gate(), Gate())
    let done = Locked<[String]>([])
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          // Cancelled, it ends all the same.
          Do("first") {
            started.open()
            await failed.waitStubbornly()
            done.withLock { $0.append("first") }
          }
          Do("third") { done.withLock { $0.append("third") } }
        }
        Operation("b") {
          Do("wait") { try await started.wait() }
          Do("second") { done.withLock { $0.append("second") } }
        }
      }
    }
    let kept = Locked<[String]>([])
    let result = try await flow.run(with: TestHost()) { lines in
      let text = String(decoding: lines.bytes, as: UTF8.self)
      if text.contains("second") {
        failed.open()
        throw Full()
      }
      kept.withLock { $0.append(String(text.prefix { $0 != "," })) }
    }
    #expect(result.outcome == .failed(Failure(.interpreter, message: "Full()")))
    // Not that the first ended: another line would stand behind the one that is missing.
    #expect(
      kept.withLock { $0.sorted() } == [
        "{\"began\":\"a/first\"", "{\"began\":\"b/wait\"", "{\"ended\":\"b/wait\"",
        "{\"libretto\":2",
      ])
    #expect(done.withLock { $0 } == ["first"])
  }
}
