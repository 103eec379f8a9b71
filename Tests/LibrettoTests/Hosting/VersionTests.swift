import Testing

@testable import LibrettoCore

/// Runs that two versions of a flow continue in turn: what one of them can't hold isn't lost.
struct VersionTests {
  static let name = Key<String>("name"), phone = Key<String>("phone"), fax = Key<String>("fax")
  static let size = Key<String>("size"), end = Key<Bool>("end"), price = Key<Int>("price")

  /// The old version asks for a fax number, the new one for a phone number; it also has a third
  /// size, and sends a mail.
  static func old(_ version: UInt? = nil, gone: [String] = []) -> Flow {
    Flow("booking", version: version, gone: gone) {
      Ask("Name?", into: name)
      Ask("Fax?", into: fax)
      Choose("Size?", into: size) {
        Option("Small")
        Option("Medium")
      }
      Do("charge") {}
      Confirm("End?", into: end)
    }
  }

  static func new(_ version: UInt? = nil, gone: [String] = []) -> Flow {
    Flow("booking", version: version, gone: gone) {
      Ask("Name?", into: name)
      Ask("Phone?", into: phone)
      Choose("Size?", into: size) {
        Option("Small")
        Option("Medium")
        Option("Large")
      }
      Do("charge") {}
      Do("mail") {}
      Confirm("End?", into: end)
    }
  }

  enum Form: CaseIterable { case token, journal }

  /// The run as another version continues it.
  static func moved(
    _ run: Run, _ flow: Flow, to other: Flow, by form: Form
  ) throws -> (run: Run, remarks: [ResumeRemark]) {
    switch form {
    case .token:
      let bytes = SessionToken.bytes(run, try flow.fingerprintNumber)
      let session = try Session(other, token: bytes, clock: { 0 })
      return (session.run, session.remarks)
    case .journal:
      let saved = try SavedRun(lines: try run.journalBytes(of: flow))
      return try Run.resuming(other, from: saved)
    }
  }

  static func resolve(_ run: inout Run, _ answer: Given) throws {
    let need = try #require(run.nextNeed)
    if need.kind == .action {
      run.begin(need)
      try run.resolve(need, with: .performed(run.answers(for: need)))
    } else {
      try run.resolve(need, with: .answer(answer))
    }
  }

  @Test("what only the other version asks for is kept through both", arguments: Form.allCases)
  func kept(_ form: Form) throws {
    let (old, new) = (Self.old(), Self.new())
    var run = try Run(new, id: "run")
    for answer: Given in ["Ann", "123", .choice("medium")] { try Self.resolve(&run, answer) }
    var (back, remarks) = try Self.moved(run, new, to: old, by: form)
    #expect(back.nextNeed?.name == "fax")
    #expect(
      remarks.map(\.description) == [
        form == .token
          ? "a question that was answered is no longer in the flow; its answer is not used"
          : "“phone” is no longer in the flow; its answer is not used"
      ])
    try Self.resolve(&back, "456")
    // The same version reads it again.
    (back, remarks) = try Self.moved(back, old, to: old, by: form)
    #expect(remarks == [])
    #expect(back.answers.description == "[fax: “456”, name: “Ann”, size: “Medium”]")
    var (run2, _) = try Self.moved(back, old, to: new, by: form)
    #expect(run2.answers.description == "[name: “Ann”, phone: “123”, size: “Medium”]")
    #expect(run2.nextNeed?.name == "charge")
    for _ in 0..<2 { try Self.resolve(&run2, "") }
    (back, _) = try Self.moved(run2, new, to: old, by: form)
    #expect(back.answers.description == "[fax: “456”, name: “Ann”, size: “Medium”]")
    #expect(back.nextNeed?.name == "end")
    (run2, _) = try Self.moved(back, old, to: new, by: form)
    // The mail isn't sent twice.
    #expect(run2.nextNeed?.name == "end")
    #expect(run2.answers.description == "[name: “Ann”, phone: “123”, size: “Medium”]")
  }

  @Test("what vanished from a token has its name where the token or the flow has it")
  func named() async throws {
    let (phone, fax, sent) = (Key<String>("phone"), Key<String>("fax"), Key<String>("sent"))
    let old = Flow("call") {
      Ask("Phone?", into: phone)
      Ask("Fax?", into: fax)
      Ask("Mail?", into: Key<String>("mail"))
      Do("send", into: sent) { work in try work.answer(phone) }
      Ask("End?", into: Key<String>("end"))
    }
    let new = Flow("call") {
      Do("note", into: fax) { "none" }
      Ask("End?", into: Key<String>("end"))
    }
    var session = try Session(old)
    for name in ["phone", "fax", "mail"] { try session.resolve(name, with: .text("1")) }
    try await session.perform()
    let moved = try Session(new, token: session.token)
    #expect(
      moved.remarks.map(\.description) == [
        "“phone” is no longer in the flow; its answer is not used",
        "“fax” is no longer in the flow; its answer is not used",
        "a question that was answered is no longer in the flow; its answer is not used",
        "an action that was performed is no longer in the flow; what it did stays as it is",
      ])
    #expect(moved.remarks.map(\.name) == ["phone", "fax", "", ""])
  }

  @Test("a journal has the lines of both")
  func journal() throws {
    let (old, new) = (Self.old(7), Self.new(6))
    var run = try Run(new, id: "run")
    for answer: Given in ["Ann", "123"] { try Self.resolve(&run, answer) }
    let (back, _) = try Self.moved(run, new, to: old, by: .journal)
    let text = String(decoding: try back.journalBytes(of: old), as: UTF8.self)
    let lines = text.split(separator: "\n").map { line in
      String(line.split(separator: ",\"check\"")[0])
    }
    #expect(
      lines == [
        #"{"libretto":2,"journal":"booking","fingerprint":"\#(try old.fingerprint)","version":7,"#
          + #""run":"run","time":0"#,
        #"{"answered":"phone","value":"123","foreign":true,"time":0"#,
        #"{"answered":"name","value":"Ann","time":0"#,
      ])
  }

  @Test("that a version can't go on is said in the person's language")
  func newerInWords() async throws {
    let words = try Words(
      Words.english.entries.merging(["newerWouldEnd": "{saved}>{current}!{least}"]) { $1 })
    let store = MemoryStore()
    let work: @Sendable () async throws -> Void = { throw CancellationError() }
    let newer = Conversations(
      Flow("f", version: 2) { Do("pay") { try await work() } }, in: store, clock: { 1_000 })
    var row = ConversationRow()
    var session = try Session(newer.flow)
    try session.begin("pay")
    row.take(session, saysMore: false)
    _ = try await store.put("c", row)
    let older = Conversations(
      Flow("f", version: 1) { Say("Hello.") }, in: store, words: words, clock: { 1_000 })
    let refusal = await #expect(throws: Rejection.self) { try await older.view("c") }
    #expect(refusal?.message == "2>1!2")
  }

  @Test(
    "A decision about work that read what a branch stored survives an edit",
    arguments: [Form.token, .journal])
  func decided(form: Form) throws {
    let (end, price) = (Key<String>("end"), Key<Int>("price"))
    func flow(_ pro: String, isAsked: Bool = true) -> Flow {
      Flow("f") {
        Store(99, into: price)
        if isAsked {
          Choose("Plan?") {
            Option("Basic") { Store(10, into: price) }
            Option("Pro").id(pro)
          }.id("plan")
        } else {
          When(end.isSet) {
            Choose("Plan?") {
              Option("Basic") { Store(10, into: price) }
              Option("Pro").id(pro)
            }.id("plan")
          }
        }
        Do("pay") { work in _ = try work.answer(price) }
        Ask("End \(price)?", into: end)
      }
    }
    var run = try Run(flow("pro"), id: "run")
    try Self.resolve(&run, .choice("basic"))
    let pay = try #require(run.nextNeed)
    run.begin(pay)
    let answers = run.answers(for: pay)
    #expect(answers[price] == 10)
    try run.resolve(pay, with: .performed(answers))
    try run.goBack()
    try Self.resolve(&run, .choice("pro"))
    #expect(run.needs.map { "\($0.kind) \($0.name)" } == ["stale pay"])
    var (renamed, _) = try Self.moved(run, flow("pro"), to: flow("professional"), by: form)
    try Self.resolve(&renamed, .choice("professional"))
    #expect(renamed.needs.map { "\($0.kind) \($0.name)" } == ["stale pay"])
    let (bypassed, _) = try Self.moved(run, flow("pro"), to: flow("pro", isAsked: false), by: form)
    #expect(bypassed.needs.map { "\($0.kind) \($0.name)" } == ["stale pay"])
  }

  @Test("a lower version refuses to ask for what a higher one knows", arguments: Form.allCases)
  func newer(_ form: Form) throws {
    let (old, new) = (Self.old(1), Self.new(2))
    var run = try Run(new, id: "run")
    for answer: Given in ["Ann", "123", .choice("large")] { try Self.resolve(&run, answer) }
    // It asks for the fax number first, and doesn't know that there is a phone number.
    var (back, remarks) = try Self.moved(run, new, to: old, by: form)
    #expect(remarks.map(\.name).filter { $0 != "size" } == [])
    try Self.resolve(&back, "456")
    #expect(back.nextNeed?.name == "size")
    let error = #expect(throws: NewerVersion.self) {
      let (again, _) = try Self.moved(back, old, to: new, by: form)
      _ = try Self.moved(again, new, to: old, by: form)
    }
    #expect(
      error?.description
        == "The run was saved by version 2 of the flow. Version 1 can't continue it: it would begin "
        + "again with “size”. Continue it with version 2 or a later one.")
    // Without versions, it asks.
    let plain = Self.old()
    let (again, told) = try Self.moved(
      try Self.moved(back, old, to: new, by: form).run, new, to: plain, by: form)
    #expect(again.nextNeed?.name == "size")
    #expect(
      told.map(\.description).contains(
        "“Size?” is asked again: "
          + (form == .token ? "an option that was chosen" : "the option “large”")
          + " no longer exists; the options are “Small”, “Medium”"), "\(told)")
    // Nothing is lost until it is answered there.
    let (whole, _) = try Self.moved(again, plain, to: new, by: form)
    #expect(whole.answers.description == "[name: “Ann”, phone: “123”, size: “Large”]")
  }

  @Test(
    "a lower version doesn't end while work is open that it doesn't know", arguments: Form.allCases)
  func begun(_ form: Form) throws {
    let flow = Flow("f", version: 1) { Ask("Name?", into: Self.name) }
    let newer = Flow("f", version: 2) {
      Ask("Name?", into: Self.name)
      Do("mail") {}
    }
    var run = try Run(newer, id: "run")
    try Self.resolve(&run, "Ann")
    run.begin(try #require(run.nextNeed))
    let error = #expect(throws: NewerVersion.self) {
      _ = try Self.moved(run, newer, to: flow, by: form)
    }
    #expect(
      error?.description
        == "The run was saved by version 2 of the flow. Version 1 can't continue it: it would end "
        + "while work is open that it doesn't know. Continue it with version 2 or a later one.")
  }

  @Test(
    "what a lower version has done without a begin, and must not end with, is in doubt",
    arguments: Form.allCases)
  func unbegun(_ form: Form) throws {
    let old = Flow("pay", version: 1) { Do("charge") {} }
    let new = Flow("pay", version: 2) {
      Do("mail") {}
      Do("charge") {}
    }
    var run = try Run(new, id: "run")
    run.begin(try #require(run.nextNeed))
    (run, _) = try Self.moved(run, new, to: old, by: form)
    let need = try #require(run.nextNeed)
    let error = #expect(throws: Rejection.self) {
      try run.resolve(need, with: .performed(run.answers(for: need)))
    }
    #expect(error?.reason == .newerVersion(NewerVersion(saved: 2, current: 1, steps: [])))
    (run, _) = try Self.moved(run, old, to: new, by: form)
    for (name, kind) in [("mail", Need.Kind.begun), ("charge", .begun)] {
      let need = try #require(run.nextNeed)
      #expect(need.name == name && need.kind == kind)
      try run.resolve(need, with: .performed(run.answers(for: need)))
    }
    // The mail, which now stands before it, had not ended when it was done.
    #expect(run.nextNeed?.kind == .stale)
  }

  @Test("an undo that one version has completed is completed for all", arguments: Form.allCases)
  func undone(_ form: Form) throws {
    let (old, mail) = (Flow("f") { Ask("Name?", into: Self.name) }, Key<Bool>("mail"))
    let new = Flow("f") {
      Confirm("Mail?", into: mail)
      When(mail) { Do("send") {}.undo {} }
      Ask("Name?", into: Self.name)
    }
    var run = try Run(new, id: "run")
    for answer: Given in [.yes(true), ""] { try Self.resolve(&run, answer) }
    try run.goBack(from: try #require(run.nextNeed))
    try Self.resolve(&run, .yes(false))
    let undo = try #require(run.nextNeed)
    run.begin(undo)
    try run.resolve(undo, with: .undone)
    #expect(run.nextNeed?.name == "name")
    let (back, _) = try Self.moved(run, new, to: old, by: form)
    #expect(back.nextNeed?.name == "name")
    let (again, remarks) = try Self.moved(back, old, to: new, by: form)
    #expect(again.needs.map { "\($0.kind) \($0.name)" } == ["prompt name"])
    #expect(remarks == [])
  }

  @Test(
    "no time is up where a lower version would end over what a higher one has begun",
    arguments: Form.allCases)
  func leftTime(_ form: Form) throws {
    let old = Flow("f", version: 1) {
      Ask("Name?", into: Self.name).timeout(.seconds(5)) {}
    }
    let new = Flow("f", version: 2) {
      Do("mail") {}
      Ask("Name?", into: Self.name).timeout(.seconds(5)) {}
    }
    var run = try Run(new, id: "run")
    run.begin(try #require(run.nextNeed))
    var (back, _) = try Self.moved(run, new, to: old, by: form)
    let need = try #require(back.nextNeed)
    back.present(need, at: 1000)
    #expect(back.deadline == nil)
    #expect(back.expire(at: 10_000) == [])
    let error = #expect(throws: Rejection.self) {
      try back.resolve(need, with: .timedOut, at: 10_000)
    }
    #expect(error?.reason == .newerVersion(NewerVersion(saved: 2, current: 1, steps: [])))
  }

  @Test(
    "a time limit starts over when another version has performed the run meanwhile",
    arguments: Form.allCases)
  func limit(_ form: Form) throws {
    let (old, new) = (
      Self.old(),
      Flow("booking") {
        Ask("Name?", into: Self.name)
        Ask("Phone?", into: Self.phone).timeout(.seconds(5))
      }
    )
    var run = try Run(new, id: "run")
    try Self.resolve(&run, "Ann")
    #expect(run.deadline == 5000)
    #expect(try Self.moved(run, new, to: new, by: form).run.deadline == 5000)
    let (back, _) = try Self.moved(run, new, to: old, by: form)
    #expect(back.nextNeed?.name == "fax")
    let (again, _) = try Self.moved(back, old, to: new, by: form)
    #expect(again.nextNeed?.name == "phone")
    #expect(again.deadline == nil)
  }

  @Test(
    "a page loses no answer where an edit asks for one above it again", arguments: Form.allCases)
  func page(_ form: Form) throws {
    let keys = [Key<Int>("a"), Key<Int>("b"), Key<Int>("c")]
    func flow(_ most: Int) -> Flow {
      Flow("f") {
        LibrettoCore.Form("Page") {
          Ask("A?", into: keys[0]).validate(.range(0...most))
          Ask("B?", into: keys[1])
          Ask("C?", into: keys[2])
        }
        Confirm("End?", into: Self.end)
      }
    }
    let (old, new) = (flow(2), flow(1))
    var run = try Run(old, id: "run")
    for number in [2, 1] { try Self.resolve(&run, .typed(.int(number))) }
    try run.goBack(from: try #require(run.nextNeed))
    run = try Self.moved(run, old, to: new, by: form).run
    let need = try #require(run.nextNeed)
    #expect(need.name == "page/a")
    let answers = PageAnswers(["page/a": "0", "page/b": "2", "page/c": "3"])
    #expect(try run.submit(need, with: answers) == nil)
    #expect(run.nextNeed?.name == "end")
    #expect(run.answers.description == "[a: 0, b: 2, c: 3]")
  }

  @Test("what is declared gone is removed, and nothing else", arguments: Form.allCases)
  func gone(_ form: Form) throws {
    let (old, new) = (Self.old(), Self.new())
    var run = try Run(old, id: "run")
    for answer: Given in ["Ann", "456"] { try Self.resolve(&run, answer) }
    let without = Self.new(gone: ["fax"])
    let (moved, _) = try Self.moved(run, old, to: without, by: form)
    let (back, _) = try Self.moved(moved, without, to: old, by: form)
    #expect(back.answers.description == "[name: “Ann”]")
    let (kept, _) = try Self.moved(run, old, to: new, by: form)
    let (whole, _) = try Self.moved(kept, new, to: old, by: form)
    #expect(whole.answers.description == "[fax: “456”, name: “Ann”]")
  }

  @Test(
    "an entry in clear under a key that is secret now is never written again",
    arguments: Form.allCases)
  func secret(_ form: Form) throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Do("keep", writes: [Self.phone]) { $0[Self.phone] = "PLAIN" }
      Confirm("End?", into: Self.end)
    }
    let edited = Flow("f") {
      Ask("Name?", into: Self.name)
      Ask("Phone?", into: Self.phone).secret()
      Confirm("End?", into: Self.end)
    }
    var run = try Run(flow, id: "run")
    try Self.resolve(&run, "Ann")
    let need = try #require(run.nextNeed)
    var answers = run.answers(for: need)
    answers[Self.phone] = "PLAIN"
    try run.resolve(need, with: .performed(answers))
    let (moved, _) = try Self.moved(run, flow, to: edited, by: form)
    let token = SessionToken.bytes(moved, try edited.fingerprintNumber)
    for bytes in [token, try moved.journalBytes(of: edited)] {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("PLAIN"))
    }
  }

  @Test("any number is a version", arguments: [0, 1, UInt(Int.max), .max])
  func numbers(_ version: UInt) throws {
    let flow = Self.old(version)
    let run = try Run(flow, id: "run")
    for form in Form.allCases {
      #expect(try Self.moved(run, flow, to: flow, by: form).run.nextNeed?.name == "name")
    }
    let token = try SessionToken(SessionToken.bytes(run, try flow.fingerprintNumber))
    #expect(token.flowVersion == Int(clamping: version))
  }

  @Test(
    "an option that is gone is asked again, and an edit behind it makes no work stale",
    arguments: Form.allCases)
  func passed(_ form: Form) throws {
    func flow(_ sizes: [String], price: Int) -> Flow {
      Flow("booking") {
        Choose("Size?", from: sizes, into: Self.size)
        Store(price, into: Self.price)
        Do("charge") {}.reads(Self.price)
        Confirm("End?", into: Self.end)
      }
    }
    let (before, after) = (flow(["S", "M", "L"], price: 1), flow(["S", "M"], price: 2))
    var run = try Run(before, id: "run")
    for answer: Given in [.choice("l"), ""] { try Self.resolve(&run, answer) }
    #expect(run.nextNeed?.name == "end")
    var (moved, remarks) = try Self.moved(run, before, to: after, by: form)
    #expect(remarks.map(\.kind) == [.asksAgain])
    #expect(moved.nextNeed?.name == "size")
    try Self.resolve(&moved, .choice("s"))
    #expect(moved.needs.map { "\($0.kind) \($0.name)" } == ["prompt end"])
  }

  @Test("2,000 bookings on two versions at once: each answer counts, each effect happens once")
  func rolling() throws {
    var generator = SeededGenerator(seed: 24)
    var refusals = 0
    for number in 0..<2000 {
      let isCounted = number % 2 == 0
      let flows = [Self.old(isCounted ? 1 : nil), Self.new(isCounted ? 2 : nil)]
      let form = Form.allCases[number / 2 % 2]
      var place = Int.random(in: 0...1, using: &generator)
      var run = try Run(flows[place], id: "run")
      // What the person said and the world did, by the names of the steps.
      var said: [String: Given] = [:]
      var done: [String] = []
      while run.outcome == nil {
        let need = try #require(run.nextNeed)
        switch need.name {
        case "charge", "mail":
          if need.kind == .stale {
            // The size was another one when it was begun.
            #expect(!isCounted)
            try run.resolve(need, with: .keep)
            break
          }
          if need.kind == .begun {
            // Whoever looks sees whether it happened.
            let isDone = done.contains(need.name)
            try run.resolve(
              need, with: isDone ? .performed(run.answers(for: need)) : .didNotRun)
            break
          }
          // Killed before it happens, before that is saved, or afterwards.
          let end = Int.random(in: 0...3, using: &generator)
          run.begin(need)
          if end > 0 { done.append(need.name) }
          if end > 1 { try run.resolve(need, with: .performed(run.answers(for: need))) }
        default:
          #expect(said[need.name] == nil || need.name == "size" && !isCounted)
          let answer: Given =
            switch need.name {
            case "size":
              .choice(
                try #require(run.question(for: need)?.choices.randomElement(using: &generator)).id)
            case "end": .yes(true)
            default: .typed(.string("\(need.name) \(number)"))
            }
          do {
            try run.resolve(need, with: .answer(answer))
            said[need.name] = answer
          } catch {
            // It would end while work is open that only the other version knows.
            refusals += 1
            #expect(error.reason.code == "newerVersion" && isCounted && place == 0)
          }
        }
        // Killed or not, here or there.
        let other = Int.random(in: 0...1, using: &generator)
        do {
          run = try Self.moved(run, flows[place], to: flows[other], by: form).run
          place = other
        } catch is NewerVersion {
          refusals += 1
          #expect(isCounted && other == 0)
          run = try Self.moved(run, flows[place], to: flows[1], by: form).run
          place = 1
        }
      }
      #expect(Set(done).count == done.count, "\(done)")
      #expect(done.contains("charge") && (place == 0 || done.contains("mail")), "\(done)")
      for (name, answer) in said where name != "size" && name != "end" {
        let key = name == "name" ? Self.name : name == "fax" ? Self.fax : Self.phone
        let isKnown = name == "name" || (name == "fax") == (place == 0)
        #expect(run.answers[key].map { Given.typed(.string($0)) } == (isKnown ? answer : nil))
      }
      if place == 1 {
        #expect(
          said["size"].map { "\($0.value)" }
            == run.answers[Self.size].map { "\(Value.string($0.lowercased()))" })
      }
    }
    #expect(refusals > 0)
  }
}
