/// What an edited flow does to the runs that were saved with its earlier version.
///
/// ```swift
/// let diff = try FlowDiff(old, new)
/// if diff.needsMapping { print(diff) }
/// ```
///
/// Steps and choices are compared by their ids, and by those that `.id("new", was: "old")` names.
public struct FlowDiff: Hashable, Sendable, CustomStringConvertible {
  /// What becomes of a saved run.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// It goes on as if nothing had changed.
    case safe
    /// It goes on, and what does not fit any more is asked or decided again.
    case migrates
    /// It would lose what it has, unless an id is mapped.
    case mapping
  }

  /// One difference.
  public struct Difference: Hashable, Sendable {
    /// What becomes of a saved run.
    public let verdict: Verdict
    /// The id of the step, the new one where it has both; empty for what has none.
    public let id: String
    /// What differs and what follows from it, in words.
    public let message: String
  }

  /// The differences: first the safe ones, last those that need a mapping.
  public let differences: [Difference]

  /// Compares two versions of a flow.
  /// - Parameters:
  ///   - old: the version with which runs were saved.
  ///   - new: the version with which they are to go on.
  /// - Throws: ``InvalidFlow`` where something is wrong with one of them.
  public init(_ old: Flow, _ new: Flow) throws(InvalidFlow) {
    try old.validate()
    try new.validate()
    var comparison = FlowComparison(old, new)
    comparison.compare()
    let found = comparison.differences
    differences = Verdict.allCases.flatMap { verdict in found.filter { $0.verdict == verdict } }
  }

  /// Whether an id is to be mapped before saved runs go on.
  public var needsMapping: Bool { differences.contains { $0.verdict == .mapping } }

  /// A line for each difference, under its verdict.
  public var description: String {
    if differences.isEmpty { return "no difference\n" }
    var text = ""
    for verdict in Verdict.allCases {
      let lines = differences.filter { $0.verdict == verdict }
      if lines.isEmpty { continue }
      text += (text.isEmpty ? "" : "\n") + verdict.words + ":\n"
      for line in lines {
        text += "  " + (line.id.isEmpty ? "" : "\(line.id): ") + line.message + "\n"
      }
    }
    return text.neutralised
  }

  /// The differences as JSON.
  public var json: String {
    var writer = JSONWriter(pretty: true)
    writer.beginObject()
    writer.member("needsMapping", needsMapping)
    writer.key("differences")
    writer.beginArray()
    for difference in differences {
      writer.beginObject()
      writer.member("verdict", difference.verdict.rawValue)
      if !difference.id.isEmpty { writer.member("id", difference.id) }
      writer.member("message", difference.message)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.text
  }
}

extension FlowDiff.Verdict {
  fileprivate var words: String {
    switch self {
    case .safe: "safe"
    case .migrates: "migrates by itself"
    case .mapping: "needs a mapping"
    }
  }
}
