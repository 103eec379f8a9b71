/// Links a script's object with the library's into a program.
struct Linker {
  let compiler: Compiler

  var program: String { compiler.folder + "/program" }

  /// The runtime stays in libraries: a static one starts a program a millisecond sooner, but takes
  /// 50 ms more to link, 7 MB a program, and the names of functions out of a crash's backtrace.
  func link() throws {
    let objects = [compiler.object] + (try compiler.library.objects())
    if let tools = compiler.tools, let entries = Linker.autolinkEntries(of: objects) {
      let arguments = direct(tools, objects, entries)
      // What a distribution does differently is the driver's to know, so a failure is not the end.
      if try compiler.run(tools.clang, arguments).succeeded { return }
    }
    let result = try compiler.run(
      compiler.toolchain.driver.path, compiler.sdk + objects + ["-o", program])
    guard result.succeeded else {
      throw Failure(.unavailable, "the script compiles, but cannot be linked:\n\(result.output)")
    }
  }

  /// The options that every object asks for, once each; nil if an object is no ELF file.
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
    // Of the libraries only what is used is loaded at each start. Line tables stay, for backtraces.
    return ["-fuse-ld=lld", "-pie", "-o", program, tools.startObject] + objects
      + ["-L", folder, "-Wl,--as-needed", "-Wl,-rpath,\(folder)"] + entries + ["-lswiftCore"]
  }
}
