import LibrettoCore
import LibrettoTerminal

/// The exit codes of a flow's program.
enum ExitCode: Int32 {
  case finished = 0
  case failed = 1
  case differs = 2
  case usage = 64
  case data = 65
  case noInput = 66
  case timedOut = 124
  case cancelled = 130

  init(_ outcome: Outcome) {
    switch outcome {
    case .finished: self = .finished
    case .cancelled: self = .cancelled
    case .failed(let failure):
      switch failure.reason {
      case .endOfInput, .missingAnswer, .invalidAnswer: self = .data
      case .timedOut: self = .timedOut
      case .declared, .action, .load, .handler, .noOptions, .unsetKey, .calculation, .limit,
        .interpreter:
        self = .failed
      }
    }
  }

  /// Writes the reason to standard error.
  ///
  /// - Returns: this code, or ``failed`` if the reason can't be written. Where standard error is
  ///   closed, nobody wants the reason.
  func explained(by reason: String) -> ExitCode {
    do throws(DescriptorError) {
      let errors = Descriptor.standardError
      let words = reason.neutralised
      // In a window as wide as usual, what is copied from a message stays in one piece.
      try errors.write((errors.terminalColumns < 80 ? errors.fitting(words) : words) + "\n")
      return self
    } catch {
      return error.isClosed ? self : .failed
    }
  }
}
