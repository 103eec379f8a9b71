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
