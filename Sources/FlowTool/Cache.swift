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
