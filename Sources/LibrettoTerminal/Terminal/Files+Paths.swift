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
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var paths: [String] = []
    while paths.count < 1_000, let entry = readdir(entries) {
      let found = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // Hidden files only for who asks for them.
      guard found != ".", found != "..", found.hasPrefix(name),
        !found.hasPrefix(".") || name.hasPrefix(".")
      else { continue }
      var status = stat()
      let isFolder =
        stat(folder + "/" + found, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      paths.append(shown + found + (isFolder ? "/" : ""))
    }
    return paths.sorted()
  }
}
