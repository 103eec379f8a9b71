/// Limits for reading a JSON text; the error for an exceeded limit names it.
public struct JSONLimits: Hashable, Sendable {
  static let `default` = JSONLimits(depth: 512)

  /// The maximum nesting of arrays and objects; a text of one number has depth 0.
  ///
  /// Freeing a value recurses, so this also limits the stack that it needs. The deepest possible
  /// flow, with the deepest possible conditions, needs about 800.
  public var depth: Int

  /// The maximum size of the text in bytes.
  public var bytes: Int

  /// Makes limits.
  /// - Parameters:
  ///   - depth: the maximum nesting of arrays and objects, at most 1,024.
  ///   - bytes: the maximum size of the text in bytes; defaults to 64 MiB.
  public init(depth: Int = 1024, bytes: Int = 64 << 20) {
    self.depth = min(depth, 1024)
    self.bytes = bytes
  }
}
