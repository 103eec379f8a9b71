#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of compiled scripts, with the compiler's module cache.
struct Cache {
  /// Without links, so that what was checked is what is used.
  let folder: String

  var moduleFolder: String { folder + "/modules" }

  static let remedy = "set XDG_CACHE_HOME to a folder of your own"

  /// Finds or makes the folder; refuses one in which others could put a program.
  static func open() throws(Failure) -> Cache {
    let path = try location()
    if mkdir(path, 0o700) != 0 {
      var number = errno
      if number == ENOENT {
        number = makeParents(of: path)
        if number == 0, mkdir(path, 0o700) != 0 { number = errno }
      }
      guard exists(path) else {
        throw Failure(
          .unavailable, "cannot make the cache folder \(shown(path)): \(reason(number)); \(remedy)")
      }
    }
    guard let folder = Paths.resolved(path) else {
      throw Failure(
        .unavailable, "cannot find the cache folder \(shown(path)): \(reason(errno)); \(remedy)")
    }
    try checkParents(of: folder)
    let file = openFile(folder, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else {
      throw Failure(
        .unavailable, "cannot open the cache folder \(shown(folder)): \(reason(errno)); \(remedy)")
    }
    defer { close(file) }
    try check(file, path)
    // The folder was made readable for everybody, but what is compiled here belongs to its owner
    // alone. A folder that somebody has put elsewhere, and linked here, is left as it is.
    if FileStamp(path, followsLinks: false)?.isDirectory == true { fchmod(file, 0o700) }
    return Cache(folder: folder)
  }

  private static func check(_ file: Int32, _ path: String) throws(Failure) {
    let subject = "the cache folder \(shown(path))"
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(.unavailable, "\(subject) is not a folder; remove it, or \(remedy)")
    }
    guard info.st_uid == geteuid() else {
      throw Failure(.unavailable, "\(subject) belongs to another user; \(remedy)")
    }
    guard info.st_mode & 0o022 == 0 else {
      throw Failure(
        .unavailable,
        "\(subject) can be written by other users; run `chmod 700` on it, or \(remedy)")
    }
  }

  /// Whoever can write to a folder can put another one in the place of what is in it.
  private static func checkParents(of folder: String) throws(Failure) {
    var path = folder
    while path != "/" {
      path = Paths.folder(path)
      guard let stamp = FileStamp(path, followsLinks: false) else { continue }
      let subject = "the folder \(shown(path)), which contains the cache,"
      guard stamp.info.st_uid == 0 || stamp.info.st_uid == geteuid() else {
        throw Failure(.unavailable, "\(subject) belongs to another user; \(remedy)")
      }
      // In a sticky folder, such as /tmp, only the owner can move what is in it.
      guard stamp.info.st_mode & 0o022 == 0 || stamp.info.st_mode & 0o1000 != 0 else {
        throw Failure(
          .unavailable,
          "\(subject) can be written by other users; run `chmod go-w` on it, or \(remedy)")
      }
    }
  }

  private static func location() throws(Failure) -> String {
    // According to the XDG Base Directory Specification, a relative path must be ignored.
    if let folder = environment("XDG_CACHE_HOME"), folder.hasPrefix("/") {
      return folder + "/libretto"
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw Failure(.unavailable, "no HOME to keep compiled scripts under; \(remedy)")
    }
    #if canImport(Darwin)
      return home + "/Library/Caches/libretto"
    #else
      return home + "/.cache/libretto"
    #endif
  }

  /// - Returns: the error number, or 0.
  private static func makeParents(of path: String) -> Int32 {
    let parent = Paths.folder(path)
    if parent == "/" || exists(parent) { return 0 }
    let number = makeParents(of: parent)
    if number != 0 { return number }
    return mkdir(parent, 0o700) == 0 || errno == EEXIST ? 0 : errno
  }

  /// Makes a separate folder for one compilation, locked as long as this process lives: a folder
  /// without a lock was left behind.
  func makeFolder() throws(Failure) -> String {
    while true {
      var template = Array((folder + "/build-XXXXXX").utf8CString)
      guard mkdtemp(&template) != nil else {
        let number = errno
        throw Failure(
          .unavailable,
          "cannot write to the cache folder \(shown(folder)): \(reason(number)); \(Cache.remedy)")
      }
      let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      // Never closed: the compiler doesn't inherit it, and the program that follows doesn't either.
      let file = openFile(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      if file >= 0 { flock(file, LOCK_EX) }
      // Another process may have found the folder before it was locked.
      if exists(path) { return path }
      close(file)
    }
  }

  /// Removes the folder of a compilation that was killed.
  static func removeLeftover(_ path: String) {
    let file = openFile(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { removeFolder(path) }
  }
}

/// A compiled script in the cache, or the library that it is linked with, opened and checked.
struct Program: ~Copyable {
  let path: String
  private let file: Int32

  deinit { close(file) }

  /// Opens a program, and records that it is used now; nil if there is none that this user has
  /// made.
  init?(_ path: String) {
    guard let (file, info) = openRegularFile(path) else { return nil }
    guard info.st_uid == geteuid(), info.st_mode & 0o022 == 0,
      !ObjectFile.isCut(file, size: Int(info.st_size))
    else {
      close(file)
      return nil
    }
    futimens(file, nil)
    self.path = path
    self.file = file
  }

  /// Whether it is there and was made by this user; records that it is used now.
  static func exists(_ path: String) -> Bool {
    switch Program(path) {
    case .some: true
    case nil: false
    }
  }

  /// Replaces this process with the program; returns the error number if that fails.
  borrowing func start(_ words: [UnsafeMutablePointer<CChar>?]) -> Int32 {
    Self.keepMemoryOutOfCrashReports()
    #if !canImport(Darwin)
      // What was opened is what is started, whatever its name stands for by now.
      fexecve(file, words, environ)
      // Without /proc, an old kernel doesn't have this.
      guard errno == ENOSYS else { return errno }
    #endif
    execv(path, words)
    return errno
  }

  /// Swift's report of a crash prints the registers and the memory that they point at, which may be
  /// a secret. The runtime reads this variable before `main()`, so the script can't set it itself.
  /// Somebody who decides about registers has the last word.
  private static func keepMemoryOutOfCrashReports() {
    let options = environment("SWIFT_BACKTRACE").map { $0.split(separator: ",") } ?? []
    if options.contains(where: { $0.hasPrefix("registers=") }) { return }
    setenv("SWIFT_BACKTRACE", (options + ["registers=none"]).joined(separator: ","), 1)
  }
}

/// The programs in the cache, by their names: 32 digits for the script and the library, and 32 for
/// the compiler. A library has the same name with a word before it.
extension Cache {
  func program(_ script: String, _ compiler: String) -> String {
    "\(folder)/\(script)-\(compiler)"
  }

  func library(key: String, _ compiler: String) -> String {
    "\(folder)/\(Cache.libraryWord)\(key)-\(compiler)"
  }

  /// The compiler that made the program of a script that was used last.
  func latestCompiler(of script: String) -> String? {
    names(in: folder).filter { $0.hasPrefix(script + "-") && Cache.isProgram($0) }
      .compactMap { FileStamp(folder + "/" + $0, followsLinks: false) }
      .max { $0.modified < $1.modified }
      .map { String(Paths.name($0.path).dropFirst(script.count + 1)) }
  }

  private static let libraryWord = "library-"

  /// Whether it is a name that `flow` gives to programs and libraries; earlier versions gave 32 digits.
  static func isProgram(_ name: String) -> Bool {
    let digits = name.hasPrefix(libraryWord) ? name.dropFirst(libraryWord.count) : name[...]
    let parts = digits.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { $0.count == 32 && $0.allSatisfy(isDigit) }
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

/// What the cache keeps: the most recently used programs, within a number and a size. A library is
/// used whenever a program is that was linked with it, so it goes after them.
extension Cache {
  static let mostPrograms = 100
  /// A library has more than 30 MB, a program about 30 KB.
  static let mostBytes = 1 << 30

  /// Removes what was used longest ago; a running program can safely lose its name. Files and
  /// folders that others have put here stay.
  func prune(keeping newest: String) {
    var programs: [FileStamp] = []
    for name in names(in: folder) {
      guard let stamp = FileStamp(folder + "/" + name, followsLinks: false) else { continue }
      if Cache.isBuild(name), stamp.isDirectory {
        Cache.removeLeftover(stamp.path)
      } else if Cache.isProgram(name), stamp.isRegular, stamp.path != newest {
        programs.append(stamp)
      } else if Toolchain.isRecord(name), stamp.isRegular, recordedTool(name) == nil {
        unlink(stamp.path)
      }
    }
    programs.sort { $0.modified > $1.modified }
    var count = 1
    var bytes = FileStamp(newest).map { Int($0.info.st_size) } ?? 0
    for program in programs {
      count += 1
      bytes += Int(program.info.st_size)
      if count > Cache.mostPrograms || bytes > Cache.mostBytes { unlink(program.path) }
    }
  }

  /// Whether it is a name that `mkdtemp` has made of `build-XXXXXX`.
  private static func isBuild(_ name: String) -> Bool {
    let random = name.utf8.dropFirst("build-".utf8.count)
    return name.hasPrefix("build-") && random.count == 6
      && random.allSatisfy {
        isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
  }
}
