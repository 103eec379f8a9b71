import TestSupport

@testable import LibrettoCore
@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The rich console at a terminal of its own in this process, with a clock that the test moves; the
/// test presses the keys and looks at the screen.
final class HandTerminal: Sendable {
  let clock = ManualClock()
  private let master: Int32
  private let slave: Int32
  /// The terminal where the keys are pressed, if it is another one.
  private let keys: Locked<(master: Int32, slave: Int32)?>
  private let streams: StandardStreams
  private let screen: Locked<TerminalScreen>

  /// - Parameters:
  ///   - columns: the width of the terminal.
  ///   - rows: its height.
  ///   - hasOwnKeys: whether keys are pressed at a terminal of their own, which can go while
  ///     the screen stays.
  ///   - kind: what the terminal calls itself.
  ///   - escapeTime: how long Esc waits to count, in milliseconds.
  init(
    columns: Int = 80, rows: Int = 24, hasOwnKeys: Bool = false, kind: String = "xterm",
    escapeTime: Int32 = 300
  ) throws {
    screen = Locked(TerminalScreen(columns: columns, rows: rows))
    let (master, path) = try openMaster()
    self.master = master
    slave = open(path, O_RDWR | O_NOCTTY)
    var input = slave
    if hasOwnKeys {
      let (master, path) = try openMaster()
      input = open(path, O_RDWR | O_NOCTTY)
      keys = Locked((master, input))
    } else {
      keys = Locked(nil)
    }
    try setWindowSize(of: master, columns: columns, rows: rows)
    let traits = TerminalTraits { ["TERM": kind, "LANG": "en_US.UTF-8"][$0] }
    streams = StandardStreams(
      reader: LineReader(fileDescriptor: input), input: Descriptor(input),
      output: Descriptor(slave), error: Descriptor(slave),
      terminal: (traits, KeyReader(fileDescriptor: input, escapeDelay: 5, escapeTime: escapeTime)))
  }

  deinit {
    if let keys = keys.withLock({ $0 }) {
      close(keys.slave)
      if keys.master >= 0 { close(keys.master) }
    }
    close(slave)
    close(master)
  }

  /// - Parameter limit: the time limit of the whole run; nil for none.
  func perform(
    _ flow: Flow, theme: Theme = .standard, within limit: Duration? = nil
  ) async throws -> FlowResult {
    let time: @Sendable () -> Timestamp = { 0 }
    return try await Console.performing(
      on: streams, look: Console.Look(theme: theme), clock: clock, time: time
    ) { console in
      var driver = Driver(console)
      driver.timeout = limit
      let result = try await driver.perform(flow)
      console.end(result.outcome, saysFailure: true)
      return result
    }
  }

  /// Shows a recorded run again.
  /// - Parameter time: returns the time, in milliseconds.
  func replay(
    _ flow: Flow, _ journal: String, time: @escaping @Sendable () -> Timestamp
  ) async throws -> FlowResult {
    let recording = try Recording(flow, JournalReader.saved(Array(journal.utf8)))
    return try await Console.replaying(flow, recording, on: streams, clock: clock, time: time)
  }

  /// What was written of each link, by its address.
  var linked: [String: String] { screen.withLock(\.linked) }

  func send(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Ends the input: the terminal of the keys goes.
  func endInput() {
    keys.withLock { keys in
      if let master = keys?.master { close(master) }
      keys?.master = -1
    }
  }

  /// What is seen now.
  var text: String { shown.text }

  /// The screen as it is now.
  var shown: TerminalScreen {
    screen.withLock { screen in
      var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      while poll(&request, 1, 0) > 0 {
        let block = readBlock(master)
        if block.isEmpty { break }
        screen.feed(block)
      }
      return screen
    }
  }

  /// Waits until the screen has a text, and types.
  func at(_ shown: String, type keys: String) async throws {
    try await waitForScreen { $0.contains(shown) }
    send(keys)
  }

  /// Waits until the screen is as wanted.
  func waitForScreen(_ isReached: (String) -> Bool) async throws {
    // Counted, not timed: other tests may keep all threads busy for long.
    for _ in 0..<20_000 {
      if isReached(text) { return }
      // Nothing announces what is drawn.
      try await Task.sleep(for: .milliseconds(1))
    }
    throw ProcessFailure(message: "no screen as wanted", seen: text)
  }
}
