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
  /// - Parameters:
  ///   - bytes: the JSON text, in UTF-8.
  ///   - limits: how deep and how long the text may be.
  /// - Throws: every problem of the format, or, if there are none, of the flow.
  public init(json bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(FlowFormatError) {
    var reader = FlowReader()
    let contents = try reader.read(bytes, limits)
    self.init(contents.head, FlowLocation(JSONTrail()), contents.steps)
    let used = Set(keys.map(\.name))
    for name in contents.keys where !used.contains(name) {
      addedProblems.append(
        UnusedKey.problem(of: name, at: FlowLocation(JSONTrail().appending("keys").appending(name)))
      )
    }
    if !problems.isEmpty { throw FlowFormatError(problems) }
  }

  /// Reads a flow that `flow export` or a ``JSONExporter`` wrote.
  /// - Parameters:
  ///   - text: the JSON text.
  ///   - limits: how deep and how long the text may be.
  /// - Throws: every problem of the format, or, if there are none, of the flow.
  public init(json text: String, limits: JSONLimits = JSONLimits()) throws(FlowFormatError) {
    try self.init(json: Array(text.utf8), limits: limits)
  }
}
