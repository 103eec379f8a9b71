/// Reads lines from one descriptor for a whole run, without blocking the cooperative pool.
///
/// It reads only while a caller waits for a line, one block at a time. The rest of a block is kept
/// for the next call, so no piped line is lost between two prompts. The caller keeps ownership of
/// the descriptor, and its flags are never changed.
package final class LineReader: Sendable {
  /// The maximum length in bytes, without the newline.
  package let maximumLineLength: Int
  private let pump: InputPump<LineBuffer>

  /// - Parameter maximumLineLength: in bytes, without the newline; a longer line is discarded as it
  ///   arrives and reported as ``LineRead/tooLong(bytes:)``.
  init(fileDescriptor: Int32, maximumLineLength: Int = 1_048_576) {
    self.maximumLineLength = maximumLineLength
    pump = InputPump(
      descriptor: fileDescriptor, buffer: LineBuffer(maximum: maximumLineLength))
  }

  deinit { pump.close() }

  /// The next line, without its LF or CR LF.
  ///
  /// Callers are served in the order of their calls.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled (no input is lost),
  ///   ``DescriptorError`` if the system has no thread or pipe left.
  package func next() async throws -> LineRead {
    try await pump.nextItem()
  }

  /// Drops what was typed at a terminal and not handed out, here or in the terminal.
  ///
  /// Nobody may wait for a line meanwhile. In the background, what is in the terminal is the
  /// shell's and stays.
  func dropTypedAhead() { pump.dropTypedAhead() }

  /// Ends the thread; waiting and later calls get ``LineRead/endOfInput``.
  func close() { pump.close() }
}

/// The result of waiting for a line.
package enum LineRead: Hashable, Sendable {
  case line(String)
  /// A whole line that isn't UTF-8; the next one may be valid.
  case invalidUTF8
  /// A line longer than the maximum, discarded, with its size.
  case tooLong(bytes: Int)
  /// No more lines, now or later: the end of a file, Ctrl-D, or a terminal that hung up.
  case endOfInput
}
