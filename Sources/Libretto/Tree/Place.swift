/// The place of a declaration: in a source file, or in a JSON document.
public struct FlowLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file as the compiler names it: module, slash, file name; empty for a JSON document.
  public let file: String
  /// The line, from 1; 0 for a JSON document.
  public let line: Int
  private let trail: JSONTrail?

  init(_ file: StaticString, _ line: UInt) {
    self.file = file.description
    self.line = Int(line)
    trail = nil
  }

  init(_ trail: JSONTrail) {
    file = ""
    line = 0
    self.trail = trail
  }

  /// The path in a JSON document, `$.steps[3].buttons[0]`; nil for a source file.
  public var path: String? { trail?.path.description }

  /// The file name and the line, `cleanup.swift:12`; or the path in a JSON document.
  public var description: String {
    if let path { return path }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return "\(name):\(line)"
  }
}
