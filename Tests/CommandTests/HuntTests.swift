import TestSupport
import Testing

/// Performs a script that quotes its secrets in errors, in every way that `flow` has, and searches
/// every byte that leaves the process and every file for them.
@Suite("No secret leaves a command", .serialized)
struct HuntTests {
  /// Where everything may be written; its cache is in it too.
  static let folder = ScriptFolder("hunt", ["hunt.swift": HuntScript.text])
  /// What holds the secrets because a person has put them there.
  static let given = ScriptFolder("hunt-given")

  let texts = Seen()

  /// The texts that were searched, and what was found.
  final class Seen {
    var probes = 0

    func see(_ text: String, _ way: String) {
      // The word for what is hidden isn't a secret.
      for form in HuntScript.forms {
        probes += 1
        #expect(!text.contains(form), "\(way): \(form) in \(text)")
      }
    }
  }

  init() throws {
    var answers: [String] = []
    for (id, secret) in HuntScript.secrets {
      Self.given.save(id, secret + "\n")
      answers.append("\"\(id)\": \(Self.json(secret))")
    }
    answers.append("\"name\": \"Bob\"")
    Self.given.save("answers.json", "{\(answers.joined(separator: ", "))}\n")
    Self.given.save(
      "broken.json", "{\(answers.joined(separator: ", ")) \"correct-horse-battery\"}\n")
    let unfit = answers.joined(separator: ", ").replacing("58213377", with: "582133770")
    Self.given.save("unfit.json", "{\(unfit)}\n")
    Self.given.save("forms", HuntScript.forms.joined(separator: "\n") + "\n")
    #expect(try flow("--version").errors == "")
  }

  private static func json(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  private static let secretLines = HuntScript.secrets.map { $0.1 + "\n" }.joined()
  private static let lines = secretLines + "Bob\n"

  /// Runs `flow` with a cache of its own, and sees all it writes.
  @discardableResult
  private func flow(_ arguments: String, input: String = "", quote: String = "") throws -> Ended {
    let ended = try Self.folder.shell(
      "export XDG_CACHE_HOME=$PWD/cache; G=../hunt-given; \"$FLOW\" "
        + (arguments.hasPrefix("-") ? "hunt.swift \(arguments)" : arguments)
        + (quote.isEmpty ? "" : " -- \(quote)"),
      input: input.isEmpty ? .null : .text(input))
    texts.see(ended.output, "output of \(arguments)")
    texts.see(ended.errors, "errors of \(arguments)")
    return ended
  }

  private var options: String {
    HuntScript.secrets.map { "--answer \($0.0)=@$G/\($0.0)" }.joined(separator: " ")
  }

  /// Every file that was written, and the cache, but not the compiled programs: somewhere in machine
  /// code stand the three bytes of the shortest secret.
  private func searchFiles() throws {
    let search = try Self.folder.shell(
      """
      grep -aqF -f ../hunt-given/forms ../hunt-given/answers.json || exit 3
      find . -type f | wc -l
      find . -type f ! -perm -100 -exec grep -aFl -f ../hunt-given/forms {} +
      """)
    let lines = search.output.split(separator: "\n")
    let count = lines.first.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    #expect(search.status == 1 && lines.count == 1, "\(search)")
    #expect(count > 3)
    texts.probes += count * HuntScript.forms.count
  }

  @Test(
    "Prompts on a pipe, answers given beforehand, JSON", arguments: HuntScript.quotes.map(\.name))
  func answered(quote: String) throws {
    let piped = try flow("--plain", input: Self.lines, quote: quote)
    #expect(piped.status == 1)
    #expect(piped.output.contains("No mail: Quoting (its text is hidden"))
    #expect(piped.output.contains("Failed: Quoting (its text is hidden"))
    #expect(piped.errors.contains("the action “fail” failed: Quoting (its text is hidden"))
    let files = try flow(options, input: "Bob\n", quote: quote)
    #expect((files.status, files.output) == (1, piped.output))
    #expect(try flow("\(options) --answer name=Bob --output json", quote: quote).status == 1)
    #expect(try flow("--answers $G/answers.json --output json", quote: quote).status == 1)
    #expect(try flow("--output json", input: Self.lines, quote: quote + " check").status == 1)
    try searchFiles()
    #expect(texts.probes > 800)
  }

  @Test("Recorded, cut off and resumed", arguments: HuntScript.quotes.map(\.name))
  func recorded(quote: String) throws {
    let (whole, cut) = ("\(quote).journal", "\(quote)-cut.journal")
    #expect(try flow("--record \(whole)", input: Self.lines, quote: quote).status == 1)
    let part = HuntScript.secrets.prefix(4).map { $0.1 + "\n" }.joined()
    #expect(try flow("--record \(cut)", input: part, quote: quote).status == 65)
    // Secrets that are asked again come after the others; then nothing but secrets is asked.
    let rest = Self.lines.dropFirst(part.count) + part
    try flow("--resume \(cut)", input: rest + Self.secretLines, quote: quote)
    // What is asked beside the secrets is what to do about work that was done.
    let keep = String(repeating: "Keep it as it is\n", count: 9)
    for journal in [whole, cut] {
      for output in ["text", "json"] {
        let given = "\(options) \(options) --output \(output)"
        try flow("--resume \(journal) \(given)", input: keep, quote: quote)
      }
      try flow("--answers \(journal) \(options) --answer name=Bob", quote: quote)
    }
    try searchFiles()
    #expect(texts.probes > 1200)
  }

  @Test("At a terminal", arguments: ["plain", "reversed", "escaped"])
  func atTerminal(quote: String) throws {
    let terminal = try Self.folder.terminal(
      "hunt.swift", "--record", "\(quote)-terminal.journal", "--", quote,
      before: "export XDG_CACHE_HOME=$PWD/cache;")
    for (_, secret) in HuntScript.secrets {
      try terminal.expect("(the answer is not shown")
      try terminal.expect("): ")
      try terminal.send(secret + "\n")
    }
    try terminal.expect("Name? ")
    try terminal.send("Bob\n")
    #expect(try terminal.waitForExit() == .exited(1))
    texts.see(terminal.transcript, "terminal")
    try searchFiles()
    #expect(texts.probes > 250)
  }

  @Test("Scripted runs, and their transcripts", arguments: HuntScript.quotes.map(\.name))
  func scripted(quote: String) throws {
    let copy = "cp ../hunt-given/answers.json ../hunt-given/\(quote).json"
    #expect(try Self.folder.shell(copy).status == 0)
    let test = "test hunt.swift $G/\(quote).json"
    #expect(try flow("\(test) --perform-actions --update", quote: quote).status == 0)
    texts.see(Self.given.text("\(quote).transcript"), "transcript")
    #expect(Self.given.text("\(quote).transcript").contains("ASK      Plain?"))
    #expect(try flow("\(test) --perform-actions", quote: quote).status == 0)
    // Another quotation is no difference.
    #expect(try flow("\(test) --perform-actions", quote: "hex").status == 0)
    #expect(try flow(test, quote: quote).status == 2)
    try flow("test hunt.swift $G/unfit.json", quote: quote)
    try searchFiles()
    #expect(texts.probes > 800)
  }

  @Test("Served to another program", arguments: HuntScript.quotes)
  func served(quote: (name: String, quote: @Sendable (String) -> String)) throws {
    var lines = HuntScript.secrets.map {
      #"{"answer":"\#($0.0)","text":\#(Self.json($0.1))}"# + "\n{\"token\":true}"
    }
    lines.append(#"{"answer":"name","value":"Bob"}"#)
    let input = lines.joined(separator: "\n") + "\n"
    let performed = try flow("serve hunt.swift", input: input, quote: quote.name)
    #expect(performed.status == 1)
    // Another program performs the work, and quotes what it was given.
    let words = HuntScript.secrets.map { quote.quote($0.1) }.joined(separator: "; ")
    for reads in ["", #","reads":["plain","quoted","short","number"]"#] {
      let error = #""error":\#(Self.json(words))\#(reads)}"#
      let handed =
        input + """
          {"failed":"mail",\(error)
          {"performed":"right","writes":{"isRight":true}\(reads)}
          {"failed":"one/sign-in",\(error)
          {"failed":"sign-in",\(error)
          {"token":true}
          {"performed":"change","writes":{"old":"\(HuntScript.changed)"}}
          {"token":true}
          {"failed":"fail",\(error)
          {"token":true}

          """
      let ended = try flow("serve hunt.swift --hand-out-actions", input: handed, quote: quote.name)
      #expect(ended.status == 1, "\(ended)")
      let token = ended.output.split(separator: "\n").filter { $0.hasPrefix("{\"token\":") }.last
      let text = token?.split(separator: "\"").dropFirst(3).first.map(String.init) ?? ""
      #expect(text.count > 20)
      try flow(
        "serve hunt.swift --hand-out-actions --token \(text)", input: input + handed,
        quote: quote.name)
      try flow("serve hunt.swift --token \(text)", input: input, quote: quote.name)
    }
    try searchFiles()
    #expect(texts.probes > 900)
  }

  @Test("Other commands, and what is said about wrong answers")
  func refused() throws {
    for command in ["export", "outline", "answers", "diff hunt.swift"] {
      #expect(try flow("\(command) hunt.swift").status == 0)
    }
    let missing = try flow("--no-input --answer plain=@$G/plain --answer quoted=@$G/quoted")
    #expect(missing.status == 65)
    for wrong in [
      "--answers $G/broken.json", "--answers $G/unfit.json", "--answers $G/plain",
      "--answer number=@$G/plain --no-input \(options.replacing("number=", with: "prefix="))",
      options.replacing("$G/number", with: "$G/long"),
      options.replacing("$G/short", with: "$G/number") + " --output json",
      options.replacing("$G/plain", with: "$G/short"),
      "\(options) --answer pluin=@$G/plain", "--answr plain=correct-horse-battery",
      "--answer correct-horse-battery", "--resume $G/answers.json", "--resume $G/plain",
      "--record $G/plain", "serve hunt.swift --token @$G/plain",
    ] {
      let ended = try flow(wrong, input: Self.lines)
      #expect(ended.status > 60, "\(wrong): \(ended)")
    }
    let unfit = ["12\n", "abc\n", "correct-horse-battery\n"].joined()
    try flow("--plain", input: "§7\n" + Self.lines.replacing("58213377\n", with: unfit))
    try flow("serve hunt.swift", input: "correct-horse-battery\n{\"answer\":\"sesame-street\"\n")
    try searchFiles()
    #expect(texts.probes > 2200)
  }
}
