/// Links a script's object with those of the library into a program.
struct Linker {
  let compiler: Compiler

  var program: String { compiler.folder + "/program" }

  /// Links the program; the runtime stays in dynamic libraries.
  ///
  /// With a static runtime, a program starts a millisecond sooner, but linking takes 50 ms more,
  /// each program has 7 MB more, and backtraces have no names of functions.
  func link() throws {
    let objects = [compiler.object] + (try compiler.library.objects())
    if let tools = compiler.tools, let entries = Linker.autolinkEntries(of: objects) {
      let arguments = direct(tools, objects, entries)
      // The driver knows the peculiarities of a distribution, so a failure isn't final.
      if try compiler.run(tools.clang, arguments).succeeded { return }
    }
    let result = try compiler.run(
      compiler.toolchain.driver.path, compiler.sdk + objects + ["-o", program])
    guard result.succeeded else {
      let report = Diagnostics.harmless(result.output, keepingColours: false)
      throw Failure(.unavailable, "the script compiles, but cannot be linked:\n\(report)")
    }
  }

  /// The options that the objects ask for, each once; nil if an object isn't an ELF file.
  private static func autolinkEntries(of objects: [String]) -> [String]? {
    var entries: [String] = []
    for object in objects {
      guard let found = (try? ObjectFile(object))?.autolinkEntries() else { return nil }
      for entry in found where !entries.contains(entry) { entries.append(entry) }
    }
    return entries
  }

  private func direct(
    _ tools: Toolchain.Tools, _ objects: [String], _ entries: [String]
  ) -> [String] {
    let folder = tools.runtimeFolder
    // Only the libraries in use are loaded at each start. Line tables stay, for backtraces.
    return ["-fuse-ld=lld", "-pie", "-o", program, tools.startObject] + objects
      + ["-L", folder, "-Wl,--as-needed", "-Wl,-rpath,\(folder)"] + entries + ["-lswiftCore"]
  }
}
