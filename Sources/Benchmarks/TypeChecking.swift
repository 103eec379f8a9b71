#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures the type-checking of several sources in comparison.
enum TypeChecking {
  /// The median times in seconds, from the start of the compiler to its end.
  /// - Parameter sources: each with text that its diagnostics must contain; nil for a source that
  ///   must compile.
  static func medians(
    rounds: Int, _ sources: [(text: String, diagnostic: String?)]
  ) throws -> [Double] {
    let toolchain = try Toolchain()
    return try Files.withTemporaryFolder { folder in
      let works = try sources.enumerated().map { index, source in
        let file = folder + "/source\(index).swift"
        try Files.write(source.text, to: file)
        let child = toolchain.typeCheck(file, moduleCache: folder + "/modules")
        return { try seconds(child, source.diagnostic) }
      }
      return try Measuring.medians(rounds: rounds, works)
    }
  }

  private static func seconds(_ child: Child, _ diagnostic: String?) throws -> Double {
    guard let diagnostic else { return try child.succeed().whole }
    let end = try child.run()
    if end.output.contains("unable to type-check this expression in reasonable time") {
      tell("the compiler gave up on “\(diagnostic)” after \(Row.plain(end.whole)) s")
      return end.whole
    }
    guard end.status != 0, end.output.contains(diagnostic) else {
      throw Trouble("the compiler did not say “\(diagnostic)” but:\n\(end.output)")
    }
    return end.whole
  }

  /// How many scopes the type checker opens for a source that must compile: its steps on the way to
  /// the types. The count is the same each time, on any machine.
  static func scopes(_ source: String) throws -> Int {
    let toolchain = try Toolchain()
    return try Files.withTemporaryFolder { folder in
      try Files.write(source, to: folder + "/source.swift")
      let statistics = folder + "/statistics"
      guard mkdir(statistics, 0o700) == 0 else { throw Trouble("cannot make \(statistics)") }
      _ = try toolchain.typeCheck(
        folder + "/source.swift", moduleCache: folder + "/modules", statistics: statistics
      ).succeed()
      let name = "\"Sema.NumConstraintScopes\": "
      for file in Files.names(in: statistics) {
        for line in try Files.read(statistics + "/" + file).split(separator: "\n") {
          guard let start = line.firstRange(of: name)?.upperBound else { continue }
          if let count = Int(line[start...].prefix(while: \.isNumber)) { return count }
        }
      }
      throw Trouble("the compiler counts no scopes")
    }
  }
}
