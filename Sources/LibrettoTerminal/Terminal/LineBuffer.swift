#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns blocks of bytes into lines, with bounded memory.
struct LineBuffer: InputBuffer {
  static var closed: LineRead { .endOfInput }

  private let maximum: Int
  private var bytes: [UInt8] = []
  /// The start of the first line that has not been taken.
  private var start = 0
  /// There is no newline from `start` up to here.
  private var scanned = 0
  /// The number of bytes discarded from a line that is too long; 0 if there is none.
  private var discarded = 0
  private var discardedEndsInReturn = false
  private var hasEnded = false

  /// - Parameter maximum: the longest line in bytes, without its line ending.
  init(maximum: Int) { self.maximum = maximum }

  mutating func append(_ block: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeFirst(start)
      scanned -= start
      start = 0
    }
    bytes.append(contentsOf: block)
  }

  /// A line is complete with its newline, however long that takes.
  var patience: Int32? { nil }

  mutating func flush() {}

  /// Ends the input: what remains is a line without a newline.
  mutating func end() { hasEnded = true }

  /// Drops what hasn't been taken; an end stays an end.
  mutating func drop() {
    bytes = []
    start = 0
    scanned = 0
    discarded = 0
  }

  /// The next line, or nil while it is not complete.
  mutating func next() -> LineRead? {
    if let newline = indexOfNewline() {
      defer {
        start = newline + 1
        scanned = start
      }
      return take(start..<newline, endsInNewline: true)
    }
    scanned = bytes.count
    // One byte more than the maximum may turn out to be the CR of CR LF.
    if discarded > 0 || scanned - start - 1 > maximum { discardAll() }
    guard hasEnded else { return nil }
    guard discarded > 0 || start < bytes.count else { return .endOfInput }
    defer { drop() }
    return take(start..<bytes.count, endsInNewline: false)
  }

  private func indexOfNewline() -> Int? {
    bytes.withUnsafeBytes { all in
      let rest = UnsafeRawBufferPointer(rebasing: all[scanned...])
      guard let base = rest.baseAddress, let found = memchr(base, 0x0A, rest.count) else {
        return nil
      }
      return scanned + (UnsafeRawPointer(found) - base)
    }
  }

  private mutating func take(_ range: Range<Int>, endsInNewline: Bool) -> LineRead {
    var range = range
    if discarded > 0 {
      let endsInReturn = range.isEmpty ? discardedEndsInReturn : bytes[range.upperBound - 1] == 0x0D
      let size = discarded + range.count - (endsInNewline && endsInReturn ? 1 : 0)
      discarded = 0
      return .tooLong(bytes: size)
    }
    if endsInNewline, !range.isEmpty, bytes[range.upperBound - 1] == 0x0D {
      range = range.lowerBound..<range.upperBound - 1
    }
    guard range.count <= maximum else { return .tooLong(bytes: range.count) }
    return String(strictUTF8: bytes[range]).map(LineRead.line) ?? .invalidUTF8
  }

  private mutating func discardAll() {
    guard start < bytes.count else { return }
    discarded += bytes.count - start
    discardedEndsInReturn = bytes[bytes.count - 1] == 0x0D
    bytes.removeAll(keepingCapacity: true)
    start = 0
    scanned = 0
  }
}

extension String {
  /// The text, or nil if the bytes aren't UTF-8. `String(validating:as:)` needs macOS 15.
  package init?(strictUTF8 bytes: some Collection<UInt8>) {
    // Decoding repairs invalid bytes, so only valid bytes are unchanged.
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}
