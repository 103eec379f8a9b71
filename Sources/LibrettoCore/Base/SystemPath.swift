#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#else
  import FoundationEssentials
#endif

/// What the file system has at a path.
public enum PathState: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case missing
  /// A folder, or a link to one.
  case folder
  /// Anything else.
  case file

  /// The state of a path now.
  /// - Parameter path: the path; `~` has no meaning of its own in it.
  /// - Returns: nil if that can't be found out.
  static func ofDisk(_ path: String) -> PathState? {
    if path.isEmpty || path.utf8.contains(0) { return nil }
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      var status = stat()
      if stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file }
      guard errno == ENOENT || errno == ENOTDIR else { return nil }
      // A link that leads nowhere is in the way of a new file.
      return lstat(path, &status) == 0 ? .file : .missing
    #else
      let files = FileManager.default
      var isFolder = false
      if files.fileExists(atPath: path, isDirectory: &isFolder) {
        return isFolder ? .folder : .file
      }
      return (try? files.attributesOfItem(atPath: path)) == nil ? .missing : .file
    #endif
  }
}
