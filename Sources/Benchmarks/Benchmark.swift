/// A measurement with one or several rows, all taken in the same run.
protocol Benchmark {
  /// The names of its rows.
  var names: [String] { get }
  /// Measures and returns the rows.
  /// - Throws: ``Trouble`` if the work had a wrong result, ``Skipped`` if something that it needs
  ///   hasn't been built.
  func rows(_ options: Options) async throws -> [Row]
}

/// The reason why a benchmark couldn't be measured; the others continue.
struct Skipped: Error {
  let reason: String
}

/// An error that ends the program.
struct Trouble: Error {
  let message: String
  let code: Int32

  init(_ message: String, code: Int32 = 1) {
    self.message = message
    self.code = code
  }
}
