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

  /// Why there is no text from the editor.
  struct Trouble: Error {
    let words: Sentence
  }

  /// Lets the person edit a text in the program that `VISUAL` or `EDITOR` names, or in `vi`.
  ///
  /// If the task is cancelled, the editor is told that its terminal has gone (SIGHUP).
  /// - Returns: the text as it was saved.
  /// - Throws: `CancellationError` if Ctrl-C has ended the editor; ``Trouble``.
  static func edit(_ text: String) async throws -> String {
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
          continuation.resume(throwing: Trouble(words: Sentence(.editorNotStarted, "\(error)")))
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
  ) throws -> String {
    let folder = variable("TMPDIR") ?? "/tmp"
    let (file, name) = try makeFile(in: folder, session)
    defer { unlink(name) }
    let isWritten = (try? Descriptor(file).write(bytes: Array(text.utf8))) != nil
    close(file)
    guard isWritten else {
      throw Trouble(words: Sentence(.editorNotWritten, folder))
    }
    switch try run(["/bin/sh", "-c", "\(editor) \"$1\"", "sh", name], session) {
    case 0: break
    // The shell can't run it, or can't find it.
    case 126, 127: throw Trouble(words: Sentence(.editorMissing, editor))
    case let code?: throw Trouble(words: Sentence(.editorFailed, editor, "\(code)"))
    case nil: throw Trouble(words: Sentence(.editorNotRun, editor))
    }
    guard let bytes = try? Files.read(name) else {
      throw Trouble(words: Sentence(.editorLost, editor))
    }
    guard let text = String(strictUTF8: bytes) else {
      throw Trouble(words: Sentence(.editorNotText, editor))
    }
    return text
  }

  private static func makeFile(
    in folder: String, _ session: Locked<Session>
  ) throws -> (file: Int32, name: String) {
    var path = Array("\(folder)/answer-XXXXXX.txt".utf8CString)
    return try session.withLock { session in
      if session.isCancelled { throw CancellationError() }
      let file = mkstemps(&path, 4)
      guard file >= 0 else {
        let error = DescriptorError(operation: "mkstemps", code: errno)
        throw Trouble(words: Sentence(.editorNoFile, folder, "\(error)"))
      }
      let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      session.file = name
      return (file, name)
    }
  }

  /// Runs a program at the terminal.
  /// - Returns: its exit code; nil if it could not be started, or a signal ended it.
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
    // Its number stays its own until it has been waited for.
    var information = siginfo_t()
    while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) != 0 {
      guard errno == EINTR else { return nil }
    }
    var status: Int32 = 0
    let isKnown = session.withLock { session in
      session.program = nil
      return waitpid(child, &status, 0) == child
    }
    guard isKnown else { return nil }
    // As a shell does: whoever ends by Ctrl-C takes what has started it along.
    if status & 0x7F == SIGINT { throw CancellationError() }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
