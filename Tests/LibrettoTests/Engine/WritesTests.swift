import Testing

@testable import LibrettoCore

/// Actions that say which keys they set.
struct WritesTests {
  let score = Key<Int>("score")
  let other = Key<Int>("other")

  @Test("A closure without a parameter sets nothing, and says so")
  func none() throws {
    let flow = Flow("f") {
      Do("ring") {}
      Do("count", writes: [score]) { work in work[score] = 1 }
      Do("more") { work in work[score] = 2 }
      Do("again") { work in work[other] = 2 }.writes(other, score)
      Do("roll", into: score) { 6 }
    }
    let actions = flow.tree.steps.map { node -> [String]? in
      guard case .action(let action) = node.kind else { return nil }
      return action.writes?.map(\.name)
    }
    #expect(actions == [[], ["score"], nil, ["other", "score"], []])
    #expect(try Flow(json: JSONExporter(pretty: true).perform(flow)) == flow)
    #expect(try JSONExporter(pretty: true).perform(flow).contains(#""writes": []"#))
  }

  @Test("What is declared is kept")
  func declared() async throws {
    let flow = Flow("f") { Do("count", writes: [score]) { work in work[score] = 1 } }
    let result = try await flow.run(with: Scripted([:], actions: .performed))
    #expect(result.isFinished)
    #expect(result[score] == 1)
  }

  @Test("Another write ends the run: no retry, no failure branch; the work has ended")
  func undeclared() async throws {
    let tries = Locked(0)
    let flow = Flow("f") {
      Do("count", writes: [score]) { work in
        tries.withLock { $0 += 1 }
        work[other] = 1
      } failure: { error in
        Say("Failed: \(error)")
      }
      .retry(3)
      Say("Never.")
    }
    let result = try await flow.run(with: Scripted([:], actions: .performed))
    #expect(tries.withLock { $0 } == 1)
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(
      failure.message
        == "the action “count” set the key “other”, which it doesn't declare; "
        + "declare it with writes: [score, other]")
    #expect(failure.step == "count")
    #expect(result.performed == ["count"])
  }

  @Test("The same in an operation: no failure branch of it either")
  func operation() async throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Do("count", writes: []) { work in work[other] = 1 }
        } failure: { error in
          Say("Failed: \(error)")
        }
        Operation("b", after: "a") { Say("Never.") }
      }
    }
    let result = try await flow.run(with: Scripted([:], actions: .performed))
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(
      failure.message
        == "the action “count” set the key “other”, which it doesn't declare; "
        + "declare it with writes: [other]")
    #expect(!result.transcript.contains("SAY"))
  }

  @Test("A host's writes are held to it too")
  func host() throws {
    var session = try Session(Flow("f") { Do("count", writes: [score]) { _ in } })
    try session.resolve("count", with: .performed(["other": .int(1)]))
    #expect(
      session.outcome.map { "\($0)" }
        == "failed: the action “count” set the key “other”, which it doesn't declare; "
        + "declare it with writes: [score, other]")
  }

  @Test("What an operation set without declaring it ends a resumed run, which needs nothing more")
  func restoredOperation() throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") { Do("count", writes: []) { _ in } }
        Operation("b") { Ask("More?", into: Key<String>("more")) }
      }
    }
    var run = try Run(flow)
    let need = try #require(run.needs.first { $0.kind == .action })
    var answers = run.answers(for: need)
    answers[other] = 1
    try run.resolve(need, with: .performed(answers))
    let resumed = try Run.resuming(flow, from: try SavedRun(run, of: flow), at: 0).run
    #expect(resumed.outcome == run.outcome)
    #expect(resumed.needs == [])
    #expect(run.needs == [])
    #expect(!resumed.isParallel)
  }

  @Test("What ended the run ends it again after a resume, until the key is declared")
  func restored() throws {
    func flow(_ keys: any AnyKey...) -> Flow {
      Flow("f") {
        Do("count", writes: keys) { _ in }
        Ask("More?", into: Key<String>("more"))
      }
    }
    let (flow, declaring) = (flow(score), flow(score, other))
    var run = try Run(flow)
    let need = try #require(run.nextNeed)
    var answers = run.answers(for: need)
    answers[other] = 1
    try run.resolve(need, with: .performed(answers))
    let failed = try #require(run.outcome)
    #expect(
      "\(failed)"
        == "failed: the action “count” set the key “other”, which it doesn't declare; "
        + "declare it with writes: [score, other]")
    let saved = try SavedRun(run, of: flow)
    #expect(try Run.resuming(flow, from: saved).run.outcome == failed)
    let token = SessionToken.bytes(run, try flow.fingerprintNumber)
    #expect(try Session(flow, token: token, clock: { 0 }).outcome == failed)
    let declared = try Run.resuming(declaring, from: saved).run
    #expect(declared.nextNeed?.name == "more")
    #expect(declared.answers[other] == 1)
  }

  @Test("A key that an earlier version of the flow had stays set after a resume")
  func earlier() throws {
    func flow(_ key: any AnyKey) -> Flow {
      Flow("f") {
        Do("count", writes: [key]) { _ in }
        Ask("More?", into: Key<String>("more"))
      }
    }
    let before = flow(other)
    var run = try Run(before)
    let need = try #require(run.nextNeed)
    var answers = run.answers(for: need)
    answers[other] = 1
    try run.resolve(need, with: .performed(answers))
    let edited = flow(score)
    let resumed = try Run.resuming(edited, from: try SavedRun(run, of: before)).run
    #expect(resumed.nextNeed?.name == "more")
    let again = try Run.resuming(edited, from: try SavedRun(resumed, of: edited)).run
    #expect(again.nextNeed?.name == "more")
  }

  @Test("work.answer throws with the names of the step and the key")
  func answer() async throws {
    let flow = Flow("f") {
      Store(1, into: score)
      Do("read") { work in
        _ = try work.answer(score)
        _ = try work.answer(other)
      }
    }
    let result = try await flow.run(with: Scripted([:], actions: .performed))
    #expect(
      "\(result.outcome)".hasSuffix(
        "the step “read” reads the answer for “other”, but there is none; "
          + "ask for it first, or test whether it is set"))
    let checked = Flow("g") {
      Ask("A?", into: score).check("fits", reads: [other]) { _, answers in
        _ = try answers.answer(other)
        return nil
      }
    }
    let failed = try await checked.run(with: Scripted([1], actions: .performed))
    #expect(
      "\(failed.outcome)".contains(
        "the step “score” reads the answer for “other”, but there is none"))
  }
}
