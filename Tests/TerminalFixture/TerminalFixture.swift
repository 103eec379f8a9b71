// What the terminal tests spawn. Internals are visible in debug builds only, so a release build of
// the package has an empty program here.
#if DEBUG
  @testable import Libretto
  @testable import LibrettoCore
  @testable import LibrettoTerminal

  #if canImport(Glibc)
    @preconcurrency import Glibc
  #elseif canImport(Musl)
    @preconcurrency import Musl
  #elseif canImport(Darwin)
    @preconcurrency import Darwin
  #endif

  /// One small program for each thing that can only be seen from outside a process.
  @main
  struct TerminalFixture {
    static func main() async throws {
      // As main() and flow do: otherwise, what the runtime opens first may become the closed input.
      ProcessStart.openClosedStreams()
      let output = Descriptor.standardOutput
      switch CommandLine.arguments.dropFirst().first {
      case "lines": try await lines()
      case "secret": exit(try await secret())
      case "stuck": try stuck()
      case "pipe": try brokenPipe()
      case "again": try await again()
      case "nested": try await nested()
      case "leak": try await leak()
      case "order":
        print("printed, ", terminator: "")
        try output.write("written, ")
        print("printed again")
      case "exit":
        let mode = try TerminalMode.hidingInput(on: .standardInput)
        try output.write("hidden\n")
        withExtendedLifetime(mode) { exit(3) }
      case "taken":
        // Others have left a line open, and nothing is drawn before the process ends.
        let screen = Screen(
          input: .standardInput, output: output, traits: TerminalTraits { _ in nil },
          theme: .standard)
        try output.write("^C")
        try screen.begin()
        withExtendedLifetime(screen) { exit(3) }
      case "unread":
        // A reader blocked in its thread, and a task that waits for it, as main returns.
        let reader = LineReader(fileDescriptor: 0)
        Task { _ = try await reader.next() }
        let waiting = Task { try await reader.next() }
        waiting.cancel()
        _ = await waiting.result
        try output.write("leaving\n")
      case "shell": try shell()
      case "closed":
        for number: Int32 in 0...2 { close(number) }
        let pipes = [try Pipe(), try Pipe()]
        exit(pipes.allSatisfy { $0.readEnd > 2 && $0.writeEnd > 2 } ? 0 : 1)
      case "session": try await SessionFlow.step(CommandLine.arguments.dropFirst(2))
      case "console": exit(try await console(CommandLine.arguments.dropFirst(2)))
      default: exit(64)
      }
    }

    /// Performs flows at the process's own streams, and says how they ended on standard error.
    ///
    /// The file that `WORDS` names has the product's own sentences.
    private static func console(_ names: ArraySlice<String>) async throws -> Int32 {
      var outcome: Outcome?
      let words = try getenv("WORDS").map { path in
        try Words(json: String(decoding: Files.read(String(cString: path)), as: UTF8.self))
      }
      for name in names {
        outcome = try await ConsoleFlows.flow(name)?.run(
          with: Console(words: words ?? .english)
        ).outcome
        try? Descriptor.standardError.write("outcome: \(outcome?.description ?? "no such flow")\n")
      }
      switch outcome {
      case .finished: return 0
      case .failed: return 1
      case .cancelled: return 130
      case nil: return 64
      }
    }

    private static func lines() async throws {
      let reader = LineReader(fileDescriptor: 0)
      while true {
        let read = try await reader.next()
        try Descriptor.standardOutput.write("\(read)\n")
        if read == .endOfInput { return }
      }
    }

    /// A driver as the console's will be: a task, cancelled upon the first signal.
    private static func secret() async throws -> Int32 {
      let reader = LineReader(fileDescriptor: 0)
      let interrupts = try Interrupts.begin()
      defer { interrupts.end() }
      let task = Task {
        let mode = try TerminalMode.hidingInput(on: .standardInput)
        defer { mode.restore() }
        try Descriptor.standardOutput.write("Secret: ")
        let secret = try await reader.next()
        mode.restore()
        try Descriptor.standardOutput.write("Name: ")
        let name = try await reader.next()
        try Descriptor.standardOutput.write("\(secret) \(name)\n")
      }
      interrupts.onInterrupt { _ in task.cancel() }
      let result = await task.result
      if let signal = interrupts.signal {
        try Descriptor.standardOutput.write("interrupted by \(signal): \(result)\n")
        return 130
      }
      return 0
    }

    /// An action that neither ends nor yields, beside a secret prompt.
    private static func stuck() throws {
      let interrupts = try Interrupts.begin()
      let mode = try TerminalMode.hidingInput(on: .standardInput)
      interrupts.onInterrupt { signal in
        try? Descriptor.standardOutput.write("interrupt \(signal)\n")
        spin()  // a cancellation handler that is stuck too
      }
      try Descriptor.standardOutput.write("stuck\n")
      withExtendedLifetime((mode, interrupts)) { spin() }
    }

    private static func spin() -> Never {
      // A call that the thread sanitizer knows: it delivers no signal to a thread without one.
      while true { _ = poll(nil, 0, 0) }
    }

    private static func brokenPipe() throws {
      let interrupts = try Interrupts.begin()
      let pipe = try Pipe()
      close(pipe.readEnd)
      do throws(DescriptorError) {
        try Descriptor(pipe.writeEnd).write("x")
      } catch {
        print("\(error.isClosedPipe): \(error)")
      }
      interrupts.end()
      print("by default again")
      fflush(stdout)
      try Descriptor(pipe.writeEnd).write("x")
      print("never printed")
    }

    /// Two uses in one process, each with its own interrupt, then none.
    private static func again() async throws {
      for turn in 1...2 {
        let (signals, source) = AsyncStream.makeStream(of: Int32.self)
        let interrupts = try Interrupts.begin()
        interrupts.onInterrupt { source.yield($0) }
        kill(getpid(), SIGTERM)
        for await signal in signals.prefix(1) { print("\(turn): \(signal)") }
        interrupts.end()
        print("known after the end: \(interrupts.signal ?? 0)")
      }
      fflush(stdout)
      kill(getpid(), SIGTERM)
      spin()
    }

    private static func nested() async throws {
      let (signals, source) = AsyncStream.makeStream(of: String.self)
      let outer = try Interrupts.begin()
      outer.onInterrupt { source.yield("outer \($0)") }
      let inner = try Interrupts.begin()
      inner.onInterrupt { source.yield("inner \($0)") }
      let ended = try Interrupts.begin()
      ended.onInterrupt { source.yield("ended \($0)") }
      ended.end()
      kill(getpid(), SIGINT)
      for await text in signals.prefix(2) { print(text) }
      let late = try Interrupts.begin()
      late.onInterrupt { source.yield("late \($0)") }
      for await text in signals.prefix(1) { print(text) }
      print([outer, inner, ended, late].map { $0.signal ?? 0 })
    }

    /// Many readers, each with a thread, dropped or closed; then counts what is left.
    private static func leak() async throws {
      let pipe = try Pipe()
      func read(_ reader: LineReader) async throws {
        try Descriptor(pipe.writeEnd).write("x\n")
        _ = try await reader.next()
      }
      let first = LineReader(fileDescriptor: pipe.readEnd)
      try await read(first)
      func count(_ path: String) -> Int {
        guard let directory = opendir(path) else { return -1 }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count
      }
      let before = (count("/proc/self/fd"), count("/proc/self/task"))
      for turn in 1...200 {
        let reader = LineReader(fileDescriptor: pipe.readEnd)
        try await read(reader)
        if turn.isMultiple(of: 2) { reader.close() }
      }
      // The threads end by themselves, soon; a pool thread or two may come and go, and the
      // concurrency runtime may open a descriptor or two of its own at any time.
      let deadline = ContinuousClock.now + .seconds(10)
      var after = before
      repeat {
        after = (count("/proc/self/fd"), count("/proc/self/task"))
      } while (after.0 > before.0 + 2 || after.1 > before.1 + 2) && ContinuousClock.now < deadline
      print(after.0 <= before.0 + 2, after.1 <= before.1 + 2)
      first.close()
    }

    /// A shell with one job in the foreground: Ctrl-Z stops it, a line continues it.
    private static func shell() throws {
      var mask = sigset_t()
      sigemptyset(&mask)
      #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
      #else
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawnattr_init(&attributes)
      posix_spawnattr_setsigmask(&attributes, &mask)
      posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK))
      let program = CommandLine.arguments[0]
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("secret"), nil]
      sigaddset(&mask, SIGTTOU)
      sigprocmask(SIG_BLOCK, &mask, nil)
      var job: pid_t = 0
      guard posix_spawn(&job, program, nil, &attributes, &arguments, environ) == 0 else { exit(71) }
      tcsetpgrp(0, job)
      var status: Int32 = 0
      while waitpid(job, &status, WUNTRACED) == job, status & 0xFF == 0x7F {
        let signal = (status >> 8) & 0xFF
        // SIGTTOU: it was quicker than our tcsetpgrp.
        if signal != SIGTTOU {
          tcsetpgrp(0, getpgrp())
          try Descriptor.standardOutput.write("stopped by \(signal)\n")
          _ = readLine()
        }
        tcsetpgrp(0, job)
        kill(-job, SIGCONT)
      }
      tcsetpgrp(0, getpgrp())
      try Descriptor.standardOutput.write("job ended with \((status >> 8) & 0xFF)\n")
    }
  }
#else
  @main
  struct TerminalFixture {
    static func main() {}
  }
#endif
