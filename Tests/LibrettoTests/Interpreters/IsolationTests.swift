import Testing

@testable import LibrettoCore

/// Actions run where they were written: anywhere, on the main actor, on an actor.
struct IsolationTests {
  static let count = Key<Int>("count")
  static let words = Key<[String]>("words")

  @MainActor final class Screen {
    var log: [String] = []

    func flow() -> Flow {
      Flow("screen") {
        Do("plain") { self.log.append("plain") }
        Do("counted") { answers in
          MainActor.assertIsolated()
          answers[count, default: 0] += 1
          self.note("counted \(answers[count, default: 0])")
        }
        Do("awaited") { try await self.slow() }
        Alert("Sure?") { Button("Yes") { Do("nested") { self.note("nested") } } }
          .on(.answered) { event in
            MainActor.assertIsolated()
            self.note("answered \(event.value ?? "")")
          }
        Operations {
          Operation("a") { Load("words", into: words) { try await self.fetch() } }
          Operation("b") { Do("beside") { self.note("beside") } }
        }
      }
    }

    func fetch() async throws -> [String] {
      note("loaded")
      return ["x"]
    }

    func note(_ text: String) { log.append(text) }
    func slow() async throws {
      await Task.yield()
      note("slow")
    }
  }

  actor Store {
    private(set) var log: [String] = []
    let name: String

    init(name: String) { self.name = name }

    func flow() -> Flow {
      Flow("store") {
        Do("save") { self.log.append("saved \(self.name)") }
        Repeat(times: 2) {
          Do("count") { answers in
            self.assertIsolated()
            answers[count, default: 0] += 1
            self.log.append("count \(answers[count, default: 0])")
          }
        }
        Operations {
          Operation("load") {
            Load("words", into: words) { answers in
              self.assertIsolated()
              return [self.name, "\(answers[count] ?? 0)"]
            }
          }
          .on(.ended) { _ in self.log.append("ended") }
        }
      }
    }

    func run() async throws -> FlowResult {
      try await flow().run(with: Scripted([], actions: .performed))
    }
  }

  @Test("plain closures, in order, with what they write")
  func plain() async throws {
    let log = Locked<[String]>([])
    let flow = Flow("f") {
      Repeat(times: 2) {
        Do("count") { answers in
          answers[Self.count, default: 0] += 1
          let now = answers[Self.count]
          log.withLock { $0.append("\(now ?? 0)") }
        }
      }
      Do("on the main actor") { @MainActor in
        MainActor.assertIsolated()
        log.withLock { $0.append("main") }
      }
    }
    let result = try await flow.run(with: Scripted([], actions: .performed))
    #expect(log.withLock { $0 } == ["1", "2", "main"])
    #expect(result[Self.count] == 2)
    #expect(
      result.transcript == """
        ACTION   count
        ACTION   count
        ACTION   on the main actor
        END      finished

        """)
  }

  @Test("embedded in a type of the main actor")
  func mainActor() async throws {
    let screen = Screen()
    let result = try await screen.flow().run(with: Scripted(["Yes"], actions: .performed))
    #expect(
      await screen.log == [
        "plain", "counted 1", "slow", "answered yes", "nested", "loaded", "beside",
      ])
    #expect(result[Self.words] == ["x"])
    #expect(result[Self.count] == 1)
  }

  @Test("embedded in an actor, run from inside and outside")
  func actor() async throws {
    let store = Store(name: "a")
    #expect(try await store.run()[Self.count] == 2)
    let flow = await store.flow()
    #expect(try await flow.run(with: Scripted([], actions: .performed))[Self.count] == 2)
    #expect(
      await store.log == [
        "saved a", "count 1", "count 2", "ended", "saved a", "count 1", "count 2", "ended",
      ])
  }

  @Test("an action that throws fails the flow, and what it set is dropped")
  func throwing() async throws {
    struct DiskFull: Error, CustomStringConvertible {
      var description: String { "the disk is full" }
    }
    let flow = Flow("f") {
      Do("save") { answers in
        answers[Self.count] = 1
        throw DiskFull()
      }
    }
    let result = try await flow.run(with: Scripted([], actions: .performed))
    #expect(result.outcome.description == "failed: the action “save” failed: the disk is full")
    #expect(result[Self.count] == nil)
    #expect(
      result.journal.entries.map(\.event) == [.began, .failed("the disk is full")])
  }

  @Test("an answer for an action replaces it; the others are performed")
  func mixed() async throws {
    let log = Locked<[String]>([])
    let flow = Flow("f") {
      Do("first") { _ in log.withLock { $0.append("first") } }
      Do("second") { log.withLock { $0.append("second") } }
    }
    let result = try await flow.run(
      with: Scripted([], byID: ["first": .writes(["count": 9])], actions: .performed))
    #expect(log.withLock { $0 } == ["second"])
    #expect(result[Self.count] == 9)
  }
}
