import TestSupport
import Testing

@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The two ways to ask whether a descriptor can be read; each system takes one of them.
@Suite("Waiting for a readable descriptor")
struct DescriptorReadyTests {
  enum Way: CaseIterable {
    case poll, select

    /// The ways that see the end of a named pipe.
    static var forNamedPipes: [Way] {
      #if canImport(Darwin)
        [.select]
      #else
        allCases
      #endif
    }

    func callAsFunction(_ numbers: [Int32], waits: Bool = false) -> [Int32] {
      switch self {
      case .poll: Descriptor.polled(numbers, waits: waits)
      case .select: Descriptor.selected(numbers, waits: waits)
      }
    }
  }

  @Test("A pipe with bytes, one without, and one whose writer has gone", arguments: Way.allCases)
  func pipes(way: Way) throws {
    let (full, empty, ended) = (
      try CloseOnExecPipe(), try CloseOnExecPipe(), try CloseOnExecPipe()
    )
    let all = [full.readEnd, empty.readEnd, ended.readEnd]
    try Descriptor(full.writeEnd).write("x")
    close(ended.writeEnd)
    #expect(way(all) == [full.readEnd, ended.readEnd])
    #expect(way(all, waits: true) == [full.readEnd, ended.readEnd])
    #expect(way([empty.readEnd]) == [])
    #expect(way([]) == [])
    full.close()
    empty.close()
    close(ended.readEnd)
  }

  @Test("A named pipe, empty, with bytes, and at its end", arguments: Way.forNamedPipes)
  func namedPipe(way: Way) throws {
    let file = ScratchFile()
    #expect(mkfifo(file.path, 0o600) == 0)
    let reading = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writing = open(file.path, O_WRONLY | O_CLOEXEC)
    #expect(way([reading]) == [])
    try Descriptor(writing).write("x")
    #expect(way([reading]) == [reading])
    #expect(readBlock(reading) == [0x78])
    #expect(way([reading]) == [])
    #expect(!Descriptor(reading).isAtEnd)
    close(writing)
    #expect(way([reading]) == [reading])
    #expect(Descriptor(reading).isAtEnd)
    close(reading)
  }

  @Test("A closed descriptor counts as readable", arguments: Way.allCases)
  func closed(way: Way) throws {
    let pipe = try CloseOnExecPipe()
    let number = fcntl(pipe.readEnd, F_DUPFD_CLOEXEC, 900)
    close(number)
    #expect(way([number]) == [number])
    pipe.close()
  }

  @Test("A number beyond the set of select goes by poll")
  func large() throws {
    let pipe = try CloseOnExecPipe()
    try Descriptor(pipe.writeEnd).write("x")
    let number = fcntl(pipe.readEnd, F_DUPFD_CLOEXEC, 1024)
    // A system may allow no such number.
    if number >= 0 {
      #expect(Descriptor.selected([pipe.readEnd, number], waits: false) == [pipe.readEnd, number])
      close(number)
    }
    pipe.close()
  }
}
