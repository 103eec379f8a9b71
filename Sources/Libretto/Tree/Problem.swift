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
