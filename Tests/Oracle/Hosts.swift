import LibrettoCore
import TestSupport

// The judge of hosting: two hosts serve one conversation, and everything goes wrong that can.
//
// The second model is a plain one: the same flow in one session in memory, without a token, a store, a
// lease or a failure, which is given what the person did, one step after the other. It judges by what
// the clients saw and by the ledger of the bank, never by the rows:
//
// - Of two requests for one step, only one is told that it was taken.
// - What was told to be taken is in every later view, and every view at a step is the model's.
// - The bank has one charge for each performance of the model, however often a host tried.
// - A try that isn't the first knows that the work was begun before, and none follows an end that was
//   seen; unless a clock was set back, so that a lease seemed to last when another host had taken over.

/// A rule that a walk has broken.
struct BrokenHosts: Error, CustomStringConvertible {
  let description: String
}

/// A walk: a seed decides everything that happens.
final class HostWalk: Sendable {
  /// What a client sends.
  enum Request: Hashable, Sendable {
    case answer(String, SessionResolution, Int)
    case back(Int)

    var step: Int {
      switch self {
      case .answer(_, _, let step), .back(let step): step
      }
    }
  }

  struct World: Sendable {
    var random: SeededGenerator
    var time = 1_000_000
    /// The charges of the bank, and how often each was tried, by keys.
    var ledger: [String: Int] = [:]
    var tries: [String: Int] = [:]
    /// The charges whose end a client has seen.
    var seen: Set<Int> = []
    var hosts: [Host] = []
    /// What was sent for each step, and what was told to be taken.
    var sent: [Int: [Request]] = [:]
    var taken: [Int: Request] = [:]
    /// The last view of each client, and a request whose reply was lost.
    var views: [ConversationView?] = [nil, nil]
    var pending: [Request?] = [nil, nil]
    var broken: String?
    var isCalm = false
    /// Whether clocks are set back, and whether one was.
    var maySetBack = false
    var isSetBack = false
    var log: [String] = []
    var counts: [String: Int] = [:]
    /// The model, after each step from 1.
    var model: [Session] = []
  }

  final class Host: Sendable {
    let number: Int
    private let alive = Locked(true)
    /// The heartbeats that sleep.
    let sleepers = Sleepers()
    init(_ number: Int) { self.number = number }
    var isAlive: Bool { alive.withLock { $0 } }
    func kill() { alive.withLock { $0 = false } }
  }

  struct Dead: Error {}
  struct Down: Error {}

  static let lease = 30_000
  @TaskLocal static var depth = 0

  let world: Locked<World>
  let rows = MemoryStore()
  let policy: InterruptedWorkPolicy

  init(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    policy = Bool.random(using: &random) ? .run : .ask
    world = Locked(World(random: random))
    world.withLock {
      $0.hosts = [Host(0), Host(1)]
      $0.maySetBack = seed % 2 == 0
    }
  }

  func roll(_ range: Range<Int>) -> Int {
    world.withLock { Int.random(in: range, using: &$0.random) }
  }

  func note(_ words: @autoclosure () -> String) {
    let words = words()
    world.withLock {
      $0.log.append(String(repeating: "  ", count: Self.depth) + words)
      $0.counts[String(words.prefix { $0 != ":" }), default: 0] += 1
    }
  }

  func breaks(_ rule: String) {
    note("BROKEN: \(rule)")
    world.withLock { if $0.broken == nil { $0.broken = rule } }
  }

  // MARK: The flow

  static let name = Key<String>("name")
  static let towns = Key<[String]>("towns")
  static let town = Key<String>("town")
  static let nights = Key<Int>("nights")
  static let extra = Key<Bool>("extra")
  static let agreed = Key<Bool>("agreed")
  static let receipt = Key<String>("receipt")
  static let comment = Key<String>("comment")

  struct Refused: Error, CustomStringConvertible { let description = "no money" }

  /// - Parameters:
  ///   - charge: charges an amount.
  ///   - mail: sends a mail.
  static func flow(
    load: @escaping @Sendable () async throws -> Void = {},
    charge: @escaping @Sendable (Work, Int) async throws -> Void,
    mail: @escaping @Sendable (Work) async throws -> Void
  ) -> Flow {
    Flow("stay") {
      Say("Welcome.")
      Ask("Name?", into: name)
      Load("towns", into: towns) {
        try await load()
        return ["Oslo", "Rome"]
      }
      Choose("Town?", from: towns, into: town)
      Ask("Nights?", into: nights).validate(.range(1...9))
      Form("Room") { Confirm("Bed?", into: extra) }
      Confirm("Pay for \(nights)?", into: agreed)
      When(agreed) {
        Say("One moment, \(name).")
        Do("pay", into: receipt) { work in
          let amount = try work.answer(nights)
          try await charge(work, amount)
          if amount == 7 { throw Refused() }
          return "R\(amount)"
        } failure: { error in
          Alert("Not paid", message: "\(error)") {
            Button("Try again") { TryAgain() }
            Button("Leave", role: .cancel) { Finish("Nothing was paid.", name: "left") }
          }
        }
        .loading("Paying…")
        Say("Paid: \(receipt).")
        Alert("Thank you")
      }
      Ask("Comment?", into: comment)
      Do("mail") { work in
        _ = try work.answer(comment)
        try await mail(work)
      }
      Say("Goodbye, \(name).")
    }
  }

  func flow(of host: Host) -> Flow {
    Self.flow(
      load: { try await self.point(host, "load") },
      charge: { work, amount in try await self.charge(host, work, amount) },
      mail: { work in try await self.charge(host, work, -1) })
  }

  /// What the bank does with a key.
  private func charge(_ host: Host, _ work: Work, _ amount: Int) async throws {
    let (key, wasBegun) = (work.key, work.begun != nil)
    guard host.isAlive else { throw Dead() }
    note("try: \(key) for \(amount) on \(host.number)\(wasBegun ? " again" : "")")
    let (tries, isSeen) = world.withLock { world in
      world.tries[key, default: 0] += 1
      return (world.tries[key] ?? 0, world.seen.contains(amount) && world.ledger[key] != nil)
    }
    // A try that failed was an end, too.
    let isSetBack = world.withLock { $0.isSetBack }
    if tries > 1, !wasBegun, amount != 7, !isSetBack {
      breaks("try \(tries) of \(key) doesn't know of the first")
    }
    if isSeen, !isSetBack { breaks("\(key) is tried after its end was seen") }
    try await point(host, "effect")
    guard host.isAlive else { throw Dead() }
    if amount != 7 { world.withLock { $0.ledger[key] = $0.ledger[key] ?? amount } }
    try await point(host, "effect")
  }

  // MARK: The hosts

  func conversations(_ host: Host) -> Conversations {
    Conversations(
      flow(of: host), in: Store(walk: self, host: host), interrupted: policy,
      lease: .milliseconds(Self.lease), clock: { Timestamp(self.world.withLock { $0.time }) },
      sleep: { duration in
        guard host.isAlive else { throw Dead() }
        if duration < .milliseconds(Self.lease / 3) {
          self.world.withLock { $0.time += duration.milliseconds }
        } else {
          try await host.sleepers.sleep()
        }
      })
  }

  /// The store over a network: a request may be lost, or its reply.
  struct Store: ConversationStore {
    let walk: HostWalk
    let host: Host

    func load(_ id: String) async throws -> StoredConversation? {
      try await walk.point(host, "read")
      if walk.fails(4) { throw Down() }
      return walk.rows.load(id)
    }

    func save(_ id: String, _ conversation: StoredConversation) async throws -> Bool {
      try await walk.point(host, "save")
      if walk.fails(4) {
        walk.note("down before a save: \(conversation.number)")
        throw Down()
      }
      let isSaved = walk.rows.save(id, conversation)
      walk.note("save\(isSaved ? "d" : " lost"): \(conversation.number) by \(host.number)")
      if walk.fails(4) {
        walk.note("down after a save: \(conversation.number)")
        throw Down()
      }
      try await walk.point(host, "saved")
      return isSaved
    }

    func due(by time: Timestamp, limit: Int) async throws -> [String] {
      try await walk.point(host, "due")
      return walk.rows.due(by: time, limit: limit)
    }
  }

  func fails(_ percent: Int) -> Bool {
    world.withLock { !$0.isCalm && Int.random(in: 0..<100, using: &$0.random) < percent }
  }

  /// A place where anything may happen before a host goes on.
  func point(_ host: Host, _ place: String) async throws {
    guard host.isAlive else { throw Dead() }
    if world.withLock({ $0.isCalm }) { return }
    switch roll(0..<100) {
    case 0..<4:
      note("kill: \(host.number) at \(place)")
      host.kill()
      world.withLock { $0.hosts[host.number] = Host(host.number) }
      throw Dead()
    case 4..<8:
      let leap = roll(1..<2 * Self.lease)
      note("leap: \(leap)")
      world.withLock { $0.time += leap }
    case 8..<10 where world.withLock { $0.maySetBack }:
      let leap = roll(1..<2 * Self.lease)
      note("back in time: \(leap)")
      world.withLock {
        $0.time -= leap
        $0.isSetBack = true
      }
    case 10..<24 where Self.depth < 3:
      // In a task of its own: the work around it may be cancelled, which is nothing to a client.
      await Self.$depth.withValue(Self.depth + 1) { await Task { await act() }.value }
      guard host.isAlive else { throw Dead() }
    case 24..<50 where place == "effect":
      note("beat: \(host.number)")
      world.withLock { $0.time += Self.lease / 3 }
      await host.sleepers.beat()
    default: break
    }
  }

  // MARK: The clients

  /// One thing that one client does.
  func act() async {
    let host = world.withLock { world in world.hosts[Int.random(in: 0..<2, using: &world.random)] }
    let client = roll(0..<2)
    let served = conversations(host)
    let (view, pending) = world.withLock { ($0.views[client], $0.pending[client]) }
    if let pending, roll(0..<10) < 7 { return await send(pending, served, client) }
    world.withLock { $0.pending[client] = nil }
    switch (roll(0..<20), view) {
    case (0..<2, _):
      note("wake: on \(host.number)")
      _ = try? await served.wakeDue()
    case (2, _):
      note("start: on \(host.number)")
      await look(client) { try await served.start("c") }
    case (3..<6, _), (_, nil):
      note("view: on \(host.number)")
      await look(client) { try await served.view("c") }
    case (6..<8, let view?):
      // What was sent long ago comes once more.
      let old = world.withLock { $0.sent[view.step - roll(unlocked: &$0, 1..<3)]?.last }
      if let old { await send(old, served, client, isOld: true) }
    case (8..<10, let view?) where view.mayGoBack && !view.open.contains { $0.kind == .decision }:
      await send(.back(view.step), served, client)
    case (_, let view?):
      guard let need = view.open.first else {
        return await look(client) { try await served.view("c") }
      }
      await send(.answer(need.page?.name ?? need.name, answer(to: need), view.step), served, client)
    }
  }

  private func roll(unlocked world: inout World, _ range: Range<Int>) -> Int {
    Int.random(in: range, using: &world.random)
  }

  private func answer(to need: SessionNeed) -> SessionResolution {
    if need.decision == .interrupted { return .answer(.choice("again")) }
    if need.page?.name == "room" { return .answer(.choice(roll(0..<2) == 0 ? "no" : "yes")) }
    if let choices = need.question?.choices, !choices.isEmpty {
      // Mostly yes, so that there is something to pay.
      let ids = choices.filter { $0.refusal == nil }.map(\.id)
      if ids.first == "yes" { return .answer(.choice(roll(0..<6) == 0 ? "no" : "yes")) }
      return .answer(.choice(ids[roll(0..<ids.count)]))
    }
    return need.id == "nights" ? .value(.int(roll(5..<9))) : .text("text \(roll(0..<5))")
  }

  private func look(
    _ client: Int, _ body: @Sendable () async throws -> ConversationView
  ) async {
    do {
      await see(try await body(), client)
    } catch let refusal as Rejection {
      switch refusal.reason {
      case .unknown, .busy: break
      default: breaks("a look was refused: \(refusal)")
      }
    } catch {
      note("no reply: \(error)")
    }
  }

  private func send(
    _ request: Request, _ served: Conversations, _ client: Int, isOld: Bool = false
  ) async {
    note("send: \(request)\(isOld ? " late" : "")")
    world.withLock {
      if $0.sent[request.step]?.contains(request) != true {
        $0.sent[request.step, default: []].append(request)
      }
    }
    let shown = world.withLock { $0.views[client] }
    do {
      let view: ConversationView
      switch request {
      case .answer(let need, let answer, let step):
        view =
          need == "room"
          ? try await served.submit("c", need, with: ["room/extra": answer], at: step)
          : try await served.answer("c", need, with: answer, at: step)
      case .back(let step): view = try await served.back("c", at: step)
      }
      if view.refused != nil { throw BrokenHosts(description: "the page was refused") }
      note("taken: \(request)")
      let known = world.withLock { world in
        let known = world.taken[request.step]
        world.taken[request.step] = known ?? request
        world.pending[client] = nil
        return known
      }
      if let known, known != request { breaks("both were taken: \(known) and \(request)") }
      await see(view, client)
    } catch let refusal as Rejection {
      note("refused: \(refusal.reason) \(refusal)")
      world.withLock { $0.pending[client] = nil }
      switch refusal.reason {
      case .stale(let step):
        if step == request.step { breaks("stale at its own step: \(request)") }
        if world.withLock({ $0.taken[request.step] == request && step == request.step + 1 }) {
          breaks("taken, and stale when it came again: \(request)")
        }
      case .busy: world.withLock { $0.pending[client] = request }
      // The host of the action saved its end after all.
      case .notAsked where shown?.open.contains { $0.decision == .interrupted } ?? true,
        .ended where shown?.open.contains { $0.decision == .interrupted } ?? true:
        break
      default: if !isOld { breaks("refused: \(request), \(refusal)") }
      }
    } catch {
      note("no reply: \(error)")
      world.withLock { $0.pending[client] = request }
    }
  }

  // MARK: The model

  private func see(_ view: ConversationView, _ client: Int) async {
    note("see: step \(view.step) \(view.open.map(\.name)) \(view.isWorking ? "working" : "")")
    world.withLock { $0.views[client] = view }
    do {
      try await judge(view)
    } catch {
      breaks("\(error)")
    }
  }

  /// Compares a view with the model at its step.
  private func judge(_ view: ConversationView) async throws {
    if let step = view.open.first, step.decision == .interrupted { return }
    if view.isWorking { return }
    let known = world.withLock { $0.model }
    let start =
      if let first = known.first { first } else { try await performed(Session(Self.model)) }
    let path = known.isEmpty ? [start] : known
    if path.count >= view.step {
      guard fits(path[view.step - 1], view) else {
        throw BrokenHosts(
          description: "at step \(view.step), the view is \(view.json), the model "
            + path[view.step - 1].json)
      }
    } else {
      guard let found = try await reach(path, view) else {
        throw BrokenHosts(
          description: "no requests lead from step \(path.count), \(path.last?.json ?? ""), "
            + "to step \(view.step), \(view.json)")
      }
      world.withLock { if $0.model.count < found.count { $0.model = found } }
    }
    let paid = view[Self.receipt].flatMap { Int($0.dropFirst()) }
    world.withLock { world in if let paid { world.seen.insert(paid) } }
  }

  /// What the model comes to with the requests that were taken, or may have been.
  private func reach(_ path: [Session], _ view: ConversationView) async throws -> [Session]? {
    guard let last = path.last else { return nil }
    if path.count == view.step { return fits(last, view) ? path : nil }
    let (taken, sent) = world.withLock { ($0.taken[path.count], $0.sent[path.count] ?? []) }
    for request in taken.map({ [$0] }) ?? sent {
      var next = last
      do {
        switch request {
        case .answer(let need, let answer, _):
          // The model is never interrupted.
          if need == "room" {
            _ = try await next.submit(need, with: ["room/extra": answer])
          } else if next.needs.contains(where: { $0.name == need }) {
            try await next.answer(need, with: answer)
          } else if answer != .answer(.choice("again")) || !Self.isEffect(need) {
            throw BrokenHosts(description: "not asked")
          }
        case .back: try next.goBack()
        }
      } catch {
        continue
      }
      if let found = try await reach(path + [try await performed(next)], view) { return found }
    }
    return nil
  }

  private static func isEffect(_ name: String) -> Bool {
    ["pay", "mail"].contains(name.prefix { $0 != "@" })
  }

  private func performed(_ session: Session) async throws -> Session {
    var session = session
    try await session.perform()
    return session
  }

  private static let model = flow(charge: { _, _ in }, mail: { _ in })

  private func fits(_ model: Session, _ view: ConversationView) -> Bool {
    // A decision is a step of its own, so what was said before it is no longer said.
    let sent = world.withLock { $0.sent[view.step - 1] ?? [] }
    let isDecided = sent.contains { request in
      if case .answer(let need, _, _) = request { Self.isEffect(need) } else { false }
    }
    let said = view.statements
    return (isDecided ? Array(model.statements.suffix(said.count)) : model.statements) == said
      && model.outcome == view.outcome
      && model.answers.description == view.answers.description
      && (view.outcome != nil || model.needs.map(\.name) == view.open.map(\.name))
  }

  // MARK: The walk

  /// - Throws: ``BrokenHosts``.
  func perform(_ acts: Int) async throws -> [String: Int] {
    for _ in 0..<acts {
      await act()
      if let broken = world.withLock({ $0.broken }) { throw finding(broken) }
    }
    // Then nothing fails any more, and the conversation comes to its end.
    world.withLock { $0.isCalm = true }
    for round in 0... {
      if let broken = world.withLock({ $0.broken }) { throw finding(broken) }
      if round == 200 { throw finding("the conversation doesn't end") }
      world.withLock { $0.time += 3 * Self.lease }
      let served = conversations(world.withLock { $0.hosts[0] })
      _ = try await served.start("c")
      _ = try await served.wakeDue()
      let view = try await served.view("c")
      await see(view, 0)
      if view.outcome != nil { break }
      guard let need = view.open.first else { continue }
      await send(.answer(need.page?.name ?? need.name, answer(to: need), view.step), served, 0)
    }
    let (ledger, model) = world.withLock { ($0.ledger.values.sorted(), $0.model.last) }
    let charged = model.map(Self.charges) ?? []
    guard ledger == charged.sorted() else {
      throw finding("the bank has \(ledger), the model has charged \(charged)")
    }
    return world.withLock { $0.counts }
  }

  /// What the model has charged: an effect that was performed anew is charged anew.
  private static func charges(_ session: Session) -> [Int] {
    var charges: [Int] = []
    var nights = 0
    for entry in session.journal.entries {
      switch entry.event {
      case .answered(.typed(.int(let number))): nights = number
      case .performed where entry.name.hasPrefix("pay"): charges.append(nights)
      case .performed where entry.name == "mail": charges.append(-1)
      default: break
      }
    }
    return charges
  }

  private func finding(_ rule: String) -> BrokenHosts {
    let log = world.withLock { $0.log.suffix(80).joined(separator: "\n") }
    return BrokenHosts(description: "\(rule)\npolicy \(policy)\n\(log)")
  }
}

/// Heartbeats that sleep until a walk lets time pass.
final class Sleepers: Sendable {
  private struct State: Sendable {
    var last = 0
    var sleeping: [Int: CheckedContinuation<Void, any Error>] = [:]
  }
  private let state = Locked(State())

  func sleep() async throws {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if Task.isCancelled { return true }
          state.sleeping[id] = continuation
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      state.withLock { $0.sleeping.removeValue(forKey: id) }?.resume(throwing: CancellationError())
    }
  }

  /// Wakes the heartbeats, and waits until each sleeps again. One that has ended doesn't, and nothing
  /// tells of that, so the patience has an end, counted in turns of the other tasks.
  func beat() async {
    let (woken, last) = state.withLock { state in
      defer { state.sleeping = [:] }
      return (Array(state.sleeping.values), state.last)
    }
    for sleeper in woken { sleeper.resume() }
    for _ in 0..<1_000 where state.withLock({ $0.last - last < woken.count }) {
      await Task.yield()
    }
  }
}
