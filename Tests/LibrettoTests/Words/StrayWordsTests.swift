import TestSupport
import Testing

@testable import LibrettoCore

/// Nothing is said to a person that isn't in the table of words: in a table where each word is marked,
/// no other word may appear. The flow's own texts have no Latin letter.
@Suite("Words outside the table")
struct StrayWordsTests {
  private static func terminal(_ kind: String) throws -> (RichTerminal, ScratchFile) {
    let file = ScratchFile()
    try file.write(Words(MarkedWords.entries).json)
    let terminal = try RichTerminal(
      "words", columns: 118, rows: 34, environment: ["TERM": kind, "WORDS": file.path])
    return (terminal, file)
  }

  /// What is waited for, and then typed.
  private typealias Step = (shown: String, typed: String)

  @Test("Prompts that are drawn in place say nothing else")
  func rich() throws {
    let (terminal, file) = try Self.terminal("xterm")
    let (back, help, enter, outline) = ("\u{1B}", "\u{1B}OP", "\r", "\u{7}")
    let steps: [Step] = [
      ("? Όνομα", help), ("«hide»", "Ν" + enter), ("«characters».\n  Λίγα", "ικο" + enter),
      ("? Ηλικία", "12" + enter), ("«Give» 1 «to» 9", help), ("«hide»", "\u{15}5" + enter),
      ("? Μέρα", "+2"), ("«in» 2", help), ("«hide»", enter),
      ("? Ώρα", enter), ("? Σίγουρα", "?"), ("«hide»", "1"),
      ("? Χρώμα", "?"), ("«hide»", "\u{1B}[B" + enter), ("❯ Μαύρο", "Ω"), ("«Nothing»", back),
      ("❯ Μαύρο", "1" + enter), ("? Πολλά", "?"), ("«hide»", "1 " + enter),
      ("? Βαθμός", "?"), ("«hide»", "9"), ("«Give» 1 «to» 5", "4" + enter),
      ("? Κείμενο", help), ("«hide»", "α" + enter + "β\u{4}"), ("? Μυστικό", "ψψ" + enter),
      ("❯ Πόλη", help), ("«hide»", enter), ("❯ Οδός", "Χ" + enter), ("❯ [ «Submit» ]", enter),
      ("«needed»", "Α" + enter), ("❯ Οδός", enter), ("❯ [ «Submit» ]", enter),
      ("«tries» «now»", enter), ("Προσοχή", "?"), ("«hide»", "\u{1B}[C" + enter),
      ("? Αλήθεια", outline), ("«Go» «back» «to»", "\u{1B}[H"), ("«depend»", enter),
      ("? Όνομα", "\u{15}Νικα"), ("«Then»", enter), ("«Asked» «again»", enter),
      ("«was» «performed»", "?"), ("«hide»", enter), ("? Αλήθεια", "\u{3}"),
    ]
    for step in steps {
      try terminal.waitForScreen(containing: step.shown)
      let text = try #require(terminal.screen?.text)
      #expect(MarkedWords.strays(in: text) == [], "before \(step.shown):\n\(text)")
      try terminal.send(step.typed)
    }
    let (text, _) = try terminal.end()
    #expect(MarkedWords.strays(in: text) == [], "\(text)")
    withExtendedLifetime(file) {}
  }

  @Test("Line mode says nothing else")
  func lines() throws {
    let (terminal, file) = try Self.terminal("dumb")
    let steps: [Step] = [
      ("Όνομα", "?"), ("Λίγα γράμματα", "Ν"), ("«characters»", "Νίκος"), ("Νίκος", "Νικο"),
      ("Ηλικία", "?"), ("«whole»", "μ"), ("«is» «not»", "5"), ("Μέρα", "?"), ("«friday»", "μ"),
      ("«such» «as»", "+1"), ("Ώρα", "?"), ("«noon»", "μ"), ("09:30", ""), ("Σίγουρα", "?"),
      ("«will» «do»", "μ"), ("«neither»", "ναι"), ("Χρώμα", "?"), ("«beginning»", "2"),
      ("Όχι", "3"), ("«one» «of»", "1"), ("Πολλά", "?"), ("«first» «three»", "Τ, Ω"),
      ("«one» «of»", "«none»"), ("«least»", "1-2"), ("Βαθμός", "9"), ("«Give» 1 «to» 5", "4"),
      ("Κείμενο", "?"), ("«several» «lines»", "α\n."), ("Μυστικό", "ψψ"), ("Πόλη", "Χ"),
      ("Οδός", ""), ("«submit»", "?"), ("«Press»", ""), ("«Again»", "\u{3}"),
    ]
    var seen: [String: Int] = [:]
    var reached = 0
    for step in steps {
      seen[step.shown, default: 0] += 1
      let (count, isLast, least) = (seen[step.shown] ?? 0, step.typed == "\u{3}", reached)
      // What is typed before a refused question is asked again is dropped.
      try terminal.waitForScreen { screen in
        let text = screen.text.trimmed
        return text.utf8.count > least && (isLast || text.hasSuffix(":"))
          && text.split(separator: step.shown).count > count
      }
      reached = (terminal.screen?.text.trimmed.utf8.count ?? 0) + step.typed.utf8.count
      try terminal.send(step.typed + (isLast ? "" : "\n"))
    }
    let (text, _) = try terminal.end()
    #expect(MarkedWords.strays(in: text.replacing("^C", with: "")) == [], "\(text)")
    withExtendedLifetime(file) {}
  }

  // MARK: Front ends

  private static let name = Key<String>("όνομα"), many = Key<[String]>("πολλά")
  private struct Trouble: Error, CustomStringConvertible { let description = "Σφάλμα" }

  /// Every kind of question, with a check of the host, and work that fails and is undone.
  private static func flow(_ version: UInt) -> Flow {
    Flow("Ροή", version: version) {
      Say("Αρχή")
      Ask("Όνομα", into: name).validate(.length(2...4)).check("Έλεγχος") { $0 != "Κακό" }
      Ask("Ηλικία", into: Key<Int>("ηλικία")).validate(.range(1...9))
      Ask("Μέρα", into: Key<CalendarDay>("μέρα")).validate(.daysFromToday(0...))
      Ask("Ώρα", into: Key<TimeOfDay>("ώρα"))
      Confirm("Σίγουρα", into: Key<Bool>("σίγουρα"))
      Choose("Χρώμα", into: Key<String>("χρώμα")) {
        Option("Άσπρο").id("α")
        Option("Μαύρο").id("μ").when(name == "Χ", because: "Όχι")
      }
      ChooseMany("Πολλά", from: ["Ένα", "Δύο", "Τρία"], into: many).atLeast(1)
      Form("Σελίδα") {
        Ask("Πόλη", into: Key<String>("πόλη"))
        Ask("Οδός", into: Key<String>("οδός")).optional()
      }
      Do("Πράξη", writes: []) { _ in }.reads(name).undo { _ in throw Trouble() }
      if version == 1 { Ask("Κείμενο", into: Key<String>("κείμενο")) }
      Do("Τέλος", writes: []) { _ in throw Trouble() }
    }
  }

  /// What is typed at each question: what is refused, and then what is taken.
  private static let typed: [(step: String, wrong: [String], right: String)] = [
    ("όνομα", ["", "Ν", "Νικόλας", "Κακό"], "Νίκο"), ("ηλικία", ["ν", "12", "1,5"], "5"),
    ("μέρα", ["ν", "2020-01-01", "31.12.1999"], "2999-01-01"), ("ώρα", ["ν", "25:00"], "09:30"),
    ("σίγουρα", ["ν", ""], "ναι"), ("χρώμα", ["Ω", "Μαύρο", ""], "Άσπρο"),
    ("πολλά", ["", "Ω", "Ένα, Ω"], "Ένα, Δύο"),
  ]

  private func refusal(_ body: () async throws -> Void) async throws -> String {
    do {
      try await body()
      return "not refused"
    } catch let refusal as Rejection {
      return refusal.message
    } catch let failure as Failure {
      return failure.message
    }
  }

  @Test("A session says nothing else")
  func session() async throws {
    let words = try Words(MarkedWords.entries)
    var session = try Session(Self.flow(1), words: words)
    func check(_ text: String) { #expect(MarkedWords.strays(in: text) == [], "\(text)") }
    func look() throws {
      #expect(try MarkedWords.strays(inJSON: session.json) == [], "\(session.json)")
    }
    for (step, wrong, right) in Self.typed {
      try look()
      #expect(session.needs.map(\.name) == [step])
      for text in wrong {
        check(try await refusal { try await session.answer(step, with: .text(text)) })
      }
      check(try await refusal { try session.resolve(step, with: .elapsed) })
      check(try await refusal { try session.resolve(step, with: .timedOut) })
      check(try await refusal { try session.resolve(step, with: .answer(.choice("Ω"))) })
      check(try await refusal { try session.resolve("Ω", with: .text(right)) })
      try await session.answer(step, with: .text(right))
    }
    let page = try #require(session.needs.first?.page).name
    let refused = try await session.submit(
      page, with: ["Ω": .text("Ω"), page + "/πόλη": .text("")], button: "Ω")
    check(try #require(refused).problems.joined(separator: "\n"))
    check(try await refusal { try session.goBack(from: "Ω") })
    #expect(try await session.submit(page, with: [page + "/πόλη": .text("Π")]) == nil)
    try session.begin("πράξη")
    let begun = session.token
    session = try Session(Self.flow(1), token: begun, words: words)
    try look()
    #expect(session.needs.map(\.decision) == [.interrupted])
    check(try await refusal { try session.resolve("πράξη", with: .answer(.choice("Ω"))) })
    try session.resolve("πράξη", with: .answer(.choice("ended")))
    let done = session.token
    try look()
    // Another name makes the action stale, and its undo fails.
    while let back = session.backTarget {
      check(back)
      try session.goBack()
    }
    try await session.answer("όνομα", with: .text("Άννα"))
    while let need = session.needs.first, need.kind == .question {
      if let typed = Self.typed.first(where: { $0.step == need.name }) {
        try await session.answer(need.name, with: .text(typed.right))
      } else {
        _ = try await session.submit(page, with: [page + "/πόλη": .text("Π")])
      }
    }
    try look()
    #expect(session.needs.map(\.decision) == [.changed])
    try session.resolve("πράξη", with: .answer(.choice("undo")))
    try await session.perform()
    try look()
    #expect(session.needs.map(\.decision) == [.undoFailed])
    // An edit that takes a question away, and the failure at the end.
    session = try Session(Self.flow(1), token: done, words: words)
    try await session.answer("κείμενο", with: .text("Τέλος"))
    session = try Session(Self.flow(2), token: session.token, words: words)
    #expect(!session.remarks.isEmpty)
    for remark in session.remarks { check(remark.description) }
    try await session.perform()
    try look()
    check("\(try #require(session.outcome))".replacing("failed:", with: ""))
    check(try await refusal { try session.resolve("Ω", with: .text("Ω")) })
    check(try await refusal { try session.goBack() })
  }

  @Test("Conversations say nothing else")
  func conversations() async throws {
    let words = try Words(MarkedWords.entries)
    let (store, time, gate) = (MemoryStore(), Locked(1_000), Gate())
    func host(_ version: UInt) -> Conversations {
      let flow = Flow("Ροή", version: version) {
        Ask("Όνομα", into: Self.name).validate(.length(2...4))
        Do("Πράξη", writes: []) { _ in try await gate.wait() }.reads(Self.name)
        Choose("Χρώμα", into: Key<String>("χρώμα")) {
          Option("Άσπρο")
          if version == 2 { Option("Μαύρο") }
        }
        Confirm("Τέλος", into: Key<Bool>("τέλος"))
      }
      return Conversations(
        flow, in: store, words: words, clock: { Timestamp(time.withLock { $0 }) },
        sleep: { _ in try await Gate().wait() })
    }
    let (here, there) = (host(2), host(1))
    func check(_ text: String) { #expect(MarkedWords.strays(in: text) == [], "\(text)") }
    func look() async throws {
      let view = try await here.view("ω")
      #expect(try MarkedWords.strays(inJSON: view.json) == [], "\(view.json)")
    }
    check(try await refusal { _ = try await here.view("ω") })
    try await here.start("ω")
    try await look()
    for (need, text, step) in [("όνομα", "Ν", 1), ("ω", "Νίκο", 1), ("όνομα", "Νίκο", 7)] {
      check(
        try await refusal { try await here.answer("ω", need, with: .text(text), at: step) })
    }
    check(try await refusal { try await here.back("ω", at: 1) })
    async let answered = here.answer("ω", "όνομα", with: .text("Νίκο"), at: 1)
    while try await !here.view("ω").isWorking { await Task.yield() }
    try await look()
    check(try await refusal { try await here.back("ω", at: 2) })
    time.withLock { $0 = 40_000 }
    try await here.wake("ω")
    try await look()
    gate.open()
    _ = try await answered
    try await here.answer("ω", "πράξη", with: .answer(.choice("ended")), at: 2)
    try await here.answer("ω", "χρώμα", with: .text("Μαύρο"), at: 3)
    check(try await refusal { _ = try await there.view("ω") })
    try await here.answer("ω", "τέλος", with: .text("ναι"), at: 4)
    check(try await refusal { try await here.answer("ω", "τέλος", with: .text("ναι"), at: 5) })
  }

  @Test("Conversations say nothing else beside operations")
  func beside() async throws {
    let flow = Flow("Ροή") {
      Operations {
        Operation("Ένα") { Ask("Ηλικία", into: Key<Int>("ηλικία")) }
        Operation("Δύο") { Confirm("Τέλος", into: Key<Bool>("τέλος")) }
      }
    }
    let here = Conversations(flow, in: MemoryStore(), words: try Words(MarkedWords.entries))
    let names = try await here.start("ω").open.map(\.name)
    #expect(names.count == 2)
    for name in names + ["ω"] {
      for text in [
        try await refusal { try await here.answer("ω", name, with: .text("Ν"), at: 1) },
        try await refusal { try await here.submit("ω", name, with: [:], at: 1) },
        try await refusal { try await here.back("ω", from: name, at: 1) },
      ] {
        #expect(MarkedWords.strays(in: text) == [], "\(text)")
      }
    }
  }

  @Test("A check that throws and interrupted work that ends the flow say nothing else")
  func failures() async throws {
    struct Sigma: Error, CustomStringConvertible { var description: String { "σ" } }
    let words = try Words(MarkedWords.entries)
    let checked = Flow("Ροή") {
      Ask("Όνομα", into: Self.name).check("Έλεγχος") { _ in throw Sigma() }
    }
    var session = try Session(checked, words: words)
    do {
      try await session.answer("όνομα", with: .text("Ν"))
      Issue.record("the check doesn't throw")
    } catch let failure as Failure {
      let text = failure.speaking(words).message
      #expect(MarkedWords.strays(in: text) == [], "\(text)")
    }
    let acting = Flow("Ροή") { Do("Πράξη", writes: []) { _ in } }
    session = try Session(acting, words: words)
    try session.begin("πράξη")
    session = try Session(acting, token: session.token, interrupted: .fail, words: words)
    let text = "\(try #require(session.outcome))".replacing("failed:", with: "")
    #expect(text.contains("Πράξη"))
    #expect(MarkedWords.strays(in: text) == ["interrupted", "run", "ask"], "\(text)")
  }

  /// A person who answers nothing, and the lines that they are shown.
  private struct Reader: InteractiveInterpreter {
    let words: Words
    let replies: Locked<[Reply]>
    let lines = Locked<[String]>([])
    var now: Timestamp { 0 }
    func show(_ text: String) { lines.withLock { $0.append(text) } }
    func ask(_ question: Question) -> Reply {
      show(question.title)
      return replies.withLock { $0.popLast() } ?? .endOfInput
    }
    func sleep(for duration: Duration) {}
  }

  private struct Λάθος: Error {}

  /// Work that uses a secret, says more than is kept, and fails; work that takes too long.
  private static let hiding = Flow("Ροή") {
    Ask("Μυστικό", into: name).secret()
    Do("Πράξη", writes: []) { work in
      _ = work[name]
      for _ in 0...WorkReports.mostLines { work.log("ψ") }
      throw Λάθος()
    }.undo { _ in throw Λάθος() }.retry(1, backoff: .seconds(2))
  }

  @Test("What stands in place of an error or a line of work that used a secret is in the table")
  func hidden() async throws {
    let words = try Words(MarkedWords.entries)
    let reader = Reader(words: words, replies: Locked([.text("ψψψ")]))
    let result = try await Self.hiding.run(with: reader)
    let lines = reader.lines.withLock { $0 }
    for line in lines { #expect(MarkedWords.strays(in: line) == [], "\(line)") }
    let hidden = lines.filter { $0.contains("«line» «is» «hidden»") }
    #expect(hidden.count == 2 * WorkReports.mostLines)
    #expect(lines.filter { $0.contains("1 «more» «line»)") }.count == 2)
    let retry = try #require(lines.first { $0.contains("«Again» «in»") })
    #expect(retry.contains("Λάθος («its» «text» «is» «hidden»"), "\(retry)")
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    let text = failure.speaking(words).message
    #expect(text.contains("Λάθος («its» «text» «is» «hidden»"))
    #expect(MarkedWords.strays(in: text) == [], "\(text)")
    // What is kept is the same in every language.
    #expect(
      result.journal.entries.last?.event
        == .failed("Λάθος (its text is hidden because the work used a secret)"))
  }

  @Test("Interrupted work that ends a run of an interpreter says nothing else")
  func interrupted() async throws {
    let words = try Words(MarkedWords.entries)
    let flow = Flow("Ροή") { Do("Πράξη", writes: []) { _ in } }
    var session = try Session(flow)
    try session.begin("πράξη")
    let saved = try SavedRun(lines: session.journal.lines(of: flow, id: "ω"))
    let reader = Reader(words: words, replies: Locked([]))
    let result = try await flow.resume(saved, with: reader, interrupted: .fail)
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    let text = failure.speaking(words).message
    #expect(text.contains("Πράξη"))
    #expect(
      MarkedWords.strays(in: text) == ["interrupted", "run", "interrupted", "ask"], "\(text)")
  }
}
