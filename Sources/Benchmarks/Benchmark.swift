/// One measurement, which gives one row or several that are taken in the same run.
protocol Benchmark {
  /// The names of its rows.
  var names: [String] { get }
  /// Measures.
  /// - Throws: ``Trouble`` where the work came to a wrong result, ``Skipped`` where something
  ///   that it needs has not been built.
  func rows(_ options: Options) async throws -> [Row]
}

/// Why nothing could be measured; the other rows go on.
struct Skipped: Error {
  let reason: String
}

/// What ends the whole program.
struct Trouble: Error {
  let message: String
  let code: Int32

  init(_ message: String, code: Int32 = 1) {
    self.message = message
    self.code = code
  }
}
