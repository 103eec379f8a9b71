import CPostgres
import Dispatch
import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the database said.
struct PostgresError: Error, CustomStringConvertible {
  let description: String
}

/// A connection, with a queue of its own: libpq blocks its thread.
final class Connection: @unchecked Sendable {  // used on its queue only
  private let queue = DispatchQueue(label: "postgres")
  private let address: String
  private var open: OpaquePointer?

  init(_ address: String) { self.address = address }

  deinit { PQfinish(open) }

  /// Performs a statement with parameters as text.
  /// - Returns: the rows as text, and how many rows were changed.
  func perform(_ sql: String, _ values: [String?] = []) async throws -> (
    rows: [[String?]], changed: Int
  ) {
    try await withCheckedThrowingContinuation { reply in
      queue.async { reply.resume(with: Result { try self.now(sql, values) }) }
    }
  }

  private func now(_ sql: String, _ values: [String?]) throws -> (rows: [[String?]], changed: Int) {
    if open == nil || PQstatus(open) != CONNECTION_OK {
      PQfinish(open)
      open = PQconnectdb(address)
    }
    // A C string ends there: the id would be that of another conversation.
    guard !values.contains(where: { $0?.utf8.contains(0) == true }) else {
      throw PostgresError(description: "A value has a byte of zero, which PostgreSQL can't hold.")
    }
    var pointers = values.map { $0.flatMap { UnsafePointer(strdup($0)) } }
    defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
    let result = PQexecParams(open, sql, Int32(values.count), nil, &pointers, nil, nil, 0)
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
      throw PostgresError(description: String(cString: PQerrorMessage(open)))
    }
    let rows = (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetisnull(result, row, column) == 1
          ? nil : String(cString: PQgetvalue(result, row, column))
      }
    }
    return (rows, Int(String(cString: PQcmdTuples(result))) ?? 0)
  }
}

/// Conversations in a table of PostgreSQL.
struct PostgresStore: ConversationStore {
  let connections: [Connection]

  private var connection: Connection { connections[Int.random(in: connections.indices)] }

  static let table = """
    create table if not exists conversation (
      id text primary key, number int not null, due bigint, content bytea not null,
      touched timestamptz not null default now());
    """
  static let index = "create index if not exists conversation_due on conversation (due)"

  func load(_ id: String) async throws -> StoredConversation? {
    let rows = try await connection.perform(
      "select number, due, encode(content, 'hex') from conversation where id = $1", [id]
    ).rows
    guard let row = rows.first, let number = row[0].flatMap({ Int($0) }), let hex = row[2] else {
      return nil
    }
    return StoredConversation(
      number: number,
      due: row[1].flatMap { Int($0) }.map(Timestamp.init(millisecondsSince1970:)),
      content: bytes(hex))
  }

  func save(_ id: String, _ conversation: StoredConversation) async throws -> Bool {
    let sql =
      conversation.number == 1
      ? """
      insert into conversation (id, number, due, content) values ($1, $2::int, $3::bigint, decode($4, 'hex'))
      on conflict do nothing
      """
      : """
      update conversation set number = $2::int, due = $3::bigint, content = decode($4, 'hex'), touched = now()
      where id = $1 and number = $2::int - 1
      """
    let due = conversation.due.map { "\($0.millisecondsSince1970)" }
    return try await connection.perform(
      sql, [id, "\(conversation.number)", due, hex(conversation.content)]
    ).changed == 1
  }

  func due(by time: Timestamp, limit: Int) async throws -> [String] {
    try await connection.perform(
      "select id from conversation where due <= $1::bigint order by due limit $2::int",
      ["\(time.millisecondsSince1970)", "\(limit)"]
    ).rows.compactMap { $0[0] }
  }
}

private func hex(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

private func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.utf8.map { $0 < 0x60 ? $0 - 0x30 : $0 - 0x57 }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
