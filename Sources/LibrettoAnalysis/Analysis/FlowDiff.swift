import LibrettoCore

/// The effect of an edit to a flow on the runs saved with its earlier version.
///
/// ```swift
/// let diff = try FlowDiff(from: old, to: new)
/// if diff.needsMapping { print(diff) }
/// ```
///
/// Steps and choices are compared by their ids, and by the earlier ids given with
/// `.id("new", was: "old")`.
public struct FlowDiff: Hashable, Sendable, CustomStringConvertible {
  /// What happens to a saved run.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The run continues as if nothing had changed.
    case safe
    /// The run continues, and what no longer fits is asked or decided again.
    case migrates
    /// The run would lose something, unless an id is mapped.
    case mapping
  }

  /// One difference.
  public struct Difference: Hashable, Sendable {
    /// What happens to a saved run.
    public let verdict: Verdict
    /// The id of the step, the new one if it has both; empty if it has none.
    public let id: String
    /// The difference and its consequence, in words.
    public let message: String
  }

  /// The differences, from the safe ones to those that need a mapping.
  public let differences: [Difference]

  /// Compares two versions of a flow.
  /// - Parameters:
  ///   - old: the version with which runs were saved.
  ///   - new: the version with which they will continue.
  /// - Throws: ``InvalidFlow`` if one of the flows has problems.
  public init(from old: Flow, to new: Flow) throws(InvalidFlow) {
    try old.validate()
    try new.validate()
    var comparison = FlowComparison(old, new)
    comparison.compare()
    let found = comparison.differences
    differences = Verdict.allCases.flatMap { verdict in found.filter { $0.verdict == verdict } }
  }

  /// Whether an id must be mapped before saved runs continue.
  public var needsMapping: Bool { differences.contains { $0.verdict == .mapping } }

  /// One line for each difference, grouped by verdict.
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
    JSONWriter.text(pretty: true) { members(&$0) }
  }

  /// Writes the members of the differences in JSON.
  package func members(_ writer: inout JSONWriter) {
    writer.member("needsMapping", needsMapping)
    writer.objects("differences", differences) { writer, difference in
      writer.member("verdict", difference.verdict.rawValue)
      if !difference.id.isEmpty { writer.member("id", difference.id) }
      writer.member("message", difference.message)
    }
  }
}

extension FlowDiff.Verdict {
  fileprivate var words: String {
    switch self {
    case .safe: "safe"
    case .migrates: "migrates automatically"
    case .mapping: "needs a mapping"
    }
  }
}
