#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The person's own editor, for an answer of several lines.
enum ExternalEditor {
  /// Lets the person edit a text in the program that `VISUAL` or `EDITOR` names.
  /// - Returns: the text as it was saved; nil if there is no editor, or if it failed.
  static func edit(_ text: String) async throws -> String? {
    guard let editor = variable("VISUAL") ?? variable("EDITOR") else { return nil }
    return await withCheckedContinuation { continuation in
      let body: @Sendable () -> Void = { continuation.resume(returning: edit(text, editor)) }
      do {
        try SystemThread(signals: .open, body).detach()
      } catch {
        continuation.resume(returning: nil)
      }
    }
  }

  private static func variable(_ name: String) -> String? {
    let value = getenv(name).map { String(cString: $0) } ?? ""
    return value.isEmpty ? nil : value
  }

  private static func edit(_ text: String, _ editor: String) -> String? {
    let folder = variable("TMPDIR") ?? "/tmp"
    var path = Array("\(folder)/answer-XXXXXX.txt".utf8CString)
    let file = mkstemps(&path, 4)
    guard file >= 0 else { return nil }
    let name = path.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { String(cString: $0) } ?? ""
    }
    defer { unlink(name) }
    let isWritten = (try? Descriptor(file).write(bytes: Array(text.utf8))) != nil
    close(file)
    guard isWritten, run(["/bin/sh", "-c", "\(editor) \"$1\"", "sh", name]) == 0,
      let bytes = try? Files.read(name)
    else { return nil }
    return String(strictUTF8: bytes)
  }

  /// Runs a program at the terminal, and returns its exit code; nil if it could not be started.
  private static func run(_ words: [String]) -> Int32? {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    guard posix_spawn(&child, words[0], nil, nil, &arguments, environ) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
