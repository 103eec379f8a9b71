@testable import LibrettoTerminal

/// A console on pipes without an end: nothing comes until the test writes it.
struct OpenPipes {
  let input, output, error: CloseOnExecPipe
  let reader: LineReader
  let clock: any Clock<Duration>

  init(clock: any Clock<Duration> = ContinuousClock()) throws {
    PipedConsole.ignoresClosedPipes
    (input, output, error) = (
      try CloseOnExecPipe(), try CloseOnExecPipe(), try CloseOnExecPipe()
    )
    reader = LineReader(fileDescriptor: input.readEnd)
    self.clock = clock
  }

  var streams: StandardStreams {
    StandardStreams(
      reader: reader, input: Descriptor(input.readEnd), output: Descriptor(output.writeEnd),
      error: Descriptor(error.writeEnd))
  }

  var console: Console {
    Console(streams: { [self] in streams }, clock: clock, time: { 7 })
  }

  func write(_ text: String) throws { try Descriptor(input.writeEnd).write(text) }

  /// Everything that was prompted, up to where it ends with a text.
  ///
  /// Reads in a thread of its own: the tests' own threads are few, and the console needs one.
  func expect(_ end: String) async throws -> String {
    let descriptor = error.readEnd
    return try await withCheckedThrowingContinuation { continuation in
      do {
        try SystemThread {
          var shown = ""
          while !shown.hasSuffix(end), case let block = readBlock(descriptor), !block.isEmpty {
            shown += String(decoding: block, as: UTF8.self)
          }
          continuation.resume(returning: shown)
        }.detach()
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  func close() {
    reader.close()
    for pipe in [input, output, error] { pipe.close() }
  }
}
