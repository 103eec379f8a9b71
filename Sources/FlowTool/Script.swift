import Libretto

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A script as the user named it, and its current text.
struct Script {
  let typedPath: String
  let path: String
  let bytes: [UInt8]
  /// Whether it can be read again: a pipe has nothing left.
  let isFile: Bool

  /// The compiler takes 80 times the size of a script in memory.
  static let mostBytes = 1 << 20

  var name: String { Paths.name(path) }

  init(_ typedPath: String) throws(Failure) {
    let subject = shown(typedPath)
    do {
      bytes = try readFile(typedPath, most: Script.mostBytes)
    } catch {
      switch error.number {
      case EFBIG:
        throw Failure(
          .data,
          "\(subject): is larger than 1 MiB, the limit for a script; keep its data in files that it "
            + "reads")
      case ENOENT, ENOTDIR: throw Script.missing(typedPath)
      case EISDIR: throw Failure(.noInput, "\(subject): is a folder; name a script in it")
      default: throw Failure(.noInput, "\(subject): \(reason(error.number))")
      }
    }
    guard typedPath.hasSuffix(".swift") || bytes.starts(with: "#!".utf8) else {
      throw Failure(
        .data,
        "\(subject): not a Swift script; its name should end in .swift, or its first line begin "
          + "with #!")
    }
    self.typedPath = typedPath
    isFile = FileStamp(typedPath)?.isRegular == true
    path = Paths.absolute(typedPath)
  }

  private static func missing(_ path: String) -> Failure {
    var sentence = "\(shown(path)): no such file"
    if exists(path + ".swift") {
      sentence += "; did you mean \(quoted(path + ".swift"))?"
    } else if let meant = nearest(to: path, among: Commands.all) {
      sentence += "; did you mean the command “\(meant)”?"
    } else {
      sentence += "; check the path, which is relative to the current folder"
    }
    return Failure(.noInput, sentence)
  }
}
