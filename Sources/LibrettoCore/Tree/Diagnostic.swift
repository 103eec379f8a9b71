/// A mistake in a flow that is found when the flow is built, before anything is performed.
public struct Diagnostic: Hashable, Sendable {
  /// The code of the rule that it breaks, in kebab case: `break-outside-repeat`. Codes don't change,
  /// but the words of the message may.
  public let code: String
  /// What is wrong and how to fix it, in a sentence or two.
  public let message: String
  /// The place of the mistake in the source.
  public let place: FlowLocation?

  init(_ code: String, _ message: String, at place: FlowLocation?) {
    self.code = code
    self.message = message
    self.place = place
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The place, a colon and the message.
  public var description: String {
    guard let place else { return message }
    return "\(place): \(message)"
  }
}

/// All problems of a flow, thrown by everything that would perform or export it.
public struct InvalidFlow: Error, Hashable, Sendable, CustomStringConvertible {
  /// The flow's name.
  public let flow: String
  /// The problems in the order of declaration, followed by those that only the whole flow shows.
  public let problems: [Diagnostic]

  /// The flow's name, and each problem on its own line.
  public var description: String {
    let count = problems.count == 1 ? "a problem" : "\(problems.count) problems"
    let lines = problems.map { "  " + $0.description.neutralised }
    return "the flow “\(flow)” has \(count):\n" + lines.joined(separator: "\n")
  }
}

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
