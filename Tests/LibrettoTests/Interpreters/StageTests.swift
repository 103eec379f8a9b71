import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

/// How the driver serves several needs at once, and work that misbehaves.
struct StageTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let prices = Key<[Int]>("prices")

  @Test("operations that can run together do: each waits for the other")
  func together() async throws {
    let (first, second) = (Gate(), Gate())
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Do("x") {
            first.open()
            try await second.wait()
          }
        }
        Operation("b") {
          Do("y") {
            second.open()
            try await first.wait()
          }
        }
      }
    }
    #expect(try await flow.run(with: TestHost()).outcome == .finished(nil))
  }

  @Test("prompts queue one at a time in the order of declaration, while work goes on")
  func prompts() async throws {
    let worked = Gate()
    let host = TestHost(answer: { question in
      // The work of the last operation ends while the first prompt is open.
      if question.name == "a/name" { try await worked.wait() }
      return .text(question.kind == .ask ? "7" : "Yes")
    })
    let flow = Flow("f") {
      Operations {
        Operation("a") { Ask("Name?", into: Self.name) }
        Operation("b") {
          Say("b speaks")
          Confirm("Sure?")
        }
        Operation("c") {
          Do("work") { worked.open() }
          Ask("Age?", into: Self.age)
        }
      }
    }
    let result = try await flow.run(with: host)
    #expect(result.outcome == .finished(nil))
    #expect(
      host.shown.withLock { $0 } == ["ASK a/name", "b speaks", "ASK b/sure", "ASK c/age"])
    #expect(result[Self.age] == 7)
  }

  @Test("a step back into another operation asks the question from which it led again, too")
  func backIntoAnother() async throws {
    let replies = Locked<[Reply]>([.text("yes"), .back, .text("no"), .text("yes")])
    let host = TestHost(answer: { _ in
      replies.withLock { $0.isEmpty ? .cancelled : $0.removeFirst() }
    })
    let flow = Flow("f") {
      Operations {
        Operation("a") { Confirm("Sure?") }
        Operation("b") { Confirm("Really?") }
      }
    }
    #expect(try await flow.run(with: host).outcome == .finished(nil))
    #expect(
      host.shown.withLock { $0 } == ["ASK a/sure", "ASK b/really", "ASK a/sure", "ASK b/really"])
  }

  @Test("the prompt of a cancelled operation goes away, and the next one comes")
  func cancelledPrompt() async throws {
    let asked = Gate()
    let told = Locked<[String]>([])
    let host = TestHost(answer: { question in
      guard question.name == "a/name" else { return .text("7") }
      asked.open()
      try await TestHost.forever()
      return .endOfInput
    })
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Ask("Name?", into: Self.name).on(.cancelled) { event in
            told.withLock { $0.append("\(event.id) \(event.moment)") }
          }
        }
        .on(.cancelled) { event in told.withLock { $0.append("\(event.id) \(event.moment)") } }
        Operation("b") {
          Do("wait") { try await asked.wait() }
          CancelOperation("a")
          Ask("Age?", into: Self.age)
        }
      }
    }
    let result = try await flow.run(with: host)
    #expect(result.outcome == .finished(nil))
    #expect(result[Self.name] == nil)
    #expect(result[Self.age] == 7)
    #expect(told.withLock { $0 } == ["a/name cancelled", "a cancelled"])
    #expect(
      result.transcript == """
        START    a
        START    b
        ACTION   wait
        ASK      Name?
        CANCEL   a
        ASK      Age?
        PERSON   7
        ENDED    b
        END      finished

        """)
  }

  @Test("work of a cancelled operation is notified; its end is recorded, its answers discarded")
  func cancelledWork() async throws {
    let (started, told) = (Gate(), Gate())
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Do("x") { answers in
            started.open()
            do { try await TestHost.forever() } catch { told.open() }
            answers[Self.name] = "too late"
          }
        }
        Operation("b") {
          Do("y") { try await started.wait() }
          CancelOperation("a")
          Do("z") { try await told.wait() }
        }
      }
    }
    let result = try await flow.run(with: TestHost())
    #expect(result.outcome == .finished(nil))
    #expect(result.answers.names == [])
    // That x ends and that z begins is a race.
    let names = result.journal.entries.map(\.name)
    #expect(names.filter { $0 != "b/z" } == ["a/x", "b/y", "b/y", "b/cancel-a", "a/x"])
    #expect(names.filter { $0 == "b/z" }.count == 2)
    #expect(names.last == "b/z")
  }

  @Test("work that ignores cancellation and never returns: it times out, and the flow fails")
  func stubborn() async throws {
    let gate = Gate()
    let line = #line + 2
    let flow = Flow("f") {
      Do("hangs") { await gate.waitStubbornly() }.timeout(.seconds(3))
    }
    let durations = Locked<[Duration]>([])
    let host = TestHost(passing: { duration in durations.withLock { $0.append(duration) } })
    let result = try await flow.run(with: host)
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(
      failure.description
        == "StageTests.swift:\(line): the action “hangs” took longer than 3 seconds")
    #expect(failure.reason == .timedOut)
    #expect(durations.withLock { $0 } == [.seconds(3)])
    #expect(result.journal.entries.map(\.event) == [.began, .timedOut])
    gate.open()
  }

  @Test(
    "cancelling the task ends the run at once, every operation and load told, stubborn ones left")
  func cancelledTask() async throws {
    let (stubborn, began, told) = (Gate(), Gate(), Gate())
    let events = Locked<[String]>([])
    let note: @Sendable (String, Moment) -> Void = { id, moment in
      events.withLock { $0.append("\(id) \(moment)") }
    }
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Operations {
        Operation("a") { Do("x") { await stubborn.waitStubbornly() } }
          .on(.cancelled) { note($0.id, $0.moment) }
        Operation("b") {
          Load("y", into: Self.prices) {
            began.open()
            do { try await TestHost.forever() } catch { told.open() }
            return []
          }
          .on(.cancelled) { note($0.id, $0.moment) }
        }
        Operation("c", after: "a") { Say("never") }.on(.cancelled) { note($0.id, $0.moment) }
      }
    }
    let task = Task {
      try await flow.run(with: TestHost(answer: { _ in .text("Bob") }))
    }
    try await began.wait()
    task.cancel()
    let result = try await task.value
    try await told.wait()
    #expect(result.outcome == .cancelled)
    #expect(result[Self.name] == "Bob")
    #expect(
      events.withLock { Set($0) } == ["a cancelled", "b/prices cancelled", "c cancelled"])
    stubborn.open()
  }

  @Test("work that calls back on another thread continues normally")
  func otherThread() async throws {
    let flow = Flow("f") {
      Do("call") { answers in
        let name = await withCheckedContinuation { done in
          do {
            try SystemThread { done.resume(returning: "from a thread") }.detach()
          } catch {
            done.resume(returning: "\(error)")
          }
        }
        answers[Self.name] = name
      }
    }
    let result = try await flow.run(with: TestHost())
    #expect(result.outcome == .finished(nil))
    #expect(result[Self.name] == "from a thread")
  }
}
