/// Where the console reads and writes, and what of it is a terminal: each judged by itself.
struct StandardStreams: Sendable {
  /// One reader for the whole process: a reader for each run would keep lines of the next one.
  private static let standardInput = LineReader(
    fileDescriptor: Descriptor.standardInput.number)

  let reader: LineReader
  let input: Descriptor
  let output: Descriptor
  /// Where prompts go: the terminal, or standard error, so that the output is only what is said.
  let prompts: Descriptor
  /// Whether a person sits there: what is typed shows, with its Enter, right after the prompt.
  let isDialogue: Bool

  /// - Parameter reader: reads `input`, through all runs that share it.
  init(reader: LineReader, input: Descriptor, output: Descriptor, error: Descriptor) {
    self.reader = reader
    self.input = input
    self.output = output
    prompts = output.isTerminal ? output : error
    isDialogue = input.isTerminal && prompts.isTerminal
  }

  /// The process's own streams, as they are now.
  static var ofProcess: StandardStreams {
    StandardStreams(
      reader: standardInput, input: .standardInput, output: .standardOutput,
      error: .standardError)
  }

  /// The same streams, with what is said going elsewhere.
  func withOutput(_ output: Descriptor) -> StandardStreams {
    StandardStreams(
      reader: reader, input: input, output: output, prompts: prompts, isDialogue: isDialogue)
  }

  private init(
    reader: LineReader, input: Descriptor, output: Descriptor, prompts: Descriptor,
    isDialogue: Bool
  ) {
    self.reader = reader
    self.input = input
    self.output = output
    self.prompts = prompts
    self.isDialogue = isDialogue
  }
}
