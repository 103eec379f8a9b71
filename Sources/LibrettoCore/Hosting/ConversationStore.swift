/// Where ``Conversations`` are kept: three functions over rows with a number.
///
/// A database needs one table, whose key is the id; the contents are opaque. To keep them sealed, wrap
/// your store in a ``SealedStore``.
///
/// Every function may fail, and a save that throws may have been done all the same: conversations
/// stay right. But a save that returned must last, and of two saves with the same number, only one
/// may succeed.
public protocol ConversationStore: Sendable {
  /// Returns what was saved last.
  /// - Parameter id: the id of the conversation.
  /// - Returns: nil if there is no such conversation.
  func load(_ id: String) async throws -> StoredConversation?
  /// Compares and saves: only if the number of the stored conversation is one less, or, for the
  /// number 1, if none is stored.
  /// - Parameters:
  ///   - id: the id of the conversation.
  ///   - conversation: what to save.
  /// - Returns: whether it was saved.
  func save(_ id: String, _ conversation: StoredConversation) async throws -> Bool
  /// Returns the ids of conversations to wake, those that are due first.
  /// - Parameters:
  ///   - time: the latest ``StoredConversation/due``.
  ///   - limit: the number of ids to return at most.
  /// - Returns: the ids.
  func due(by time: Timestamp, limit: Int) async throws -> [String]
}

/// A conversation as a store keeps it.
public struct StoredConversation: Hashable, Sendable {
  /// How often it has been saved; the first save has the number 1.
  public let number: Int
  /// When to wake it: a time limit, or the end of a lease; nil if it waits for the
  /// person, or has ended.
  public let due: Timestamp?
  /// The token of the session, and what belongs to it; there is no secret in it.
  public let content: [UInt8]

  /// Makes a conversation again from what a store has kept.
  /// - Parameters:
  ///   - number: how often it has been saved.
  ///   - due: when to wake it.
  ///   - content: the contents.
  public init(number: Int, due: Timestamp?, content: [UInt8]) {
    (self.number, self.due, self.content) = (number, due, content)
  }
}

/// A store whose contents are sealed before another store keeps them.
///
/// Libretto has no cipher: give it one of your system, with a key that the database doesn't have.
public struct SealedStore: ConversationStore {
  /// Seals or opens the contents of the conversation with an id.
  public typealias Cipher = @Sendable (_ content: [UInt8], _ id: String) throws -> [UInt8]

  private let store: any ConversationStore
  private let seal: Cipher
  private let open: Cipher

  /// Makes a store from another one.
  /// - Parameters:
  ///   - store: keeps what is sealed.
  ///   - seal: seals contents. Authenticate the id with them, so that nobody can put the contents of
  ///     one conversation in the place of another's.
  ///   - open: opens what was sealed, and throws if it was changed.
  public init(
    _ store: any ConversationStore, seal: @escaping Cipher, open: @escaping Cipher
  ) {
    (self.store, self.seal, self.open) = (store, seal, open)
  }

  /// Returns what was saved last, opened.
  public func load(_ id: String) async throws -> StoredConversation? {
    try await store.load(id).map { StoredConversation($0, content: try open($0.content, id)) }
  }

  /// Compares and saves, sealed.
  public func save(_ id: String, _ conversation: StoredConversation) async throws -> Bool {
    let content = try seal(conversation.content, id)
    return try await store.save(id, StoredConversation(conversation, content: content))
  }

  /// Returns the ids of conversations to wake.
  public func due(by time: Timestamp, limit: Int) async throws -> [String] {
    try await store.due(by: time, limit: limit)
  }
}

extension StoredConversation {
  fileprivate init(_ other: StoredConversation, content: [UInt8]) {
    self.init(number: other.number, due: other.due, content: content)
  }
}

/// Conversations in memory, for tests and for programs that may forget them.
public final class MemoryStore: ConversationStore {
  // By their bytes: two ids that are alike only to a reader are two conversations, as in a database.
  private let rows = Locked<[ExactText: StoredConversation]>([:])

  /// Makes an empty store.
  public init() {}

  /// Returns what was saved last.
  public func load(_ id: String) -> StoredConversation? { rows.withLock { $0[ExactText(id)] } }

  /// Compares and saves.
  public func save(_ id: String, _ conversation: StoredConversation) -> Bool {
    let id = ExactText(id)
    return rows.withLock { rows in
      guard (rows[id]?.number ?? 0) == conversation.number - 1 else { return false }
      rows[id] = conversation
      return true
    }
  }

  /// Returns the ids of conversations to wake; it looks at all of them.
  public func due(by time: Timestamp, limit: Int) -> [String] {
    let rows = rows.withLock { $0 }
    return rows.map { ($0.text, $1) }.dueFirst(by: time, limit: limit)
  }
}

extension [(id: String, row: StoredConversation)] {
  /// The ids of the conversations that are due, the earliest first.
  func dueFirst(by time: Timestamp, limit: Int) -> [String] {
    let due = compactMap { id, row in row.due.map { (id: id, due: $0) } }.filter { $0.due <= time }
    return due.sorted { ($0.due, $0.id) < ($1.due, $1.id) }.prefix(Swift.max(0, limit)).map(\.id)
  }
}
