/// Writes a flow as JSON: everything that the tree holds, and nothing else.
///
/// Equal trees give equal bytes, different trees different ones. The format is described in the
/// guide “The JSON format”; its first member is its version, `"libretto": 1`.
public struct JSONExporter: Sendable {
  /// The version of the format.
  public static let version = 1

  private let isPretty: Bool

  /// Makes an exporter.
  /// - Parameter pretty: whether to write a member a line, for people.
  public init(pretty: Bool = false) {
    isPretty = pretty
  }

  /// Writes a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the JSON text.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  public func perform(_ flow: Flow) throws -> String {
    String(decoding: try bytes(flow), as: UTF8.self)
  }

  /// Writes a flow as UTF-8.
  /// - Parameter flow: the flow.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  public func bytes(_ flow: Flow) throws(InvalidFlow) -> [UInt8] {
    try flow.validate()
    var writer = JSONWriter(pretty: isPretty)
    writer.beginObject()
    writer.member("libretto", Self.version)
    writer.member("flow", flow.tree.name)
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
