import Testing

@testable import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The store in a folder")
struct FileStoreTests {
  /// A folder that is removed at the end.
  private final class Folder: Sendable {
    let path: String
    init() {
      var bytes = Array("/tmp/libretto-store-XXXXXX".utf8CString)
      path = mkdtemp(&bytes).map { String(cString: $0) } ?? ""
    }
    deinit {
      for name in names { unlink("\(path)/\(name)") }
      rmdir(path)
    }
    var names: [String] {
      guard let stream = opendir(path) else { return [] }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { names.append(name) }
      }
      return names.sorted()
    }
  }

  private static func row(_ number: Int, due: Timestamp? = nil, _ content: [UInt8] = [1, 2])
    -> StoredConversation
  {
    StoredConversation(number: number, due: due, content: content)
  }

  @Test("What was saved is loaded, by any process, under any id")
  func roundTrip() throws {
    let folder = Folder()
    let (here, there) = (try FileStore(folder.path), try FileStore(folder.path))
    for id in ["user-17", "User-17", "../etc/passwd", "é/ü", "a_b", "a%b", ""] {
      #expect(try here.load(id) == nil)
      #expect(try here.save(id, Self.row(1, due: 5, Array(id.utf8))))
      #expect(try there.load(id) == Self.row(1, due: 5, Array(id.utf8)))
    }
    #expect(
      try there.due(by: 5, limit: 10)
        == ["", "../etc/passwd", "User-17", "a%b", "a_b", "user-17", "é/ü"].sorted())
    #expect(folder.names.count { $0.hasSuffix(".conversation") } == 7)
  }

  @Test("Of two saves with one number, only one succeeds")
  func compare() async throws {
    let folder = Folder()
    let store = try FileStore(folder.path)
    #expect(try !store.save("c", Self.row(2)))
    let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
      for byte in 0..<8 as Range<UInt8> {
        group.addTask { try store.save("c", Self.row(1, [byte])) }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wins == 1)
    #expect(try store.save("c", Self.row(2, due: 9)))
    #expect(try store.due(by: 8, limit: 10) == [])
    #expect(try store.due(by: 9, limit: 10) == ["c"])
    #expect(try store.due(by: 9, limit: 0) == [])
  }

  @Test("Wherever the power goes, the file holds the old save or the new one", arguments: 1...6)
  func powerCut(failing: Int) throws {
    struct Broken: Error {}
    let folder = Folder()
    #expect(try FileStore(folder.path).save("c", Self.row(1)))
    let (count, timeline) = (Locked(0), Locked<[String]>([]))
    let note: @Sendable (String) throws -> Void = { what in
      timeline.withLock { $0.append(what) }
      let isBroken = count.withLock { count in
        count += 1
        return count == failing
      }
      if isBroken { throw Broken() }
    }
    let store = try FileStore(
      folder.path,
      on: Disk(
        write: { file, bytes in
          try note("write")
          try Disk.system.write(file, bytes)
        },
        sync: { file in
          try note("sync")
          try Disk.system.sync(file)
        },
        syncFolder: { path in
          try note("sync folder")
          try Disk.system.syncFolder(path)
        }))
    let isSaved = try? store.save("c", Self.row(2))
    #expect(
      timeline.withLock { $0 } == Array(["write", "sync", "sync folder"].prefix(failing)))
    #expect((isSaved == nil) == (failing <= 3))
    let known = try FileStore(folder.path).load("c")
    #expect(known == (failing <= 2 ? Self.row(1) : Self.row(2)))
  }

  @Test("A file that was changed, or that others can write, isn't believed")
  func distrust() throws {
    let folder = Folder()
    let store = try FileStore(folder.path)
    #expect(try store.save("c", Self.row(1)))
    let path = "\(folder.path)/c.conversation"
    chmod(path, 0o666)
    #expect(
      throws: Failure(
        .interpreter,
        message:
          "\(path) can be written by other users; if it is as you left it, run `chmod go-w` on it")
    ) { try store.load("c") }
    chmod(path, 0o600)
    truncate(path, 4)
    #expect(throws: TokenError.self) { try store.load("c") }
    #expect(throws: Failure.self) { try store.load(String(repeating: "x", count: 300)) }
    #expect(throws: Failure.self) { try FileStore("\(folder.path)/c.conversation/none") }
  }

  @Test("A conversation lives in a folder")
  func conversation() async throws {
    let folder = Folder()
    let name = Key<String>("name")
    let flow = Flow("f") { Ask("Name?", into: name) }
    try await Conversations(flow, in: FileStore(folder.path)).start("c")
    let view = try await Conversations(flow, in: FileStore(folder.path))
      .answer("c", "name", with: .text("Ann"), at: 1)
    #expect(view[name] == "Ann")
  }
}
