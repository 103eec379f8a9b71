import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The console's streams, and which of them are terminals; each is determined separately.
package struct StandardStreams: Sendable {
  /// One reader for the whole process: a reader for each run would keep lines that belong to the
  /// next run.
  private static let standardKeys = Locked<KeyReader?>(nil)

  /// The keys of the process's terminal, for all runs: what was typed ahead isn't lost between two
  /// of them.
  private static func keys(_ traits: TerminalTraits) -> KeyReader {
    standardKeys.withLock { keys in
      if let keys { return keys }
      let made = KeyReader(
        fileDescriptor: Descriptor.standardInput.number, escapeDelay: traits.escapeDelay,
        hasBrackets: traits.bracketsPastes)
      keys = made
      return made
    }
  }

  private static let standardInput = LineReader(
    fileDescriptor: Descriptor.standardInput.number)

  package let reader: LineReader
  package let input: Descriptor
  private(set) var output: Descriptor
  /// The destination of prompts: the terminal, or standard error, so that the output contains only
  /// what is said.
  let prompts: Descriptor
  /// Whether there is a person: typed text appears, with its Enter, right after the prompt.
  package let isDialogue: Bool
  /// What the terminal can show, and its keys; nil if prompts are never drawn in place.
  let terminal: (traits: TerminalTraits, keys: KeyReader)?
  /// Whether progress is shown: in the log of a build it would only be noise.
  let showsProgress: Bool

  /// - Parameters:
  ///   - reader: reads `input`, for all runs that share it.
  ///   - showsProgress: whether progress is shown.
  ///   - terminal: what the terminal can show, and its keys; nil if prompts are never drawn in place.
  init(
    reader: LineReader, input: Descriptor, output: Descriptor, error: Descriptor,
    showsProgress: Bool = true,
    terminal: (traits: TerminalTraits, keys: KeyReader)? = nil
  ) {
    self.showsProgress = showsProgress
    self.terminal = terminal
    self.reader = reader
    self.input = input
    self.output = output
    prompts = output.isTerminal ? output : error
    isDialogue = input.isTerminal && prompts.isTerminal
  }

  /// The process's current streams.
  package static var ofProcess: StandardStreams {
    let traits = TerminalTraits { name in getenv(name).map { String(cString: $0) } }
    return StandardStreams(
      reader: standardInput, input: .standardInput, output: .standardOutput,
      error: .standardError, showsProgress: !traits.isBuild,
      terminal: (traits, keys(traits)))
  }

  /// The same streams with another destination for what is said.
  package func withOutput(_ output: Descriptor) -> StandardStreams {
    var streams = self
    streams.output = output
    return streams
  }
}
