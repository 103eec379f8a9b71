/// Where a declaration stands in a source file.
public struct Place: Hashable, Sendable, CustomStringConvertible {
  /// The file as the compiler names it: module, slash, file name.
  public let file: String
  /// The line, from 1.
  public let line: Int

  init(_ file: StaticString, _ line: UInt) {
    self.file = file.description
    self.line = Int(line)
  }

  /// The file's own name and the line: `cleanup.swift:12`.
  public var description: String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return "\(name):\(line)"
  }
}
