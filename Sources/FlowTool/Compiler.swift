/// Compiles one version of a script to an object, in a separate folder.
struct Compiler {
  let script: Script
  let source: ScriptSource
  let library: Library
  let toolchain: Toolchain
  let tools: Toolchain.Tools?
  let moduleCache: String
  let folder: String
  let interrupts: Interrupts
  let colours: Bool
  /// The driver's options for the modules and libraries of a Mac.
  private(set) var sdk: [String] = []

  var object: String { folder + "/script.o" }

  /// Finds the modules and libraries of a Mac, if the driver must be told where they are.
  mutating func findSDK() throws {
    guard tools == nil, let finder = toolchain.sdkFinder() else { return }
    let result = try run(finder, ["--sdk", "macosx", "--show-sdk-path"], mergesErrors: false)
    guard result.succeeded, let path = result.output.split(separator: "\n").first else {
      throw Failure(
        .unavailable,
        "\(shown(finder)) finds no SDK for macOS; run `xcode-select --install`, or set SDKROOT")
    }
    sdk = ["-sdk", String(path)]
  }

  /// Makes the object; returns the compiler's warnings, and throws its errors.
  func compile() throws -> String {
    // The driver accepts only files named .swift, which `#!/usr/bin/env flow` doesn't require; the
    // frontend accepts any name.
    let isFrontend = tools != nil
    let path = isFrontend || script.path.hasSuffix(".swift") ? script.path : script.path + ".swift"
    let text = folder + "/script.swift"
    let overlay = folder + "/overlay.yaml"
    try write(source.text, to: text)
    try write(Array(Compiler.overlay(of: path, by: text).utf8), to: overlay)
    let compiled = isFrontend || path == script.path ? path : text
    let arguments = arguments(compiling: compiled, overlay: overlay)
    var result = try run(tools?.frontend ?? toolchain.driver.path, arguments)
    var source = source
    if !result.succeeded, let typed = source.typed(after: result.output) {
      try write(typed.text, to: text)
      result = try run(tools?.frontend ?? toolchain.driver.path, arguments)
      source = typed
    }
    let report = Diagnostics(
      compiledPath: compiled, typedPath: script.typedPath, insertions: source.insertions,
      script: script.bytes, colours: colours
    ).cleaned(Diagnostics.harmless(result.output, keepingColours: colours))
    guard result.succeeded else { throw failure(report) }
    return report
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    do { try writeFile(path, bytes) } catch {
      throw Failure(.unavailable, "cannot write to \(shown(folder)): \(reason(error.number))")
    }
  }

  private func arguments(compiling path: String, overlay: String) -> [String] {
    var arguments = ["-c"] + sdk
    if let tools {
      let host = tools.root + "/lib/swift/host"
      arguments = [
        "-frontend", "-c", "-disable-objc-interop", "-plugin-path", host + "/plugins",
        "-in-process-plugin-server-path", host + "/libSwiftInProcPluginServer.so",
      ]
    }
    arguments += [
      "-swift-version", "6", "-default-isolation", "MainActor", "-Onone",
      // So that the backtrace of a crash names the script's lines; this takes 3 ms.
      "-gline-tables-only",
      // No module or type of a user can have this name: `main` is at most the name of a function.
      "-module-name", "main", "-I", library.moduleFolder, "-module-cache-path", moduleCache,
      "-diagnostic-style", "swift", "-vfsoverlay", overlay, "-o", object,
    ]
    if colours { arguments.append("-color-diagnostics") }
    return arguments + (tools == nil ? [path] : ["-primary-file", path])
  }

  private func failure(_ report: String) -> Failure {
    if report.contains("compiled module was created by a different version of the compiler")
      || report.contains("cannot be imported by the Swift")
    {
      return Failure(
        .unavailable,
        "Libretto was built with a different Swift than \(shown(toolchain.driver.path)); "
          + "run `swift build` in its package again")
    }
    if report.contains("was compiled with module cache path") {
      return Failure(
        .unavailable,
        "the compiler's module cache \(shown(moduleCache)) was moved here; remove that folder "
          + "and try again")
    }
    if report.isEmpty {
      return Failure(.unavailable, "\(shown(toolchain.driver.path)) failed without a message")
    }
    // Without Xcode's tools, Apple's driver reports these, and no line of any file.
    // A hint shows that it is a mistake of the script, even if the compiler doesn't know where.
    guard Diagnostics.locatesError(report) || report.contains("\n  hint: ") else {
      return Failure(
        .unavailable,
        verbatim: report + "flow: \(shown(toolchain.driver.path)) does not work here\n")
    }
    return Failure(.data, verbatim: report + advice(on: report))
  }

  /// Advice for cases in which the compiler's own words don't help.
  private func advice(on report: String) -> String {
    let subject = shown(script.typedPath)
    if !source.importsLibretto {
      return "flow: \(subject): begin it with `import Libretto`\n"
    }
    // The compiler doesn't isolate a component to the main actor, although it does so for the rest
    // of a script.
    if report.contains("main actor-isolated") {
      return "flow: \(subject): in a component, call the script's functions with `await`: "
        + "Do(\"name\") { await work() }\n"
    }
    return ""
  }

  /// Runs a tool of the toolchain.
  func run(
    _ program: String, _ arguments: [String], mergesErrors: Bool = true
  ) throws -> Process {
    try Process.run(program, arguments, watching: interrupts, mergesErrors: mergesErrors)
  }

  /// Shows the compiler a file's text under another path (the format is YAML, here as JSON).
  static func overlay(of path: String, by text: String) -> String {
    """
    {"version": 0, "case-sensitive": "true", "roots": [{"type": "file", \
    "name": \(json(path)), "external-contents": \(json(text)), "use-external-name": false}]}

    """
  }

  private static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + (digits.count < 2 ? "0" : "") + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Links a script's object with the library.
///
/// The objects of the library have tens of megabytes, and to link them takes as long as to compile a
/// script. So they are linked once, to a shared library in the cache, and each script with that. A
/// program starts a millisecond later for it, and has 30 KB in place of 30 MB.
struct Linker {
  let compiler: Compiler
  /// The shared library in the cache; a program looks for it beside itself, and then there.
  let library: String

  var program: String { compiler.folder + "/program" }
  /// The options for the libraries that objects ask for.
  private var options: String { compiler.folder + "/options" }

  func link() throws {
    if !Program.exists(library) {
      let made = compiler.folder + "/library"
      try link(compiler.library.objects(), isLibrary: true, Linker.naming(library), to: made)
      try moveIntoPlace(made, library, mode: 0o700)
    }
    let folders = [Linker.besideItself, Paths.folder(library)].flatMap { ["-rpath", $0] }
    try link([compiler.object], isLibrary: false, [library] + folders, to: program)
  }

  #if canImport(Darwin)
    private static let besideItself = "@loader_path"
    private static func naming(_ library: String) -> [String] {
      ["-install_name", "@rpath/" + Paths.name(library)]
    }
  #else
    private static let besideItself = "$ORIGIN"
    private static func naming(_ library: String) -> [String] {
      ["-soname", Paths.name(library)]
    }
  #endif

  /// Links objects; the runtime stays in dynamic libraries.
  ///
  /// With a static runtime, a program starts a millisecond sooner, but linking takes 50 ms more,
  /// each program has 7 MB more, and backtraces have no names of functions.
  /// - Parameter words: what the linker itself is told.
  private func link(
    _ objects: [String], isLibrary: Bool, _ words: [String], to file: String
  ) throws {
    let words = words.flatMap { ["-Xlinker", $0] } + ["-o", file]
    // The driver knows the peculiarities of a distribution, so a failure isn't final.
    if let tools = compiler.tools,
      try compiler.run(tools.autolinkExtract, objects + ["-o", options]).succeeded,
      try compiler.run(
        tools.clang, [isLibrary ? "-shared" : "-pie"] + direct(tools, objects) + words
      ).succeeded
    {
      return
    }
    let result = try compiler.run(
      compiler.toolchain.driver.path,
      compiler.sdk + (isLibrary ? ["-emit-library"] : []) + objects + words)
    guard result.succeeded else {
      let report = Diagnostics.harmless(result.output, keepingColours: false)
      throw Failure(.unavailable, "the script compiles, but cannot be linked:\n\(report)")
    }
  }

  private func direct(_ tools: Toolchain.Tools, _ objects: [String]) -> [String] {
    let folder = tools.runtimeFolder
    // Only the libraries in use are loaded at each start. Line tables stay, for backtraces. What
    // the library calls in itself is found when it is linked.
    return ["-fuse-ld=lld", tools.startObject] + objects
      + ["-L", folder, "-Wl,--as-needed", "-Wl,-Bsymbolic", "-Wl,-rpath,\(folder)"]
      + ["@" + options, "-lswiftCore"]
  }
}
