import Testing

@testable import LibrettoCore

@Suite("Conversations")
struct ConversationsTests {
  private static let name = Key<String>("name")
  private static let size = Key<String>("size")
  private static let receipt = Key<String>("receipt")
  private static let word = Key<String>("word")
  private static let names = Key<[String]>("names")

  private static func order(_ pay: @escaping @Sendable (Work) async throws -> String) -> Flow {
    Flow("order") {
      Say("Welcome.")
      Ask("Name?", into: name).validate(.length(2...))
      Choose("Size?", into: size) {
        Option("Small")
        Option("Large")
      }
      Say("Just a moment, \(name).")
      Do("pay", into: receipt) { work in try await pay(work) }
      Say("Paid: \(receipt).")
      Confirm("Once more?")
    }
  }

  private static func ask(_ title: Text = "Name?") -> Flow {
    Flow("ask") { Ask(title, into: name) }
  }

  /// Conversations whose leases never beat.
  private static func conversations(
    _ flow: Flow, in store: any ConversationStore = MemoryStore(),
    at time: Locked<Int> = Locked(1_000),
    interrupted: InterruptedWorkPolicy = .ask
  ) -> Conversations {
    let gate = Gate()
    return Conversations(
      flow, in: store, interrupted: interrupted, lease: .seconds(30),
      clock: { Timestamp(time.withLock { $0 }) }, sleep: { _ in try await gate.wait() })
  }

  private func reason(
    _ body: () async throws -> ConversationView
  ) async throws -> Rejection.Reason? {
    do {
      _ = try await body()
      return nil
    } catch let refusal as Rejection {
      return refusal.reason
    }
  }

  // MARK: Steps

  @Test("A conversation goes from step to step, and any host continues it")
  func steps() async throws {
    let store = MemoryStore()
    let flow = Self.order { work in "R\(work.key.suffix(6))" }
    let (here, there) = (
      Self.conversations(flow, in: store), Self.conversations(flow, in: store)
    )
    let first = try await here.start("c")
    #expect(
      first.json
        == #"{"step":1,"said":["Welcome."],"needs":[{"name":"name","id":"name","kind":"question","#
        + #""prompt":"ask","title":"Name?","type":"string","rules":["Give at least 2 characters."],"#
        + #""leastLength":2}]}"#)
    let second = try await there.answer("c", "name", with: .text("Ann"), at: first.step)
    #expect(second.open.map(\.name) == ["size"])
    #expect(second.mayGoBack)
    let third = try await here.answer("c", "size", with: .answer(.choice("large")), at: second.step)
    #expect(third.said == ["Just a moment, Ann.", "Paid: R/pay/1."])
    #expect(third.open.map(\.name) == ["once-more"])
    #expect(try await there.view("c").json == third.json)
    // The choices of a question for yes or no have ids, too.
    let last = try await there.answer(
      "c", "once-more", with: .answer(.choice("no")), at: third.step)
    #expect(last.outcome == .finished)
    #expect(last[Self.size] == "Large")
    #expect(
      try await here.view("c").json
        == #"{"step":4,"said":[],"outcome":"finished","answers":{"name":"Ann","receipt":"R/pay/1","size":"Large"}}"#
    )
    #expect(
      try await reason { try await here.answer("c", "name", with: .text("Bob"), at: 4) } == .ended)
  }

  @Test("What is sent twice gets the same view, and what is late is refused")
  func twice() async throws {
    let here = Self.conversations(Self.order { _ in "R" })
    let start = try await here.start("c")
    let view = try await here.answer("c", "name", with: .text("Ann"), at: 1)
    #expect(try await here.answer("c", "name", with: .text("Ann"), at: 1).json == view.json)
    #expect(
      try await reason { try await here.answer("c", "name", with: .text("Bob"), at: 1) }
        == .stale(step: 2))
    #expect(try await here.start("c").json == view.json)
    let back = try await here.back("c", at: 2)
    #expect(back.open.map(\.name) == start.open.map(\.name))
    #expect(back.step == 3)
    #expect(try await here.back("c", at: 2).json == back.json)
    #expect(try await reason { try await here.view("other") } == .unknown)
  }

  @Test("A refusal says why, and changes nothing")
  func refusals() async throws {
    let here = Self.conversations(Self.order { _ in "R" })
    let start = try await here.start("c")
    guard
      case .invalid(let rule?) = try await reason({
        try await here.answer("c", "name", with: .text("A"), at: 1)
      })
    else {
      Issue.record("an answer that is too short isn't invalid")
      return
    }
    #expect(rule.kind == .length(minimum: 2, maximum: nil))
    #expect(
      try await reason { try await here.answer("c", "size", with: .text("A"), at: 1) }
        == .notAsked(open: ["name"]))
    #expect(try await here.view("c").json == start.json)
  }

  @Test("A secret leaves nothing in the store, so an answer with one isn't told again")
  func secrets() async throws {
    let store = MemoryStore()
    let flow = Flow("f") {
      Ask("Word?", into: Self.word).secret()
      Ask("Name?", into: Self.name)
    }
    let here = Self.conversations(flow, in: store)
    try await here.start("c")
    try await here.answer("c", "word", with: .text("sesame"), at: 1)
    let bytes = try #require(store.load("c")).content
    let other = MemoryStore()
    let there = Self.conversations(flow, in: other)
    try await there.start("c")
    try await there.answer("c", "word", with: .text("another"), at: 1)
    #expect(bytes.count == other.load("c")?.content.count)
    #expect(try ConversationRow(#require(store.load("c"))).request == 0)
    #expect(
      try await reason { try await here.answer("c", "word", with: .text("sesame"), at: 1) }
        == .stale(step: 2))
  }

  @Test("A page is refused as a whole, and the step stays")
  func pages() async throws {
    let flow = Flow("f") { Form("Stay") { Ask("Name?", into: Self.name).validate(.length(2...)) } }
    let here = Self.conversations(flow)
    try await here.start("c")
    let refused = try await here.submit("c", "stay", with: ["stay/name": .text("A")], at: 1)
    #expect(refused.refused?.problems == ["stay/name: Give at least 2 characters."])
    #expect(refused.step == 1)
    #expect(
      try await here.submit("c", "stay", with: ["stay/name": .text("Ann")], at: 1).outcome != nil)
  }

  // MARK: Work

  @Test("While an action goes on, others see that, and are refused; its host may lose it")
  func leases() async throws {
    let (store, time, gate, tries) = (
      MemoryStore(), Locked(1_000), Gate(), Locked<[Timestamp?]>([])
    )
    let flow = Self.order { work in
      tries.withLock { $0.append(work.begun) }
      try await gate.wait()
      return "R"
    }
    let (here, there) = (
      Self.conversations(flow, in: store, at: time), Self.conversations(flow, in: store, at: time)
    )
    try await here.start("c")
    try await here.answer("c", "name", with: .text("Ann"), at: 1)
    async let answered = here.answer("c", "size", with: .text("small"), at: 2)
    while tries.withLock({ $0.isEmpty }) { await Task.yield() }
    let view = try await there.view("c")
    #expect(view.isWorking)
    #expect(view.open.isEmpty)
    #expect(!view.mayGoBack)
    #expect(view.said == ["Just a moment, Ann."])
    #expect(try await reason { try await there.back("c", at: 3) } == .busy(until: 31_000))
    #expect(try await there.wakeDue() == 0)
    #expect(try await there.answer("c", "size", with: .text("small"), at: 2).isWorking)
    // The other host believes that this one is dead, and the person decides.
    time.withLock { $0 = 31_000 }
    #expect(try await there.wakeDue() == 1)
    let open = try await there.view("c")
    #expect(open.open.map(\.decision) == [.interrupted])
    gate.open()
    #expect(try await answered.open.map(\.decision) == [.interrupted])
    let paid = try await there.answer("c", "pay", with: .answer(.choice("again")), at: 3)
    #expect(paid[Self.receipt] == "R")
    #expect(tries.withLock { $0 } == [nil, 1_000])
  }

  @Test("A decision that is shown is taken at once, also if nobody has woken the conversation")
  func unwoken() async throws {
    let (store, time, gate, tries) = (MemoryStore(), Locked(1_000), Gate(), Locked(0))
    let flow = Self.order { work in
      if work.begun != nil { return "S" }
      tries.withLock { $0 += 1 }
      try await gate.wait()
      return "R"
    }
    let (here, there) = (
      Self.conversations(flow, in: store, at: time), Self.conversations(flow, in: store, at: time)
    )
    try await here.start("c")
    try await here.answer("c", "name", with: .text("Ann"), at: 1)
    let answered = Task { try await here.answer("c", "size", with: .text("small"), at: 2) }
    while tries.withLock({ $0 == 0 }) { await Task.yield() }
    time.withLock { $0 = 31_000 }
    let view = try await there.view("c")
    #expect(view.open.map(\.decision) == [.interrupted])
    let paid = try await there.answer("c", "pay", with: .answer(.choice("again")), at: view.step)
    #expect(paid[Self.receipt] == "S")
    gate.open()
    await #expect(throws: Rejection.self) { try await answered.value }
  }

  @Test("While a host works, its lease is renewed, and nobody else performs the action")
  func renewed() async throws {
    let (store, time, gate, tries) = (MemoryStore(), Locked(1_000), Gate(), Locked(0))
    let flow = Self.order { _ in
      tries.withLock { $0 += 1 }
      try await gate.wait()
      return "R"
    }
    // A third of the lease passes each time that this host waits.
    let here = Conversations(
      flow, in: store, clock: { Timestamp(time.withLock { $0 }) },
      sleep: { _ in
        while tries.withLock({ $0 == 0 }) || time.withLock({ $0 > 200_000 }) {
          try Task.checkCancellation()
          await Task.yield()
        }
        time.withLock { $0 += 10_000 }
      })
    let there = Self.conversations(flow, in: store, at: time, interrupted: .run)
    try await here.start("c")
    try await here.answer("c", "name", with: .text("Ann"), at: 1)
    async let answered = here.answer("c", "size", with: .text("small"), at: 2)
    while time.withLock({ $0 <= 200_000 }) {
      #expect(try await there.wakeDue() == 0)
      await Task.yield()
    }
    gate.open()
    #expect(try await answered[Self.receipt] == "R")
    #expect(tries.withLock { $0 } == 1)
  }

  /// A store that a test changes: a save runs `saving` first, and rows can be deleted.
  private struct ChangedStore: ConversationStore {
    let rows = Locked<[String: StoredConversation]>([:])
    let saving = Locked<@Sendable (Int) -> Void>({ _ in })
    func load(_ id: String) -> StoredConversation? { rows.withLock { $0[id] } }
    func save(_ id: String, _ row: StoredConversation) -> Bool {
      saving.withLock { $0 }(row.number)
      return rows.withLock { rows in
        guard row.number == (rows[id]?.number ?? 0) + 1 else { return false }
        rows[id] = row
        return true
      }
    }
    func due(by time: Timestamp, limit: Int) -> [String] {
      rows.withLock { $0.filter { $0.value.due.map { $0 <= time } ?? false }.keys.sorted() }
    }
  }

  @Test("A claim that takes longer than its lease performs nothing; a person decides")
  func slowClaim() async throws {
    let (store, time, tries) = (ChangedStore(), Locked(1_000), Locked(0))
    let flow = Self.order { _ in
      tries.withLock { $0 += 1 }
      return "R"
    }
    let here = Self.conversations(flow, in: store, at: time)
    try await here.start("c")
    try await here.answer("c", "name", with: .text("Ann"), at: 1)
    store.saving.withLock { $0 = { if $0 == 3 { time.withLock { $0 = 40_000 } } } }
    let view = try await here.answer("c", "size", with: .text("small"), at: 2)
    #expect(view.open.map(\.decision) == [.interrupted])
    #expect(tries.withLock { $0 } == 0)
    let paid = try await here.answer("c", "pay", with: .answer(.choice("again")), at: 3)
    #expect(paid[Self.receipt] == "R")
    #expect(tries.withLock { $0 } == 1)
  }

  @Test("A conversation that is deleted while its host works is gone, and doesn't come back")
  func deleted() async throws {
    let (store, gate, tries) = (ChangedStore(), Gate(), Locked(0))
    let flow = Self.order { _ in
      tries.withLock { $0 += 1 }
      try await gate.wait()
      return "R"
    }
    let here = Self.conversations(flow, in: store)
    try await here.start("c")
    try await here.answer("c", "name", with: .text("Ann"), at: 1)
    async let answered = reason { try await here.answer("c", "size", with: .text("small"), at: 2) }
    while tries.withLock({ $0 == 0 }) { await Task.yield() }
    store.rows.withLock { $0 = [:] }
    gate.open()
    #expect(try await answered == .unknown)
    #expect(try await reason { try await here.view("c") } == .unknown)
    #expect(store.rows.withLock { $0.isEmpty })
    #expect(try await here.start("c").step == 1)
    #expect(tries.withLock { $0 } == 1)
  }

  @Test("A clock that is set back keeps a lease and a time limit for longer, and loses nothing")
  func clockSetBack() async throws {
    let (time, gate, tries) = (Locked(100_000), Gate(), Locked(0))
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).timeout(.seconds(5)) { Say("Too late.") }
      Do("pay", into: Self.receipt) { _ in
        tries.withLock { $0 += 1 }
        try await gate.wait()
        return "R"
      }
    }
    let store = MemoryStore()
    let (here, there) = (
      Self.conversations(flow, in: store, at: time), Self.conversations(flow, in: store, at: time)
    )
    #expect(try await here.start("c").deadline == 105_000)
    time.withLock { $0 = 20_000 }
    #expect(try await here.wakeDue() == 0)
    let open = try await here.view("c")
    #expect(open.deadline == 105_000)
    async let answered = here.answer("c", "name", with: .text("Ann"), at: open.step)
    while tries.withLock({ $0 == 0 }) { await Task.yield() }
    time.withLock { $0 = 3_000 }
    #expect(try await there.wakeDue() == 0)
    #expect(try await there.view("c").isWorking)
    gate.open()
    #expect(try await answered[Self.receipt] == "R")
    #expect(try await there.view("c").outcome == .finished)
    #expect(tries.withLock { $0 } == 1)
  }

  @Test("What a store keeps can be sealed, for one conversation alone")
  func sealed() async throws {
    struct Moved: Error {}
    let inner = MemoryStore()
    let store = SealedStore(inner) { content, id in
      Array(id.utf8) + content.map { $0 ^ 0x5A }
    } open: { bytes, id in
      guard bytes.starts(with: id.utf8) else { throw Moved() }
      return bytes.dropFirst(id.utf8.count).map { $0 ^ 0x5A }
    }
    let (here, there) = (
      Self.conversations(Self.order { _ in "R" }, in: store),
      Self.conversations(Self.order { _ in "R" }, in: store)
    )
    try await here.start("c")
    let view = try await here.answer("c", "name", with: .text("Ann Example"), at: 1)
    let row = try #require(inner.load("c"))
    #expect(row.content.firstRange(of: Array("Example".utf8)) == nil)
    #expect(try await there.view("c").json == view.json)
    #expect(try await there.answer("c", "size", with: .text("small"), at: 2)[Self.receipt] == "R")
    #expect(inner.save("d", StoredConversation(number: 1, due: nil, content: row.content)))
    await #expect(throws: Moved.self) { try await here.view("d") }
  }

  @Test("Interrupted work is performed again, or fails the conversation, as the host wants")
  func policies() async throws {
    for (policy, outcome) in [(InterruptedWorkPolicy.run, "nil"), (.fail, "action")] {
      let (store, time) = (MemoryStore(), Locked(1_000))
      let flow = Self.order { _ in "R" }
      let here = Self.conversations(flow, in: store, at: time)
      try await here.start("c")
      try await here.answer("c", "name", with: .text("Ann"), at: 1)
      // What a host leaves that died in the action.
      var row = try ConversationRow(#require(store.load("c")))
      var session = try Session(flow, token: row.token, clock: { 1_000 })
      try session.resolve("size", with: .text("small"))
      try session.begin("pay")
      row.take(session, saysMore: true)
      (row.holder, row.until, row.step) = (7, 31_000, 3)
      _ = try await store.put("c", row)
      time.withLock { $0 = 40_000 }
      let there = Self.conversations(flow, in: store, at: time, interrupted: policy)
      #expect(try await there.wakeDue() == 1)
      let view = try await there.view("c")
      var reason = "nil"
      if case .failed(let failure)? = view.outcome { reason = failure.reason.rawValue }
      #expect(reason == outcome)
      #expect(view[Self.receipt] == (policy == .run ? "R" : nil))
      #expect(try await there.wakeDue() == 0)
    }
  }

  @Test("A question is open at once beside a load, which goes on when it is answered")
  func beside() async throws {
    let gate = Gate()
    let flow = Flow("beside") {
      Operations {
        Operation("fetch") {
          Load("names", into: Self.names) {
            try await gate.wait()
            return ["Ann"]
          }
        }
        Operation("ask") { Ask("Word?", into: Self.word) }
      }
      Say("There is \(Self.names).")
    }
    let (store, ended) = (MemoryStore(), AsyncStream.makeStream(of: Outcome.self))
    var here = Self.conversations(flow, in: store)
    here.onEvent = { if case .ended(let outcome) = $0.kind { ended.continuation.yield(outcome) } }
    let view = try await here.start("c")
    #expect(view.open.map(\.name) == ["ask/word"])
    #expect(view.isWorking)
    async let answered = here.answer("c", "ask/word", with: .text("x"), at: 1)
    gate.open()
    let last = try await answered
    #expect(last.said == ["There is Ann."])
    #expect(last.outcome == .finished)
    var outcomes = ended.stream.makeAsyncIterator()
    #expect(await outcomes.next() == .finished)
  }

  /// A payment beside two questions; the second is followed by work of its own.
  private static func payBeside(
    _ pay: @escaping @Sendable (Work) async throws -> String
  ) -> Flow {
    Flow("beside") {
      Operations {
        Operation("pay") { Do("pay", into: receipt) { work in try await pay(work) } }
        Operation("ask") {
          Ask("Word?", into: word).validate(.length(2...))
          Ask("Name?", into: name)
          Do("greet", into: size) { work in "Hello, \(try work.answer(name))" }
        }
      }
      Say("\(receipt), \(word), \(size).")
    }
  }

  /// The view when the conversation has ended.
  private func end(_ conversations: Conversations) async throws -> ConversationView {
    while true {
      let view = try await conversations.view("c")
      if view.outcome != nil { return view }
      await Task.yield()
    }
  }

  @Test("A question beside an action is answered on any host, and what it leads to is performed")
  func besideAction() async throws {
    let (gate, store, time) = (Gate(), MemoryStore(), Locked(1_000))
    let tries = Locked(0)
    let flow = Self.payBeside { _ in
      tries.withLock { $0 += 1 }
      try await gate.wait()
      return "R"
    }
    let (here, there) = (
      Self.conversations(flow, in: store, at: time), Self.conversations(flow, in: store, at: time)
    )
    let view = try await here.start("c")
    #expect((view.open.map(\.name), view.isWorking) == (["ask/word"], true))
    guard
      case .invalid = try await reason({
        try await there.answer("c", "ask/word", with: .text("x"), at: 1)
      })
    else {
      Issue.record("an answer that is too short isn't invalid")
      return
    }
    let second = try await there.answer("c", "ask/word", with: .text("here"), at: 1)
    #expect((second.step, second.open.map(\.name), second.isWorking) == (2, ["ask/name"], true))
    // Sent twice, sent late, and seen by the other host.
    #expect(try await here.answer("c", "ask/word", with: .text("here"), at: 1).json == second.json)
    #expect(
      try await reason { try await here.answer("c", "ask/word", with: .text("x"), at: 1) }
        == .stale(step: 2))
    #expect(try await here.view("c").open.map(\.name) == ["ask/name"])
    #expect(try await reason { try await there.back("c", at: 2) } == .busy(until: 31_000))
    #expect(
      try await reason {
        try await there.answer("c", "pay", with: .answer(.choice("again")), at: 2)
      }
        == .busy(until: 31_000))
    // The next answer leads to work, which the host of the action performs.
    #expect(try await here.answer("c", "ask/name", with: .text("Ann"), at: 2).isWorking)
    gate.open()
    let last = try await end(there)
    #expect(last.said == ["R, here, Hello, Ann."])
    #expect(tries.withLock { $0 } == 1)
    #expect(try ConversationRow(#require(store.load("c"))).beside == [])
  }

  @Test("An answer that cancels the action beside it waits for its end", arguments: [false, true])
  func cancelsBeside(finishes: Bool) async throws {
    let (gate, store, time) = (Gate(), MemoryStore(), Locked(1_000))
    let paid = Locked(0)
    let flow = Flow("beside") {
      Operations {
        Operation("pay") {
          Do("reserve") { try await gate.wait() }
          Do("charge") { paid.withLock { $0 += 1 } }
        }
        Operation("ask") {
          Confirm("Stop?") {
            if finishes { Finish("left") } else { CancelOperation("pay") }
          }
        }
      }
    }
    let (here, there) = (
      Self.conversations(flow, in: store, at: time), Self.conversations(flow, in: store, at: time)
    )
    let view = try await here.start("c")
    let question = try #require(view.open.first?.name)
    let stop = { try await there.answer("c", question, with: .answer(.yes(true)), at: view.step) }
    #expect(try await reason { try await stop() } == .busy(until: 31_000))
    gate.open()
    while try await there.view("c").isWorking { await Task.yield() }
    #expect(paid.withLock { $0 } == 1)
  }

  @Test("A view has what is to be shown while work goes on, on every host and in its language")
  func loading() async throws {
    let (gate, store, time) = (Gate(), MemoryStore(), Locked(1_000))
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Operations {
        Operation("pay") {
          Do("pay") { try await gate.wait() }.loading("\(Self.name) pays…")
          Do("quietly") { try await gate.wait() }
        }
        Operation("load") {
          Load("price", into: Self.receipt) {
            try await gate.wait()
            return "R"
          }
        }
        Operation("ask") { Ask("Word?", into: Key<String>("word")) }
      }
    }
    let (here, there) = (
      Self.conversations(flow, in: store, at: time), Self.conversations(flow, in: store, at: time)
    )
    #expect(try await here.start("c").loading == [])
    let answered = try await here.answer("c", "name", with: .text("Ann"), at: 1)
    let seen = try await there.view("c")
    for view in [answered, seen] {
      #expect((view.isWorking, view.loading) == (true, ["Ann pays…", "price"]))
      #expect(view.json.contains(#""working":true,"loading":["Ann pays…","price"]"#))
    }
    // A host that died leaves a decision, and a load that somebody takes over.
    time.withLock { $0 = 100_000 }
    #expect(try await there.view("c").loading == ["price"])
    gate.open()
  }

  @Test("An answer beside an action was checked when it was given: midnight doesn't take it back")
  func besideAtMidnight() async throws {
    let (gate, store, time) = (Gate(), MemoryStore(), Locked(86_390_000))
    let day = Key<CalendarDay>("day")
    let flow = Flow("f") {
      Operations {
        Operation("pay") { Do("pay") { try await gate.wait() } }
        Operation("ask") {
          Ask("Day?", into: day).validate(.daysFromToday(0...30))
          Ask("Name?", into: Self.name)
        }
      }
    }
    var (here, there) = (
      Self.conversations(flow, in: store, at: time), Self.conversations(flow, in: store, at: time)
    )
    (here.today, there.today) = (.minutesFromUTC(0), .minutesFromUTC(0))
    try await here.start("c")
    let given = try await there.answer("c", "ask/day", with: .text("today"), at: 1)
    #expect(given.open.map(\.name) == ["ask/name"])
    time.withLock { $0 = 86_405_000 }
    gate.open()
    while try await here.view("c").isWorking { await Task.yield() }
    let paid = try await here.view("c")
    #expect((paid.step, paid.open.map(\.name)) == (2, ["ask/name"]))
    #expect(paid[day]?.description == "1970-01-01")
    #expect(try await here.answer("c", "ask/name", with: .text("A"), at: 2).outcome == .finished)
  }

  @Test("A failure is kept as a sentence; an earlier row is read, a later one is refused")
  func failureInRow() throws {
    var row = ConversationRow()
    (row.number, row.token) = (1, [7])
    let why = Sentence(.newerWouldRepeat, 2, 1, ["pay".inQuotes, "ask".inQuotes].listed(), 2)
    row.failure = Failure(.action, Sentence(.actionFailed, "pay", why), step: "pay", place: nil)
    #expect(try ConversationRow(row.stored) == row)
    func read(_ format: UInt8, _ write: (inout TokenWriter) -> Void) throws -> Failure? {
      var writer = TokenWriter()
      writer.byte(format)
      writer.signed(1)
      writer.fixed(UInt64(0))
      writer.time(.epoch)
      writer.fixed(UInt64(0))
      for flag: UInt8 in [0, 0, 1] { writer.byte(flag) }
      writer.text("action")
      write(&writer)
      writer.text("pay")
      writer.number(0)
      if format > 1 { writer.number(0) }
      writer.append([7])
      writer.seal()
      return try ConversationRow(
        StoredConversation(number: 1, due: nil, content: writer.bytes)
      ).failure
    }
    for format: UInt8 in [1, 2] {
      let failure = try read(format) { $0.text("it broke") }
      #expect(failure == Failure(.action, message: "it broke", step: "pay"))
    }
    for parts: [Value] in [["unheard"], ["actionFailed", "pay"], [.null, "unheard", "pay"]] {
      let error = #expect(throws: TokenError.self) { try read(3) { $0.value(.list(parts)) } }
      #expect(error?.code == "version")
    }
    for value: Value in [.bool(true), .string("pay"), .list([]), .list([.int(1)]), .list([.null])] {
      let error = #expect(throws: TokenError.self) { try read(3) { $0.value(value) } }
      #expect(error?.code == "damaged")
    }
    let error = #expect(throws: TokenError.self) { try read(5) { $0.value("x") } }
    #expect(error?.code == "version")
  }

  @Test("An answer beside an action outlives the host that performs it")
  func besideDeadHost() async throws {
    let (gate, store, time) = (Gate(), MemoryStore(), Locked(1_000))
    let flow = Self.payBeside { work in
      if work.begun == nil { try await gate.wait() }
      return "R"
    }
    let (here, there) = (
      Self.conversations(flow, in: store, at: time), Self.conversations(flow, in: store, at: time)
    )
    try await here.start("c")
    try await there.answer("c", "ask/word", with: .text("here"), at: 1)
    let row = try ConversationRow(#require(store.load("c")))
    #expect(row.beside == [.init(step: 2, need: "ask/word", given: .typed("here"))])
    #expect(try ConversationRow(row.stored) == row)
    // The lease is up, and nobody hears of the first host any more.
    time.withLock { $0 = 40_000 }
    #expect(try await there.wakeDue() == 1)
    let view = try await there.view("c")
    #expect(view.open.map(\.name) == ["pay/pay", "ask/name"])
    try await there.answer("c", "pay/pay", with: .answer(.choice("again")), at: view.step)
    try await there.answer("c", "ask/name", with: .text("Ann"), at: view.step + 1)
    let last = try await end(there)
    #expect(last.said == ["R, here, Hello, Ann."])
    #expect(last.outcome == .finished)
    gate.open()
  }

  @Test("A step goes on when its caller has gone")
  func caller() async throws {
    let (gate, began, store) = (Gate(), Gate(), MemoryStore())
    let flow = Self.order { _ in
      began.open()
      try await gate.wait()
      return "R"
    }
    let here = Self.conversations(flow, in: store)
    try await here.start("c")
    try await here.answer("c", "name", with: .text("Ann"), at: 1)
    let task = Task { try await here.answer("c", "size", with: .text("small"), at: 2) }
    try await began.wait()
    task.cancel()
    gate.open()
    #expect(try await task.value[Self.receipt] == "R")
  }

  @Test("A conversation that failed stays failed, and nothing is tried again")
  func failed() async throws {
    struct Closed: Error {}
    let tries = Locked(0)
    let here = Self.conversations(
      Self.order { _ in
        tries.withLock { $0 += 1 }
        throw Closed()
      })
    try await here.start("c")
    try await here.answer("c", "name", with: .text("Ann"), at: 1)
    let view = try await here.answer("c", "size", with: .text("small"), at: 2)
    guard case .failed? = view.outcome else {
      Issue.record("\(view.json)")
      return
    }
    #expect(try await here.wake("c").json == view.json)
    #expect(try await here.view("c").json == view.json)
    #expect(tries.withLock { $0 } == 1)
  }

  @Test("Secrets that a step reads are asked for at once: no request has those of another")
  func severalSecrets() async throws {
    let (user, pin) = (Key<String>("user"), Key<Int>("pin"))
    let seen = Locked<[String]>([])
    let flow = Flow("f") {
      Ask("User?", into: user).secret()
      Ask("PIN?", into: pin).secret()
      Ask("Name?", into: Self.name)
      Do("log in") { work in
        try seen.withLock { $0.append("\(try work.answer(user)) \(try work.answer(pin))") }
      }
    }
    let here = Self.conversations(flow)
    try await here.start("c")
    _ = try await here.answer("c", "user", with: .text("ann"), at: 1)
    _ = try await here.answer("c", "pin", with: .text("1"), at: 2)
    let asked = try await here.answer("c", "name", with: .text("A"), at: 3)
    let page = try #require(asked.open.first?.page)
    #expect((page.title, page.name, page.fields.map(\.id)) == ("log in", "user", ["user", "pin"]))
    #expect(page.fields.allSatisfy(\.question.isSecret) && !page.hasProblems)
    let wrong = try await here.submit(
      "c", "user", with: ["user": .text("ann"), "pin": .text("x")], at: 4)
    #expect(wrong.refused?.fields.map { $0.problem != nil } == [false, true])
    #expect(try await here.submit("c", "user", with: ["pin": .text("1")], at: 4).refused != nil)
    let last = try await here.submit(
      "c", "user", with: ["user": .text("ann"), "pin": .text("1")], at: 4)
    #expect(last.outcome == .finished(nil))
    #expect(seen.withLock { $0 } == ["ann 1"])
  }

  @Test("Several secrets that one action has set are asked for, each by its key")
  func secretsOfAnAction() async throws {
    let (one, two, word) = (Key<String>("one"), Key<String>("two"), Key<String>("word"))
    let seen = Locked<[String]>([])
    let flow = Flow("f") {
      Ask("Word?", into: word).secret()
      When(!word.isSet) {
        Ask("One?", into: one).secret()
        Ask("Two?", into: two).secret()
      }
      Do("fetch", writes: [one, two]) { work in (work[one], work[two]) = ("1", "2") }
      Ask("Name?", into: Self.name)
      Do("log in") { work in
        try seen.withLock { $0.append("\(try work.answer(one)) \(try work.answer(two))") }
      }
    }
    let here = Self.conversations(flow)
    try await here.start("c")
    _ = try await here.answer("c", "word", with: .text("x"), at: 1)
    let asked = try await here.answer("c", "name", with: .text("A"), at: 2)
    let page = try #require(asked.open.first?.page)
    #expect(page.fields.map(\.id) == ["word", "fetch/one", "fetch/two"])
    #expect(
      page.fields.map(\.question.title) == [
        "Give “word” again.", "Give “one” again.", "Give “two” again.",
      ])
    let last = try await here.submit(
      "c", page.name,
      with: ["word": .text("x"), "fetch/one": .text("1"), "fetch/two": .text("2")], at: 3)
    #expect(last.outcome == .finished(nil))
    #expect(seen.withLock { $0 } == ["1 2"])
  }

  // MARK: Time

  @Test("A time limit begins when somebody looks, and leads on without anybody")
  func limits() async throws {
    let flow = Flow("f") {
      Wait(.seconds(10))
      Ask("Name?", into: Self.name).timeout(.seconds(5)) { Say("Too late.") }
      Ask("Word?", into: Self.word)
    }
    let time = Locked(1_000)
    let here = Self.conversations(flow, at: time)
    let start = try await here.start("c")
    #expect(start.deadline == 11_000)
    #expect(try await here.wakeDue() == 0)
    time.withLock { $0 = 12_000 }
    #expect(try await here.wakeDue() == 1)
    #expect(try await here.wakeDue() == 0)
    time.withLock { $0 = 50_000 }
    let seen = try await here.view("c")
    #expect(seen.open.map(\.name) == ["name"])
    #expect(seen.deadline == 55_000)
    time.withLock { $0 = 55_001 }
    let late = try await reason {
      try await here.answer("c", "name", with: .text("A"), at: seen.step)
    }
    #expect(late == .stale(step: seen.step + 1))
    let next = try await here.view("c")
    #expect(next.said == ["Too late."])
    #expect(next.open.map(\.name) == ["word"])
  }

  @Test("Today is the day of the person")
  func today() async throws {
    let day = Key<CalendarDay>("day")
    let flow = Flow("f") { Ask("When?", into: day).validate(.daysFromToday(1...)) }
    // An hour before midnight in UTC.
    let time = Locked(1_000 * 86_400_000 - 3_600_000)
    for (minutes, wanted) in [(0, "1972-09-27"), (120, "1972-09-28"), (-1_381, "1972-09-26")] {
      var here = Self.conversations(flow, at: time)
      here.today = .minutesFromUTC(minutes)
      try await here.start("c")
      #expect(
        try await reason { try await here.answer("c", "day", with: .text("today"), at: 1) } != nil)
      let view = try await here.answer("c", "day", with: .text("tomorrow"), at: 1)
      #expect(view[day]?.description == wanted)
    }
  }

  // MARK: Versions and stores

  @Test("Two versions live side by side, and the lower one leaves what only the higher can do")
  func versions() async throws {
    let store = MemoryStore()
    let old = Flow("f", version: 1) { Ask("Name?", into: Self.name) }
    let new = Flow("f", version: 2) {
      Ask("Name?", into: Self.name)
      Do("pay", into: Self.receipt) { _ in "R" }
      Ask("Word?", into: Self.word)
    }
    let (here, there) = (Self.conversations(old, in: store), Self.conversations(new, in: store))
    try await here.start("c")
    let view = try await there.answer("c", "name", with: .text("Ann"), at: 1)
    #expect(view.open.map(\.name) == ["word"])
    let last = try await there.answer("c", "word", with: .text("x"), at: 2)
    #expect(last[Self.name] == "Ann")
    #expect(last.outcome == .finished)
    func sizes(_ version: UInt) -> Conversations {
      Self.conversations(
        Flow("g", version: version) {
          Choose("Size?", into: Self.size) {
            Option("Small")
            if version == 2 { Option("Huge") }
          }
          Ask("Word?", into: Self.word)
        }, in: store)
    }
    try await sizes(2).start("d")
    let huge = try await sizes(2).answer("d", "size", with: .text("huge"), at: 1)
    let newer = Rejection.Reason.newerVersion(NewerVersion(saved: 2, current: 1, steps: ["size"]))
    #expect(try await reason { try await sizes(1).view("d") } == newer)
    #expect(
      try await reason { try await sizes(1).answer("d", "word", with: .text("x"), at: 2) } == newer)
    #expect(try await sizes(2).view("d").json == huge.json)
  }

  @Test("At a question of a higher version, a lower one does nothing")
  func asksFirst() async throws {
    let (store, paid, time) = (MemoryStore(), Locked(0), Locked(1_000))
    func host(_ version: UInt, waits: Bool = false) -> Conversations {
      Self.conversations(
        Flow("f", version: version) {
          Ask("Name?", into: Self.name)
          if version == 2 { Ask("Word?", into: Self.word) }
          if waits { Wait(.seconds(1)) }
          Do("pay") { _ in paid.withLock { $0 += 1 } }.reads(Self.name)
          Confirm("End?").id("end")
        }, in: store, at: time)
    }
    let (old, new) = (host(1), host(2))
    try await new.start("c")
    let asked = try await new.answer("c", "name", with: .text("Typo"), at: 1)
    let newer = Rejection.Reason.newerVersion(
      NewerVersion(saved: 2, current: 1, steps: [], isAsking: true))
    #expect(try await reason { try await old.view("c") } == newer)
    #expect(try await reason { try await old.start("c") } == newer)
    #expect(try await reason { try await old.wake("c") } == newer)
    #expect(try await reason { try await old.back("c", at: 2) } == newer)
    let answer = SessionResolution.text("x")
    #expect(try await reason { try await old.answer("c", "word", with: answer, at: 2) } == newer)
    // What time would lead to is refused, too.
    #expect(try await reason { try await host(1, waits: true).view("c") } == newer)
    time.withLock { $0 = 9_000 }
    #expect(try await reason { try await host(1, waits: true).wake("c") } == newer)
    #expect(try await old.wakeDue() == 0)
    #expect(paid.withLock { $0 } == 0)
    #expect(try await new.view("c").json == asked.json)
    let back = try await new.back("c", at: 2)
    // What both versions ask, both take; and what the lower one comes to from there, it performs.
    #expect(try await old.view("c").open.map(\.name) == ["name"])
    let paying = try await old.answer("c", "name", with: .text("Ann"), at: back.step)
    #expect(paying.open.map(\.name) == ["end"])
    #expect(paid.withLock { $0 } == 1)
    #expect(try await new.view("c").open.map(\.name) == ["word"])
  }

  @Test(
    "A higher version asks something beside work: a lower one begins nothing, also when it is due")
  func asksBesideWork() async throws {
    let (store, time, gate) = (MemoryStore(), Locked(1_000), Gate())
    func host(_ version: UInt) -> Conversations {
      Self.conversations(
        Flow("f", version: version) {
          Ask("Name?", into: Self.name)
          Operations {
            Operation("look") {
              Load("size", into: Self.size) {
                try await gate.wait()
                return "L"
              }
            }
            Operation("ask") {
              if version == 2 { Ask("Word?", into: Self.word) } else { Say("Hm.") }
            }
          }
          Do("pay") {}
          Confirm("End?").id("end")
        }, in: store, at: time)
    }
    let (old, new) = (host(1), host(2))
    try await new.start("c")
    #expect(
      try await new.answer("c", "name", with: .text("A"), at: 1).open.map(\.name) == ["ask/word"])
    let newer = Rejection.Reason.newerVersion(
      NewerVersion(saved: 2, current: 1, steps: [], isAsking: true))
    #expect(try await reason { try await old.start("c") } == newer)
    // Its host is dead, and the load is due.
    time.withLock { $0 = 31_001 }
    #expect(try await reason { try await old.wake("c") } == newer)
    gate.open()
    #expect(try await new.view("c").open.map(\.name) == ["ask/word"])
  }

  @Test("What both versions come to by time, the lower one performs")
  func sameWait() async throws {
    let (store, time) = (MemoryStore(), Locked(1_000))
    func host(_ version: UInt) -> Conversations {
      Self.conversations(
        Flow("f", version: version) {
          Ask("Name?", into: Self.name)
          Ask("Word?", into: Self.word).timeout(.seconds(1)) { Do("release") {} }
          Wait(.seconds(1))
          Do("remind", into: Self.receipt) { _ in "R" }
          Confirm("End?").id("end")
          if version == 2 { Ask("Size?", into: Self.size) }
        }, in: store, at: time)
    }
    let (old, new) = (host(1), host(2))
    try await new.start("c")
    try await new.answer("c", "name", with: .text("A"), at: 1)
    time.withLock { $0 = 2_001 }
    #expect(try await old.wakeDue() == 1)
    time.withLock { $0 = 3_002 }
    #expect(try await old.wakeDue() == 1)
    #expect(try await old.view("c").open.map(\.name) == ["end"])
  }

  @Test("A conversation that was due in another version isn't chosen again and again")
  func dueElsewhere() async throws {
    let store = MemoryStore()
    func host(_ version: UInt) -> Conversations {
      Self.conversations(
        Flow("f", version: version) {
          Ask("Name?", into: Self.name)
          if version != 2 { Ask("Word?", into: Self.word) }
          Do("pay") {}
        }, in: store)
    }
    try await host(1).start("c")
    try await host(1).answer("c", "name", with: .text("A"), at: 1)
    #expect(try await host(2).view("c").isWorking)
    #expect(try await host(3).wakeDue() == 1)
    #expect(try await host(3).wakeDue() == 0)
    #expect(try await host(3).view("c").open.map(\.name) == ["word"])
    // Where there is something to perform, a look makes it due again.
    #expect(try await host(2).view("c").isWorking)
    #expect(try await host(2).wakeDue() == 1)
    #expect(try await host(2).view("c").outcome == .finished)
  }

  @Test(
    "Work to which an edit has led is due when somebody looks, and a person may go back from it")
  func editedToWork() async throws {
    let (store, paid) = (MemoryStore(), Locked(0))
    func host(asksMore: Bool) -> Conversations {
      Self.conversations(
        Flow("f") {
          Ask("Name?", into: Self.name)
          if asksMore { Ask("Word?", into: Self.word) }
          Do("pay") { _ in paid.withLock { $0 += 1 } }
          Confirm("End?").id("end")
        }, in: store)
    }
    let (before, after) = (host(asksMore: true), host(asksMore: false))
    for id in ["c", "d"] {
      try await before.start(id)
      try await before.answer(id, "name", with: .text("Ann"), at: 1)
    }
    #expect(try await after.back("d", at: 2).open.map(\.name) == ["name"])
    #expect(try await after.wakeDue() == 0)
    let left = try await after.view("c")
    #expect(left.isWorking)
    #expect(paid.withLock { $0 } == 0)
    #expect(try await after.wakeDue() == 1)
    #expect(paid.withLock { $0 } == 1)
    #expect(try await after.view("c").open.map(\.name) == ["end"])
  }

  @Test("A view at the same step says the same, also before a question with a time limit")
  func saidAgain() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Say("Your number is 42, \(Self.name).")
      Confirm("Mail?", into: Key<Bool>("mail")).timeout(.seconds(60)) { Say("No mail.") }
    }
    let host = Self.conversations(flow, in: MemoryStore(), at: Locked(1_000))
    try await host.start("c")
    let view = try await host.answer("c", "name", with: .text("Ann"), at: 1)
    #expect(view.said == ["Your number is 42, Ann."])
    #expect(try await host.view("c").json == view.json)
    #expect(try await host.answer("c", "name", with: .text("Ann"), at: 1).json == view.json)
  }

  @Test("A step back from a page leads before it, also where the page has been filled in")
  func backFromPage() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Form("Stay") {
        Ask("Word?", into: Key<String>("word"))
        Ask("Place?", into: Key<String>("place"))
      }
      Ask("Sure?", into: Self.receipt)
    }
    let host = Self.conversations(flow, in: MemoryStore(), at: Locked(1_000))
    try await host.start("c")
    try await host.answer("c", "name", with: .text("Ann"), at: 1)
    let fields: [String: SessionResolution] = ["stay/word": .text("a"), "stay/place": .text("b")]
    try await host.submit("c", "stay", with: fields, at: 2)
    #expect(try await host.back("c", at: 3).open.first?.page?.name == "stay")
    #expect(try await host.back("c", from: "stay", at: 4).open.map(\.name) == ["name"])
  }

  @Test("A save whose reply is lost has been done; one that failed is sent again")
  func failingStore() async throws {
    struct Down: Error {}
    struct Flaky: ConversationStore {
      let rows = MemoryStore()
      let failing: Locked<String>
      func load(_ id: String) -> StoredConversation? { rows.load(id) }
      func save(_ id: String, _ row: StoredConversation) throws -> Bool {
        let how = failing.withLock { how in
          defer { how = "" }
          return how
        }
        if how == "before" { throw Down() }
        let isSaved = rows.save(id, row)
        if how == "after" { throw Down() }
        return isSaved
      }
      func due(by time: Timestamp, limit: Int) -> [String] { rows.due(by: time, limit: limit) }
    }
    let failing = Locked("")
    let here = Self.conversations(Self.order { _ in "R" }, in: Flaky(failing: failing))
    try await here.start("c")
    failing.withLock { $0 = "after" }
    let view = try await here.answer("c", "name", with: .text("Ann"), at: 1)
    #expect(view.step == 2)
    failing.withLock { $0 = "before" }
    await #expect(throws: Down.self) {
      try await here.answer("c", "size", with: .text("small"), at: 2)
    }
    #expect(try await here.view("c").json == view.json)
    #expect(try await here.answer("c", "size", with: .text("small"), at: 2)[Self.receipt] == "R")
  }

  @Test("What happens is told, in order and with times")
  func events() async throws {
    let told = Locked<[String]>([])
    var here = Self.conversations(Self.order { _ in "R" })
    here.onEvent = { event in
      let words =
        switch event.kind {
        case .performed(let step, _, let duration, let failed):
          "\(step) \(duration.milliseconds) \(failed)"
        case .refused(let name, let refusal): "\(name) refused: \(refusal)"
        default: "\(event.kind)"
        }
      told.withLock { $0.append("\(event.id) \(event.time.millisecondsSince1970) \(words)") }
    }
    try await here.start("c")
    _ = try? await here.answer("c", "name", with: .text("A"), at: 1)
    try await here.answer("c", "name", with: .text("Ann"), at: 1)
    try await here.answer("c", "size", with: .text("small"), at: 2)
    try await here.answer("c", "once-more", with: .text("no"), at: 3)
    #expect(
      told.withLock { $0 } == [
        "c 1000 saved(1)", "c 1000 started", #"c 1000 asked("name")"#,
        "c 1000 name refused: Give at least 2 characters.",
        "c 1000 saved(2)", #"c 1000 answered("name")"#, #"c 1000 asked("size")"#,
        "c 1000 saved(3)", #"c 1000 answered("size")"#, "c 1000 pay 0 false",
        "c 1000 saved(4)", #"c 1000 asked("once-more")"#,
        "c 1000 saved(5)", #"c 1000 answered("once-more")"#, "c 1000 ended(finished)",
      ])
  }

  /// Others are faster a number of times.
  private struct Losing: ConversationStore {
    let rows = MemoryStore()
    let losses = Locked(0)
    func load(_ id: String) -> StoredConversation? { rows.load(id) }
    func save(_ id: String, _ row: StoredConversation) -> Bool {
      let isLost = losses.withLock { losses in
        losses -= 1
        return losses >= 0
      }
      return isLost ? false : rows.save(id, row)
    }
    func due(by time: Timestamp, limit: Int) -> [String] { rows.due(by: time, limit: limit) }
  }

  @Test("What time leads to is told; starting while others are faster goes on")
  func timeTold() async throws {
    let (time, told, store) = (Locked(1_000), Locked<[String]>([]), Losing())
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).timeout(.seconds(10)) { Say("Too late.") }
      Wait(.seconds(1))
      Form("Page") { Ask("Word?", into: Self.word) }
      Confirm("More?").timeout(.seconds(10)) { Finish(name: "late") }
    }
    var here = Conversations(
      flow, in: store, clock: { Timestamp(time.withLock { $0 }) }, sleep: { _ in })
    here.onEvent = { event in
      switch event.kind {
      case .asked(let name): told.withLock { $0.append("asked \(name)") }
      case .refused(let name, let why): told.withLock { $0.append("\(name) refused: \(why)") }
      case .ended(let outcome): told.withLock { $0.append("ended \(outcome)") }
      default: break
      }
    }
    try await here.start("c")
    _ = try await here.view("c")
    time.withLock { $0 += 20_000 }
    store.losses.withLock { $0 = 1 }
    try await here.start("c")
    time.withLock { $0 += 2_000 }
    let view = try await here.wake("c")
    #expect(view.open.map(\.name) == ["page/word"])
    try await here.submit("c", "page", with: [:], at: view.step)
    try await here.submit("c", "page", with: ["page/word": .text("x")], at: view.step)
    _ = try await here.view("c")
    time.withLock { $0 += 20_000 }
    try await here.wake("c")
    #expect(
      told.withLock { $0 } == [
        "asked name", "asked page", "page refused: An answer is needed.", "asked more",
        "ended finished: late",
      ])
  }

  @Test("What a dead host left is told where another goes on with it")
  func leftTold() async throws {
    let (time, told, store, gate) = (
      Locked(1_000), Locked<[String]>([]), MemoryStore(), Gate()
    )
    func host(_ interrupted: InterruptedWorkPolicy) -> Conversations {
      let flow = Flow("f") {
        Ask("Name?", into: Self.name)
        Do("pay", writes: []) { _ in try await gate.wait() }
      }
      var host = Conversations(
        flow, in: store, interrupted: interrupted, clock: { Timestamp(time.withLock { $0 }) },
        sleep: { _ in try await Gate().wait() })
      host.onEvent = { event in
        switch event.kind {
        case .asked(let name): told.withLock { $0.append("asked \(name)") }
        case .ended: told.withLock { $0.append("ended") }
        default: break
        }
      }
      return host
    }
    let (here, asking, failing) = (host(.ask), host(.ask), host(.fail))
    for id in ["a", "b"] {
      try await here.start(id)
      Task { try? await here.answer(id, "name", with: .text("Ann"), at: 1) }
      while try await !here.view(id).isWorking { await Task.yield() }
    }
    told.withLock { $0 = [] }
    time.withLock { $0 += 40_000 }
    try await asking.wake("a")
    try await asking.wake("a")
    try await failing.wake("b")
    #expect(told.withLock { $0 } == ["asked pay", "ended"])
    gate.open()
  }

  @Test("One that can't be woken keeps no other from being woken")
  func wakesOthers() async throws {
    let (time, store) = (Locked(1_000), MemoryStore())
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).timeout(.seconds(10)) { Finish() }
    }
    let here = Conversations(flow, in: store, clock: { Timestamp(time.withLock { $0 }) })
    for id in ["a", "b"] {
      _ = store.save(id, StoredConversation(number: 1, due: 0, content: [1, 2, 3]))
    }
    for id in ["c", "d"] {
      try await here.start(id)
      _ = try await here.view(id)
    }
    time.withLock { $0 += 20_000 }
    // Whoever looks sees the end as it is saved.
    #expect(try await here.view("d").step == 2)
    #expect(store.load("d")?.number == 2)
    #expect(try await here.wakeDue(limit: 1) == 3)
    #expect(store.due(by: 99_999, limit: 9) == ["a", "b"])
    #expect(try await here.wakeDue(limit: .max) == 2)
    #expect(try await here.view("c").outcome == .finished(nil))
  }

  @Test("Ids that only look alike are two conversations")
  func ids() {
    let store = MemoryStore()
    #expect(store.save("caf\u{E9}", StoredConversation(number: 1, due: 0, content: [1])))
    #expect(store.load("cafe\u{301}") == nil)
    #expect(store.save("cafe\u{301}", StoredConversation(number: 1, due: 1, content: [2])))
    #expect(store.due(by: 9, limit: 9).map { $0.utf8.count } == [5, 6])
  }

  @Test("The events have the keys under which the work was done")
  func eventKeys() async throws {
    let (worked, told) = (Locked<[String]>([]), Locked<[String]>([]))
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Do("pay", writes: []) { work in
        _ = work[Self.name]
        worked.withLock { $0.append(work.key) }
      }.undo { work in worked.withLock { $0.append(work.key) } }
      Ask("Word?", into: Self.word)
    }
    var here = Self.conversations(flow)
    here.onEvent = { event in
      if case .performed(_, let key, _, _) = event.kind { told.withLock { $0.append(key) } }
    }
    try await here.start("c")
    try await here.answer("c", "name", with: .text("Ann"), at: 1)
    try await here.back("c", at: 2)
    try await here.answer("c", "name", with: .text("Bob"), at: 3)
    try await here.answer("c", "pay", with: .answer(.choice("undo")), at: 4)
    let keys = worked.withLock { $0 }
    #expect(keys.map { String($0.drop { $0 != "/" }) } == ["/pay/1", "/pay/1/undo", "/pay/2"])
    #expect(told.withLock { $0 } == keys)
  }

  @Test("What fails is told: work, the store, and what another version can't take over")
  func failuresTold() async throws {
    struct Down: Error {}
    struct Refused: Error, CustomStringConvertible { var description: String { "refused" } }
    struct Failing: ConversationStore {
      let rows = MemoryStore()
      let isDown = Locked(false)
      func load(_ id: String) throws -> StoredConversation? {
        if isDown.withLock({ $0 }) { throw Down() }
        return rows.load(id)
      }
      func save(_ id: String, _ row: StoredConversation) -> Bool { rows.save(id, row) }
      func due(by time: Timestamp, limit: Int) -> [String] { ["gone"] }
    }
    let (told, store) = (Locked<[String]>([]), Failing())
    func listening(_ flow: Flow) -> Conversations {
      var here = Self.conversations(flow, in: store)
      here.onEvent = { event in
        switch event.kind {
        case .performed(let step, _, _, let failed):
          told.withLock { $0.append("\(step) failed: \(failed)") }
        case .failed(let error): told.withLock { $0.append("error \(error)") }
        case .remark(let remark): told.withLock { $0.append("\(remark)") }
        case .ended: told.withLock { $0.append("ended") }
        default: break
        }
      }
      return here
    }
    let here = listening(Self.order { _ in throw Refused() })
    try await here.start("c")
    try await here.answer("c", "name", with: .text("Ann"), at: 1)
    store.isDown.withLock { $0 = true }
    await #expect(throws: Down.self) { try await here.view("c") }
    await #expect(throws: Down.self) {
      try await here.answer("c", "size", with: .text("small"), at: 2)
    }
    store.isDown.withLock { $0 = false }
    try await here.answer("c", "size", with: .text("small"), at: 2)
    #expect(try await here.wakeDue() == 1)
    _ = try await listening(Flow("order") { Ask("Word?", into: Self.word) }).view("c")
    #expect(
      told.withLock { $0 } == [
        "error Down()", "error Down()", "pay failed: true", "ended",
        "error There is no conversation “gone”.",
        "a question that was answered is no longer in the flow; its answer is not used",
        "a question that was answered is no longer in the flow; its answer is not used",
        "an action that was performed is no longer in the flow; what it did stays as it is",
      ])
  }

  @Test("What was cut off or changed is refused")
  func damaged() async throws {
    let store = MemoryStore()
    let here = Self.conversations(Self.ask(), in: store)
    try await here.start("c")
    let content = try #require(store.load("c")).content
    for (number, bytes) in [
      Array(content.dropLast()), content.map { $0 ^ 1 }, [], content + content,
    ].enumerated() {
      _ = store.save("\(number)", StoredConversation(number: 1, due: nil, content: bytes))
      await #expect(throws: TokenError.self) { try await here.view("\(number)") }
    }
  }
}
