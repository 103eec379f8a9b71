#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Descriptor {
  /// Which of them can be read without waiting; one that has ended can, and one that is closed.
  ///
  /// On Darwin `select` says it: `poll` never tells the end of a named pipe there, and knows nothing
  /// of `/dev/tty`.
  /// - Parameter waits: whether it waits until one can be read or a signal comes.
  static func readable(_ numbers: [Int32], waits: Bool) -> [Int32] {
    #if canImport(Darwin)
      selected(numbers, waits: waits)
    #else
      polled(numbers, waits: waits)
    #endif
  }

  /// ``readable(_:waits:)`` by `poll`, for descriptors of any number.
  static func polled(_ numbers: [Int32], waits: Bool) -> [Int32] {
    var requests = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&requests, nfds_t(requests.count), waits ? -1 : 0) > 0 else { return [] }
    // POLLHUP, POLLERR and POLLNVAL too: read says what they mean.
    return requests.filter { $0.revents != 0 }.map(\.fd)
  }

  /// ``readable(_:waits:)`` by `select`, as far as its set has a place for the numbers.
  static func selected(_ numbers: [Int32], waits: Bool) -> [Int32] {
    guard let last = numbers.max(), numbers.allSatisfy({ $0 >= 0 }),
      last < MemoryLayout<fd_set>.size * 8
    else { return polled(numbers, waits: waits) }
    // The macros FD_SET and FD_ISSET are not in Swift; the set is a row of bits.
    var set = fd_set()
    withUnsafeMutableBytes(of: &set) { bits in
      for number in numbers { bits[Int(number) / 8] |= 1 << UInt8(number % 8) }
    }
    var noTime = timeval()
    let count =
      waits ? select(last + 1, &set, nil, nil, nil) : select(last + 1, &set, nil, nil, &noTime)
    // An interrupted wait has told nothing. With any other error one of them is closed: read says
    // which.
    if count < 0 { return errno == EINTR ? [] : numbers }
    return withUnsafeBytes(of: set) { bits in
      numbers.filter { bits[Int($0) / 8] & 1 << UInt8($0 % 8) != 0 }
    }
  }
}
