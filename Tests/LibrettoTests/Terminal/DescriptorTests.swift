import Testing

@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Writing to a descriptor")
struct DescriptorTests {
  @Test("Everything arrives, on a descriptor that does not block and is slowly read")
  func shortWrites() throws {
    let pipe = try CloseOnExecPipe()
    _ = fcntl(pipe.writeEnd, F_SETFL, O_NONBLOCK)
    let text = String(repeating: "é漢🙂\n", count: 100_000)
    let writer = try SystemThread {
      try? Descriptor(pipe.writeEnd).write(text)
      close(pipe.writeEnd)
    }
    var seen: [UInt8] = []
    while true {
      let block = readBlock(pipe.readEnd)
      if block.isEmpty { break }
      seen += block
    }
    writer.join()
    close(pipe.readEnd)
    #expect(seen == Array(text.utf8))
  }

  @Test("An error is one sentence, not the end")
  func errors() {
    let error = #expect(throws: DescriptorError.self) { try Descriptor(-1).write("x") }
    #expect(error == DescriptorError(operation: "write", code: EBADF))
    #expect(error?.description == "write: Bad file descriptor")
    #expect(DescriptorError(operation: "write", code: EPIPE).isClosedPipe)
  }

  @Test("An empty text writes nothing")
  func empty() throws { try Descriptor(-1).write("") }

  @Test("A pipe is not a terminal")
  func isTerminal() throws {
    let pipe = try CloseOnExecPipe()
    #expect(!Descriptor(pipe.readEnd).isTerminal)
    pipe.close()
  }

  @Test("Earlier output of the script comes first")
  func order() throws {
    let result = try Subprocess.run(builtProduct("TerminalFixture"), ["order"])
    #expect(
      result
        == .init(
          status: .exited(0), standardOutput: "printed, written, printed again\n",
          standardError: ""))
  }
}
