/// Links a script's object with the library's into a program.
struct Linker {
  let compiler: Compiler

  var program: String { compiler.folder + "/program" }

  func link() throws {
    let objects = [compiler.object] + (try compiler.library.objects())
    let entries = Linker.autolinkEntries(of: objects)
    let isStatic = entries.map(canBeStatic) ?? false
    if let tools = compiler.tools, let entries {
      let arguments = direct(tools, objects, entries, static: isStatic)
      // What a distribution does differently is the driver's to know, so a failure is not the end.
      if try compiler.run(tools.clang, arguments).succeeded { return }
    }
    var arguments = objects + ["-o", program]
    if isStatic { arguments.append("-static-stdlib") }
    let result = try compiler.run(compiler.toolchain.driver.path, arguments)
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

  /// A static runtime starts a program a millisecond sooner, a third of it.
  ///
  /// Not with Foundation (40 MB of it), nor with what the toolchain has as dynamic library only.
  private func canBeStatic(_ entries: [String]) -> Bool {
    guard let tools = compiler.tools, exists(tools.startObject(static: true)) else { return false }
    return entries.allSatisfy { entry in
      guard entry.hasPrefix("-l") else { return true }
      let name = entry.dropFirst(2)
      if name.hasPrefix("Foundation") || name.hasPrefix("_Foundation") { return false }
      return exists(tools.runtimeFolder(static: true) + "/lib\(name).a")
        || !exists(tools.runtimeFolder(static: false) + "/lib\(name).so")
    }
  }

  private func direct(
    _ tools: Toolchain.Tools, _ objects: [String], _ entries: [String], static isStatic: Bool
  ) -> [String] {
    let folder = tools.runtimeFolder(static: isStatic)
    var arguments = ["-fuse-ld=lld", "-pie", "-o", program, tools.startObject(static: isStatic)]
    arguments += objects + ["-L", folder]
    if isStatic {
      let runtime = ["-lswiftCore", "-ldispatch", "-lBlocksRuntime", "-lstdc++", "-lm"]
      return arguments + entries + runtime + ["-Wl,-s"]
    }
    // Only what is used is loaded at each start; the names of functions stay, for backtraces.
    return arguments + ["-Wl,--as-needed,--strip-debug", "-Wl,-rpath,\(folder)"] + entries
      + ["-lswiftCore"]
  }
}
