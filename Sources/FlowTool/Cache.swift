#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder that keeps compiled scripts, and the compiler's module cache beside them.
struct Cache {
  let folder: String

  var moduleFolder: String { folder + "/modules" }

  func program(_ key: String) -> String { folder + "/" + key }

  /// Finds the folder or makes it; refuses one that others could put a program into.
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
    // Somebody made it for everybody to read; what is compiled here is its owner's alone.
    if stamp.info.st_mode & 0o077 != 0 { chmod(stamp.path, 0o700) }
  }

  private static func location() throws(Failure) -> String {
    // A relative path is to be ignored, says the XDG Base Directory Specification.
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

  /// Notes that a program is used now, for pruning; false when there is none.
  func touch(_ program: String) -> Bool { utimensat(AT_FDCWD, program, nil, 0) == 0 }

  /// A folder of one compile's own.
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
