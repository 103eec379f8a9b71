import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A console on three pipes in this process, and everything that it wrote.
struct PipedConsole {
  let result: FlowResult
  let output: String
  let error: String

  /// Performs a flow with an input that ends after `input`.
  static func perform(
    _ flow: Flow, input: String = "", maximumLineLength: Int = 1_048_576,
    limits: Limits = Limits(), words: Words = .english
  ) async throws -> PipedConsole {
    try await perform(
      flow, bytes: Array(input.utf8), maximumLineLength: maximumLineLength, limits: limits,
      words: words)
  }

  /// - Parameter isEndless: writes the bytes again and again, until nobody reads them.
  static func perform(
    _ flow: Flow, bytes: [UInt8], isEndless: Bool = false, maximumLineLength: Int = 1_048_576,
    limits: Limits = Limits(), words: Words = .english
  ) async throws -> PipedConsole {
    ignoresClosedPipes
    let (input, output, error) = (
      try CloseOnExecPipe(), try CloseOnExecPipe(), try CloseOnExecPipe()
    )
    let feeder = try SystemThread {
      repeat {} while write(bytes, to: input.writeEnd) && isEndless
      close(input.writeEnd)
    }
    let collectors = (try Collector(output.readEnd), try Collector(error.readEnd))
    let reader = LineReader(
      fileDescriptor: input.readEnd, maximumLineLength: maximumLineLength)
    let console = Console(
      limits: limits,
      streams: {
        StandardStreams(
          reader: reader, input: Descriptor(input.readEnd), output: Descriptor(output.writeEnd),
          error: Descriptor(error.writeEnd))
      }, time: { 0 }, look: Console.Look(words: words))
    let task = await Task { try await console.perform(flow) }.result
    reader.close()
    for end in [input.readEnd, output.writeEnd, error.writeEnd] { close(end) }
    feeder.join()
    let texts = (collectors.0.text(), collectors.1.text())
    for end in [output.readEnd, error.readEnd] { close(end) }
    return PipedConsole(result: try task.get(), output: texts.0, error: texts.1)
  }

  /// Before any console does: else the end of one would let a closed pipe end the tests again.
  static let ignoresClosedPipes: Void = { signal(SIGPIPE, SIG_IGN) }()
}

/// Reads a pipe to its end in a thread of its own, so that the writer never waits.
private struct Collector {
  private let bytes = Locked<[UInt8]>([])
  private let thread: SystemThread

  init(_ end: Int32) throws {
    let bytes = bytes
    thread = try SystemThread {
      while case let block = readBlock(end), !block.isEmpty { bytes.withLock { $0 += block } }
    }
  }

  func text() -> String {
    thread.join()
    return String(decoding: bytes.withLock { $0 }, as: UTF8.self)
  }
}

/// Whether all of it could be written.
private func write(_ bytes: [UInt8], to end: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// A flow of one prompt, and what the console is to show.
struct PromptCase: Sendable, CustomTestStringConvertible {
  let flow: Flow
  let screen: String

  init(_ screen: String, @FlowBuilder _ steps: () -> Steps) {
    flow = Flow("prompt", steps)
    self.screen = screen
  }

  var testDescription: String { screen.debugDescription }
}
