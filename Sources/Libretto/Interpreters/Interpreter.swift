/// Something that makes something of a flow: performs it, exports it, draws it.
///
/// ```swift
/// let result = try await flow.run(with: Scripted(["Yes"]))
/// let json = try JSONExporter().perform(flow)
/// ```
public protocol Interpreter<Output>: Sendable {
  /// What it makes of a flow.
  associatedtype Output: Sendable
  /// Interprets a flow.
  /// - Parameter flow: the flow.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow, and what is the
  ///   interpreter's own.
  func perform(_ flow: Flow) async throws -> Output
}

extension Flow {
  /// Has an interpreter perform the flow.
  /// - Parameter interpreter: the interpreter.
  /// - Returns: what the interpreter makes of it.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow, and what is the
  ///   interpreter's own.
  public func run<Output>(with interpreter: some Interpreter<Output>) async throws -> Output {
    try await interpreter.perform(self)
  }
}

extension JSONExporter: Interpreter {}
