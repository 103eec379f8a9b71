/// Reads lines from one descriptor for the whole of a run, without blocking the cooperative pool.
///
/// It reads only while somebody waits for a line, a block at a time; what a block holds beyond that
/// line is kept for the next call, so no piped line is lost between two prompts. The descriptor
/// stays the caller's and its flags are never changed.
final class LineReader: Sendable {
  /// In bytes, without the newline.
  let maximumLineLength: Int
  private let pump: LinePump

  /// - Parameter maximumLineLength: in bytes, without the newline; a longer line is thrown away as
  ///   it streams and reported as ``LineRead/tooLong(bytes:)``.
  init(fileDescriptor: Int32, maximumLineLength: Int = 1_048_576) {
    self.maximumLineLength = maximumLineLength
    pump = LinePump(descriptor: fileDescriptor, buffer: LineBuffer(maximum: maximumLineLength))
  }

  deinit { pump.close() }

  /// The next line, without its LF or CR LF.
  ///
  /// Callers are served in the order of their calls.
  ///
  /// - Throws: `CancellationError` at once when the task is cancelled (no input is lost by that),
  ///   ``DescriptorError`` when the system has no thread or pipe left.
  func next() async throws -> LineRead {
    let id = pump.makeID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pump.add(.init(id: id, continuation: continuation))
      }
    } onCancel: {
      pump.cancel(id)
    }
  }

  /// Ends the thread; calls that wait, and all later ones, get ``LineRead/endOfInput``.
  func close() { pump.close() }
}
