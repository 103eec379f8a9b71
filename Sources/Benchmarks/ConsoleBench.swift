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
