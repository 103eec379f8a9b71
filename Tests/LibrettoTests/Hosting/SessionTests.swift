import Testing

@testable import LibrettoCore

@Suite("Sessions")
struct SessionTests {
  static let dish = Key<String>("dish")
  static let count = Key<Int>("count")
  static let total = Key<Int>("total")

  static let order = Flow("order") {
    Say("Welcome.")
    Choose("Which dish?", into: dish) {
      Option("Soup", shortcut: "s")
      Option("Bread") { Say("Fresh today.") }
    }
    Ask("How many?", into: count).default(1).validate(.range(1...9))
    Do("reckon") { answers in answers[total] = (answers[count] ?? 0) * 3 }
    Alert("Done", message: "It will be \(total).")
    Confirm("Pay?", into: Key<Bool>("pay"))
    Say("Thank you.")
  }

  @Test("A performance, step by step")
  func steps() async throws {
    var session = try Session(Self.order, clock: { 1000 })
    #expect(session.said == ["Welcome."])
    #expect(session.needs.map(\.name) == ["dish"])
    #expect(session.needs[0].question?.choices.map(\.id) == ["soup", "bread"])
    try session.resolve("dish", with: .text("2"))
    #expect(session.said == ["Fresh today."])
    try session.resolve("count", with: .value(.int(2)))
    #expect(session.said == [])
    #expect(session.needs.map(\.kind) == [.action])
    #expect(session.needs[0].action == "reckon")
    try await session.perform()
    #expect(session.said == ["Done\nIt will be 6."])
    #expect(session.outcome == nil)
    try session.resolve("pay", with: .answer(true))
    #expect(session.said == ["Thank you."])
    #expect(session.needs == [])
    #expect(session.outcome == .finished(nil))
    #expect(session[Self.total] == 6)
  }

  @Test("A journal that a console recorded goes on as a session, and interrupted work is decided")
  func fromJournal() async throws {
    let flow = Flow("trip") {
      Ask("City?", into: Self.dish)
      Do("book") { _ in }.reads(Self.dish)
      Ask("How many?", into: Self.count)
    }
    var first = try Session(flow, id: "t", clock: { 1000 })
    try first.resolve("dish", with: .text("Rome"))
    try first.begin("book")
    let saved = try SavedRun(lines: first.journal.lines(of: flow, id: "t", started: 1000))
    var session = try Session(flow, from: saved, clock: { 2000 })
    #expect(session.id == "t" && session.started == 1000 && session[Self.dish] == "Rome")
    #expect(session.needs.map(\.kind) == [.decision])
    session = try Session(flow, from: saved, interrupted: .run, clock: { 2000 })
    #expect(session.needs.map(\.name) == ["book"] && session.needs[0].kind == .action)
    try await session.perform()
    try session.goBack()
    #expect(session.needs.map(\.name) == ["dish"])
    session = try Session(flow, token: session.token, clock: { 3000 })
    #expect(session.needs.map(\.name) == ["dish"])
    #expect(throws: Rejection.self) { try Session(Self.order, from: saved) }
  }

  @Test("A host that performs everything itself")
  func byHost() throws {
    var session = try Session(Self.order, clock: { 0 })
    try session.resolve("dish", with: .answer(.choice("soup")))
    try session.resolve("count", with: .text(""))
    try session.resolve("reckon", with: .performed(["total": .int(3), "free": nil]))
    #expect(session.needs.map(\.kind) == [.notice])
    #expect(session.needs[0].question?.message == "It will be 3.")
    try session.resolve("done", with: .dismissed)
    try session.resolve("pay", with: .text("no"))
    #expect(session.outcome == .finished(nil))
    #expect(session.answers.description == "[count: 1, dish: “Soup”, pay: false, total: 3]")
  }

  @Test("A rejection is reported, and nothing is lost")
  func rejections() throws {
    var session = try Session(Self.order, clock: { 0 })
    try session.resolve("dish", with: .text("bread"))
    let said = session.said
    let token = session.token
    func refused(_ name: String, _ resolution: SessionResolution) -> String? {
      do throws(Rejection) {
        try session.resolve(name, with: resolution)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(refused("count", .text("many")) == "“many” is not a whole number.")
    #expect(refused("count", .value(.int(12))) == "Give 1 to 9.")
    #expect(refused("count", .performed([:])) == "The step “count” can't be resolved in this way.")
    #expect(
      refused("dish", .text("soup"))
        == "“dish” is not what the session is waiting for; it is waiting for “count”.")
    #expect(session.said == said)
    #expect(session.token == token)
    try session.resolve("count", with: .value(.int(2)))
    #expect(refused("reckon", .text("2")) == "The step “reckon” is not a question.")
    #expect(
      refused("reckon", .performed(["total": .string("six")]))
        == "the key “total” was set to “six”, which is not a whole number")
    session.cancel()
    #expect(session.outcome == .cancelled)
    #expect(
      refused("reckon", .performed([:])) == "The session has ended; “reckon” is no longer needed.")
  }

  @Test("What another program says of work is refused where it slips, and nothing changes")
  func slips() throws {
    let (ref, nights) = (Key<String>("ref"), Key<Int>("nights"))
    let flow = Flow("slips") {
      Ask("Nights?", into: nights)
      Do("charge", into: ref) { _ in "" }
      Do("note", writes: [nights]) { _ in }
      Confirm("End?").id("end")
    }
    var session = try Session(flow, clock: { 0 })
    try session.resolve("nights", with: .value(2))
    func refused(
      _ name: String, _ writes: [String: Value?], reads: [String]? = nil
    ) -> String? {
      var copy = session
      do throws(Rejection) {
        try copy.resolve(name, with: .performed(writes), reads: reads)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(
      refused("charge", [:]) == "“charge” has a result: give the key “ref” a value in “writes”")
    #expect(
      refused("charge", ["ref": "x"], reads: ["nigths"])
        == "the flow has no key “nigths” to read; did you mean “nights”?")
    #expect(refused("charge", ["ref": "x"], reads: ["nights"]) == nil)
    try session.resolve("charge", with: .performed(["ref": "x"]), reads: ["nights"])
    try session.resolve("note", with: .performed(["nights": 3]))
    #expect(session.needs[0].name == "end")
  }

  @Test("A check of the host is performed by answer, and its message is a rejection")
  func checks() async throws {
    let user = Key<String>("user")
    let flow = Flow("check") {
      Ask("Name?", into: user).check("known", message: "Nobody has this name.") { $0 == "sally" }
    }
    var session = try Session(flow, clock: { 0 })
    #expect(session.needs[0].checks == ["known"])
    await #expect(throws: Rejection(message: "Nobody has this name.")) {
      try await session.answer("user", with: .text("bob"))
    }
    try await session.answer("user", with: .text("sally"))
    #expect(session.outcome == .finished(nil))
    #expect(session[user] == "sally")
  }

  @Test("The same answer after a step back isn't checked again: what it led to was done")
  func checkedOnce() async throws {
    let user = Key<String>("user")
    let taken = Locked<Set<String>>([])
    func ask() -> Ask<String> {
      Ask("Name?", into: user).check("free", message: "That name is taken.") { name in
        !taken.withLock { $0.contains(name) }
      }
    }
    let registered = Do("register") { work in
      let name = try work.answer(user)
      taken.withLock { _ = $0.insert(name) }
    }
    let flow = Flow("sign up") {
      ask()
      registered
      Form("More") {
        Ask("City?", into: Key<String>("city"))
          .check("known", message: "Nobody knows it.") { _ in !taken.withLock { $0.contains("-") } }
      }
      Confirm("End?").id("end")
    }
    var session = try Session(flow, clock: { 0 })
    try await session.answer("user", with: .text("ann"))
    try await session.perform()
    try session.goBack(from: session.needs[0].name)
    await #expect(throws: Rejection(message: "That name is taken.")) {
      taken.withLock { _ = $0.insert("bob") }
      try await session.answer("user", with: .text("bob"))
    }
    try await session.answer("user", with: .text("ann"))
    let page: [String: SessionResolution] = ["more/city": .text("Rome")]
    #expect(try await session.submit(session.needs[0].name, with: page) == nil)
    #expect(session.needs[0].name == "end")
    taken.withLock { _ = $0.insert("-") }
    try session.goBack(from: "end")
    #expect(try await session.submit(session.needs[0].name, with: page) == nil)
  }

  @Test("What an action throws is an outcome of the flow; one without a closure stays open")
  func failures() async throws {
    struct Broken: Error {}
    let flow = Flow("fails") { Do("save") { throw Broken() } }
    var session = try Session(flow, clock: { 0 })
    try await session.perform()
    #expect(session.outcome?.description == "failed: the action “save” failed: Broken()")
  }

  @Test("Session.perform performs operations' work side by side: each waits for the others")
  func sideBySide() async throws {
    let begun = [Gate(), Gate(), Gate()]
    let names = Key<[String]>("names")
    let flow = Flow("beside") {
      Operations {
        Operation("save") {
          Do("save") {
            begun[0].open()
            try await begun[1].wait()
            try await begun[2].wait()
          }
        }
        Operation("send") {
          Do("send") {
            begun[1].open()
            try await begun[0].wait()
          }
        }
        Operation("fetch") {
          Load("names", into: names) {
            begun[2].open()
            try await begun[1].wait()
            return ["Ann"]
          }
        }
      }
    }
    var session = try Session(flow, clock: { 0 })
    #expect(session.needs.map(\.name) == ["save/save", "send/send", "fetch/names"])
    try await session.perform()
    #expect(session.outcome == .finished(nil))
    #expect(session[names] == ["Ann"])
  }

  @Test("Loads, waits and the text while it loads")
  func loads() async throws {
    let names = Key<[String]>("names")
    let pick = Key<String>("pick")
    let flow = Flow("load") {
      Load("names", into: names) { ["Ann", "Bob"] }.loading("One moment …")
      Wait(.seconds(2))
      Choose("Who?", from: names, into: pick)
    }
    let time = Locked(500)
    var session = try Session(flow, clock: { Timestamp(time.withLock { $0 }) })
    #expect(session.needs[0].kind == .load)
    #expect(session.needs[0].text == "One moment …")
    try await session.perform()
    #expect(session.needs.map(\.kind) == [.wait])
    #expect(session.deadline == 2500)
    time.withLock { $0 = 2500 }
    session.expire()
    #expect(session.needs[0].question?.choices.map(\.title) == ["Ann", "Bob"])
    try session.resolve("pick", with: .text("b"))
    #expect(session[pick] == "Bob")
  }

  @Test("an answer is refused that is longer than the limit, on a page too")
  func longAnswer() async throws {
    let flow = Flow("f") { Form("Page") { Ask("Name?", into: Key<String>("name")) } }
    var session = try Session(flow, clock: { 0 })
    let words = "The answer has 1048577 bytes, more than the limit of 1048576."
    let long = String(repeating: "x", count: Limits.answerBytes + 1)
    for answer: SessionResolution in [
      .text(long), .value(.string(long)), .answer(.typed(.string(long))),
    ] {
      #expect(throws: Rejection(message: words)) {
        try session.resolve("page/name", with: answer)
      }
      #expect(
        try await session.submit("page", with: ["page/name": answer])?.problems == [
          "page/name: " + words
        ])
    }
    try session.resolve("page/name", with: .text(String(long.dropLast())))
    #expect(session.needs.map(\.name) == ["page"])
  }

  @Test("One id is an answer to a question for several, too")
  func oneOfSeveral() throws {
    let extras = Key<[String]>("extras")
    var session = try Session(
      Flow("f") {
        ChooseMany("Extras?", into: extras) {
          Option("Breakfast")
          Option("Parking")
        }
      })
    #expect(throws: Rejection.self) { try session.resolve("extras", with: .answer(.choice("no"))) }
    try session.resolve("extras", with: .answer(.choice("parking")))
    #expect(session[extras] == ["Parking"])
  }
}
