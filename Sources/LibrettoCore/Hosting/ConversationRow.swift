/// A conversation, with what belongs to its token:
///
///     format 1 · step · holder 8 · until · request 8 · deadline + 1 or 0 · failure · said ·
///       given, from format 2 · asked, from format 4 · token · check 4
///
/// A row never holds a secret, nor anything made from one; and none of the product's own sentences:
/// whoever looks at it may speak another language than whoever saved it.
struct ConversationRow: Equatable, Sendable {
  static let format: UInt8 = 1
  /// The format of a row with answers beside work.
  static let formatBeside: UInt8 = 2
  /// The format of a row with a failure, as a sentence; before it, a failure was a text.
  static let formatFailure: UInt8 = 3
  /// The format of a row with the questions at which a version of a flow has left it.
  static let formatAsked: UInt8 = 4

  /// An answer that was given beside the work of a holder, who hasn't heard of it.
  struct Beside: Equatable, Sendable {
    /// The step to which it led.
    let step: Int
    let need: String
    let given: Given
  }

  /// How often it has been saved.
  var number = 0
  /// How many steps the person has taken, from 1.
  var step = 1
  /// The number of whoever performs an effect, and until when nobody else may; 0 for nobody.
  var holder: UInt64 = 0
  var until = Timestamp.epoch
  /// A digest of the request that led to this step; 0 if there is none that may be told again.
  var request: UInt64 = 0
  /// The first time limit of the session.
  var deadline: Timestamp?
  /// When to wake it for its own work.
  var due: Timestamp?
  /// Why it failed: a session that is restored would try again what failed.
  var failure: Failure?
  /// What was said, if the token alone doesn't say it.
  var said: [Statement]?
  /// The open questions, by the short forms of their ids, if the versions of the flow have numbers.
  var asked: [UInt32] = []
  /// The answers in the token that its holder doesn't know.
  var beside: [Beside] = []
  var token: [UInt8] = []

  /// Whether nobody performs anything, nor has left anything to perform.
  var hasNobody: Bool { holder == 0 && due == nil && failure == nil }

  /// Whether somebody performs an effect.
  func isHeld(at time: Timestamp) -> Bool { holder != 0 && until > time }

  /// The same as a store keeps it.
  var stored: StoredConversation {
    var writer = TokenWriter()
    let format =
      !asked.isEmpty
      ? Self.formatAsked
      : failure != nil ? Self.formatFailure : beside.isEmpty ? Self.format : Self.formatBeside
    writer.byte(format)
    writer.signed(step)
    writer.fixed(holder)
    writer.time(until)
    writer.fixed(request)
    for time in [deadline, due] {
      writer.byte(time == nil ? 0 : 1)
      if let time { writer.time(time) }
    }
    writer.byte(failure == nil ? 0 : 1)
    if let failure {
      writer.text(failure.reason.rawValue)
      writer.value(failure.sentence.said.asValue)
      writer.text(failure.step ?? "")
    }
    writer.number(UInt(said.map { $0.count + 1 } ?? 0))
    for statement in said ?? [] {
      switch statement {
      case .text(let words):
        writer.byte(0)
        writer.text(words)
      case .heading(let words):
        writer.byte(1)
        writer.text(words)
      case .note(let title, let words):
        writer.byte(2)
        writer.text(title)
        writer.text(words)
      }
    }
    if format != Self.format { writer.number(UInt(beside.count)) }
    for answer in beside {
      writer.signed(answer.step)
      writer.text(answer.need)
      writer.byte(answer.given.form.rawValue)
      writer.value(answer.given.value)
    }
    if format == Self.formatAsked { writer.number(UInt(asked.count)) }
    for question in asked { writer.fixed(question) }
    writer.append(token)
    writer.seal()
    let wake = holder == 0 ? [deadline, due].compactMap { $0 }.min() : until
    return StoredConversation(
      number: number, due: failure == nil ? wake : nil, content: writer.bytes)
  }

  init() {}

  /// - Throws: ``TokenError`` if the contents were cut off or changed.
  init(_ stored: StoredConversation) throws(TokenError) {
    number = stored.number
    var reader = try TokenReader(stored.content)
    let format = try reader.byte()
    guard (Self.format...Self.formatAsked).contains(format) else {
      throw .otherVersion
    }
    step = try reader.signed()
    holder = try reader.fixed64()
    until = try reader.time()
    request = try reader.fixed64()
    if try reader.byte() != 0 { deadline = try reader.time() }
    if try reader.byte() != 0 { due = try reader.time() }
    if try reader.byte() != 0 {
      guard let reason = Failure.Reason(rawValue: try reader.text()) else { throw .damaged }
      let sentence =
        format >= Self.formatFailure
        ? try reader.sentence() : Sentence(try reader.text())
      let step = try reader.text()
      failure = Failure(reason, sentence, step: step.isEmpty ? nil : step, place: nil)
    }
    let count = try reader.count()
    var statements: [Statement] = []
    for _ in 1..<max(1, count) {
      switch try reader.byte() {
      case 0: statements.append(.text(try reader.text()))
      case 1: statements.append(.heading(try reader.text()))
      case 2:
        let title = try reader.text()
        statements.append(.note(title: title, text: try reader.text()))
      default: throw .damaged
      }
    }
    if count > 0 { said = statements }
    if format != Self.format {
      for _ in 0..<(try reader.count()) {
        let step = try reader.signed()
        let need = try reader.text()
        guard let form = Line.Form(rawValue: try reader.byte()) else { throw .damaged }
        beside.append(Beside(step: step, need: need, given: Given(try reader.value(), form)))
      }
    }
    if format == Self.formatAsked {
      for _ in 0..<(try reader.count(ofBytes: 4)) { asked.append(try reader.fixed32()) }
    }
    token = reader.rest
  }

  /// Takes over what a session has come to.
  mutating func take(_ session: Session, saysMore: Bool) {
    token = session.token
    deadline = session.outcome == nil ? session.deadline : nil
    said = saysMore ? session.statements : nil
    asked = session.askedIDs
    if case .failed(let reason) = session.outcome { failure = reason }
  }
}

extension Session {
  /// The questions that are open, if the versions of the flow have numbers: a lower one may not know
  /// them, and they come before what it would perform.
  fileprivate var askedIDs: [UInt32] {
    if flow.program.version == nil { return [] }
    return run.needs.filter { $0.kind == .prompt }.map(\.id.shortForm)
  }

  /// Takes an answer that was given and checked beside the work of this session; it may have come too
  /// late for anything, since another operation has ended the flow, for example.
  mutating func join(_ answer: ConversationRow.Beside) {
    try? resolve(checked: answer.need, answer.given)
  }
}

extension Said {
  /// The same as a value: a sentence and a list have the codes of their phrases.
  fileprivate var asValue: Value {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .int(number)
    case .sentence(let sentence):
      .list([.string(sentence.phrase.code)] + sentence.values.map(\.asValue))
    case .list(let values, let phrase):
      .list([.null, .string(phrase.code)] + values.map(\.asValue))
    }
  }

  /// - Throws: ``TokenError`` if it isn't what ``asValue`` makes, or this version has no such phrase.
  fileprivate init(_ value: Value) throws(TokenError) {
    switch value {
    case .string(let text): self = .text(text)
    case .int(let number): self = .number(number)
    case .list(let parts):
      let isList = parts.first == .null
      let rest = parts.dropFirst(isList ? 1 : 0)
      guard case .string(let code)? = rest.first else { throw .damaged }
      var values: [Said] = []
      for part in rest.dropFirst() { values.append(try Said(part)) }
      if isList {
        guard let phrase = Phrase.allCases.first(where: { $0.code == code }) else {
          throw .otherVersion
        }
        self = .list(values, phrase)
      } else {
        guard let sentence = Sentence(code: code, values) else { throw .otherVersion }
        self = .sentence(sentence)
      }
    default: throw .damaged
    }
  }
}

extension TokenReader {
  fileprivate mutating func sentence() throws(TokenError) -> Sentence {
    guard case .sentence(let sentence) = try Said(value()) else { throw .damaged }
    return sentence
  }
}

extension TokenError {
  fileprivate static var otherVersion: TokenError {
    TokenError(
      .version, "The conversation was saved by another version of Libretto; use that one.")
  }
}

/// Somebody else has saved the conversation meanwhile.
struct LostConversation: Error {}

extension ConversationStore {
  /// Saves a row with the next number. A save whose reply was lost is looked up.
  /// - Returns: the row as it was saved.
  /// - Throws: ``LostConversation``, and errors of the store.
  func put(_ id: String, _ row: ConversationRow) async throws -> ConversationRow {
    var row = row
    row.number += 1
    let stored = row.stored
    do {
      guard try await save(id, stored) else { throw LostConversation() }
    } catch let error where !(error is LostConversation) {
      guard let known = try? await load(id), known == stored else { throw error }
    }
    return row
  }
}

/// The row of a conversation while somebody performs its work: one save after the other.
actor ConversationClaim {
  private let store: any ConversationStore
  private let id: String
  private let lease: Duration
  private let clock: @Sendable () -> Timestamp
  private let sleep: @Sendable (Duration) async throws -> Void
  private let holder = UInt64.random(in: 1 ... .max)
  private(set) var row: ConversationRow
  /// The last step whose answer beside the work the session of the holder has.
  private var known = 0
  /// Has an element each time somebody else has saved the row.
  nonisolated let news = Mailbox<Void>()
  private var isSaving = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    _ store: any ConversationStore, _ id: String, _ row: ConversationRow, lease: Duration,
    clock: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    (self.store, self.id, self.row, self.lease) = (store, id, row, lease)
    (self.clock, self.sleep) = (clock, sleep)
    // The session was restored from the token, which has them.
    self.row.beside = []
  }

  /// The answers beside the work that the session of the holder doesn't have yet; it has them now.
  func takeBeside() -> [ConversationRow.Beside] {
    let news = row.beside.filter { $0.step > known }
    known = news.last?.step ?? known
    return news
  }

  /// A session with the answers that were given beside its work.
  ///
  /// Only what it is saved as: what the answers lead to is performed by the session itself.
  private func joined(_ session: Session) -> Session {
    let news = row.beside.filter { $0.step > known }
    if news.isEmpty { return session }
    var joined = session
    joined.working = Aside()
    for answer in news {
      joined.join(answer)
    }
    return joined
  }

  /// Takes over what somebody else has saved beside the work.
  private func adopt() async throws {
    guard let stored = try await store.load(id), case let other = try ConversationRow(stored),
      other.holder == holder
    else { throw LostConversation() }
    row = other
    news.put(())
  }

  /// Whether the lease is up, or another save has ended it.
  private var isLost: Bool { row.holder == holder && clock() >= row.until }

  /// Saves a session before an effect, and claims the effect.
  /// - Returns: the row as it was saved.
  func claim(_ session: Session) async throws -> ConversationRow {
    try await save { row, until, holder in
      row.take(joined(session), saysMore: true)
      row.beside.removeAll { $0.step <= known }
      (row.holder, row.until, row.due) = (holder, until, nil)
    }
    // The save may have taken so long that somebody else performs it already.
    if isLost { throw LostConversation() }
    return row
  }

  /// Renews the lease, if there is one.
  func renew() async throws {
    guard row.holder == holder else { return }
    try await save { row, until, holder in
      if row.holder == holder { row.until = until }
    }
  }

  /// Saves a session after work.
  /// - Returns: the session as it was saved, with what was answered beside the work, and its row.
  func save(_ session: Session) async throws -> (session: Session, row: ConversationRow) {
    var saved = session
    try await save { row, until, holder in
      saved = joined(session)
      row.take(saved, saysMore: true)
      row.beside.removeAll { $0.step <= known }
      // A load that is cut short is begun again by whoever wakes the conversation.
      row.due = saved.outcome == nil && (session.isWorking || saved.hasWork) ? until : nil
      if session.isPerformingEffect {
        row.until = until
      } else {
        (row.holder, row.until) = (0, .epoch)
      }
    }
    return (saved, row)
  }

  /// Saves again and again while the lease lasts, because what an effect did must not be forgotten.
  private func save(
    _ change: (inout ConversationRow, _ until: Timestamp, _ holder: UInt64) -> Void
  ) async throws {
    // An actor is open while it waits.
    while isSaving { await withCheckedContinuation { waiting.append($0) } }
    isSaving = true
    defer {
      isSaving = false
      let next = waiting
      waiting = []
      for waiter in next { waiter.resume() }
    }
    while true {
      if isLost { throw LostConversation() }
      var next = row
      change(&next, clock().advanced(by: lease), holder)
      do {
        do {
          row = try await store.put(id, next)
          return
        } catch is LostConversation where row.holder == holder {
          try await adopt()
        }
      } catch let error where row.holder == holder && !(error is LostConversation) {
        try await sleep(max(.milliseconds(1), lease / 10))
      }
    }
  }
}
