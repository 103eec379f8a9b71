#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
  /// Conversations in the files of a folder, for one machine: any number of its processes may share it.
  ///
  /// A save is written beside the old one, synced, and put in its place, as a whole. It waits while
  /// another save has the same lock, one of sixteen. ``due(by:limit:)`` reads all files, so beyond some
  /// ten thousand conversations take a database.
  public struct FileStore: ConversationStore {
    private let folder: String
    private let disk: Disk

    private static let format: UInt8 = 1
    private static let ending = ".conversation"
    private static let mostBytes = 64 << 20

    /// Opens a folder, and makes it if it doesn't exist.
    /// - Parameter folder: the path of the folder; the folder around it must exist.
    /// - Throws: ``Failure`` if that fails.
    public init(_ folder: String) throws(Failure) {
      try self.init(folder, on: .system)
    }

    package init(_ folder: String, on disk: Disk) throws(Failure) {
      (self.folder, self.disk) = (folder, disk)
      let isNew: Bool
      do throws(Disk.Failure) {
        isNew = try Disk.makeFolder(folder)
      } catch {
        throw Self.failed(
          "the folder \(folder) can't be made", error, "make it, or name another")
      }
      do {
        if isNew { try disk.syncFolder(folder) }
      } catch {
        throw Self.failed("the folder \(folder) can't be synced", error, "check the disk")
      }
    }

    /// Returns what was saved last.
    /// - Throws: ``Failure`` if the file can't be read, ``TokenError`` if it was changed.
    public func load(_ id: String) throws -> StoredConversation? { try read(path(id)) }

    /// Compares and saves; the conversation survives a loss of power.
    /// - Throws: ``Failure`` if the file can't be written; it may have been replaced all the same.
    public func save(_ id: String, _ conversation: StoredConversation) throws -> Bool {
      let path = try path(id)
      return try locking(id) {
        guard (try read(path)?.number ?? 0) == conversation.number - 1 else { return false }
        var writer = TokenWriter()
        writer.byte(Self.format)
        writer.number(UInt(bitPattern: conversation.number))
        writer.byte(conversation.due == nil ? 0 : 1)
        if let due = conversation.due { writer.time(due) }
        writer.append(conversation.content)
        writer.seal()
        do {
          try disk.replace(path, with: writer.bytes)
        } catch {
          throw Self.failed(
            "the conversation \(path) can't be saved", error, "make room, or check the disk")
        }
        return true
      }
    }

    /// Returns the ids of conversations to wake; it reads all files.
    /// - Throws: ``Failure`` if the folder can't be read.
    public func due(by time: Timestamp, limit: Int) throws -> [String] {
      let names: [String]
      do throws(Disk.Failure) {
        names = try Disk.names(in: folder)
      } catch {
        throw Self.failed("the folder \(folder) can't be read", error, "check its permissions")
      }
      var rows: [(id: String, row: StoredConversation)] = []
      for name in names {
        guard let id = Self.id(name) else { continue }
        // One that can't be read keeps none of the others from being woken.
        if let row = try? read("\(folder)/\(name)") { rows.append((id, row)) }
      }
      return rows.dueFirst(by: time, limit: limit)
    }

    // MARK: Files

    private func read(_ path: String) throws -> StoredConversation? {
      do {
        return try Disk.reading(path) { file in
          if let objection = Disk.objection(to: file, holding: "a conversation") {
            throw Failure(.interpreter, message: "\(path) \(objection)")
          }
          var reader = try TokenReader(try Disk.read(file, most: Self.mostBytes))
          guard try reader.byte() == Self.format else { throw TokenError.damaged }
          let number = try reader.counted()
          let due: Timestamp? = try reader.byte() == 0 ? nil : try reader.time()
          return StoredConversation(number: number, due: due, content: reader.rest)
        }
      } catch let error as Disk.Failure {
        if error.isMissing { return nil }
        throw Self.failed(
          "the conversation \(path) can't be read", error, "check its permissions, and the disk")
      }
    }

    private func locking(_ id: String, _ body: () throws -> Bool) throws -> Bool {
      var digest = Digest()
      digest.add(id)
      let path = "\(folder)/lock-\(digest.bits % 16)"
      do {
        return try Disk.locking(path, body)
      } catch let error as Disk.Failure {
        throw Self.failed("\(path) can't be locked", error, "check its permissions")
      }
    }

    private static func failed(_ what: String, _ error: any Error, _ advice: String) -> Failure {
      Failure(.interpreter, message: "\(what): \(error); \(advice), then try again")
    }

    // MARK: Names

    /// Small letters and digits stand for themselves, so names differ on every file system.
    private func path(_ id: String) throws(Failure) -> String {
      var name = ""
      for byte in id.utf8 {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x2D: name.unicodeScalars.append(Unicode.Scalar(byte))
        default: name += "_" + JournalLines.hex(UInt64(byte), 2)
        }
      }
      guard name.utf8.count <= 200 else {
        throw Failure(
          .interpreter,
          message:
            "The id “\(id.shortened)” is too long for the name of a file; take a shorter one.")
      }
      return "\(folder)/\(name)\(Self.ending)"
    }

    private static func id(_ name: String) -> String? {
      guard name.hasSuffix(ending) else { return nil }
      var bytes: [UInt8] = []
      var rest = Array(name.utf8.dropLast(ending.utf8.count))[...]
      while let byte = rest.popFirst() {
        guard byte == 0x5F else {
          bytes.append(byte)
          continue
        }
        guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          return nil
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
