#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
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
  static func ofDisk(_ path: String) -> PathState {
    var status = stat()
    guard !path.isEmpty, !path.utf8.contains(0), stat(path, &status) == 0 else { return .missing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}
