#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A compiled script in the cache, opened and checked.
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
/// the compiler.
extension Cache {
  func program(_ script: String, _ compiler: String) -> String {
    "\(folder)/\(script)-\(compiler)"
  }

  /// The program of a script that was used last, whatever compiler made it.
  func latestProgram(_ script: String) -> String? {
    names(in: folder).filter { $0.hasPrefix(script + "-") && Cache.isProgram($0) }
      .compactMap { FileStamp(folder + "/" + $0, followsLinks: false) }
      .max { $0.modified < $1.modified }?.path
  }

  /// Whether it is a name that `flow` gives to programs; earlier versions gave 32 digits.
  static func isProgram(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { $0.count == 32 && $0.allSatisfy(isDigit) }
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
