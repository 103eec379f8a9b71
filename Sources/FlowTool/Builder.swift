#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the program of a script in the cache, or builds it and puts it there.
struct Builder {
  let library: Library
  let cache: Cache
  /// Nil where there is no compiler: what is compiled already needs none.
  let toolchain: Toolchain?

  /// How many times a script that is edited during compilation is compiled again.
  static let mostAttempts = 5

  init() throws(Failure) {
    library = try .find()
    cache = try .open()
    toolchain = .find()
  }

  /// The program of a script, if it is in the cache with the library that it was linked with.
  func cached(_ script: Script) -> Program? {
    let key = key(of: script)
    guard
      let compiler = toolchain.map({ $0.identity(in: cache) }) ?? cache.latestCompiler(of: key),
      let program = Program(cache.program(key, compiler)),
      Program.exists(cache.library(key: libraryKey, compiler))
    else { return nil }
    return program
  }

  /// Builds the program of a script; the compiler's warnings go to standard error.
  func build(_ script: Script) throws -> Program {
    guard let toolchain else { throw Toolchain.missing }
    guard Paths.currentFolder() != nil else {
      throw Failure(
        .unavailable,
        "the current folder has been removed, and the compiler doesn't work there; change to another"
      )
    }
    let interrupts = Interrupts.begin()
    let folder = try cache.makeFolder()
    defer { removeFolder(folder) }
    let identity = try toolchain.learnIdentity(in: cache, by: folder, interrupts)
    var script = script
    var path = ""
    for _ in 0..<Builder.mostAttempts {
      path = cache.program(key(of: script), identity)
      let library = cache.library(key: libraryKey, identity)
      try build(script, toolchain, at: path, with: library, in: folder, interrupts)
      // What was removed meanwhile was asked for when it was there.
      guard script.isFile, let now = try? Script(script.typedPath), now.bytes != script.bytes
      else { break }
      script = now
    }
    try interrupts.end()
    guard let program = Program(path) else {
      throw Failure(.unavailable, "cannot open \(shown(path)): \(reason(errno)); \(Cache.remedy)")
    }
    return program
  }

  private func build(
    _ script: Script, _ toolchain: Toolchain, at program: String, with shared: String,
    in folder: String, _ interrupts: Interrupts
  ) throws {
    let subject = shown(script.typedPath)
    let source = ScriptSource(script.bytes)
    if source.isEmpty {
      throw Failure(
        .data,
        "\(subject): is empty: a script declares a flow and performs it; copy the program "
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
    let linker = Linker(compiler: compiler, library: shared)
    let warnings = try terminal.noting("Compiling \(shown(script.name))…") {
      let warnings = try compiler.compile()
      if ScriptCode(script.bytes).leavesMainUncalled {
        throw Failure(
          .data,
          verbatim: warnings
            + "flow: \(subject): never calls its main(); write `await main()` on the last line\n")
      }
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
    try moveIntoPlace(linker.program, program, mode: 0o700)
    cache.prune(keeping: program)
  }

  /// A hash of everything that the program depends on, but for the compiler.
  func key(of script: Script) -> String {
    var hash = base
    hash.combine(script.path)
    hash.combine(script.bytes)
    return hash.digits
  }

  private var libraryKey: String { base.digits }

  /// What any program depends on, and the library in the cache.
  private var base: Hash {
    var hash = Hash()
    // The number of this format: increase it with any change to how a script is compiled or linked.
    hash.combine(4)
    library.combine(into: &hash)
    return hash
  }
}
