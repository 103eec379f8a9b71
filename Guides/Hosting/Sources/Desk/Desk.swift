import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// A process of the server: Desk ADDRESS VERSION. It reads a request from each line, with tabs between
// its parts, and writes the reply in a line: the number of the request, and a JSON object.

@main enum Desk {
  static let name = Key<String>("name")
  static let phone = Key<String>("phone")
  static let nights = Key<Int>("nights")
  static let town = Key<String>("town")
  static let towns = Key<[String]>("towns")
  static let receipt = Key<String>("receipt")

  static func booking(_ version: UInt, charge: @escaping @Sendable (Work) async throws -> String)
    -> Flow
  {
    Flow("booking", version: version) {
      Say("Welcome.")
      Ask(version == 1 ? "Your name?" : "Under which name?", into: name).validate(.notEmpty)
      if version > 1 { Ask("Your telephone?", into: phone) }
      Load("towns", into: towns) { ["Oslo", "Rome"] }
      Choose("Which town?", from: towns, into: town)
      Ask("How many nights?", into: nights).validate(.range(1...9))
      Do("pay", into: receipt) { work in try await charge(work) }.loading("Paying…")
      Say("Paid: \(receipt).")
      Confirm("A receipt by mail?")
    }
  }

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let version = UInt(arguments[2]) else { exit(64) }
    let connections = (0..<4).map { _ in Connection(arguments[1]) }
    let store = PostgresStore(connections: connections)
    // The bank: it charges once for each key.
    let bank = Connection(arguments[1])
    let flow = booking(version) { work in
      let begun = work.begun == nil ? "first" : "again"
      _ = try await bank.perform("insert into attempt values ($1, $2)", [work.key, begun])
      _ = try await bank.perform("select pg_sleep(0.01)")
      let amount = "\(try work.answer(nights) * 80)"
      _ = try await bank.perform(
        "insert into charge values ($1, $2::int) on conflict do nothing", [work.key, amount])
      return "R\(amount)"
    }
    let bookings = Conversations(flow, in: store, interrupted: .run, lease: .seconds(2))
    Task {
      while true {
        try await Task.sleep(for: .milliseconds(500))
        // In a task of its own, so that work that hangs keeps nobody waiting.
        Task { _ = try? await bookings.wakeDue() }
      }
    }
    while let line = await Task.detached(operation: { readLine() }).value {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      Task { reply(parts[0], await respond(bookings, Array(parts.dropFirst()))) }
    }
  }

  static func respond(_ bookings: Conversations, _ request: [String]) async -> String {
    do {
      switch (request[0], request.count) {
      case ("start", 2): return try await bookings.start(request[1]).json
      case ("view", 2): return try await bookings.view(request[1]).json
      case ("answer", 5):
        return try await bookings.answer(
          request[1], request[2], with: .text(request[3]), at: Int(request[4]) ?? 0
        ).json
      default: return #"{"error":"a wrong request"}"#
      }
    } catch let refusal as Rejection {
      let reason =
        switch refusal.reason {
        case .stale: "stale"
        case .busy: "busy"
        case .newerVersion: "newer"
        default: "\(refusal)"
        }
      return #"{"refused":"\#(reason)"}"#
    } catch {
      return #"{"error":"\#(error)"}"#.split(separator: "\n").joined(separator: " ")
    }
  }

  static func reply(_ number: String, _ json: String) {
    let bytes = Array("\(number)\t\(json)\n".utf8)
    _ = write(1, bytes, bytes.count)
  }
}
