/// The bounds within which a JSON text is read; the error that one causes names it.
public struct JSONLimits: Hashable, Sendable {
  static let `default` = JSONLimits(depth: 512)

  /// How many arrays and objects may be open at once; a text of one number has depth 0.
  ///
  /// Freeing a value recurses, so this also bounds the stack that it needs. The deepest flow there
  /// can be, with conditions as deep in it, needs some 800.
  public var depth: Int

  /// How many bytes the whole text may have.
  public var bytes: Int

  /// Makes limits.
  /// - Parameters:
  ///   - depth: open arrays and objects, at most 1,024.
  ///   - bytes: bytes of the whole text; defaults to 64 MiB.
  public init(depth: Int = 1024, bytes: Int = 64 << 20) {
    self.depth = min(depth, 1024)
    self.bytes = bytes
  }
}
