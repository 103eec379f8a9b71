#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Builds the program of a script and puts it into the cache.
struct Builder {
  let library: Library
  let toolchain: Toolchain
  let cache: Cache

  /// How many times a script that is edited during compilation is compiled again.
  static let mostAttempts = 5

  /// Returns the path of the program; the compiler's warnings go to standard error.
  func build(_ script: Script) throws -> String {
    let interrupts = Interrupts.begin()
    let folder = try cache.makeFolder()
    defer { removeFolder(folder) }
    var script = script
    var program = try build(script, in: folder, interrupts)
    for _ in 1..<Builder.mostAttempts {
      let now = try Script(script.typedPath)
      if now.bytes == script.bytes { break }
      script = now
      program = try build(script, in: folder, interrupts)
    }
    try interrupts.end()
    return program
  }

  private func build(
    _ script: Script, in folder: String, _ interrupts: Interrupts
  ) throws -> String {
    let subject = shown(script.typedPath)
    let source = ScriptSource(script.bytes)
    if source.isEmpty {
      throw Failure(
        .data,
        "\(subject): is empty: a script declares a flow and performs it; copy the greeting "
          + "that the README begins with")
    }
    let terminal = Terminal()
    var compiler = Compiler(
      script: script, source: source, library: library, toolchain: toolchain,
      tools: toolchain.tools(),
      // Modules record where they were compiled: one cache with two names would be refused.
      moduleCache: Paths.resolved(cache.moduleFolder) ?? cache.moduleFolder, folder: folder,
      interrupts: interrupts, colours: terminal.hasColours)
    try compiler.findSDK()
    let linker = Linker(compiler: compiler)
    let warnings = try terminal.noting("Compiling \(shown(script.name))…") {
      let warnings = try compiler.compile()
      let object = try? ObjectFile(compiler.object)
      guard object?.mentions(ObjectFile.flowMain) == true else {
        throw Failure(
          .data,
          verbatim: warnings
            + "flow: \(subject): doesn't call main() on a flow; end it with `await Flow(\"…\") { … }.main()`\n"
        )
      }
      try linker.link()
      return warnings
    }
    writeAll(2, Array(warnings.utf8))
    let program = cache.program(key(of: script))
    chmod(linker.program, 0o700)
    guard rename(linker.program, program) == 0 else {
      let number = errno
      throw Failure(.unavailable, "cannot write \(shown(program)): \(reason(number))")
    }
    cache.prune(keeping: program)
    return program
  }

  /// A hash of everything that the program depends on.
  func key(of script: Script) -> String {
    var hash = Hash()
    // The number of this format: increase it with any change to how a script is compiled or linked.
    hash.combine(2)
    hash.combine(script.path)
    hash.combine(script.bytes)
    library.combine(into: &hash)
    toolchain.driver.combine(into: &hash)
    return hash.digits
  }
}
