import Testing

@testable import Oracle

/// Random walks of two hosts with one conversation; see ``HostWalk``.
///
/// `Oracle hosts` takes many more of them, in a build for release; `.ci/run` does so.
struct HostWalkTests {
  @Test("no answer is lost and nothing is charged twice, whatever happens", arguments: 0..<4)
  func walks(chunk: UInt64) async throws {
    var counts: [String: Int] = [:]
    for seed in chunk * 25..<(chunk + 1) * 25 {
      counts.merge(try await HostWalk(seed).perform(40), uniquingKeysWith: +)
    }
    // It is worth something only if all of this happens.
    for event in [
      "kill", "leap", "beat", "save lost", "down before a save", "down after a save", "try", "wake",
    ] {
      #expect(counts[event, default: 0] > 0, "\(event)")
    }
  }
}
