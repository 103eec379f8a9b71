import Testing

@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Paths that begin with a text") struct FilesPathsTests {
  /// A folder with `notes.txt`, `news/` and `.hidden`.
  private func inFolder(_ body: (String) throws -> Void) rethrows {
    let scratch = ScratchFile()
    let folder = scratch.folder
    for name in ["notes.txt", ".hidden"] {
      close(open(folder + "/" + name, O_CREAT | O_WRONLY, 0o600))
    }
    mkdir(folder + "/news", 0o700)
    defer {
      for name in ["notes.txt", ".hidden"] { unlink(folder + "/" + name) }
      rmdir(folder + "/news")
    }
    try body(folder)
  }

  @Test("Folders end with a slash; hidden files are for who asks for them")
  func paths() {
    inFolder { folder in
      #expect(
        Files.paths(beginningWith: folder + "/") == [folder + "/news/", folder + "/notes.txt"])
      #expect(Files.paths(beginningWith: folder + "/no") == [folder + "/notes.txt"])
      #expect(Files.paths(beginningWith: folder + "/.h") == [folder + "/.hidden"])
      #expect(Files.paths(beginningWith: folder + "/x") == [])
      #expect(Files.paths(beginningWith: folder + "/none/") == [])
    }
  }

  @Test("A path keeps the spelling that was typed")
  func spelling() {
    #expect(Files.paths(beginningWith: "/us").contains("/usr/"))
    #expect(Files.paths(beginningWith: "/../us").contains("/../usr/"))
    #expect(Files.paths(beginningWith: "~/").allSatisfy { $0.hasPrefix("~/") })
  }
}
