import Testing

@testable import Libretto

/// Random walks: the engine beside the judge; see ``Judge`` and ``Walk``.
///
/// `Tests/Fuzz/run oracle` takes many more of them, in a build for release.
struct JudgeTests {
  @Test("the engine and the judge say the same, whatever happens", arguments: 0..<20)
  func walks(chunk: UInt64) throws {
    var walks = Walks { try EngineUnderTest($0, at: $1) }
    walks.isThorough = false
    for seed in chunk * 100..<(chunk + 1) * 100 { try walks.walk(seed) }
  }

  @Test("the same answers in another order mean the same", arguments: 0..<4)
  func orders(chunk: UInt64) throws {
    let walks = Walks { try EngineUnderTest($0, at: $1) }
    for seed in chunk * 25..<(chunk + 1) * 25 { _ = try walks.interleave(seed) }
  }

  @Test("an engine that is wrong is found out", arguments: MirrorEngine.Fault.allCases)
  func faults(fault: MirrorEngine.Fault) {
    var walks = Walks { MirrorEngine($0, fault: fault, at: $1) }
    walks.shrinks = false
    #expect(throws: Walks.Finding.self) {
      for seed in 0..<400 as Range<UInt64> { try walks.walk(seed) }
    }
  }

  @Test("what a walk finds is made small, and can be taken again")
  func shrinking() throws {
    let engine: Walk.Engine = { MirrorEngine($0, fault: .forgetsToPutBack, at: $1) }
    var walks = Walks(engine)
    let finding = try #require(throws: Walks.Finding.self) {
      for seed in 0..<400 as Range<UInt64> { try walks.walk(seed) }
    }
    #expect(finding.steps.count <= 8)
    #expect(throws: WalkFailure.self) { try Walks.retake(finding.flow, finding.steps, engine) }
    try Walks.retake(finding.flow, finding.steps) { MirrorEngine($0, at: $1) }
  }
}
