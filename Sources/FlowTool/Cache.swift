#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of compiled scripts, with the compiler's module cache.
struct Cache {
  let folder: String

  var moduleFolder: String { folder + "/modules" }

  func program(_ key: String) -> String { folder + "/" + key }

  /// Finds or makes the folder; refuses one in which others could put a program.
  static func open() throws(Failure) -> Cache {
    let folder = try location()
    if mkdir(folder, 0o700) == 0 { return Cache(folder: folder) }
    if errno == ENOENT {
      makeParents(of: folder)
      if mkdir(folder, 0o700) == 0 { return Cache(folder: folder) }
    }
    let number = errno
    guard let stamp = FileStamp(folder) else {
      throw Failure(
        .unavailable, "cannot make the cache folder \(shown(folder)): \(reason(number)); \(remedy)")
    }
    try check(stamp)
    return Cache(folder: folder)
  }

  private static let remedy = "set XDG_CACHE_HOME to a folder of your own"

  private static func check(_ stamp: FileStamp) throws(Failure) {
    let subject = "the cache folder \(shown(stamp.path))"
    guard stamp.isDirectory else {
      throw Failure(.unavailable, "\(subject) is not a folder; remove it, or \(remedy)")
    }
    guard stamp.info.st_uid == geteuid() else {
      throw Failure(.unavailable, "\(subject) belongs to another user; \(remedy)")
    }
    guard stamp.info.st_mode & 0o022 == 0 else {
      throw Failure(
        .unavailable,
        "\(subject) can be written by other users; run `chmod 700` on it, or \(remedy)")
    }
    // The folder was made readable for everybody, but what is compiled here belongs to its owner
    // alone.
    if stamp.info.st_mode & 0o077 != 0 { chmod(stamp.path, 0o700) }
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

  private static func makeParents(of path: String) {
    let parent = Paths.folder(path)
    if parent == "/" || exists(parent) { return }
    makeParents(of: parent)
    mkdir(parent, 0o700)
  }

  /// Records that a program is used now, for pruning; returns false if there is none.
  func touch(_ program: String) -> Bool { utimensat(AT_FDCWD, program, nil, 0) == 0 }

  /// Makes a separate folder for one compilation.
  func makeFolder() throws(Failure) -> String {
    var template = Array((folder + "/build-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      let number = errno
      throw Failure(
        .unavailable,
        "cannot write to the cache folder \(shown(folder)): \(reason(number)); \(Cache.remedy)")
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
