/// The bounds within which a JSON text is read; the error that one causes names it.
struct JSONLimits: Hashable, Sendable {
  static let `default` = JSONLimits()

  /// How many arrays and objects may be open at once; a text of one number has depth 0.
  ///
  /// Freeing a value recurses, so this also bounds the stack that it needs.
  var depth: Int

  /// How many bytes the whole text may have.
  var bytes: Int

  init(depth: Int = 512, bytes: Int = 64 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}
