/// The reasons why a JSON text isn’t a flow, thrown by ``Flow/init(json:limits:)-([UInt8],_)``.
public struct FlowFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of problems that are reported; a hostile text could have millions.
  static let most = 100

  /// The first hundred problems, each with its path in the document.
  public let problems: [Diagnostic]
  /// The number of all problems.
  public let count: Int

  init(_ problems: [Diagnostic], count: Int? = nil) {
    self.problems = Array(problems.prefix(Self.most))
    self.count = count ?? problems.count
  }

  /// The problems, one on each line.
  public var description: String {
    var text =
      "this JSON is not a valid flow; it has \(count == 1 ? "a problem" : "\(count) problems"):"
    for problem in problems { text += "\n  " + problem.description.neutralised }
    if count > problems.count { text += "\n  … and \(count - problems.count) more" }
    return text
  }
}
