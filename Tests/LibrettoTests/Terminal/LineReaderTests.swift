import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Reading lines from a descriptor")
struct LineReaderTests {
  /// A pipe with a reader at one end and the test at the other.
  private final class Source: Sendable {
    let reader: LineReader
    let readEnd: Int32
    private let writeEnd: Locked<Int32?>

    init(maximumLineLength: Int = 1_048_576) throws {
      let pipe = try CloseOnExecPipe()
      readEnd = pipe.readEnd
      reader = LineReader(fileDescriptor: readEnd, maximumLineLength: maximumLineLength)
      writeEnd = Locked(pipe.writeEnd)
    }

    deinit { end() }

    func write(_ bytes: some Collection<UInt8>) {
      guard let end = writeEnd.withLock({ $0 }) else { return }
      var rest = Array(bytes)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { systemWrite(end, $0) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    func write(_ text: String) { write(text.utf8) }

    func end() {
      writeEnd.withLock {
        if let end = $0 { close(end) }
        $0 = nil
      }
    }

    /// Until the reader has taken what was written; nothing announces that.
    func waitUntilRead() async {
      while let count = Descriptor(readEnd).waiting, count > 0 { await Task.yield() }
    }

    func lines(_ count: Int) async throws -> [LineRead] {
      var result: [LineRead] = []
      for _ in 0..<count { result.append(try await reader.next()) }
      return result
    }
  }

  @Test("Lines written at once are read one by one, then always the end")
  func oneBlock() async throws {
    let source = try Source()
    source.write("one\r\ntwo\n\nfour")
    source.end()
    let expected: [LineRead] = [
      .line("one"), .line("two"), .line(""), .line("four"), .endOfInput, .endOfInput,
    ]
    #expect(try await source.lines(6) == expected)
  }

  @Test("A character split between two writes, at every byte")
  func splitCharacters() async throws {
    let bytes = Array("é漢🙂\n".utf8)
    for split in 1..<bytes.count {
      let source = try Source()
      async let line = source.reader.next()
      source.write(bytes[..<split])
      await source.waitUntilRead()
      source.write(bytes[split...])
      #expect(try await line == .line("é漢🙂"))
    }
  }

  @Test("A line of exactly the maximum, over many blocks")
  func longestLine() async throws {
    let source = try Source()
    let text = String(repeating: "é", count: 524_288)
    let writer = SystemThreadTask {
      source.write(text + "\r\n" + text + "x\n")
      source.end()
    }
    #expect(
      try await source.lines(3) == [.line(text), .tooLong(bytes: 1_048_577), .endOfInput])
    writer.join()
  }

  @Test("Cancelling ends the wait; a later call gets the line")
  func cancellation() async throws {
    let source = try Source()
    let task = Task { try await source.reader.next() }
    source.write("la")
    await source.waitUntilRead()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    source.write("ter\n")
    #expect(try await source.reader.next() == .line("later"))
  }

  @Test("A cancelled task takes no line, even one that is there")
  func cancelledBefore() async throws {
    let source = try Source()
    source.write("one\ntwo\n")
    #expect(try await source.reader.next() == .line("one"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await source.reader.next()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await source.reader.next() == .line("two"))
  }

  @Test("What was read and not handed out can be dropped; what comes later is read")
  func drops() async throws {
    let source = try Source(maximumLineLength: 10)
    source.write("one\ntwo\nhalf")
    #expect(try await source.reader.next() == .line("one"))
    source.reader.dropTypedAhead()
    source.write("three\n" + String(repeating: "x", count: 20))
    #expect(try await source.reader.next() == .line("three"))
    let waiting = Task { try await source.reader.next() }
    await source.waitUntilRead()
    waiting.cancel()
    _ = await waiting.result
    source.reader.dropTypedAhead()
    source.write("four\n")
    source.end()
    #expect(try await source.lines(2) == [.line("four"), .endOfInput])
    source.reader.dropTypedAhead()
    #expect(try await source.reader.next() == .endOfInput)
  }

  @Test("Reads nothing while nobody waits")
  func readsOnDemand() async throws {
    let source = try Source()
    source.write("one\n")
    #expect(try await source.reader.next() == .line("one"))
    source.write("for somebody else\n")
    // Another reader's thread has had its turn meanwhile.
    let other = try Source()
    other.write("x\n")
    #expect(try await other.reader.next() == .line("x"))
    #expect(readBlock(source.readEnd) == Array("for somebody else\n".utf8))
  }

  @Test("A descriptor that does not block")
  func nonBlocking() async throws {
    let source = try Source()
    _ = fcntl(source.readEnd, F_SETFL, O_NONBLOCK)
    async let line = source.reader.next()
    source.write("x")
    await source.waitUntilRead()
    source.write("\n")
    #expect(try await line == .line("x"))
  }

  @Test("A closed descriptor and a directory are the end of input", arguments: [-1, nil])
  func errors(number: Int32?) async throws {
    let descriptor = number ?? open("/", O_RDONLY | O_CLOEXEC)
    let reader = LineReader(fileDescriptor: descriptor)
    #expect(try await reader.next() == .endOfInput)
    #expect(try await reader.next() == .endOfInput)
    if number == nil { close(descriptor) }
  }

  @Test("Closing ends waiting and later calls")
  func closing() async throws {
    let source = try Source()
    source.write("one\nleft over\n")
    #expect(try await source.reader.next() == .line("one"))
    source.reader.close()
    #expect(try await source.reader.next() == .endOfInput)
    let waiting = try Source()
    let task = Task { try await waiting.reader.next() }
    waiting.write("half")
    await waiting.waitUntilRead()
    waiting.reader.close()
    waiting.reader.close()
    #expect(try await task.value == .endOfInput)
  }

  @Test("Several readers at once, a hundred lines each")
  func severalReaders() async throws {
    let expected = (1...100).map { LineRead.line("line \($0)") }
    try await withThrowingTaskGroup(of: [LineRead].self) { group in
      for _ in 1...8 {
        let source = try Source()
        group.addTask {
          async let lines = source.lines(100)
          for number in 1...100 {
            source.write("line \(number)\n")
            await Task.yield()
          }
          return try await lines
        }
      }
      for try await lines in group { #expect(lines == expected) }
    }
  }

  @Test("Many callers of one reader, some of them cancelled, lose no line")
  func manyCallers() async throws {
    let source = try Source()
    let tasks = (1...50).map { _ in Task { try await source.reader.next() } }
    for task in tasks.prefix(25) { task.cancel() }
    for number in 1...50 { source.write("\(number)\n") }
    source.end()
    var lines: Set<LineRead> = []
    for task in tasks {
      if let line = try? await task.value { lines.insert(line) }
    }
    while true {
      let line = try await source.reader.next()
      if line == .endOfInput { break }
      lines.insert(line)
    }
    #expect(lines == Set((1...50).map { .line("\($0)") }))
  }
}

/// A thread that writes while the test reads: more than a pipe holds.
private struct SystemThreadTask {
  private let thread: SystemThread?

  init(_ body: @escaping @Sendable () -> Void) { thread = try? SystemThread(body) }

  func join() { thread?.join() }
}

/// `write(2)` under a name that a method called `write` does not hide.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(number, bytes.baseAddress, bytes.count)
}
