/// Something that performs a flow, exports it, or makes something else from it.
///
/// ```swift
/// let result = try await flow.run(with: Scripted(["Yes"]))
/// let json = try JSONExporter().perform(flow)
/// ```
public protocol Interpreter<Output>: Sendable {
  /// The result of interpreting a flow.
  associatedtype Output: Sendable
  /// Interprets a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the result.
  /// - Throws: ``InvalidFlow`` if the flow has problems, and errors of the interpreter itself.
  func perform(_ flow: Flow) async throws -> Output
}

extension Flow {
  /// Interprets the flow with an interpreter.
  /// - Parameter interpreter: the interpreter.
  /// - Returns: the interpreter's result.
  /// - Throws: ``InvalidFlow`` if the flow has problems, and errors of the interpreter itself.
  public func run<Output>(with interpreter: some Interpreter<Output>) async throws -> Output {
    try await interpreter.perform(self)
  }
}

extension JSONExporter: Interpreter {}
