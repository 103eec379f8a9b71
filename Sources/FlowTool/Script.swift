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

/// The text that the compiler gets: the user's, with the operators that chains need.
///
/// Operators must be declared in the file that uses them. They go on the line of `import Libretto`,
/// so that every other line keeps its number; `Diagnostics` removes them from reports.
struct ScriptSource: Equatable {
  /// The inserted text, and its place: a line counted from 1, and the bytes before it on that line.
  struct Insertion: Equatable {
    let text: String
    let line: Int
    let column: Int
  }

  private let script: [UInt8]
  /// What the compiler's text has besides the user's, in the order of the text.
  private(set) var insertions: [Insertion] = []
  /// Whether there is only white space and comments.
  let isEmpty: Bool
  let importsLibretto: Bool

  init(_ script: [UInt8]) {
    self.script = script
    let code = ScriptCode(script)
    isEmpty = code.tokens.isEmpty
    let missing = ["<", ">"].filter { !ScriptSource.declares($0, code) }
    let end = ScriptSource.endOfImport(code)
    importsLibretto = end != nil
    guard let end, !missing.isEmpty else { return }
    let added = missing.map { "; infix operator \($0) : NestingPrecedence" }.joined()
    let place = code.place(of: end)
    insertions = [Insertion(text: added, line: place.line, column: place.column - 1)]
  }

  var text: [UInt8] {
    var lines = script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for insertion in insertions.reversed() {
      let line = lines[insertion.line - 1]
      lines[insertion.line - 1] =
        line.prefix(insertion.column) + Array(insertion.text.utf8)
        + line.dropFirst(insertion.column)
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// The same with a type at the parameters of closures that the compiler has refused as a whole:
  /// with it, the compiler reports the mistake inside. Nil if there are none.
  ///
  /// `Do` takes work with a parameter and without; the compiler reports what is wrong with the latter.
  func typed(after report: String) -> ScriptSource? {
    let code = ScriptCode(script)
    var added: [Insertion] = []
    for block in ReportBlock.all(of: report)
    where block.message.hasPrefix("contextual closure type '@Sendable () async throws")
      && block.message.hasSuffix("expects 0 arguments, but 1 was used in closure body")
    {
      guard let line = block.line, let column = block.column,
        let byte = code.byte(line: line, column: column),
        let name = code.tokens.firstIndex(where: { $0.range.lowerBound == byte }),
        code.text(name - 1) == "{", code.text(name + 1) == "in"
      else { continue }
      let end = column - 1 + code.tokens[name].range.count
      added.append(Insertion(text: "(", line: line, column: column - 1))
      added.append(Insertion(text: ": Libretto.Work)", line: line, column: end))
    }
    if added.isEmpty { return nil }
    var source = self
    source.insertions = (insertions + added).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    return source
  }

  /// The byte after `import Libretto`.
  private static func endOfImport(_ code: ScriptCode) -> Int? {
    code.tokens.indices.first {
      code.text($0) == "Libretto" && code.text($0 - 1) == "import" && code.text($0 + 1) != "."
    }.map { code.tokens[$0].range.upperBound }
  }

  private static func declares(_ name: String, _ code: ScriptCode) -> Bool {
    code.tokens.indices.contains {
      code.text($0) == name && code.text($0 - 1) == "operator" && code.text($0 - 2) == "infix"
    }
  }
}
