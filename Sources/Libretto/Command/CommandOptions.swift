import LibrettoCore
import LibrettoKnowledge

/// The parsed command line of a flow.
package struct CommandOptions {
  /// The commands of a flow's command line.
  package enum Command: String, CaseIterable, Sendable {
    case run, export, test, check, paths, storyboard, diagram, outline, answers, serve, replay
  }

  enum Output: String, CaseIterable {
    case text, json
  }

  var command = Command.run
  /// Later ones override earlier ones.
  var answersFiles: [String] = []
  /// `--answer id=value`, in order.
  var answers: [(id: String, value: String)] = []
  var recordFile: String?
  var resumeFile: String?
  var interrupted = InterruptedWorkPolicy.ask
  var isPlain = false
  /// The file with the product's own sentences in another language; nil for English.
  var wordsFile: String?
  var isVerbose = false
  var acceptsDefaults = false
  var asksNobody = false
  var stubsActions = false
  var output = Output.text
  /// The time limit of the whole run; nil for no limit.
  var timeout: Duration?
  var isCompact = false
  var performsActions = false
  var handsOutActions = false
  var saves = false
  /// Whether `serve` has many conversations, and whether it writes the token with what is needed.
  var servesMany = false
  var tellsTokens = false
  /// Which day is today for the person of a session that `serve` performs.
  var today = LocalDay.ofProcess
  /// The token of a session for `serve` to continue.
  var token: String?
  var updates = false
  /// Whether `check` also fails on warnings.
  var isStrict = false
  /// Whether `test` writes the tests that are missing, tells what none covers, or which planted
  /// faults none notices.
  var generates = false
  var tellsCoverage = false
  var mutates = false
  /// What tests should cover; nil for the classes of answers.
  var criterion: Criterion?
  var wantsHelp = false
  var wantsVersion = false
  /// The file that `storyboard` and `diagram` write.
  var pictureFile: String?
  /// Whether `diagram` writes a Mermaid flowchart, to standard output if no file is named.
  var isMermaid = false
  /// The scripts for `test`.
  var files: [String] = []
  /// The arguments after `--`, for the script itself.
  var rest: [String] = []

  /// One option: its name, its value, and the commands that accept it.
  package struct Spelling: Sendable {
    /// The option as written, such as `--yes`.
    package let name: String
    let value: String?
    /// The commands that accept the option.
    package let commands: [Command]
    let help: String
  }

  /// All options.
  package static let spellings = [
    Spelling(
      name: "--answers", value: "FILE", commands: [.run],
      help: "answers questions from a JSON object, a journal or a result"),
    Spelling(
      name: "--answer", value: "ID=VALUE", commands: [.run],
      help: "answers one question; ID=@FILE reads the answer from a file, ID=@@TEXT is “@TEXT”"),
    Spelling(
      name: "--record", value: "FILE", commands: [.run], help: "writes a journal of the run"),
    Spelling(
      name: "--resume", value: "FILE", commands: [.run],
      help: "resumes the run of this journal, and appends to it"),
    Spelling(
      name: "--interrupted", value: "HOW", commands: [.run],
      help: "what to do with an interrupted action: ask (default), run or fail"),
    Spelling(
      name: "--yes", value: nil, commands: [.run],
      help: "accepts every default, but never a destructive button"),
    Spelling(
      name: "--no-input", value: nil, commands: [.run],
      help: "never asks; lists what is sure to be missing before it performs anything"),
    Spelling(
      name: "--stub-actions", value: nil, commands: [.run, .test],
      help: "notes actions instead of performing them; for test, even those not in the script"),
    Spelling(
      name: "--plain", value: nil, commands: [.run, .replay],
      help: "asks line by line, in plain text, even at a terminal"),
    Spelling(
      name: "--words", value: "FILE", commands: [.run, .replay, .serve],
      help: "speaks another language: a JSON object with all sentences, by their codes"),
    Spelling(
      name: "--verbose", value: nil, commands: [.run],
      help: "says where in the source a failure comes from; a script says it anyway"),
    Spelling(
      name: "--output", value: "text|json", commands: [.run, .check, .test],
      help: "json prints the result as JSON: of a run the outcome and the answers"),
    Spelling(
      name: "--timeout", value: "SECONDS", commands: [.run],
      help: "ends the run as failed when it takes longer; 0.5 is half a second"),
    Spelling(
      name: "--compact", value: nil, commands: [.export], help: "prints the JSON on one line"),
    Spelling(
      name: "--perform-actions", value: nil, commands: [.test],
      help: "performs the flow's actions instead of noting them"),
    Spelling(
      name: "--hand-out-actions", value: nil, commands: [.serve],
      help: "leaves actions, loads, checks and waits to the other program"),
    Spelling(
      name: "--token", value: "TOKEN", commands: [.serve],
      help: "resumes the session of this token; @FILE reads it from a file"),
    Spelling(
      name: "--today", value: "DAY", commands: [.serve],
      help: "the person's day, as 2026-11-20, or their distance from UTC, as +02:00"),
    Spelling(
      name: "--save", value: nil, commands: [.serve],
      help: "begins no effect before the other program has saved the token"),
    Spelling(
      name: "--many", value: nil, commands: [.serve],
      help: "serves many conversations: each line has the id of one"),
    Spelling(
      name: "--tokens", value: nil, commands: [.serve],
      help: "writes the token with what is needed, each time"),
    Spelling(
      name: "--update", value: nil, commands: [.test],
      help: "writes the transcripts beside the scripts instead of comparing them"),
    Spelling(
      name: "--generate", value: nil, commands: [.test],
      help: "writes the tests that are missing into a folder, as few as possible"),
    Spelling(
      name: "--coverage", value: nil, commands: [.test],
      help: "says what no test covers, instead of performing them"),
    Spelling(
      name: "--mutate", value: nil, commands: [.test],
      help: "plants faults in the flow, and says which of them no test notices"),
    Spelling(
      name: "--criterion", value: "WHAT", commands: [.test],
      help: "what tests should cover: classes (default), branches or steps"),
    Spelling(
      name: "-o", value: "NAME", commands: [.storyboard, .diagram],
      help: "the file to write, such as NAME.html or NAME.svg"),
    Spelling(
      name: "--mermaid", value: nil, commands: [.diagram],
      help: "writes the text of a Mermaid flowchart; without -o to standard output"),
    Spelling(
      name: "--strict", value: nil, commands: [.check], help: "fails on warnings too"),
    Spelling(name: "--help", value: nil, commands: Command.allCases, help: "prints this"),
    Spelling(
      name: "--version", value: nil, commands: Command.allCases, help: "prints the version"),
  ]
}

/// The reason a command line is invalid.
struct UsageError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension CommandOptions {
  /// Reads a command line, without the program's own name.
  static func parse(_ arguments: [String]) throws(UsageError) -> CommandOptions {
    var options = CommandOptions()
    var words = arguments[...]
    if let first = words.first, !first.hasPrefix("-") {
      guard let command = Command(rawValue: first) else { throw unknown(command: first) }
      options.command = command
      words = words.dropFirst()
    }
    while let word = words.popFirst() {
      if word == "--" {
        options.rest = Array(words)
        break
      }
      if word.hasPrefix("-") && word != "-" {
        try options.take(word, &words)
      } else if options.command == .test || options.command == .replay && options.files.isEmpty {
        options.files.append(word)
      } else {
        throw unexpected(word, after: options.answers)
      }
    }
    if options.recordFile != nil && options.resumeFile != nil {
      throw UsageError("--resume appends to its own journal; remove --record")
    }
    if options.stubsActions, options.recordFile != nil {
      throw UsageError(
        "with --stub-actions nothing is performed, and a journal would say that it was; "
          + "remove --record")
    }
    if options.servesMany && options.token != nil {
      throw UsageError(
        "with --many, a conversation is continued by its line “start”; remove --token")
    }
    if options.performsActions && options.stubsActions {
      throw UsageError("--perform-actions and --stub-actions contradict each other; remove one")
    }
    if options.command == .test && options.files.isEmpty && !options.wantsHelp {
      throw UsageError(
        "test needs at least one script: a JSON file of answers, or a folder of them")
    }
    if options.command == .replay && options.files.isEmpty && !options.wantsHelp {
      throw UsageError("replay needs a journal, which a run writes with --record FILE")
    }
    if [.storyboard, .diagram].contains(options.command), options.pictureFile ?? "" == "",
      !options.isMermaid, !options.wantsHelp, !options.wantsVersion
    {
      let name = options.command == .storyboard ? "NAME.html" : "NAME.svg"
      throw UsageError("\(options.command.rawValue) needs a file to write: -o \(name)")
    }
    try options.checkPictureFile()
    if options.generates && options.files.count != 1 {
      throw UsageError("--generate needs one folder: `test FOLDER --generate`")
    }
    let modes = [options.updates, options.generates, options.tellsCoverage, options.mutates]
    if modes.count(where: \.self) > 1 {
      throw UsageError("--update, --generate, --coverage and --mutate exclude each other; give one")
    }
    if options.generates && options.files[0].hasSuffix(".json") {
      let file = options.files[0].withoutValue
      throw UsageError(
        "--generate needs a folder, and “\(file)” is the name of a test in one: "
          + "`test \(file.dropLast(5)) --generate`")
    }
    if options.criterion != nil && !options.generates && !options.tellsCoverage {
      throw UsageError("--criterion is for --generate and --coverage; add one of them")
    }
    if options.mutates && options.performsActions {
      throw UsageError("--mutate performs no actions; remove --perform-actions")
    }
    return options
  }

  /// A name with the ending of another kind of file would hide what is in it.
  private func checkPictureFile() throws(UsageError) {
    guard let path = pictureFile, let name = path.split(separator: "/").last,
      let dot = name.lastIndex(of: "."), dot > name.startIndex
    else { return }
    let (what, endings) =
      command == .storyboard
      ? ("a page", ["html", "htm"])
      : isMermaid ? ("the text of a flowchart", ["mmd", "mermaid", "md", "txt"]) : ("SVG", ["svg"])
    if endings.contains(name[name.index(after: dot)...].lowercased()) { return }
    throw UsageError(
      "\(command.rawValue) writes \(what), not what “\(name)” says: "
        + "write -o \(path.dropLast(name.distance(from: dot, to: name.endIndex))).\(endings[0])")
  }

  private mutating func take(
    _ word: String, _ words: inout ArraySlice<String>
  ) throws(UsageError) {
    let assigned = word.assigned
    let name = word == "-h" ? "--help" : assigned?.name ?? word
    guard let spelling = Self.spellings.first(where: { $0.name == name }) else {
      let known = Self.spellings.filter { $0.commands.contains(command) }.map(\.name)
      if name == "--begun" {
        throw UsageError("--begun is now --interrupted: write --interrupted ask, run or fail")
      }
      var message = "unknown option “\(name)”"
      if let near = nearest(to: name, among: known) { message += "; did you mean “\(near)”?" }
      throw UsageError(message + (message.hasSuffix("?") ? "" : "; --help lists the options"))
    }
    guard spelling.commands.contains(command) else {
      throw UsageError(
        "\(name) is not an option of \(command.rawValue), but of "
          + spelling.commands.map(\.rawValue).inWords)
    }
    var value: String?
    if let assigned {
      value = assigned.value
      if spelling.value == nil { throw UsageError("\(name) takes no value") }
    } else if let wanted = spelling.value {
      guard let next = words.popFirst() else {
        throw UsageError("\(name) needs a value: \(name) \(wanted)")
      }
      value = next
    }
    try set(name, value ?? "")
  }

  private mutating func set(_ name: String, _ value: String) throws(UsageError) {
    switch name {
    case "--answers": answersFiles.append(value)
    case "--answer":
      guard let answer = value.assigned, !answer.name.isEmpty else {
        // Not quoted, because it may be a secret.
        throw UsageError("--answer needs ID=VALUE: the id of a question, “=” and the answer")
      }
      answers.append((answer.name, answer.value))
    case "--record": recordFile = value
    case "--resume": resumeFile = value
    case "--interrupted":
      guard let interrupted = InterruptedWorkPolicy(rawValue: value) else {
        throw UsageError("--interrupted must be ask, run or fail, not “\(value)”")
      }
      self.interrupted = interrupted
    case "--yes": acceptsDefaults = true
    case "--no-input": asksNobody = true
    case "--stub-actions": stubsActions = true
    case "--plain": isPlain = true
    case "--words": wordsFile = value
    case "--verbose": isVerbose = true
    case "--output":
      guard let output = Output(rawValue: value) else {
        throw UsageError("--output must be text or json, not “\(value)”")
      }
      self.output = output
    case "--timeout": timeout = try Self.seconds(value)
    case "--compact": isCompact = true
    case "--perform-actions": performsActions = true
    case "--hand-out-actions": handsOutActions = true
    case "--save": saves = true
    case "--many": servesMany = true
    case "--tokens": tellsTokens = true
    case "--token": token = value
    case "--today":
      guard let day = LocalDay(option: value) else {
        throw UsageError(
          "--today must be a day, as 2026-11-20, or an offset, as +02:00, not “\(value)”")
      }
      today = day
    case "--update": updates = true
    case "--generate": generates = true
    case "--coverage": tellsCoverage = true
    case "--mutate": mutates = true
    case "-o": pictureFile = value
    case "--mermaid": isMermaid = true
    case "--strict": isStrict = true
    case "--criterion":
      guard let criterion = Criterion(rawValue: value) else {
        throw UsageError("--criterion must be classes, branches or steps, not “\(value)”")
      }
      self.criterion = criterion
    case "--help": wantsHelp = true
    default: wantsVersion = true
    }
  }

  /// Reads seconds, to the millisecond.
  private static func seconds(_ text: String) throws(UsageError) -> Duration {
    let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    // A billion seconds are 31 years; clocks don't need more.
    guard isDecimal, let seconds = Double(text), seconds > 0, seconds <= 1_000_000_000 else {
      throw UsageError(
        "--timeout must be a number of seconds above 0 and up to 1000000000, not “\(text)”")
    }
    return .milliseconds(max(1, Int((seconds * 1000).rounded())))
  }

  /// An argument that nothing takes. It is never quoted as a whole if it may be an answer: a person
  /// may have left out --answer, or the quotation marks around a value with spaces.
  private static func unexpected(
    _ word: String, after answers: [(id: String, value: String)]
  ) -> UsageError {
    let end = "arguments for the script itself go after “--”"
    if !answers.isEmpty {
      return UsageError(
        "unexpected argument after --answer; write --answer before each answer, put a value with "
          + "spaces in quotation marks, and \(end)")
    }
    let shown = word.withoutValue
    guard word.assigned != nil else { return UsageError("unexpected argument “\(shown)”; \(end)") }
    return UsageError(
      "unexpected argument “\(shown)”; to answer a question, write --answer before it, and \(end)")
  }

  private static func unknown(command: String) -> UsageError {
    if command.assigned != nil { return unexpected(command, after: []) }
    let known = Command.allCases.map(\.rawValue)
    if let near = nearest(to: command, among: known) {
      return UsageError("unknown command “\(command)”; did you mean “\(near)”?")
    }
    return UsageError(
      "unexpected argument “\(command)”; the commands are \(known.joined(separator: ", ")), "
        + "and arguments for the script itself go after “--”")
  }
}

extension LocalDay {
  /// Reads a day, `2026-11-20`, or a distance from UTC, `+02:00`.
  init?(option text: String) {
    if let day = CalendarDay(text) {
      self = .day(day)
      return
    }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let sign = text.first, "+-".contains(sign), parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
    else { return nil }
    self = .minutesFromUTC((sign == "-" ? -1 : 1) * (hours * 60 + minutes))
  }
}

extension [String] {
  /// The texts as a list: “run, replay and serve”.
  fileprivate var inWords: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}

extension String {
  /// What stands before the first “=”, and after it; a value may begin with a combining mark.
  fileprivate var assigned: (name: String, value: String)? {
    guard let equals = unicodeScalars.firstIndex(of: "=") else { return nil }
    return (
      String(unicodeScalars[..<equals]), String(unicodeScalars[equals...].dropFirst())
    )
  }
}
