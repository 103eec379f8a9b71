/// Reads keys from a terminal for a whole process, without blocking the cooperative pool.
///
/// It reads only while a caller waits for a key. What is typed meanwhile stays in the terminal, so
/// an action can read it, and the next prompt gets it.
final class KeyReader: Sendable {
  private let pump: InputPump<KeyBuffer>

  /// - Parameters:
  ///   - escapeDelay: how long Esc waits for the rest of a sequence, in milliseconds.
  ///   - escapeTime: how long Esc waits to count, in milliseconds.
  ///   - hasBrackets: whether the terminal says where a paste begins and ends.
  init(
    fileDescriptor: Int32, escapeDelay: Int32, escapeTime: Int32 = 300, hasBrackets: Bool = true
  ) {
    pump = InputPump(
      descriptor: fileDescriptor,
      buffer: KeyBuffer(
        escapeDelay: escapeDelay, escapeTime: escapeTime, hasBrackets: hasBrackets))
  }

  deinit { pump.close() }

  /// The next key.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, ``DescriptorError`` if the
  ///   system has no thread or pipe left.
  func next() async throws -> KeyPress {
    try await pump.nextItem()
  }

  /// The next key that has been read already; nil if there is none.
  func ready() -> KeyPress? { pump.takeReady() }

  /// Whether somebody waits for a key.
  var isAwaited: Bool { pump.isAwaited }

  /// Takes what was typed and not handed out, here or in the terminal.
  func takeTypedAhead() -> [KeyPress] { pump.takeTypedAhead() }

  /// Drops what was typed and not handed out, here or in the terminal.
  func dropTypedAhead() { pump.dropTypedAhead() }
}

/// Keys from blocks of bytes.
struct KeyBuffer: InputBuffer {
  static var closed: KeyPress { .endOfInput }

  private let escapeDelay: Int32
  private let escapeTime: Int32
  private var parser: KeyParser
  private var hasEnded = false

  init(escapeDelay: Int32, escapeTime: Int32, hasBrackets: Bool) {
    (self.escapeDelay, self.escapeTime) = (escapeDelay, escapeTime)
    parser = KeyParser(hasBrackets: hasBrackets)
  }

  var patience: Int32? {
    switch parser.waiting {
    case .sequence: escapeDelay
    case .escape: max(1, escapeTime - escapeDelay)
    case .tail: escapeDelay * 5
    // A line can be slow.
    case .paste: 3_000
    case nil: nil
    }
  }

  mutating func append(_ block: UnsafeRawBufferPointer) { parser.feed(block) }

  mutating func end() { hasEnded = true }

  mutating func drop() { parser.drop() }

  mutating func flush() { parser.flush() }

  mutating func next() -> KeyPress? { parser.pop() ?? (hasEnded ? .endOfInput : nil) }
}
