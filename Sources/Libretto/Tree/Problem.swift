/// Something wrong with a flow that shows when it is built, before anything is performed.
public struct Problem: Hashable, Sendable {
  /// The rule that it breaks, in kebab case: `break-outside-repeat`. A code stays as it is; the words
  /// of the message may change.
  public let code: String
  /// What is wrong and what to do, in a sentence or two.
  public let message: String
  /// Where it stands in the source.
  public let place: Place?

  init(_ code: String, _ message: String, at place: Place?) {
    self.code = code
    self.message = message
    self.place = place
  }
}

extension Problem: CustomStringConvertible {
  /// The place, a colon and the message.
  public var description: String {
    guard let place else { return message }
    return "\(place): \(message)"
  }
}

/// Everything that is wrong with a flow, thrown by whatever would perform or export it.
public struct InvalidFlow: Error, Hashable, Sendable, CustomStringConvertible {
  /// The flow's name.
  public let flow: String
  /// What is wrong, in the order of declaration; what only the whole flow shows comes last.
  public let problems: [Problem]

  /// The flow's name and each problem on a line.
  public var description: String {
    let count = problems.count == 1 ? "a problem" : "\(problems.count) problems"
    let lines = problems.map { "  " + $0.description.neutralised }
    return "the flow “\(flow)” has \(count):\n" + lines.joined(separator: "\n")
  }
}
