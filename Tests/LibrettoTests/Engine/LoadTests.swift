import Testing

@testable import LibrettoCore

/// A load's states: data, empty, failure, tries, reload.
struct LoadTests {
  static let prices = Key<[Int]>("prices")
  static let title = Key<String>("title")

  static func flow(_ change: (Load<[Int]>) -> Load<[Int]> = { $0 }) -> Flow {
    Flow("f") {
      change(
        Load("prices", into: prices) {
          [1]
        } data: {
          Say("Data: \(prices).")
        } empty: {
          Say("Empty.")
        } failure: { error in
          Alert("Failed: \(error)") {
            Button("Reload") { TryAgain() }
            Button("Leave") { Finish(name: "left") }
          }
        }.loading("Fetching…"))
      When(prices.isSet) {
        Say("set")
      } otherwise: {
        Say("not set")
      }
    }
  }

  /// Goes through a run with the resolutions of its loads and prompts, and tells what it needed.
  static func needs(
    _ flow: Flow, _ resolutions: [Resolution]
  ) throws -> (seen: [String], run: Run) {
    var run = try Run(flow)
    var resolutions = resolutions[...]
    var seen: [String] = []
    while let need = run.nextNeed {
      seen.append("\(need.kind) \(need.name) \(run.text(of: need))".trimmed)
      switch need.kind {
      case .say: try run.resolve(need, with: .shown)
      case .wait:
        seen[seen.count - 1] += " \(need.duration?.inWords ?? "")"
        try run.resolve(need, with: .elapsed)
      default:
        guard let resolution = resolutions.popFirst() else { return (seen, run) }
        try run.resolve(need, with: resolution)
      }
    }
    return (seen, run)
  }

  @Test("data, and no data of each kind")
  func dataAndEmpty() throws {
    let (seen, run) = try Self.needs(Self.flow(), [.loaded([3, 4])])
    #expect(seen == ["load prices Fetching…", "say  Data: 3, 4.", "say  set"])
    #expect(run.journal.entries.map(\.event) == [.performed([.init("prices", [3, 4])])])
    for nothing in [Value?.none, .null, .list([])] {
      let (seen, run) = try Self.needs(Self.flow(), [.loaded(nothing)])
      #expect(seen == ["load prices Fetching…", "say  Empty.", "say  not set"])
      #expect(run.journal.entries.map(\.event) == [.performed([])])
      #expect(run.answers.names == [])
    }
  }

  @Test("a failure has the error as a key, and Reload runs it again, as a further round")
  func reload() throws {
    let (seen, run) = try Self.needs(
      Self.flow(),
      [
        .failed("no net"), .answer(.choice("reload")), .failed("no luck"),
        .answer(.choice("reload")), .loaded([5]),
      ])
    #expect(
      seen == [
        "load prices Fetching…", "prompt prices/failure/failed Failed: no net",
        "load prices@2 Fetching…", "prompt prices/failure/failed@2 Failed: no luck",
        "load prices@3 Fetching…", "say  Data: 5.", "say  set",
      ])
    #expect(run.answers.names == ["prices"])
  }

  @Test("Reload from the data branch removes the answer")
  func reloadFromData() throws {
    let flow = Flow("f") {
      Load("x", into: Self.prices) {
        [1]
      } data: {
        Confirm("Again?") { TryAgain() }
      } empty: {
        Say("Now empty.")
      }
      When(Self.prices.isSet) { Say("set") }
    }
    let (seen, _) = try Self.needs(flow, [.loaded([1]), .answer(true), .loaded(nil)])
    #expect(
      seen == [
        "load prices x", "prompt prices/data/again Again?", "load prices@2 x", "say  Now empty.",
      ])
  }

  @Test("each try is a separate need with the same name, and the pause doubles")
  func retry() throws {
    let flow = Self.flow { $0.retry(3, backoff: .milliseconds(500)).timeout(.seconds(2)) }
    let (seen, run) = try Self.needs(
      flow, [.failed("one"), .timedOut, .failed("three"), .loaded([1])])
    #expect(
      seen == [
        "load prices Fetching…", "wait prices 500 milliseconds", "load prices Fetching…",
        "wait prices 1 second", "load prices Fetching…", "wait prices 2 seconds",
        "load prices Fetching…",
        "say  Data: 1.", "say  set",
      ])
    #expect(
      run.journal.entries.map(\.event) == [
        .failed("one"), .opened, .elapsed, .failed("took longer than 2 seconds"), .opened, .elapsed,
        .failed("three"), .opened, .elapsed, .performed([.init("prices", [1])]),
      ])
    let replayed = try Run(flow, replaying: run.journal)
    #expect(replayed.journal == run.journal)
  }

  @Test("the tries are counted again after a Reload; without a pause they follow at once")
  func triesAfterReload() throws {
    let (seen, _) = try Self.needs(
      Self.flow { $0.retry(1) },
      [
        .failed("a"), .failed("b"), .answer(.choice("reload")), .failed("c"), .failed("d"),
        .answer(.choice("leave")),
      ])
    #expect(
      seen == [
        "load prices Fetching…", "load prices Fetching…",
        "prompt prices/failure/failed Failed: b",
        "load prices@2 Fetching…", "load prices@2 Fetching…",
        "prompt prices/failure/failed@2 Failed: d",
      ])
  }

  @Test("an unhandled failure fails the flow with that error, naming the load and its place")
  func unhandled() throws {
    let line = #line + 2
    let flow = Flow("f") {
      Load("the prices", into: Self.prices) { [1] }.timeout(.milliseconds(1500))
    }
    for (resolution, message): (Resolution, String) in [
      (.failed("no net"), "“the prices” could not be loaded: no net"),
      (.timedOut, "“the prices” could not be loaded: took longer than 1.5 seconds"),
    ] {
      let (_, run) = try Self.needs(flow, [resolution])
      guard case .failed(let failure) = run.outcome else {
        Issue.record("not failed")
        continue
      }
      #expect(failure.message == message)
      #expect(failure.step == "prices")
      #expect(failure.reason == .load)
      #expect(failure.description == "LoadTests.swift:\(line): \(message)")
    }
  }

  @Test("data of another type is refused")
  func wrongType() throws {
    var run = try Run(Self.flow())
    let need = try #require(run.nextNeed)
    #expect(
      throws: Rejection(
        message: "the key “prices” was loaded with “x”, which is not a list of whole numbers")
    ) { try run.resolve(need, with: .loaded("x")) }
    #expect(run.nextNeed == need)
  }

  @Test("how it ended is a condition")
  func states() throws {
    let flow = Flow("f") {
      Load("x", into: Self.title) {
        "a"
      } failure: { _ in
      }
      When(.load(Self.title, .data)) { Say("data") }
      When(.load(Self.title, .empty)) { Say("empty") }
      When(.load(Self.title, .failed)) { Say("failed: \(Key<String>.error(of: Self.title))") }
    }
    #expect(flow.problems == [])
    for (resolution, word): (Resolution, String) in [
      (.loaded("t"), "data"), (.loaded(""), "empty"), (.failed("no"), "failed: no"),
    ] {
      #expect(try Self.needs(flow, [resolution]).seen == ["load title x", "say  \(word)"])
    }
  }

  @Test("misplaced Reload and invalid limits")
  func problems() {
    let line = #line + 2
    let flow = Flow("f") {
      TryAgain()
      Load("x", into: Self.title) {
        nil
      } data: {
        Operations { Operation("o") { TryAgain() } }
        Flow("g") { Say("") }
      }
      .retry(-1, backoff: .seconds(-1))
      .timeout(.zero)
      Load(" ", into: Self.prices) { nil }
      Store(1, into: Key<Int>("prices.error"))
    }
    #expect(
      flow.problems.map(\.description) == [
        "LoadTests.swift:\(line): TryAgain() is outside a Load or Do of this flow and operation; "
          + "move it into the data, empty or failure branch of a Load, or the failure branch of a Do",
        "LoadTests.swift:\(line + 1): work can't be tried again -1 times",
        "LoadTests.swift:\(line + 1): the pause between tries can't be negative",
        "LoadTests.swift:\(line + 1): a time limit must be at least a millisecond, not 0.0 seconds",
        "LoadTests.swift:\(line + 4): TryAgain() is outside a Load or Do of this flow and operation; "
          + "move it into the data, empty or failure branch of a Load, or the failure branch of a Do",
        "LoadTests.swift:\(line + 9): a load needs a name",
        "LoadTests.swift:\(line + 9): the key “prices.error” is reserved for how this step ended, "
          + "which is text, but the flow uses it as a whole number; give that key another name",
      ])
  }
}
