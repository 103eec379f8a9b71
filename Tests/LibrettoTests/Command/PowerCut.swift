@testable import Libretto
@testable import LibrettoCore

/// What a test of losses of power sees: one timeline of writes, syncs, prompts and effects, and what
/// would be left of the journal if the power went just now.
final class PowerCut: Sendable {
  struct State: Sendable {
    var timeline: [String] = []
    /// What has been written, and how much of it has been synced.
    var written: [UInt8] = []
    var synced = 0
    /// What would be left behind each event.
    var left: [[UInt8]] = []
  }

  struct Broken: Error, CustomStringConvertible {
    let description = "input/output error"
  }

  private let state = Locked(State())
  private let answer: @Sendable (Question) -> Reply
  /// The operation on the disk that fails, counted from 1.
  private let failing: Int?

  init(failing: Int? = nil, answer: @escaping @Sendable (Question) -> Reply) {
    self.answer = answer
    self.failing = failing
  }

  /// A person who says one thing after the other.
  convenience init(_ replies: [Reply]) {
    let rest = Locked(replies[...])
    self.init { _ in rest.withLock { $0.popFirst() } ?? .endOfInput }
  }

  var timeline: [String] { state.withLock { $0.timeline } }
  var left: [[UInt8]] { state.withLock { $0.left } }

  func log(_ event: String) { state.withLock { Self.log(event, &$0) } }

  private static func log(_ event: String, _ state: inout State) {
    state.timeline.append(event)
    state.left.append(Array(state.written[..<state.synced]))
  }

  /// The system’s disk, with everything noted.
  var disk: Disk {
    Disk(
      write: { file, bytes in
        try self.note(Self.words(bytes)) { $0.written += bytes }
        try Disk.system.write(file, bytes)
      },
      sync: { file in
        try self.note("sync") { $0.synced = $0.written.count }
        try Disk.system.sync(file)
      },
      syncFolder: { path in
        try self.note("sync folder") { _ in }
        try Disk.system.syncFolder(path)
      })
  }

  private func note(_ event: String, _ change: (inout State) -> Void) throws {
    try state.withLock { state in
      let count = state.timeline.count { $0.hasPrefix("write") || $0.hasPrefix("sync") } + 1
      if count == failing {
        Self.log(event + " fails", &state)
        throw Broken()
      }
      change(&state)
      Self.log(event, &state)
    }
  }

  /// What lines say: the first member of each.
  private static func words(_ bytes: [UInt8]) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let words = lines.map { line in
      let parts = line.split(separator: "\"")
      return parts[1] == "libretto" ? "journal" : "\(parts[1]) \(parts[3])"
    }
    return "write " + words.joined(separator: ", ")
  }

  /// Notes what it sees, and answers.
  struct Person: InteractiveInterpreter {
    let cut: PowerCut
    var now: Timestamp { 0 }
    func show(_ text: String) { cut.log("say \(text)") }

    func ask(_ question: Question) async throws -> Reply {
      cut.log("ask \(question.name)")
      return cut.answer(question)
    }

    func sleep(for duration: Duration) async throws { try await TestHost.forever() }
  }

  var person: Person { Person(cut: self) }
}
