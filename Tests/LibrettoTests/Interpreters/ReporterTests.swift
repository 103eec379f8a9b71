import Testing

@testable import LibrettoCore

@Suite("Work reports its progress and lines")
struct ReporterTests {
  static let name = Key<String>("name")
  static let pin = Key<String>("pin")

  /// A host that notes what it is shown, with a clock that the test moves.
  struct Host: InteractiveInterpreter {
    let clock = ManualClock()
    let shown = Locked<[String]>([])
    var answer: @Sendable (Question) async throws -> Reply = { _ in .endOfInput }
    var now: Timestamp { 0 }

    func show(_ text: String) async throws { note("SAY \(text)") }
    func ask(_ question: Question) async throws -> Reply {
      note("ASK \(question.name)")
      return try await answer(question)
    }
    func showLoading(_ text: String) async throws { note("LOADING \(text)") }
    func showProgress(_ progress: [WorkProgress]) async throws {
      note("PROGRESS \(progress.map(\.line).joined(separator: "; "))")
    }
    func showLog(_ line: String) async throws { note("LOG \(line)") }
    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }
    func note(_ line: String) { shown.withLock { $0.append(line) } }
  }

  @Test("progress is shown once a second, the latest only; lines are all shown, in order")
  func intervals() async throws {
    let host = Host()
    let (second, reported, last) = (Gate(), Gate(), Gate())
    let flow = Flow("f") {
      Store("shelf", into: Self.name)
      Do("create") { work in
        for step in 0...40 { work.progress(Double(step) / 100, label: "Downloading") }
        work.log("one")
        try await second.wait()
        for step in 41...80 { work.progress(Double(step) / 100, label: "Unpacking") }
        work.log("two")
        work.log("three")
        reported.open()
        try await last.wait()
        work.progress(0.9)
        work.log("four")
      }.loading("Creating \(Self.name)…")
      Say("done")
    }
    let task = Task { try await flow.run(with: host) }
    // The first report is shown at once, the text after a moment, the next progress after a second.
    await host.clock.waitForSleep(of: .milliseconds(25))
    await host.clock.waitForSleep(of: Reporter.rhythm)
    second.open()
    try await reported.wait()
    host.clock.advance(by: .milliseconds(25))
    host.clock.advance(by: .milliseconds(75))
    for _ in 0..<9 { await host.clock.pass(Reporter.rhythm) }
    await host.clock.waitForSleep(of: Reporter.rhythm)
    last.open()
    let result = try await task.value
    let lines = host.shown.withLock { $0 }
    // Progress shows its text too, so the text isn't shown by itself after it.
    #expect(!lines.contains { $0.hasPrefix("LOADING") })
    #expect(
      lines.filter { $0.hasPrefix("LOG") } == ["LOG one", "LOG two", "LOG three", "LOG four"])
    let progress = lines.filter { $0.hasPrefix("PROGRESS") }
    #expect(progress.last == "PROGRESS Creating shelf… 80% Unpacking")
    #expect(progress.count == 2)
    #expect(lines.last == "SAY done")
    #expect(
      result.transcript == """
        ACTION   create
        LOG      one
        LOG      two
        LOG      three
        LOG      four
        SAY      done
        END      finished

        """)
  }

  @Test("a number outside 0 to 1, one that is none, and what comes after the end")
  func strange() async throws {
    let kept = Locked<Work?>(nil)
    let seen = Locked<[WorkProgress?]>([])
    let flow = Flow("f") {
      Do("work") { work in
        for fraction in [-1, 2, .infinity, -.infinity, .nan, 0.999] {
          work.progress(fraction)
          seen.withLock { $0.append(work.shownProgress) }
        }
        work.progress("Waiting")
        seen.withLock { $0.append(work.shownProgress) }
        kept.withLock { $0 = work }
      }
    }
    let result = try await flow.run(with: Host())
    #expect(seen.withLock { $0.map { $0?.fraction } } == [0, 1, 1, 0, nil, 0.999, nil])
    #expect(seen.withLock { $0.last??.line } == "work Waiting")
    #expect(seen.withLock { $0[5]?.line } == "work 99%")
    let work = try #require(kept.withLock { $0 })
    work.progress(0.1, label: "late")
    work.log("late")
    #expect(work.shownProgress?.label == "Waiting")
    #expect(result.transcript == "ACTION   work\nEND      finished\n")
  }

  @Test("a million reports cost a few takes; lines beyond a thousand are counted")
  func flood() async throws {
    let host = Host()
    let flow = Flow("f") {
      Do("work") { work in
        for step in 0..<1_000_000 { work.progress(Double(step) / 1_000_000) }
        for line in 0..<5_000 { work.log("\(line)") }
      }
    }
    let result = try await flow.run(with: host)
    let shown = host.shown.withLock { $0 }
    #expect(shown.filter { $0.hasPrefix("PROGRESS") }.count <= 1)
    // A take makes room for another thousand; each says how many were left out.
    let logged = shown.filter { $0.hasPrefix("LOG") }
    let leftOut = logged.compactMap { line in
      line.hasSuffix(" more lines)") ? Int(line.dropFirst("LOG (".count).prefix { $0 != " " }) : nil
    }
    #expect(logged.count - leftOut.count + leftOut.reduce(0, +) == 5_000)
    #expect(result.transcript.split(separator: "\n").count <= WorkReports.mostLines + 3)
  }

  @Test(
    "once the work has used a secret, labels and lines are hidden, unless the step shows errors")
  func secrets() async throws {
    func flow(_ change: (Do) -> Do) -> Flow {
      Flow("f") {
        Ask("PIN?", into: Self.pin).secret()
        change(
          Do("pay") { work in
            work.log("begin")
            work.progress(0.1, label: "Begin")
            let pin = work[Self.pin] ?? ""
            work.log("code " + String(pin.reversed()))
            work.progress(0.2, label: "Code " + String(pin.reversed()))
            #expect(work.shownProgress?.fraction == 0.2)
            work.log("label \(work.shownProgress?.label ?? "none")")
          })
      }
    }
    let hidden = try await flow { $0 }.run(
      with: Scripted(["sesame"], actions: .performed))
    #expect(
      hidden.transcript == """
        ASK      PIN?
        PERSON   (secret)
        ACTION   pay
        LOG      begin
        LOG      (a line is hidden because the work used a secret)
        LOG      (a line is hidden because the work used a secret)
        END      finished

        """)
    let shown = try await flow { $0.showsErrors() }.run(
      with: Scripted(["sesame"], actions: .performed))
    #expect(shown.transcript.contains("LOG      code emases\nLOG      label Code emases\n"))
    let plain = try await Flow("f") {
      Ask("PIN?", into: Self.pin).secret()
      Do("work") { work in work.log("I guess sesame") }.reads()
    }.run(with: Scripted(["sesame"], actions: .performed))
    #expect(plain.transcript.contains("LOG      I guess (secret)\n"))
  }

  @Test("a load reports as an action does, and each try anew")
  func load() async throws {
    let tries = Locked(0)
    let flow = Flow("f") {
      Load("prices", into: Key<Int>("prices")) { work in
        let number = tries.withLock { tries in
          tries += 1
          return tries
        }
        work.log("try \(number)")
        if number == 1 { throw ScriptedFailure(description: "busy") }
        return 3
      }.loading("Fetching…").retry(1)
    }
    let result = try await flow.run(with: Scripted([], actions: .performed))
    #expect(
      result.transcript == """
        LOAD     Fetching…
        LOG      try 1
        FAILED   busy
        LOAD     Fetching…
        LOG      try 2
        LOADED   3
        END      finished

        """)
  }

  @Test("while a question is open nothing is shown, and nothing is lost")
  func question() async throws {
    var host = Host()
    let (asked, logged) = (Gate(), Gate())
    host.answer = { [shown = host.shown] _ in
      asked.open()
      try await logged.wait()
      shown.withLock { $0.append("ANSWERED") }
      return .text("Bob")
    }
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Do("upload") { work in
            try await asked.wait()
            work.log("half")
            work.progress(0.5)
            work.log("more")
            logged.open()
          }
        }
        Operation("b") { Ask("Name?", into: Self.name) }
      }
    }
    _ = try await flow.run(with: host)
    let lines = host.shown.withLock { $0 }
    #expect(lines.prefix(2) == ["ASK b/name", "ANSWERED"])
    #expect(lines.filter { $0.hasPrefix("LOG") } == ["LOG half", "LOG more"])
  }

  @Test("a later try shows nothing that an earlier one may have got from a secret")
  func laterTry() async throws {
    let cached = Locked("")
    let flow = Flow("f") {
      Ask("PIN?", into: Self.pin).secret()
      Do("try") { work in
        if cached.withLock({ $0.isEmpty }) {
          let pin = String((work[Self.pin] ?? "").reversed())
          cached.withLock { $0 = pin }
          throw ScriptedFailure(description: "busy")
        }
        work.log("again \(cached.withLock { $0 })")
      }.retry(1)
    }
    let result = try await flow.run(with: Scripted(["sesame"], actions: .performed))
    #expect(!result.transcript.contains("emases"))
    #expect(
      result.transcript.contains("LOG      (a line is hidden because the work used a secret)\n"))
  }

  @Test("progress of work that has ended isn't shown with that of later work")
  func ended() async throws {
    let host = Host()
    let flow = Flow("f") {
      Repeat(times: 300) { Do("quick") { work in work.progress(0.1, label: "q") } }
    }
    _ = try await flow.run(with: host)
    let lines = host.shown.withLock { $0 }
    #expect(lines.allSatisfy { $0 == "PROGRESS quick 10% q" }, "\(lines)")
  }

  @Test("the result of work is noted without waiting for its lines", .timeLimit(.minutes(1)))
  func notedFirst() async throws {
    /// Shows nothing before the result has been noted.
    struct Waiting: InteractiveInterpreter {
      let noted: Gate
      func show(_ text: String) async throws { try await noted.wait() }
      func ask(_ question: Question) async throws -> Reply { .endOfInput }
    }
    let noted = Gate()
    let flow = Flow("f") { Do("pay") { work in work.log("paid") } }
    let result = try await flow.run(with: Waiting(noted: noted), id: "r") { lines in
      if String(decoding: lines.bytes, as: UTF8.self).contains("\"ended\"") { noted.open() }
    }
    #expect(result.outcome == .finished)
  }

  @Test("a line that is being taken to be shown as its work ends is in the transcript, too")
  func takenWhileClosing() async throws {
    var run = try Run(
      Flow("f") {
        Ask("PIN?", into: Self.pin).secret()
        Do("pay") { _ in }
      })
    try run.give("canary")
    let need = try #require(run.nextNeed)
    // It takes a while to look for the secret in a line as long as this, so that both are at it.
    let line = String(repeating: "paid ", count: 20_000)
    for _ in 0..<400 {
      let work = run.work(for: need)
      work.log(line)
      async let shown = work.takeLines()
      async let logged = work.loggedLines
      #expect(await shown.count == 1)
      #expect(await logged.count == 1)
    }
  }

  @Test("an error of showing a line ends the run; what the work did is noted first")
  func failing() async throws {
    struct Broken: InteractiveInterpreter {
      func show(_ text: String) async throws { throw ScriptedFailure(description: "no screen") }
      func ask(_ question: Question) async throws -> Reply { .endOfInput }
    }
    let result = try await Flow("f") { Do("pay") { work in work.log("x") } }.run(with: Broken())
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(failure.message == "no screen")
    #expect(result.journal.entries.last?.event == .performed([]))
  }
}
