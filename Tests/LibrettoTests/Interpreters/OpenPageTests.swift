import Testing

@testable import LibrettoCore

/// What is kept of a page over all tries, what blocks are told of it, and hosts that misbehave.
struct OpenPageTests {
  static let name = Key<String>("name")
  static let car = Key<Bool>("car")
  static let plate = Key<String>("plate")
  static let pin = Key<String>("pin")

  static let flow = Flow("f") {
    Form("Page") {
      Ask("Name?", into: name).validateDrafts(.length(...8, message: "At most 8 characters."))
      Confirm("Car?", into: car)
      Ask("Plate?", into: plate).validate(.notEmpty).when(car)
      Ask("PIN?", into: pin).secret().validate(.length(4...))
    }
  }

  @Test("a secret is kept between tries but is on no page; hidden answers are forgotten")
  func kept() async throws {
    let host = PageHost.replying(
      .submit(
        PageAnswers(["page/car": "yes", "page/plate": "", "page/pin": "sesame", "zip": "1"])),
      .submit(PageAnswers(["page/car": "no"])),
      .submit(PageAnswers(["page/name": "Bob", "page/pin": "12"])),
      .submit(PageAnswers(["page/car": "yes", "page/pin": "simsim"])),
      .submit(PageAnswers(["page/plate": "B-1"])))
    let result = try await Self.flow.run(with: host)
    #expect(
      host.pages.withLock { $0.map(\.problems) } == [
        [],
        [
          "“zip” is not a question on this page; its questions are “page/name”, “page/car”, "
            + "“page/plate”, “page/pin”.", "page/name: An answer is needed.",
          "page/plate: An answer is needed.",
        ],
        ["page/name: An answer is needed."],
        ["page/pin: Give at least 4 characters."],
        ["page/plate: An answer is needed."],
      ])
    #expect(result.answers.description == "[car: true, name: “Bob”, pin: (secret), plate: “B-1”]")
    #expect(result[Self.pin] == "simsim")
    for page in host.pages.withLock({ $0 }) {
      #expect(!"\(page)".contains("sesame") && !"\(page)".contains("simsim"))
    }
    #expect(!result.transcript.contains("sesame") && !result.transcript.contains("simsim"))
    #expect(result.journal.entries.map(\.name).count == 5)
  }

  @Test("blocks are called for the page and each question, as in line mode; also for drafts")
  func blocks() async throws {
    let told = Locked<[String]>([])
    let tell: @Sendable (String, Moment, String) -> Void = { id, moment, words in
      told.withLock { $0.append("\(id) \(moment.rawValue) \(words)".trimmed) }
    }
    var flow = Self.flow
    for id in ["page/name", "page/car", "page/plate", "page/pin"] {
      flow = flow.on(.presented, of: id) { tell($0.id, $0.moment, "") }
        .on(.answered, of: id) { tell($0.id, $0.moment, "\($0.value ?? .null)") }
    }
    flow = flow.on(.presented, of: "page") { tell($0.id, $0.moment, "") }
      .on(.ended, of: "page") { tell($0.id, $0.moment, "") }
      .on(.changed, of: "page/name") { tell($0.id, $0.moment, $0.draft ?? "") }
    let host = PageHost(filling: { page, filling in
      if page.hasProblems {
        return .submit(PageAnswers(["page/name": "Bob", "page/plate": "B-1"]))
      }
      var refusals: [String?] = []
      for (id, text) in [
        ("page/name", "Robert"), ("page/name", "Robert the 2nd"), ("page/car", "y"), ("zip", "y"),
      ] { refusals.append(try await filling.report(text, for: id)) }
      #expect(refusals == [nil, "At most 8 characters.", nil, nil])
      return .submit(
        PageAnswers(["page/name": "Robert the 2nd", "page/car": "yes", "page/pin": "1234"]))
    })
    let result = try await flow.run(with: host)
    #expect(result.outcome == .finished(nil))
    #expect(
      host.pages.withLock { $0.map(\.problems) } == [
        [], ["page/name: At most 8 characters.", "page/plate: An answer is needed."],
      ])
    #expect(
      told.withLock { $0 } == [
        "page presented", "page/name presented", "page/car presented", "page/pin presented",
        "page/name changed Robert", "page/plate presented", "page/name changed Bob",
        "page/name answered Bob", "page/car answered yes", "page/plate answered B-1",
        "page/pin answered 1234", "page ended",
      ])
  }

  @Test("cancelled, or at the end of input: nothing is answered, and blocks are called")
  func cancelledWork() async throws {
    let told = Locked<[String]>([])
    let flow = Self.flow.on(.cancelled, of: "page") { event in told.withLock { $0.append(event.id) }
    }
    .on(.cancelled, of: "page/name") { event in told.withLock { $0.append(event.id) } }
    struct Broken: Error {}
    var outcomes: [String] = []
    for reply: PageReply? in [.cancelled, .endOfInput, nil] {
      let result = try await flow.run(
        with: PageHost(filling: { _, _ in
          guard let reply else { throw Broken() }
          return reply
        }))
      outcomes.append(result.outcome.description)
      #expect(result.journal.entries == [])
      #expect(result.transcript.hasPrefix("PAGE     Page\nEND      "))
    }
    #expect(
      outcomes == [
        "cancelled",
        "failed: the input ended at the page “Page” (id “page”), before it was filled in",
        "failed: Broken (its text is hidden because the answer is secret)",
      ])
    #expect(told.withLock { $0.count } == 6)
  }

  @Test("endless wrong answers end the page; the last problem names its field")
  func endless() async throws {
    let host = PageHost(filling: { _, _ in .submit(PageAnswers(["page/pin": "1"])) })
    let result = try await Self.flow.run(with: host)
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(failure.reason == .limit)
    #expect(
      failure.message == "1000 answers in a row were rejected for the page “Page” (id “page”); "
        + "the last time: “page/name”: An answer is needed.")
    #expect(failure.step == "page")
    #expect(host.pages.withLock { $0.count } == 1000)
  }

  @Test("a host that ignores cancellation doesn't hold up the run; its answers come too late")
  func stubborn() async throws {
    let (put, gate) = (Gate(), Gate())
    let late = Locked<PageContext?>(nil)
    let host = PageHost(filling: { _, filling in
      late.withLock { $0 = filling }
      put.open()
      await gate.waitStubbornly()
      return .submit(PageAnswers(["page/name": "Bob"]))
    })
    let task = Task { try await Self.flow.run(with: host) }
    try await put.wait()
    task.cancel()
    let result = try await task.value
    #expect(result.outcome == .cancelled)
    gate.open()
    let filling = try #require(late.withLock { $0 })
    // Whoever looks at it later sees what was, and changes nothing.
    let refusal = try await filling.report("x", for: "page/name")
    #expect(refusal == nil)
    #expect(filling.page(with: PageAnswers(["page/car": "yes"])).words.count == 4)
  }

  @Test("a run over its time names the page that was open")
  func runTime() async throws {
    let (clock, put) = (ManualClock(), Gate())
    var host = PageHost(filling: { _, _ in
      put.open()
      try await TestHost.forever()
      return .cancelled
    })
    host.host.passing = { try await clock.sleep(for: $0) }
    var driver = Driver(host)
    driver.timeout = .seconds(5)
    let timed = driver
    async let result = timed.perform(Self.flow)
    try await put.wait()
    await clock.pass(.seconds(5))
    #expect(
      try await result.outcome.description
        == "failed: the run did not end within 5 seconds; the question “Page” (id “page”) was open"
    )
  }
}
