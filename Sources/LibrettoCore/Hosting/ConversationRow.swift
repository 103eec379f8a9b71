/// A conversation, with what belongs to its token:
///
///     format 1 · step · holder 8 · until · request 8 · deadline + 1 or 0 · failure · said · token · check 4
///
/// A row never holds a secret, nor anything made from one.
struct ConversationRow: Equatable, Sendable {
  static let format: UInt8 = 1

  /// How often it has been saved.
  var number = 0
  /// How many steps the person has taken, from 1.
  var step = 1
  /// The number of whoever performs an effect, and until when nobody else may; 0 for nobody.
  var holder: UInt64 = 0
  var until = 0
  /// A digest of the request that led to this step; 0 if there is none that may be told again.
  var request: UInt64 = 0
  /// The first time limit of the session.
  var deadline: Int?
  /// When to wake it for its own work.
  var due: Int?
  /// Why it failed: a session that is restored would try again what failed.
  var failure: Failure?
  /// What was said, if the token alone doesn't say it.
  var said: [Statement]?
  var token: [UInt8] = []

  /// Whether somebody performs an effect.
  func isHeld(at time: Int) -> Bool { holder != 0 && until > time }

  /// The same as a store keeps it.
  var stored: StoredConversation {
    var writer = TokenWriter()
    writer.byte(Self.format)
    writer.signed(step)
    writer.fixed(holder)
    writer.signed(until)
    writer.fixed(request)
    for time in [deadline, due] {
      writer.byte(time == nil ? 0 : 1)
      if let time { writer.signed(time) }
    }
    writer.byte(failure == nil ? 0 : 1)
    if let failure {
      writer.text(failure.reason.rawValue)
      writer.text(failure.message)
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
    guard try reader.byte() == Self.format else {
      throw TokenError(
        .version, "The conversation was saved by another version of Libretto; use that one.")
    }
    step = try reader.signed()
    holder = try reader.fixed64()
    until = try reader.signed()
    request = try reader.fixed64()
    if try reader.byte() != 0 { deadline = try reader.signed() }
    if try reader.byte() != 0 { due = try reader.signed() }
    if try reader.byte() != 0 {
      guard let reason = Failure.Reason(rawValue: try reader.text()) else { throw .damaged }
      let message = try reader.text()
      let step = try reader.text()
      failure = Failure(reason, message: message, step: step.isEmpty ? nil : step)
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
    token = reader.rest
  }

  /// Takes over what a session has come to.
  mutating func take(_ session: Session, saysMore: Bool) {
    token = session.token
    deadline = session.outcome == nil ? session.deadline : nil
    said = saysMore ? session.statements : nil
    if case .failed(let reason) = session.outcome { failure = reason }
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
  private let lease: Int
  private let clock: @Sendable () -> Int
  private let sleep: @Sendable (Duration) async throws -> Void
  private let holder = UInt64.random(in: 1 ... .max)
  private(set) var row: ConversationRow
  private var isSaving = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    _ store: any ConversationStore, _ id: String, _ row: ConversationRow, lease: Int,
    clock: @escaping @Sendable () -> Int,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    (self.store, self.id, self.row, self.lease) = (store, id, row, lease)
    (self.clock, self.sleep) = (clock, sleep)
  }

  /// Whether the lease is up, or another save has ended it.
  private var isLost: Bool { row.holder == holder && clock() >= row.until }

  /// Saves a session before an effect, and claims the effect.
  func claim(_ session: Session) async throws {
    try await save { row, until, holder in
      row.take(session, saysMore: true)
      (row.holder, row.until, row.due) = (holder, until, nil)
    }
    // The save may have taken so long that somebody else performs it already.
    if isLost { throw LostConversation() }
  }

  /// Renews the lease, if there is one.
  func renew() async throws {
    guard row.holder == holder else { return }
    try await save { row, until, holder in
      if row.holder == holder { row.until = until }
    }
  }

  /// Saves a session after work.
  func save(_ session: Session) async throws {
    try await save { row, until, holder in
      row.take(session, saysMore: true)
      // A load that is cut short is begun again by whoever wakes the conversation.
      row.due = session.outcome == nil && (session.isWorking || session.hasWork) ? until : nil
      if session.isPerformingEffect {
        row.until = until
      } else {
        (row.holder, row.until) = (0, 0)
      }
    }
  }

  /// Saves again and again while the lease lasts, because what an effect did must not be forgotten.
  private func save(
    _ change: (inout ConversationRow, _ until: Int, _ holder: UInt64) -> Void
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
      change(&next, clock() &+ lease, holder)
      do {
        row = try await store.put(id, next)
        return
      } catch let error where row.holder == holder && !(error is LostConversation) {
        try await sleep(.milliseconds(max(1, lease / 10)))
      }
    }
  }
}
