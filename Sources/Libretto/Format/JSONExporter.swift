/// Writes a flow as JSON: the tree, and nothing else.
///
/// Equal trees give equal bytes; different trees give different bytes. The format is described in the
/// guide “The JSON format”; its first member is its version, `"libretto": 1`.
public struct JSONExporter: Sendable {
  /// The version of the format.
  public static let version = 1

  private let isPretty: Bool

  /// Makes an exporter.
  /// - Parameter pretty: whether to write each member on a line of its own.
  public init(pretty: Bool = false) {
    isPretty = pretty
  }

  /// Writes a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the JSON text.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  public func perform(_ flow: Flow) throws -> String {
    String(decoding: try bytes(flow), as: UTF8.self)
  }

  /// Writes a flow as UTF-8.
  /// - Parameter flow: the flow.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  public func bytes(_ flow: Flow) throws(InvalidFlow) -> [UInt8] {
    try flow.validate()
    var writer = JSONWriter(pretty: isPretty)
    writer.beginObject()
    writer.member("libretto", Self.version)
    writer.member("flow", flow.tree.name)
    var head = flow.tree
    head.members(&writer)
    writer.key("keys")
    writer.beginObject()
    for key in flow.keys {
      writer.key(key.name)
      writer.type(key.type)
    }
    writer.endObject()
    writer.steps(flow.tree.steps, as: "steps")
    writer.endObject()
    return writer.bytes
  }
}

extension Tree {
  /// The members beside the name, the keys and the steps.
  mutating func members(_ coder: inout some MemberCoder) {
    coder.integer("version", from: 0, &version)
    coder.texts("gone", &gone)
  }
}
