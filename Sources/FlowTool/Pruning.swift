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
  /// A program has about 4 MB, and more than 20 MB with a library that was built for debugging, so
  /// that this limit matters only for the latter.
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
