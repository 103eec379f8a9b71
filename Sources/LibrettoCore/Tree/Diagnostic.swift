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

/// All problems of a flow, thrown by everything that would perform, export or read it.
public struct InvalidFlow: Error, Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of problems of a JSON text that are listed; a hostile one could have millions.
  static let most = 100

  /// The flow's name; nil for a JSON text that isn't a flow.
  public let flow: String?
  /// The problems in the order of declaration, followed by those that only the whole flow shows; of a
  /// JSON text, the first hundred.
  public let problems: [Diagnostic]
  /// The number of all problems.
  let count: Int

  init(flow: String, problems: [Diagnostic]) {
    (self.flow, self.problems, count) = (flow, problems, problems.count)
  }

  init(json problems: [Diagnostic], count: Int? = nil) {
    flow = nil
    self.problems = Array(problems.prefix(Self.most))
    self.count = count ?? problems.count
  }

  /// The flow's name, and each problem on its own line.
  public var description: String {
    let lead = flow.map { "the flow “\($0)” has" } ?? "this JSON is not a valid flow; it has"
    let lines = problems.map { "\n  " + $0.description.neutralised }
    let more = count > problems.count ? "\n  … and \(count - problems.count) more" : ""
    return "\(lead) \(count == 1 ? "a problem" : "\(count) problems"):\(lines.joined())\(more)"
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
