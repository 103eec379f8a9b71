#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The programs that this process has started and that still run.
package enum ChildProcesses {
  /// Passes a signal on to those that don't get it from whoever sent it to this process, and to the
  /// programs that they have started.
  ///
  /// The terminal sends what is typed (Ctrl-C, Ctrl-Z) to the job in the foreground only, and
  /// Foundation's `Process` starts a program as a job of its own. SIGTERM and SIGHUP are usually sent
  /// to one process.
  /// A program with a session of its own was meant to outlive this one.
  /// - Parameter isLast: whether this process ends now; a program that was started after the signal
  ///   came then gets it too.
  package static func passOn(_ signal: Int32, isLast: Bool = false) {
    let group = getpgrp()
    for program in inSession(descendants(of: getpid())) {
      let itsGroup = getpgid(program)
      if itsGroup == program, itsGroup != group {
        kill(-program, signal)
      } else if signal == SIGTERM || signal == SIGHUP || isLast {
        kill(program, signal)
      }
    }
  }

  /// Sends a signal to a program that this process has started, and to those that it has started.
  ///
  /// All of them are found first: when one has ended, nothing tells whose the others are.
  static func send(_ signal: Int32, to program: pid_t) {
    for program in inSession([program] + descendants(of: program)) { kill(program, signal) }
  }

  /// Those that weren't meant to outlive this process.
  private static func inSession(_ programs: [pid_t]) -> [pid_t] {
    programs.filter { getsid($0) == getsid(0) }
  }

  /// Whether one of them is in the job of this process, so that it gets what is typed.
  ///
  /// A handler of signals may call it.
  static var haveTerminal: Bool {
    var information = siginfo_t()
    // It fails if there is none; whether one has ended doesn't matter.
    return waitid(P_PGID, id_t(getpgrp()), &information, WEXITED | WNOHANG | WNOWAIT) == 0
  }

  /// Those that a process has started, and those that they have started.
  private static func descendants(of process: pid_t) -> [pid_t] {
    let children = childrenByParent
    var found = children(process)
    var next = 0
    while next < found.count {
      found += children(found[next])
      next += 1
    }
    return found
  }

  /// Finds the children of a process.
  private static var childrenByParent: (pid_t) -> [pid_t] {
    #if canImport(Darwin)
      return { parent in
        var children = [pid_t](repeating: 0, count: 4096)
        let size = Int32(children.count * MemoryLayout<pid_t>.size)
        let count = proc_listchildpids(parent, &children, size)
        return children.prefix(max(0, Int(count))).filter { $0 > 0 }
      }
    #else
      var children: [pid_t: [pid_t]] = [:]
      for name in Files.names(in: "/proc") ?? [] {
        guard let number = pid_t(name), let parent = parent(of: name) else { continue }
        children[parent, default: []].append(number)
      }
      return { children[$0] ?? [] }
    #endif
  }

  #if !canImport(Darwin)
    /// The parent of a process, from `NUMBER (NAME) STATE PARENT …`; a name may contain anything.
    private static func parent(of number: String) -> pid_t? {
      guard let bytes = try? Files.read("/proc/\(number)/stat"),
        let end = bytes.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
      return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
    }
  #endif
}
