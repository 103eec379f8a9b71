/// Everything that keeps a JSON text from being a flow, thrown by ``Flow/init(json:limits:)-([UInt8],_)``.
public struct FlowFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// How many problems are told; a hostile text could have millions.
  static let most = 100

  /// What is wrong, each with its path in the document: the first hundred.
  public let problems: [Problem]
  /// How many there are.
  public let count: Int

  init(_ problems: [Problem], count: Int? = nil) {
    self.problems = Array(problems.prefix(Self.most))
    self.count = count ?? problems.count
  }

  /// Each problem on a line.
  public var description: String {
    var text =
      "this JSON is not a valid flow; it has \(count == 1 ? "a problem" : "\(count) problems"):"
    for problem in problems { text += "\n  " + problem.description.neutralised }
    if count > problems.count { text += "\n  … and \(count - problems.count) more" }
    return text
  }
}
