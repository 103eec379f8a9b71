/// Writes a flow as JSON: the tree, and nothing else.
///
/// Equal trees give equal bytes; different trees give different bytes. The format is described in the
/// guide “The JSON format”; its first member is its version, `"libretto": 1`.
public struct JSONExporter: Sendable {
  /// The version of the format.
  package static let version = 1

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
    try bytes(flow, describesTypes: true)
  }

  /// - Parameter describesTypes: whether to write what the program's own types accept.
  func bytes(_ flow: Flow, describesTypes: Bool) throws(InvalidFlow) -> [UInt8] {
    try flow.validate()
    var writer = JSONWriter(pretty: isPretty)
    writer.beginObject()
    writer.member("libretto", Self.version)
    writer.member("flow", flow.tree.name)
    var head = flow.tree
    head.members(&writer)
    writer.object("keys") { writer in
      for key in flow.keys { writer.member(key.name, key.type) }
    }
    if describesTypes, !head.accepted.isEmpty {
      writer.object("accepts") { writer in
        for accepted in head.accepted { writer.member(accepted.key, accepted.words) }
      }
    }
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

extension Flow {
  /// Reads a flow that `flow export` or a ``JSONExporter`` wrote.
  ///
  /// ```swift
  /// let flow = try Flow(json: bytes).handling(action: "delete everything") { try await store.deleteAll() }
  /// ```
  ///
  /// The flow equals the one that was written. It has the names of its actions, but no closures: add
  /// them with ``handling(action:_:)-(_,()->Void)`` and its variants. Reading is strict, and its time
  /// and memory are limited, whatever the text contains.
  /// - Parameter bytes: the JSON text, in UTF-8.
  /// - Throws: every problem of the format, or, if there are none, of the flow.
  public init(json bytes: [UInt8]) throws(InvalidFlow) {
    var reader = FlowReader()
    let contents = try reader.read(bytes)
    self.init(contents.head, FlowLocation(JSONTrail()), contents.steps)
    let used = Set(keys.map(\.name))
    for name in contents.keys where !used.contains(name) {
      addedProblems.append(
        UnusedKey.problem(of: name, at: FlowLocation(JSONTrail().appending("keys").appending(name)))
      )
    }
    if !problems.isEmpty { throw InvalidFlow(json: problems) }
  }

  /// Reads a flow that `flow export` or a ``JSONExporter`` wrote.
  /// - Parameter text: the JSON text.
  /// - Throws: every problem of the format, or, if there are none, of the flow.
  public init(json text: String) throws(InvalidFlow) {
    try self.init(json: Array(text.utf8))
  }
}
