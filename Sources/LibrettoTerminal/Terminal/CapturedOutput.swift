#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is needed to show captured output when the process traps.
enum CapturedOutput {
  private struct Ends {
    var readEnd: Int32 = -1
    var output: Int32 = -1
    var error: Int32 = -1
    /// Whether something was taken out of the pipe and isn't shown yet.
    var isTaken = false
    /// The line that hasn't ended, and its number of bytes.
    let line = UnsafeMutablePointer<UInt8>.allocate(capacity: CapturedOutput.longestLine)
    var count = 0
  }

  /// The bytes of a line that are kept.
  private static let longestLine = 4096

  nonisolated(unsafe) private static let ends: UnsafeMutablePointer<Ends> = {
    let ends = UnsafeMutablePointer<Ends>.allocate(capacity: 1)
    ends.initialize(to: Ends())
    return ends
  }()

  static func note(_ readEnd: Int32, _ originals: [Int32: Int32]) {
    ends.pointee.readEnd = readEnd
    ends.pointee.output = originals[1] ?? -1
    ends.pointee.error = originals[2] ?? -1
  }

  /// Keeps the beginning of a line, so that it is seen if there is no end.
  static func keep(_ bytes: [UInt8]) {
    ends.pointee.count = 0
    let count = min(bytes.count, longestLine)
    if count == 0 { return }
    bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { ends.pointee.line.update(from: start, count: count) }
    }
    ends.pointee.count = count
  }

  static func noteTaken(_ isTaken: Bool) { ends.pointee.isTaken = isTaken }

  /// Waits a moment for what another thread is about to show. Only calls that a handler of signals
  /// may make.
  static func waitUntilShown() {
    guard ends.pointee.readEnd >= 0 else { return }
    for _ in 0..<100 {
      var request = pollfd(fd: ends.pointee.readEnd, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 0) <= 0, !ends.pointee.isTaken { return }
      poll(nil, 0, 1)
    }
  }

  /// Gives the descriptors back, and shows what was printed last. Only calls that a handler of
  /// signals may make.
  static func restore() {
    let ends = ends.pointee
    guard ends.readEnd >= 0 else { return }
    if ends.output >= 0 { dup2(ends.output, 1) }
    if ends.error >= 0 { dup2(ends.error, 2) }
    let shown = ends.error >= 0 ? ends.error : ends.output
    if ends.count > 0 { _ = write(shown, ends.line, ends.count) }
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { block in
      while true {
        var request = pollfd(fd: ends.readEnd, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 0) > 0 else { return }
        let count = systemRead(ends.readEnd, block.baseAddress, block.count)
        guard count > 0, write(shown, block.baseAddress, count) > 0 else { return }
      }
    }
  }
}
