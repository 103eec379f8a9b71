#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Descriptor {
  /// The descriptors that can be read without waiting, including those that have ended or are
  /// closed.
  ///
  /// On Darwin, this uses `select`: there, `poll` never reports the end of a named pipe, and
  /// doesn't support `/dev/tty`.
  /// - Parameters:
  ///   - waits: whether to wait until one can be read or a signal arrives.
  ///   - limit: the longest wait in milliseconds; nil for no limit.
  static func readable(_ numbers: [Int32], waits: Bool, atMost limit: Int32? = nil) -> [Int32] {
    #if canImport(Darwin)
      selected(numbers, waits: waits, atMost: limit)
    #else
      polled(numbers, waits: waits, atMost: limit)
    #endif
  }

  /// ``readable(_:waits:)`` using `poll`, for descriptors with any number.
  static func polled(_ numbers: [Int32], waits: Bool, atMost limit: Int32? = nil) -> [Int32] {
    var requests = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&requests, nfds_t(requests.count), waits ? limit ?? -1 : 0) > 0 else { return [] }
    // POLLHUP, POLLERR and POLLNVAL count too: `read` says what they mean.
    return requests.filter { $0.revents != 0 }.map(\.fd)
  }

  /// ``readable(_:waits:)`` using `select`, if its set has room for the numbers.
  static func selected(_ numbers: [Int32], waits: Bool, atMost limit: Int32? = nil) -> [Int32] {
    guard let last = numbers.max(), numbers.allSatisfy({ $0 >= 0 }),
      last < MemoryLayout<fd_set>.size * 8
    else { return polled(numbers, waits: waits, atMost: limit) }
    // Swift doesn't have the macros FD_SET and FD_ISSET; the set is an array of bits.
    var set = fd_set()
    withUnsafeMutableBytes(of: &set) { bits in
      for number in numbers { bits[Int(number) / 8] |= 1 << UInt8(number % 8) }
    }
    var time = timeval()
    if waits, let limit {
      time.tv_sec = numericCast(limit / 1_000)
      time.tv_usec = numericCast(limit % 1_000 * 1_000)
    }
    let count =
      waits && limit == nil
      ? select(last + 1, &set, nil, nil, nil) : select(last + 1, &set, nil, nil, &time)
    // An interrupted wait reports nothing. After any other error, one of them is closed: `read`
    // says which.
    if count < 0 { return errno == EINTR ? [] : numbers }
    return withUnsafeBytes(of: set) { bits in
      numbers.filter { bits[Int($0) / 8] & 1 << UInt8($0 % 8) != 0 }
    }
  }
}
