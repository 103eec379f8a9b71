import TestSupport

@testable import LibrettoCore
@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The rich console at a terminal of its own in this process, and a person who presses keys there.
struct TypedConsole: LiveInterpreter {
  private let console: any LiveInterpreter
  private let person: Person

  /// Performs a flow with answers that are typed with keys.
  /// - Parameters:
  ///   - lines: the answers, as a person would type them in line mode; “<<” and “<<<” go back to the
  ///     last answer in the outline, or to the first, and a “?” shows the help before an answer.
  ///   - pages: the keys for each page; nil to have its questions asked one by one.
  static func perform(
    _ flow: Flow, lines: [String], pages: [String]? = nil
  ) async throws -> (result: FlowResult, screen: TerminalScreen) {
    let (master, path) = try openMaster()
    let slave = open(path, O_RDWR | O_NOCTTY)
    defer { close(slave) }
    let traits = TerminalTraits { ["TERM": "xterm", "LANG": "en_US.UTF-8"][$0] }
    let keys = KeyReader(fileDescriptor: slave, escapeDelay: 5)
    let streams = StandardStreams(
      reader: LineReader(fileDescriptor: slave), input: Descriptor(slave),
      output: Descriptor(slave), error: Descriptor(slave),
      terminal: (traits, keys))
    let person = Person(master, keys, lines, pages)
    let time: @Sendable () -> Timestamp = { 0 }
    let result = try await Console.performing(
      on: streams, clock: ContinuousClock(), time: time
    ) { console in
      guard let rich = console as? any LiveInterpreter else { throw NotDrawn() }
      let result = try await Driver(TypedConsole(console: rich, person: person)).perform(flow)
      console.end(result.outcome, saysFailure: true)
      return result
    }
    return (result, person.end())
  }

  /// The terminal can't draw prompts in place.
  private struct NotDrawn: Error {}

  var takesPages: Bool { person.takesPages }
  var now: Timestamp { 0 }

  func show(_ text: String) async throws { try await console.show(text) }
  func showLog(_ line: String) async throws { try await console.showLog(line) }
  func showNotice(_ question: Question) async throws {
    try await person.typing(.goOn) { try await console.showNotice(question) }
  }
  func show(_ statement: Statement) async throws { try await console.show(statement) }
  func say(_ statement: Statement, _ pieces: [[ShownPiece]], name: String?) throws {
    try console.say(statement, pieces, name: name)
  }

  func foresee(
    _ way: RunProgress?, _ consequence: Consequence?,
    _ reason: @escaping @Sendable () async -> String?,
    _ outline: @escaping @Sendable () async -> RunOutline
  ) { console.foresee(way, consequence, reason, outline) }
  func checking(_ name: String) { console.checking(name) }
  func taken(_ name: String, _ kept: [String: Value]) throws { try console.taken(name, kept) }
  func pause(_ work: LiveWork, for time: Duration) async throws {
    try await console.pause(work, for: time)
  }

  func wayBack(_ refusal: Phrase?) { console.wayBack(refusal) }
  func began(_ work: LiveWork) { console.began(work) }
  func ended(_ work: LiveWork, _ failure: String?) { console.ended(work, failure) }
  func takeTarget() -> String? { nil }

  func arrange(
    for name: String?, _ standing: () -> (passed: [String], ahead: Set<String>)
  ) throws {
    try console.arrange(for: name, standing)
  }

  func ask(_ question: Question) async throws -> Reply {
    try await person.typing(.answer(question)) { try await console.ask(question) }
  }

  func ask(_ question: Question, reportingDraftsTo drafting: DraftReporter) async throws -> Reply {
    try await person.typing(.answer(question)) {
      try await console.ask(question, reportingDraftsTo: drafting)
    }
  }

  func fill(_ page: FormPage, using filling: PageContext) async throws -> PageReply {
    try await person.typing(.page) { try await console.fill(page, using: filling) }
  }
}

/// Sees what a terminal shows, and presses keys when a prompt is drawn.
private final class Person: Sendable {
  private struct State: Sendable {
    var screen = TerminalScreen(columns: 80, rows: 24)
    var lines: ArraySlice<String>
    var pages: ArraySlice<String>?
  }

  private let master: Int32
  private let reader: KeyReader
  private let state: Locked<State>
  let takesPages: Bool

  init(_ master: Int32, _ reader: KeyReader, _ lines: [String], _ pages: [String]?) {
    self.master = master
    self.reader = reader
    takesPages = pages != nil
    let state = Locked(State(lines: lines[...], pages: pages?[...]))
    self.state = state
    // It ends when the console has closed its end of the terminal.
    try? SystemThread {
      while Self.isReadable(master, waits: true), state.withLock({ Self.read(master, &$0) }) {}
      close(master)
    }.detach()
  }

  private static func isReadable(_ end: Int32, waits: Bool) -> Bool {
    var request = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, waits ? -1 : 0) > 0
  }

  /// Reads what there is.
  /// - Returns: whether there may be more later.
  private static func read(_ end: Int32, _ state: inout State) -> Bool {
    while isReadable(end, waits: false) {
      let block = readBlock(end)
      if block.isEmpty { return false }
      state.screen.feed(block)
    }
    return true
  }

  /// Presses keys as soon as somebody waits for one.
  func typing<Answer: Sendable>(
    _ what: What, _ body: () async throws -> Answer
  ) async throws -> Answer {
    let typist = Task {
      while !self.reader.isAwaited {
        try Task.checkCancellation()
        // Nothing announces it.
        try await Task.sleep(for: .milliseconds(1))
      }
      let bytes = Array(self.keys(for: what).utf8)
      _ = bytes.withUnsafeBytes { write(self.master, $0.baseAddress, $0.count) }
    }
    defer { typist.cancel() }
    return try await body()
  }

  /// What is answered.
  enum What: Sendable {
    case goOn, page
    case answer(Question)
  }

  private func keys(for what: What) -> String {
    switch what {
    case .goOn: "\r"
    case .page: keysForPage()
    case .answer(let question): keys(for: question)
    }
  }

  private func keysForPage() -> String { state.withLock { $0.pages?.popFirst() } ?? "\u{4}" }

  /// The keys for the next answer.
  private func keys(for question: Question) -> String {
    guard let line = state.withLock({ $0.lines.popFirst() }) else { return "\u{4}" }
    if line == "<" { return "\u{1B}" }
    if line.hasPrefix("?") { return "\u{1B}OP" + keys(for: question, String(line.dropFirst())) }
    guard line.hasPrefix("<") else { return keys(for: question, line) }
    // Where nothing was answered, there is no outline.
    let isOpen = question.mayGoBack
    return isOpen
      ? "\u{7}" + (line == "<<" ? "" : "\u{1B}[H") + "\r" : keys(for: question, "no")
  }

  private func keys(for question: Question, _ line: String) -> String {
    if question.shape == .typed {
      if question.isMultiline { return "\u{15}" + line + "\u{4}" }
      return question.kind == .rate ? line + "\r" : "\u{15}" + line + "\r"
    }
    guard let given = try? question.read(line) else { return line + "\r" }
    let place = { (id: String) in
      String((question.choices.firstIndex { $0.id == id } ?? 0) + 1)
    }
    switch given {
    // The letters would only show what the answer changes, if it changes anything.
    case .yes(let yes): return yes ? "\u{1B}[D\r" : "\u{1B}[C\r"
    case .choice(let id): return place(id) + "\r"
    case .choices(let ids): return "n" + ids.map { place($0) + " " }.joined() + "\r"
    case .submit: return place(Run.submission) + "\r"
    case .typed: return line + "\r"
    }
  }

  /// What the screen shows at the end.
  func end() -> TerminalScreen {
    state.withLock { state in
      _ = Self.read(master, &state)
      return state.screen
    }
  }
}
