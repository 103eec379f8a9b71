#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The system calls for files that must last, so that tests can see them and their order.
  package struct Disk: Sendable {
    /// Writes all of the bytes where the file is.
    package var write: @Sendable (_ file: Int32, _ bytes: [UInt8]) throws -> Void
    /// Makes sure that what was written to a file survives a loss of power.
    package var sync: @Sendable (_ file: Int32) throws -> Void
    /// Makes sure that a new file is found in its folder after a loss of power.
    package var syncFolder: @Sendable (_ path: String) throws -> Void

    package init(
      write: @escaping @Sendable (_ file: Int32, _ bytes: [UInt8]) throws -> Void,
      sync: @escaping @Sendable (_ file: Int32) throws -> Void,
      syncFolder: @escaping @Sendable (_ path: String) throws -> Void
    ) {
      (self.write, self.sync, self.syncFolder) = (write, sync, syncFolder)
    }

    /// The system's own calls.
    package static let system = Disk(
      write: { try Disk.writeAll($0, $1) }, sync: { try Disk.sync($0) },
      syncFolder: { try Disk.syncFolder(of: $0) })

    /// The error of a system call.
    package struct Failure: Error, Hashable, CustomStringConvertible {
      /// The value of `errno`.
      package let number: Int32

      package init(number: Int32) { self.number = number }

      package var isLink: Bool { number == ELOOP }
      package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

      package var description: String {
        guard let words = strerror(number) else { return "error \(number)" }
        let text = String(cString: words)
        return text.prefix(1).lowercased() + text.dropFirst()
      }
    }

    private static func writeAll(_ file: Int32, _ bytes: [UInt8]) throws {
      try bytes.withUnsafeBytes { bytes in
        var place = 0
        while place < bytes.count {
          let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
          let count = systemWrite(file, rest.baseAddress, rest.count)
          if count < 0 {
            guard errno == EINTR else { throw Failure(number: errno) }
          } else {
            place += count
          }
        }
      }
    }

    private static func sync(_ number: Int32) throws {
      #if canImport(Darwin)
        // There, fsync leaves the data in the drive's cache; a file system that doesn't support this
        // call has only fsync.
        repeat { if fcntl(number, F_FULLFSYNC) == 0 { return } } while errno == EINTR
      #endif
      while fsync(number) != 0 {
        // A file without a disk, such as a pipe, has nothing to lose.
        if errno == EINVAL || errno == EROFS || errno == ENOTSUP { return }
        guard errno == EINTR else { throw Failure(number: errno) }
      }
    }

    private static func syncFolder(of path: String) throws {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      let number = open(folder, O_RDONLY | O_CLOEXEC)
      // A folder that can't be read can still contain the file.
      guard number >= 0 else { return }
      defer { close(number) }
      try sync(number)
    }

    // MARK: Whole files

    /// Makes a folder that only its owner can use.
    /// - Returns: whether it didn't exist.
    package static func makeFolder(_ path: String) throws(Failure) -> Bool {
      if mkdir(path, 0o700) == 0 { return true }
      guard errno == EEXIST else { throw Failure(number: errno) }
      return false
    }

    /// Puts a file in the place of another, as a whole, so that it survives a loss of power.
    package func replace(_ path: String, with bytes: [UInt8]) throws {
      let new = path + ".new"
      try Disk.with(new, O_WRONLY | O_CREAT | O_TRUNC) { file in
        try write(file, bytes)
        try sync(file)
      }
      guard rename(new, path) == 0 else { throw Failure(number: errno) }
      try syncFolder(path)
    }

    /// Performs something while a file is locked, which is made for that; waits for the lock.
    package static func locking<Result>(_ path: String, _ body: () throws -> Result) throws
      -> Result
    {
      try with(path, O_RDWR | O_CREAT) { file in
        try lock(file, waits: true)
        return try body()
      }
    }

    /// Performs something with a file that is open for reading.
    package static func reading<Result>(
      _ path: String, _ body: (_ file: Int32) throws -> Result
    ) throws -> Result {
      try with(path, O_RDONLY, body)
    }

    private static func with<Result>(
      _ path: String, _ flags: Int32, _ body: (_ file: Int32) throws -> Result
    ) throws -> Result {
      let file = open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Failure(number: errno) }
      defer { close(file) }
      return try body(file)
    }

    /// The names of the files in a folder.
    package static func names(in folder: String) throws(Failure) -> [String] {
      guard let stream = opendir(folder) else { throw Failure(number: errno) }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        names.append(
          withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          })
      }
      return names
    }

    /// Locks an open file for the process until it is closed.
    /// - Parameter waits: whether to wait until nobody else has locked it.
    package static func lock(_ file: Int32, waits: Bool) throws(Failure) {
      while flock(file, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
        guard errno == EINTR else { throw Failure(number: errno) }
      }
    }

    /// Why what an open file holds can't be trusted; nil if it can.
    ///
    /// Whoever can write to a journal can say what was answered and done.
    package static func objection(to file: Int32, holding what: String) -> String? {
      var info = stat()
      guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
        return "is not a regular file, so it can't hold \(what)"
      }
      guard info.st_uid == geteuid() || info.st_uid == 0 else {
        return "belongs to another user; resume a copy of your own if you trust it"
      }
      guard info.st_mode & 0o022 == 0 else {
        return "can be written by other users; if it is as you left it, run `chmod go-w` on it"
      }
      return nil
    }

    /// Reads an open file from where it is to its end.
    /// - Parameter most: the number of bytes to read at most.
    package static func read(_ file: Int32, most: Int) throws(Failure) -> [UInt8] {
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = systemRead(file, &chunk, chunk.count)
        if count < 0 {
          if errno == EINTR { continue }
          throw Failure(number: errno)
        }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
        if bytes.count > most { throw Failure(number: EFBIG) }
      }
    }
  }

  // `write(2)` and `read(2)` under names that members don't hide.
  private func systemWrite(_ file: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, start, count)
  }

  private func systemRead(_ file: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(file, start, count)
  }
#endif
