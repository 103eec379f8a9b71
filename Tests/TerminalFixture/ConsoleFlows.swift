#if DEBUG
  @testable import LibrettoCore
  @testable import LibrettoTerminal

  #if canImport(Glibc)
    @preconcurrency import Glibc
  #elseif canImport(Musl)
    @preconcurrency import Musl
  #elseif canImport(Darwin)
    @preconcurrency import Darwin
  #endif

  /// The flows that the console tests perform at a terminal of their own.
  enum ConsoleFlows {
    private static let name = Key<String>("name")

    static func flow(_ name: String) -> Flow? {
      switch name {
      case "ask": ask
      case "secret": secret
      case "choose": choose
      case "action": action
      case "wrapped": wrapped
      case "notice": notice(.seconds(600))
      case "short notice": notice(.milliseconds(20))
      case "endless": endless
      case "timeout": timeout
      case "stubborn": stubborn
      case "load": load
      case "operations": operations
      case "lines": lines
      case "ahead": ahead
      case "ahead secret": aheadSecret
      case "ahead alert": aheadAlert
      case "core": core
      case "wide": wide
      case "check": check
      case "tried": tried
      default: RichFlows.flow(name)
      }
    }

    private static let ask = Flow("ask") {
      Ask("What is your name?", into: name)
      Say("Hello, \(name).")
      Confirm("Go on?", into: Key<Bool>("go")).default(false)
    }

    private static let check = Flow("check") {
      Ask("Name:", into: name)
        .check("isFree", message: "That name is taken.") { _ in
          try await Task.sleep(for: .seconds(600))
          return true
        }
    }

    private static let tries = Locked(0)

    private static let tried = Flow("tried") {
      Do("Send") {
        struct Busy: Error, CustomStringConvertible { let description = "the server is busy" }
        let isFirst = tries.withLock { count in
          count += 1
          return count == 1
        }
        if isFirst { throw Busy() }
      }
      .retry(1, backoff: .milliseconds(100)).showsErrors()
    }

    private static let wide = Flow("wide") {
      Say("A text that is too long for a narrow terminal.\n  Indented, and too long as well.")
      Choose("Which of these would you like to have?", into: Key<String>("colour")) {
        Option("The first of them, which is long")
        Option("Blue")
      }
      Ask("What is it called by those who know it?", into: name).default("nothing")
      Say("\(name)")
    }

    private static let secret = Flow("secret") {
      Ask("Password:", into: Key<String>("password")).secret().validate(.length(4...))
      Ask("Name:", into: name)
      Say("Hello, \(name).")
    }

    private static let choose = Flow("choose") {
      Choose("Which?", into: name) {
        Option("Red")
        Option("Blue")
      }
      Say("\(name)")
    }

    /// Work that heeds cancellation.
    private static let action = Flow("action") {
      Do("work") {
        print("working")
        try await Task.sleep(for: .seconds(600))
      }
      Say("never said")
    }

    /// Work that reports being cancelled with an error of its own.
    private static let wrapped = Flow("wrapped") {
      Do("work") {
        struct Stopped: Error {}
        print("working")
        do { try await Task.sleep(for: .seconds(600)) } catch { throw Stopped() }
      }
    }

    private static func notice(_ time: Duration) -> Flow {
      Flow("notice") {
        Alert("Done", message: "All of it.").dismiss(after: time)
        Ask("Name:", into: name)
        Say("Hello, \(name).")
      }
    }

    private static let timeout = Flow("timeout") {
      Ask("Quick:", into: Key<String>("quick")).secret().timeout(.milliseconds(500)) {}
      Ask("Name:", into: name)
      Say("Hello, \(name).")
    }

    /// Work that never ends and takes no notice of cancellation.
    private static let stubborn = Flow("stubborn") {
      Do("work") {
        print("working")
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }

    private static let load = Flow("load") {
      Load("prices", into: name) {
        try await Task.sleep(for: .seconds(600))
        return "x"
      }.loading("Fetching prices…")
    }

    private static let operations = Flow("operations") {
      Operations {
        Operation("work") { Do("work") { try await Task.sleep(for: .seconds(600)) } }
        Operation("ask") { Ask("Name?", into: name) }
      }
    }

    private static let lines = Flow("lines") {
      Ask("What happened?", into: name).multiline()
      Say("Thank you: \(name)")
    }

    /// Returns when a line has been typed at a terminal, which nobody has read yet.
    private static func waitForLine() async throws {
      print("working")
      fflush(stdout)
      let input = Descriptor.standardInput
      while input.isTerminal, input.waiting ?? 0 == 0 {
        try await Task.sleep(for: .milliseconds(1))
      }
    }

    private static let ahead = Flow("ahead") {
      Ask("First:", into: Key<Int>("first"))
      Ask("Second:", into: Key<Int>("second"))
      Ask("Name:", into: name)
      Say("Hello, \(name).")
    }

    private static let password = Key<String>("password")

    private static let aheadSecret = Flow("ahead secret") {
      Do("work") { try await waitForLine() }
      Ask("Password:", into: password).secret()
      Do("compare") { work in print(work[password] == "s3cret" ? "right" : "wrong") }
      Ask("Name:", into: name)
      Say("Hello, \(name).")
    }

    private static let core = Flow("core") {
      Ask("Password:", into: password).secret()
      Do("look") {
        var limit = rlimit()
        #if canImport(Glibc)
          getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        #else
          getrlimit(RLIMIT_CORE, &limit)
        #endif
        print(limit.rlim_cur)
      }
    }

    private static let aheadAlert = Flow("ahead alert") {
      Do("work") { try await waitForLine() }
      Alert("Delete?") {
        Button("Yes", role: .destructive) { Say("Deleted.") }
        Button("No", role: .cancel) { Say("Kept.") }
      }
    }

    private static let endless = Flow("endless") {
      Repeat { Say("again") }
    }
  }
#endif
