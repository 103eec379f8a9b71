import Testing

@testable import Libretto
@testable import LibrettoCore

/// Time limits, slow loads and waits.
extension StageTests {
  @Test("a prompt times out and disappears, and its branch follows")
  func promptTimeout() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).limited(to: .seconds(2), then: [Say("Too late.")])
      Say("On.")
    }
    let host = TestHost(
      answer: { _ in
        try await TestHost.forever()
        return .endOfInput
      }, passing: { _ in })
    let result = try await flow.run(with: host)
    #expect(result.outcome == .finished(nil))
    #expect(host.shown.withLock { $0 } == ["ASK name", "Too late.", "On."])
    #expect(
      result.transcript == """
        ASK      Name?
        TIMEOUT  the time is up
        SAY      Too late.
        SAY      On.
        END      finished

        """)
    #expect(result.journal.entries.map(\.event) == [.opened, .timedOut])
  }

  @Test("without a branch the time of a prompt fails the flow")
  func promptTimeoutFails() async throws {
    let line = #line + 2
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).limited(to: .milliseconds(1500), then: nil)
    }
    let result = try await flow.run(with: Scripted([.timedOut]))
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(
      failure.description
        == "StageTests+Time.swift:\(line): the question “Name?” (id “name”) was not answered within "
        + "1.5 seconds")
    #expect(ExitCode(result.outcome) == .timedOut)
  }

  @Test("a load shows that it loads only when it takes longer than an instant")
  func indicator() async throws {
    for isSlow in [false, true] {
      let (shown, passed) = (Gate(), Gate())
      let flow = Flow("f") {
        Load("prices", into: Self.prices) {
          if isSlow { try await passed.wait() }
          return [1]
        }.loading("Fetching…")
      }
      let durations = Locked<[Duration]>([])
      let host = TestHost(passing: { duration in
        durations.withLock { $0.append(duration) }
        guard isSlow else { return try await TestHost.forever() }
        // The work goes on only after the indicator had its chance.
        Task {
          try await shown.wait()
          passed.open()
        }
        shown.open()
      })
      let result = try await flow.run(with: host)
      #expect(result.outcome == .finished(nil))
      if isSlow {
        #expect(durations.withLock { $0 } == [.milliseconds(25)])
      } else {
        #expect(host.shown.withLock { $0 } == [])
      }
    }
  }

  @Test("after an absence, waits have ended one after the other, and nobody has seen what follows")
  func absence() async throws {
    let flow = Flow("f") {
      Wait(.seconds(2))
      Wait(.seconds(3))
      Ask("Name?", into: Self.name).limited(to: .seconds(2), then: [Say("Too late.")])
    }
    let saved = try SavedRun(try Run(flow), of: flow)
    let host = TestHost(
      answer: { _ in .text("Ann") },
      passing: { duration in
        #expect([.zero, .seconds(2)].contains(duration))
        if duration > .zero { try await TestHost.forever() }
      }, now: 60_000)
    let result = try await flow.resume(saved, with: host)
    #expect(result.outcome == .finished(nil))
    #expect(
      result.journal.entries.filter { $0.event == .elapsed }.map(\.time) == [2_000, 5_000])
    #expect(result[Self.name] == "Ann")
  }

  @Test("an answer that was given beforehand comes too late where what is typed does")
  func lateAnswer() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).limited(to: .seconds(2), then: [Say("Too late.")])
    }
    let saved = try SavedRun(try Run(flow), of: flow)
    for now in [1_000, 3_000] as [Timestamp] {
      var driver = Driver(TestHost(passing: { _ in try await TestHost.forever() }, now: now))
      driver.standIn = StandIn(["name": ["Ann"]], show: { _, _ in }, note: { _ in })
      let result = try await driver.resume(flow, saved, interrupted: .ask, tell: { _ in })
      #expect(result[Self.name] == (now == 1_000 ? "Ann" : nil))
    }
  }

  @Test("a wait passes by the interpreter's clock; in a script it takes no time")
  func wait() async throws {
    let flow = Flow("f") { Wait(.seconds(90)) }
    let durations = Locked<[Duration]>([])
    let host = TestHost(passing: { duration in durations.withLock { $0.append(duration) } })
    #expect(try await flow.run(with: host).outcome == .finished(nil))
    #expect(durations.withLock { $0 } == [.seconds(90)])
    #expect(
      try await flow.run(with: Scripted([])).transcript == """
        WAIT     90 seconds
        END      finished

        """)
  }
}

extension Ask {
  /// The question with a time limit.
  func limited(to time: Duration, then steps: [any FlowContent]?) -> Ask {
    var copy = self
    copy._draft.updatePrompt { $0.timeout = time }
    if let steps {
      copy._draft.append(
        Building.DraftBranch(
          .steps(.timedOut), component: "timed-out", at: _draft.place,
          steps: steps.flatMap(\._drafts)))
    }
    return copy
  }
}
