import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The person's own editor, for an answer of several lines.
enum ExternalEditor {
  /// An editor that runs, and the file that it edits.
  private struct Session: Sendable {
    var file: String?
    var program: pid_t?
    var isCancelled = false
  }

  /// There is no such editor.
  struct Missing: Error {
    let editor: String
  }

  /// Lets the person edit a text in the program that `VISUAL` or `EDITOR` names, or in `vi`.
  ///
  /// If the task is cancelled, the editor is told that its terminal has gone (SIGHUP).
  /// - Returns: the text as it was saved; nil if the editor failed.
  /// - Throws: `CancellationError` if Ctrl-C has ended the editor; ``Missing``.
  static func edit(_ text: String) async throws -> String? {
    let editor = variable("VISUAL") ?? variable("EDITOR") ?? "vi"
    let session = Locked(Session())
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let body: @Sendable () -> Void = {
          continuation.resume(with: Result { try edit(text, editor, session) })
        }
        do {
          try SystemThread(signals: .open, body).detach()
        } catch {
          continuation.resume(returning: nil)
        }
      }
    } onCancel: {
      session.withLock { session in
        session.isCancelled = true
        // The process may end before the editor has.
        if let file = session.file { unlink(file) }
        if let program = session.program { ChildProcesses.send(SIGHUP, to: program) }
      }
    }
  }

  private static func variable(_ name: String) -> String? {
    let value = getenv(name).map { String(cString: $0) } ?? ""
    return value.isEmpty ? nil : value
  }

  private static func edit(
    _ text: String, _ editor: String, _ session: Locked<Session>
  ) throws -> String? {
    let folder = variable("TMPDIR") ?? "/tmp"
    var path = Array("\(folder)/answer-XXXXXX.txt".utf8CString)
    let file = session.withLock { session -> Int32 in
      let file = session.isCancelled ? -1 : mkstemps(&path, 4)
      if file >= 0 {
        session.file = path.withUnsafeBufferPointer { bytes in
          bytes.baseAddress.map { String(cString: $0) }
        }
      }
      return file
    }
    guard file >= 0, let name = session.withLock({ $0.file }) else { return nil }
    defer { unlink(name) }
    let isWritten = (try? Descriptor(file).write(bytes: Array(text.utf8))) != nil
    close(file)
    let words = ["/bin/sh", "-c", "\(editor) \"$1\"", "sh", name]
    guard isWritten else { return nil }
    switch try run(words, session) {
    case 0: return (try? Files.read(name)).flatMap { String(strictUTF8: $0) }
    // The shell can't run it, or can't find it.
    case 126, 127: throw Missing(editor: editor)
    default: return nil
    }
  }

  /// Runs a program at the terminal, and returns its exit code; nil if it could not be started.
  private static func run(_ words: [String], _ session: Locked<Session>) throws -> Int32? {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let child = session.withLock { session -> pid_t? in
      var child: pid_t = 0
      guard !session.isCancelled,
        posix_spawn(&child, words[0], nil, nil, &arguments, environ) == 0
      else { return nil }
      session.program = child
      return child
    }
    guard let child else { return nil }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    session.withLock { $0.program = nil }
    // As a shell does: whoever ends by Ctrl-C takes what has started it along.
    if status & 0x7F == SIGINT { throw CancellationError() }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
