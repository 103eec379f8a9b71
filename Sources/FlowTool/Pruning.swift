#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the cache keeps: the most recently used programs, within a number and a size.
extension Cache {
  static let mostPrograms = 100
  /// A program has about 4 MB, most of it for backtraces, so this is the limit that matters.
  static let mostBytes = 256 << 20
  /// The age in seconds after which a folder left behind by a killed compilation can be removed.
  static let leftoverAge = 3600

  /// Removes what was used longest ago; a running program can safely lose its name.
  func prune(keeping newest: String) {
    var programs: [FileStamp] = []
    for name in names(in: folder) {
      guard let stamp = FileStamp(folder + "/" + name) else { continue }
      if name.hasPrefix("build-") {
        if stamp.modified.seconds + Cache.leftoverAge < time(nil) { removeFolder(stamp.path) }
      } else if stamp.isRegular, stamp.path != newest {
        programs.append(stamp)
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
}
