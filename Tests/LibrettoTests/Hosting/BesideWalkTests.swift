import TestSupport
import Testing

@testable import LibrettoCore

/// Answers beside actions, on two hosts over a store that fails and with leases that are lost: what was
/// told to be taken is in the end, and each action has charged once.
@Suite("Answers beside actions, at random")
struct BesideWalkTests {
  private struct Trouble: Error {}

  /// A store that fails before and after saves.
  private struct Flaky: ConversationStore {
    let store = MemoryStore()
    let random: Locked<SeededGenerator>

    private func fails() -> Bool { random.withLock { Int.random(in: 0..<12, using: &$0) == 0 } }

    func load(_ id: String) async throws -> StoredConversation? {
      await Task.yield()
      if fails() { throw Trouble() }
      return store.load(id)
    }

    func save(_ id: String, _ conversation: StoredConversation) async throws -> Bool {
      await Task.yield()
      if fails() { throw Trouble() }
      let isSaved = store.save(id, conversation)
      if fails() { throw Trouble() }
      return isSaved
    }

    func due(by time: Timestamp, limit: Int) -> [String] { store.due(by: time, limit: limit) }
  }

  @Test("Two hosts, a store that fails, and leases that are lost")
  func walks() async throws {
    var beside = 0
    for seed in 0..<200 as Range<UInt64> { beside += try await walk(seed) }
    #expect(beside > 100, "too few answers were taken beside an action to show anything")
  }

  /// - Returns: how many answers were taken while an action was performed.
  private func walk(_ seed: UInt64) async throws -> Int {
    let (random, time) = (Locked(SeededGenerator(seed: seed)), Locked(1_000))
    let (ledger, isOver) = (Locked<[String: Int]>([:]), Locked(false))
    defer { isOver.withLock { $0 = true } }
    func pick(_ range: Range<Int>) -> Int {
      random.withLock { Int.random(in: range, using: &$0) }
    }
    let charge: @Sendable (Work) async throws -> Void = { work in
      for _ in 0..<random.withLock({ Int.random(in: 0..<60, using: &$0) }) { await Task.yield() }
      // The bank charges once for each key.
      ledger.withLock { $0[work.key, default: 0] += 1 }
    }
    let keys = (0..<6).map { Key<String>("k\($0)") }
    let flow = Flow("walk") {
      Operations {
        Operation("pay") {
          Do("first", writes: []) { try await charge($0) }
          Ask("A?", into: keys[0])
          Do("second", writes: []) { try await charge($0) }
        }
        Operation("ask") {
          Ask("B?", into: keys[1])
          Ask("C?", into: keys[2])
          Do("third", writes: []) { try await charge($0) }
          Ask("D?", into: keys[3])
        }
        Operation("more") {
          Ask("E?", into: keys[4])
          Do("fourth", writes: []) { try await charge($0) }
        }
      }
      Ask("End?", into: keys[5])
    }
    let store = Flaky(random: random)
    let hosts = (0..<2).map { _ in
      Conversations(
        flow, in: store, lease: .seconds(30), clock: { Timestamp(time.withLock { $0 }) },
        sleep: { duration in
          let end = time.withLock { $0 } + duration.milliseconds
          while time.withLock({ $0 }) < end {
            if isOver.withLock({ $0 }) { throw CancellationError() }
            try Task.checkCancellation()
            await Task.yield()
            // While everybody waits, time goes on.
            time.withLock { $0 += 20 }
          }
        })
    }
    var taken: [String: String] = [:]
    var (turns, beside) = (0, 0)
    while turns < 1_000 {
      turns += 1
      let host = hosts[pick(0..<2)]
      // Mostly renewed in time, and now and then lost.
      time.withLock { $0 += turns % 40 == 0 ? 35_000 : 200 }
      do {
        let view = pick(0..<4) == 0 ? try await host.start("c") : try await host.wake("c")
        if let outcome = view.outcome {
          #expect(outcome == .finished)
          break
        }
        guard !view.open.isEmpty else {
          await Task.yield()
          continue
        }
        let need = view.open[pick(0..<view.open.count)]
        let text = "t\(turns)"
        if need.kind == .decision {
          try await host.answer("c", need.name, with: .answer(.choice("again")), at: view.step)
        } else {
          // A reply that is lost is asked for again.
          for _ in 0..<50 {
            do {
              try await host.answer("c", need.name, with: .text(text), at: view.step)
              taken[need.name] = text
              if view.isWorking { beside += 1 }
              break
            } catch is Trouble {}
          }
        }
      } catch is Rejection {
      } catch is Trouble {
      } catch is LostConversation {
      }
    }
    let last = try ConversationRow(#require(store.store.load("c")))
    let session = try Session(flow, token: last.token, clock: { Timestamp(time.withLock { $0 }) })
    #expect(
      session.outcome == .finished, "seed \(seed), turn \(turns): \(session.needs.map(\.name))")
    #expect(taken.count == 6)
    let answers = Set((0..<6).compactMap { session.answers["k\($0)"]?.description })
    #expect(answers == Set(taken.values))
    #expect(ledger.withLock { $0.count } == 4)
    #expect(last.beside == [])
    return beside
  }
}
