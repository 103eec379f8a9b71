import LibrettoCore
import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process of ``Flow/main(theme:words:)``, which belongs to the flow from its start to its end.
enum OwnProcess {
  /// Makes the programs that work starts end with Ctrl-C and SIGTERM, and a trap leave the terminal
  /// as it was.
  static func begin() {
    ProcessStart.openClosedStreams()
    TrapRestorer.installOnce()
    Interrupts.passOn()
    // Without a pipe, work goes where it always goes.
    if #available(macOS 15, *), let threads = try? WorkThreads() {
      WorkExecutor.replace(with: threads)
    }
  }

  /// Ends the process: by the signal that cancelled the flow, if there was one.
  ///
  /// A shell's loop ends only if the program in it died by SIGINT. One that has caught the signal
  /// and exits with 130 says that it has dealt with it.
  static func end(_ code: ExitCode) -> Never {
    if code == .cancelled, let signal = Interrupts.lastSignal {
      Descriptor.writeLastWords { Descriptor.flushPrinted() }
      TerminalMode.restoreAll()
      // Work that waited for the main actor may have started a program after the signal came.
      ChildProcesses.passOn(signal, isLast: true)
      TerminalJobs.takeBack()
      SignalDisposition.performDefault(signal)
    }
    // What a script prints itself is written only now, where the output is a file.
    if code == .finished, !Descriptor.flushPrinted() {
      try? Descriptor.standardError.write(
        "what was printed can't be written: the output is full, or the pipe was closed\n")
      exit(ExitCode.failed.rawValue)
    }
    // The first process of a container is spared by the default action of a signal.
    exit(code.rawValue)
  }

  /// Ends the process when something has been performed; the calling thread waits for that.
  static func end(after perform: @escaping @Sendable () async -> ExitCode) -> Never {
    Task.detached { end(await perform()) }
    while true { pause() }
  }
}
