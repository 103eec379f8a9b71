// What the console costs at a terminal: the start, a key, and waiting.

/// Programs at a terminal: each is compiled with the library that was built beside this program.
struct ConsoleBench {
  private let toolchain: Toolchain
  private let folder: String

  /// Performs work with programs in a temporary folder.
  static func use<Result>(_ work: (ConsoleBench) throws -> Result) throws -> Result {
    let toolchain = try Toolchain()
    return try Files.withTemporaryFolder { folder in
      try work(ConsoleBench(toolchain: toolchain, folder: folder))
    }
  }

  /// Compiles a program and links it with the library.
  /// - Returns: its path.
  func program(_ name: String, _ flow: String) throws -> String {
    let source = "\(folder)/\(name).swift"
    try Files.write("import Libretto\n\n\(flow)\n", to: source)
    let program = "\(folder)/\(name)"
    _ = try toolchain.compile(source, to: program, moduleCache: folder + "/modules").succeed()
    return program
  }

  /// Compiles a program without anything.
  func emptyProgram() throws -> String {
    let source = "\(folder)/empty.swift"
    try Files.write("", to: source)
    _ = try Child(
      program: toolchain.driver, arguments: [source, "-o", folder + "/empty"]
    ).succeed()
    return folder + "/empty"
  }

  /// The program with one question.
  func greeting() throws -> String {
    try program(
      "greeting",
      """
      let name = Key<String>("name")
      await Flow("greeting") {
        Ask("What is your name?", into: name)
        Say("Hello, \\(name)!")
      }.main()
      """)
  }

  /// The program with one question that has many options.
  func list(of count: Int) throws -> String {
    try program(
      "list\(count)",
      """
      let words = ["harbour", "bridge", "station", "garden", "tower", "market", "river", "museum"]
      let places = (0..<\(count)).map { number in
        "The \\(words[number % 8]) of the \\(words[number / 8 % 8]), no. \\(number)"
      }
      await Flow("list") {
        Choose("Which place?", from: places, into: Key<String>("place"))
      }.main()
      """)
  }
}

/// The time to the first prompt at a terminal, compared with a program without anything, and the
/// time from the last key to the end.
struct ConsoleStart: Benchmark {
  let names = [
    "console.first-prompt", "console.first-prompt.ms", "console.empty-program", "console.exit",
  ]

  func rows(_ options: Options) throws -> [Row] {
    try ConsoleBench.use { bench in
      let program = try bench.greeting()
      let empty = try bench.emptyProgram()
      let times = try Measuring.medians(
        rounds: 101,
        [
          { try Terminal(program).wait(for: "What is your name?") },
          { try Terminal(empty).end() },
          {
            let terminal = try Terminal(program)
            _ = try terminal.wait(for: "What is your name?")
            for key in ["A", "d", "a"] { _ = try terminal.press(key) }
            return try terminal.pressLast("\r")
          },
        ])
      return [
        Row(names[0], times[0] / times[1], "× empty", .atMost(4)),
        Row(names[1], times[0] * 1000, "ms"),
        Row(names[2], times[1] * 1000, "ms"),
        Row(names[3], times[2] * 1000, "ms", .atMost(2)),
      ]
    }
  }
}

/// The time from a key to the last byte of what it changes on the screen: in long lists, and on a
/// page with many questions.
struct ConsoleKeys: Benchmark {
  let names = [
    "console.redraw", "console.redraw.bytes", "console.redraw.scrolled-bytes", "console.filter",
    "console.filter.index", "console.page", "console.first-list",
  ]

  func rows(_ options: Options) throws -> [Row] {
    try ConsoleBench.use { bench in
      var rows: [Row] = []
      if names[0...2].contains(where: options.wants) { rows += try redraw(bench) }
      if names[3...4].contains(where: options.wants) { rows += try filter(bench) }
      if options.wants(names[5]) { rows.append(try page(bench)) }
      if options.wants(names[6]) { rows.append(try firstFrame(bench)) }
      return rows
    }
  }

  // MARK: Lists

  private static let down = "\u{1B}[B"

  private func redraw(_ bench: ConsoleBench) throws -> [Row] {
    let terminal = try Terminal(try bench.list(of: 10_000))
    _ = try terminal.wait(for: "Which place?")
    let first = try terminal.press(Self.down)
    // The option that had the highlight, and the one that gets it.
    guard first.rows == 2 else { throw Trouble("\(first.rows) rows were written instead of 2") }
    for _ in 0..<50 { _ = try terminal.press(Self.down) }
    // From here on, the whole list moves with each key.
    var bytes = 0
    let time = try Measuring.medians(
      rounds: 501,
      [
        {
          let change = try terminal.press(Self.down)
          bytes = change.bytes.count
          return change.time
        }
      ])[0]
    return [
      Row(names[0], time * 1000, "ms", .atMost(1)),
      Row(names[1], Double(first.bytes.count), "bytes", .atMost(250)),
      Row(names[2], Double(bytes), "bytes"),
    ]
  }

  /// How much later the first frame of a list of 100,000 options comes than that of ten.
  private func firstFrame(_ bench: ConsoleBench) throws -> Row {
    let programs = try [10, 100_000].map(bench.list)
    let times = try Measuring.medians(
      rounds: 21,
      programs.map { program in { try Terminal(program).wait(for: "Which place?") } })
    return Row(names[6], (times[1] - times[0]) * 1000, "ms", .atMost(300))
  }

  private func filter(_ bench: ConsoleBench) throws -> [Row] {
    let terminal = try Terminal(try bench.list(of: 100_000))
    _ = try terminal.wait(for: "Which place?")
    let index = try terminal.press("/").time
    // Most titles have the first letters, so that little is saved.
    let word = "er of 99".map { String($0) }
    var times: [[Double]] = []
    for _ in 0..<9 {
      times.append(try terminal.press(each: word))
      // The filter is emptied.
      _ = try terminal.press("\u{15}")
    }
    let worst = word.indices.map { key in Measuring.median(times.map { $0[key] }) }.max() ?? 0
    return [
      Row(names[3], worst * 1000, "ms", .atMost(16)),
      Row(names[4], index * 1000, "ms"),
    ]
  }

  // MARK: Pages

  private func page(_ bench: ConsoleBench) throws -> Row {
    let program = try bench.program(
      "page",
      """
      func key<Value>(_ kind: String, _ number: Int) -> Key<Value> { Key("\\(kind)\\(number)") }
      let name: Key<String> = key("name", 0)
      await Flow("page") {
        Form("Your journey") {
          for number in 0..<10 {
            let agreed: Key<Bool> = key("agreed", number)
            Ask("Name of traveller \\(number)?", into: key("name", number) as Key<String>)
              .validate(.length(1...200))
            Ask("Nights \\(number)?", into: key("nights", number) as Key<Int>)
              .default(2).validate(.range(1...30))
            Confirm("A car \\(number)?", into: agreed).default(number.isMultiple(of: 2))
            Ask("Plate \\(number)?", into: key("plate", number) as Key<String>).when(agreed)
            Choose(
              "Room \\(number)?", from: ["single", "double", "suite"],
              into: key("room", number) as Key<String>)
            Ask("Note \\(number)?", into: key("note", number) as Key<String>)
              .when(name != "abcdefgh")
          }
        }
      }.main()
      """)
    let terminal = try Terminal(program)
    _ = try terminal.wait(for: "Your journey")
    let letters = (0..<100).map { String("abcdefgh".dropFirst($0 % 8).prefix(1)) }
    let first = Measuring.median(try terminal.press(each: letters))
    // The middle of the page, where what is above and below is shown.
    for _ in 0..<25 { _ = try terminal.press("\t") }
    let middle = Measuring.median(try terminal.press(each: letters))
    return Row(names[5], max(first, middle) * 1000, "ms", .atMost(2))
  }
}

/// The CPU time of a program that waits at a prompt for three seconds, of one that shows a spinner
/// for as long, and of one that only waits: Swift's pool of threads on Linux looks after itself once
/// a second.
struct ConsoleIdle: Benchmark {
  let names = ["console.idle", "console.idle.spinner", "console.idle.bare"]

  func rows(_ options: Options) throws -> [Row] {
    try ConsoleBench.use { bench in
      let work = try bench.program(
        "work",
        """
        await Flow("work") {
          Do("bake") { try await Task.sleep(for: .seconds(60)) }.loading("Baking")
        }.main()
        """)
      let bare = try bench.program(
        "bare",
        """
        Task { @concurrent in
          print("Waiting\\u{1B}[?2026l")
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        """)
      return [
        Row(
          names[0], try cpuTime(try bench.greeting(), after: "What is your name?") * 1000, "ms",
          .atMost(1)),
        Row(names[1], try cpuTime(work, after: "Baking") * 1000, "ms", .atMost(30)),
        Row(names[2], try cpuTime(bare, after: "Waiting") * 1000, "ms"),
      ]
    }
  }

  private func cpuTime(_ program: String, after text: String) throws -> Double {
    let terminal = try Terminal(program)
    _ = try terminal.wait(for: text)
    try terminal.watch(for: 0.5)
    let before = try terminal.cpuTime()
    try terminal.watch(for: 3)
    return try terminal.cpuTime() - before
  }
}
