@testable import Libretto

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
  func expect(_ end: String) -> String {
    var shown = ""
    while !shown.hasSuffix(end), case let block = readBlock(error.readEnd), !block.isEmpty {
      shown += String(decoding: block, as: UTF8.self)
    }
    return shown
  }

  func close() {
    reader.close()
    for pipe in [input, output, error] { pipe.close() }
  }
}
