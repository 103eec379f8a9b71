import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns blocks of bytes into what a reader wants of them: lines, or keys.
protocol InputBuffer: Sendable {
  associatedtype Item: Sendable
  /// What a reader gets when it has been closed.
  static var closed: Item { get }
  /// How long the buffer waits for the rest of what it has, in milliseconds; nil if for ever.
  var patience: Int32? { get }
  mutating func append(_ block: UnsafeRawBufferPointer)
  /// Ends the input.
  mutating func end()
  /// Drops what hasn't been taken; an end stays an end.
  mutating func drop()
  /// Takes what it has as it is, because nothing has followed for its patience.
  mutating func flush()
  /// The next item, or nil while it is not complete.
  mutating func next() -> Item?
}

/// The thread of a reader: it watches the descriptor while a request is outstanding.
///
/// The thread keeps a reference to the pump instead of the reader, so that the reader's `deinit`
/// can end it.
final class InputPump<Buffer: InputBuffer>: Sendable {
  struct Request: Sendable {
    var id: Int
    var continuation: CheckedContinuation<Buffer.Item, any Error>
  }

  private struct State: Sendable {
    var buffer: Buffer
    var requests: [Request] = []
    var lastID = 0
    /// Exists exactly while the thread runs; used under the lock, so its number is never stale.
    var wake: Pipe?
    var isClosed = false
    /// Whether the thread has looked, and is about to read or to keep what it has read.
    var isReading = false
  }

  private static var blockSize: Int { 65_536 }

  private let descriptor: Int32
  private let state: Locked<State>

  init(descriptor: Int32, buffer: Buffer) {
    self.descriptor = descriptor
    var buffer = buffer
    // No event is ever reported for a negative descriptor: the thread would wait forever.
    if descriptor < 0 { buffer.end() }
    state = Locked(State(buffer: buffer))
  }

  /// Waits for the next item; callers are served in the order of their calls.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled (no input is lost),
  ///   ``DescriptorError`` if the system has no thread or pipe left.
  func nextItem() async throws -> Buffer.Item {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Request(id: id, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Answers a request from the buffer, or leaves it to the thread.
  func add(_ request: Request) {
    let answer: Result<Buffer.Item, any Error>? = state.withLock { state in
      // Under the lock, so a task that is cancelled later finds the request in the list.
      if Task.isCancelled { return .failure(CancellationError()) }
      if state.isClosed { return .success(Buffer.closed) }
      if state.requests.isEmpty, let line = state.buffer.next() { return .success(line) }
      do {
        try startThread(&state)
      } catch {
        return .failure(error)
      }
      state.requests.append(request)
      state.wake?.signal()
      return nil
    }
    if let answer { request.continuation.resume(with: answer) }
  }

  /// The next item that is here already; nil if there is none, or if somebody waits for it.
  func takeReady() -> Buffer.Item? {
    state.withLock { $0.requests.isEmpty && !$0.isClosed ? $0.buffer.next() : nil }
  }

  /// Whether somebody waits for an item.
  var isAwaited: Bool { state.withLock { !$0.requests.isEmpty } }

  func cancel(_ id: Int) {
    let request: Request? = state.withLock { state in
      guard let index = state.requests.firstIndex(where: { $0.id == id }) else { return nil }
      state.wake?.signal()
      return state.requests.remove(at: index)
    }
    request?.continuation.resume(throwing: CancellationError())
  }

  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      state.wake?.signal()
      defer { state.requests = [] }
      return state.requests
    }
    for request in waiting { request.continuation.resume(returning: Buffer.closed) }
  }

  func dropTypedAhead() {
    awaitReading()
    state.withLock { state in
      state.buffer.drop()
      TerminalMode.dropTyped(on: Descriptor(descriptor))
    }
  }

  /// A read whose request was cancelled may still be on its way to the buffer. It takes no time,
  /// unless somebody else has read what there was.
  private func awaitReading() {
    for _ in 0..<50 where state.withLock({ $0.isReading }) { _ = poll(nil, 0, 1) }
  }

  /// Takes what is here already, or in the terminal; what isn't complete stays.
  func takeTypedAhead() -> [Buffer.Item] where Buffer.Item: Equatable {
    awaitReading()
    return state.withLock { state in
      guard state.requests.isEmpty, !state.isClosed else { return [] }
      var block = [UInt8](repeating: 0, count: Self.blockSize)
      while Descriptor.readable([descriptor], waits: false).contains(descriptor) {
        let count = systemRead(descriptor, &block, block.count)
        // The end is found again by whoever waits for it.
        guard count > 0 else { break }
        block.withUnsafeBytes {
          state.buffer.append(UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
      }
      var items: [Buffer.Item] = []
      while let item = state.buffer.next(), item != Buffer.closed { items.append(item) }
      return items
    }
  }

  private func startThread(_ state: inout State) throws {
    guard state.wake == nil else { return }
    let wake = try Pipe()
    do {
      try SystemThread { [self] in run(wake) }.detach()
    } catch {
      wake.close()
      throw error
    }
    state.wake = wake
  }
}

extension InputPump {
  private func run(_ wake: Pipe) {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockSize, alignment: 1)
    defer { block.deallocate() }
    while true {
      let (isClosed, isWanted) = state.withLock { ($0.isClosed, !$0.requests.isEmpty) }
      if isClosed { break }
      // Without a request, nothing is read, so the descriptor isn't watched either.
      let wanted = isWanted ? [wake.readEnd, descriptor] : [wake.readEnd]
      let patience = isWanted ? state.withLock { $0.buffer.patience } : nil
      let ready = Descriptor.readable(wanted, waits: true, atMost: patience)
      // Nothing has followed for as long as the buffer waits.
      if ready.isEmpty, patience != nil { serve { $0.flush() } }
      if ready.contains(wake.readEnd) { wake.drain() }
      if ready.contains(descriptor), beginsReading() { readBlock(into: block) }
    }
    state.withLock {
      $0.wake = nil
      wake.close()
    }
  }

  /// Whether somebody still waits for a line.
  private func beginsReading() -> Bool {
    state.withLock { state in
      state.isReading = !state.requests.isEmpty
      return state.isReading
    }
  }

  /// Changes the buffer, and hands over what is complete then.
  private func serve(_ change: (inout Buffer) -> Void) {
    let served = state.withLock { state in
      state.isReading = false
      change(&state.buffer)
      var items: [(Request, Buffer.Item)] = []
      // Surplus bytes without a request stay as they are.
      while let request = state.requests.first, let item = state.buffer.next() {
        state.requests.removeFirst()
        items.append((request, item))
      }
      return items
    }
    for (request, item) in served { request.continuation.resume(returning: item) }
  }

  private func readBlock(into block: UnsafeMutableRawBufferPointer) {
    let count = read(descriptor, block.baseAddress, block.count)
    let isInterrupted = count < 0 && [EINTR, EAGAIN, EWOULDBLOCK].contains(errno)
    serve { buffer in
      if isInterrupted { return }
      if count > 0 {
        buffer.append(UnsafeRawBufferPointer(rebasing: block[..<count]))
      } else {
        // An error ends the input too: EIO is a terminal that hung up, and there is no recovery
        // from any other error.
        buffer.end()
      }
    }
  }
}
