import Testing

/// Holds the README and the guides to what they show: every sample compiles, or is refused with
/// the sentence beside it, and every session prints what stands there.
@Suite("Guides", .serialized) struct GuidesTests {
  @Test("There are pages, and each block in them is of a kind that the tests know")
  func pages() throws {
    #expect(Guide.all.count == 29)
    for guide in Guide.all {
      for block in guide.blocks {
        let place = "\(guide.path):\(block.line)"
        switch block.language {
        case "swift": _ = try Sample(block, in: guide)
        case "console": #expect(block.text.hasPrefix("$ "), "\(place): begins with no command")
        case "go", "js": #expect(block.note == "text", "\(place): is of another language")
        case "python" where block.note == "text": break
        case "json", "text", "python":
          #expect(block.note?.hasPrefix("file: ") == true, "\(place): names no file")
        case "sh": break  // commands that a test can't give, such as swift test
        default: Issue.record("\(place): a block of an unknown kind, “\(block.language)”")
        }
      }
    }
  }

  @Test("Pieces of Swift compile")
  func pieces() throws {
    let samples = try Self.samples { if case .piece = $0 { true } else { false } }
    #expect(samples.count == 61)
    // What stands at the top of a file has names that the preludes have too.
    let modules = [true, false].map { isTop in
      samples.filter { ($0.kind == .piece(prelude: "file")) == isTop }
    }
    let sources = try modules.map { try $0.map { try $0.source() } }
    let errors = try Compiler.check(sources)
    #expect(errors == [[], []])
  }

  @Test("Samples that are files of the package equal them, so what the tests run is shown")
  func copies() throws {
    var parts: [String: [Sample]] = [:]
    for sample in try Self.samples({ if case .copy = $0 { true } else { false } }) {
      guard case .copy(let path) = sample.kind else { continue }
      parts[path, default: []].append(sample)
    }
    for (path, samples) in parts {
      let text = samples.map(\.text).joined(separator: "\n")
      #expect(try text == Files.read("\(Files.package)/\(path)"), "\(samples[0].place)")
    }
    let example = try Files.all(in: "\(Files.package)/Tests/Example")
    let scripts = ["Playground/wizard.swift"].map { "\(Files.package)/\($0)" }
    #expect(parts.keys.sorted().map { "\(Files.package)/\($0)" } == (scripts + example).sorted())
  }

  @Test("The interpreter of the guide has as few lines as the guide says")
  func lines() throws {
    let bot = try Files.read("\(Files.package)/Tests/Example/ChatBot/ChatBot.swift")
    let guide = try Files.read("\(Files.package)/Guides/Libretto.docc/WritingAnInterpreter.md")
    #expect(guide.contains("in under 80 lines"))
    #expect(bot.count { $0.isNewline } < 80)
  }

  @Test("Wrong samples are refused with the message in the guide")
  func refused() throws {
    let samples = try Self.samples { if case .refused = $0 { true } else { false } }
    #expect(samples.count == 17)
    let sources = try samples.map { try $0.source() }
    var errors = try Compiler.check([sources])[0]
    for sample in samples {
      guard case .refused(_, let message) = sample.kind else { continue }
      let lines = sample.text.split(separator: "\n").count
      let range = sample.line..<(sample.line + lines)
      let own = errors.filter { $0.file.hasSuffix(sample.guide) && range.contains($0.line) }
      errors.removeAll(where: own.contains)
      // The compiler may say it twice: of the statement, and of the container around it. A chain
      // with a wrong operand can only throw besides.
      let sentences = Set(own.map(\.text.sentence)).subtracting([
        "call can throw, but it is not marked with 'try' and the error is not handled"
      ])
      #expect(sentences == [message], "\(sample.place)")
    }
    #expect(errors == [], "errors beside the samples")
  }

  @Test("There are sessions and programs")
  func thereAreSessions() throws {
    let commands = try Guide.all.map { try Session($0).commands.count }.reduce(0, +)
    let programs = try Guide.all.map { try Session($0).programs.count }.reduce(0, +)
    #expect(commands == 89)
    #expect(programs == 44)
  }

  @Test(
    "Programs compile without a warning, and sessions print what the guide shows",
    arguments: Guide.all)
  func sessions(_ guide: Guide) throws {
    let session = try Session(guide)
    for program in session.programs {
      #expect(try session.complaints(about: program) == "", "\(guide.path): \(program)")
    }
    for (wanted, found) in zip(session.commands, try session.perform()) {
      let expected = Typist.plain(wanted.output).asShown
      #expect(found.output.asShown == expected, "\(wanted.place): $ \(wanted.text)")
    }
  }

  private static func samples(_ isWanted: (Sample.Kind) -> Bool) throws -> [Sample] {
    try Guide.all.flatMap { guide in
      try guide.blocks.filter { $0.language == "swift" }.map { try Sample($0, in: guide) }
    }.filter { isWanted($0.kind) }
  }
}

extension String {
  /// The sentence of a refusal, without the compiler's own words around it.
  fileprivate var sentence: String {
    let words = [" is unavailable: ", " is deprecated: "].compactMap { firstRange(of: $0) }.first
    let sentence = words.map { String(self[$0.upperBound...]) } ?? self
    return sentence.replacing(" [#DeprecatedDeclaration]", with: "")
  }
}
