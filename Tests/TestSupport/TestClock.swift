#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A deadline that tests wait towards with `poll`, never by sleeping.
package struct TestClock {
  private let end: ContinuousClock.Instant

  package init(_ limit: Duration) { end = .now + limit }

  private var milliseconds: Int32 {
    let (seconds, attoseconds) = (end - .now).components
    return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  }

  /// The descriptors that can be read (or have ended), nil when the time is up.
  package func wait(forReading descriptors: [Int32], writing: [Int32] = []) -> Set<Int32>? {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polled += writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    repeat {
      let count = poll(&polled, nfds_t(polled.count), ContinuousClock.now < end ? milliseconds : 0)
      if count > 0 { return Set(polled.filter { $0.revents != 0 }.map(\.fd)) }
    } while ContinuousClock.now < end
    return nil
  }
}

/// One block from a descriptor; empty at its end (for a terminal, EIO).
package func readBlock(_ descriptor: Int32) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
    var result = -1
    repeat {
      result = read(descriptor, buffer.baseAddress, buffer.count)
    } while result < 0 && errno == EINTR
    count = max(0, result)
  }
}
