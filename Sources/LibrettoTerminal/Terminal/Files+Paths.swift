#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Files {
  /// The paths that begin with a text, a folder with a slash at its end; at most 1,000.
  static func paths(beginningWith text: String) -> [String] {
    let slash = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (shown, name) = (String(text[..<slash]), text[slash...])
    var folder = shown
    if folder.isEmpty { folder = "." }
    if folder.hasPrefix("~/"), let home = getenv("HOME") {
      folder = String(cString: home) + folder.dropFirst()
    }
    // Hidden files only for who asks for them.
    let found = (names(in: folder) ?? []).filter {
      $0.hasPrefix(name) && (!$0.hasPrefix(".") || name.hasPrefix("."))
    }
    return found.prefix(1_000).map { found in
      var status = stat()
      let isFolder =
        stat(folder + "/" + found, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      return shown + found + (isFolder ? "/" : "")
    }.sorted()
  }
}
