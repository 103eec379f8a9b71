import Testing

@testable import Oracle

#if canImport(Foundation)
  import Foundation
#endif

/// Random walks with the engine before the judge; see ``Judge`` and ``Walk``.
///
/// These few show that walking works. `.ci/run` takes thousands, in a build for release, in a fraction
/// of the time that they would need here; so does `Tests/Fuzz/run oracle`.
struct JudgeTests {
  @Test("the engine and the judge agree, whatever happens", arguments: 0..<2)
  func walks(chunk: UInt64) throws {
    var walks = Walks { try EngineUnderTest($0, at: $1) }
    walks.isThorough = false
    for seed in chunk * 30..<(chunk + 1) * 30 { try walks.walk(seed) }
  }

  @Test("the same with formulas, and bounds that come from answers", arguments: 0..<2)
  func formulas(chunk: UInt64) throws {
    var walks = Walks { try EngineUnderTest($0, at: $1) }
    walks.isThorough = false
    let first = 30_000_000 + chunk * 15
    for seed in first..<first + 15 { try walks.walk(seed) }
  }

  @Test("the same with actions that are tried again, fail or only compute", arguments: 0..<2)
  func tries(chunk: UInt64) throws {
    var walks = Walks { try EngineUnderTest($0, at: $1) }
    walks.isThorough = false
    let first = 40_000_000 + chunk * 20
    for seed in first..<first + 20 { try walks.walk(seed) }
  }

  @Test("the same with pages, wrong answers, a Switch and the end of the input", arguments: 0..<2)
  func more(chunk: UInt64) throws {
    var walks = Walks { try EngineUnderTest($0, at: $1) }
    walks.isThorough = false
    let first = 50_000_000 + chunk * 20
    for seed in first..<first + 20 { try walks.walk(seed) }
  }

  @Test("the same with all the rest: pauses, checks, edits and signals at any moment, versions")
  func rest() throws {
    var walks = Walks { try EngineUnderTest($0, at: $1) }
    walks.isThorough = false
    for seed in 60_000_100..<60_000_125 as Range<UInt64> { try walks.walk(seed) }
  }

  @Test("the same with work of which nobody knows what it reads")
  func unknownReads() throws {
    var walks = Walks { try EngineUnderTest($0, at: $1) }
    walks.isThorough = false
    for seed in 4_000_000_000..<4_000_000_025 as Range<UInt64> { try walks.walk(seed) }
  }

  @Test("the same with loads and calculations that read secrets")
  func secrets() throws {
    var walks = Walks { try EngineUnderTest($0, at: $1) }
    walks.isThorough = false
    for seed in 5_000_000_000..<5_000_000_025 as Range<UInt64> { try walks.walk(seed) }
  }

  #if canImport(Foundation)
    @Test("walks that found a fault once, as small as they could be made", arguments: FoundWalk.all)
    func corpus(line: FoundWalk) throws {
      try Walks.retake(line.flow, line.steps) { try EngineUnderTest($0, at: $1) }
    }
  #endif

  @Test("the order of the same answers doesn't matter", arguments: 0..<2)
  func orders(chunk: UInt64) throws {
    let walks = Walks { try EngineUnderTest($0, at: $1) }
    for seed in chunk * 25..<(chunk + 1) * 25 { _ = try walks.interleave(seed) }
  }

  @Test("a faulty engine is detected", arguments: FaultyEngine.Fault.allCases)
  func faults(fault: FaultyEngine.Fault) {
    var walks = Walks { try FaultyEngine($0, fault, at: $1) }
    walks.shrinks = false
    let first: UInt64 = fault.isLast ? 60_000_000 : fault.isWide ? 50_000_000 : 0
    #expect(throws: Walks.Finding.self) {
      for seed in first..<first + 400 { try walks.walk(seed) }
    }
  }

  @Test("a walk that finds something is reduced, and can be repeated")
  func shrinking() throws {
    let engine: Walk.Engine = { try FaultyEngine($0, .offersNothing, at: $1) }
    var walks = Walks(engine)
    let finding = try #require(throws: Walks.Finding.self) {
      for seed in 0..<400 as Range<UInt64> { try walks.walk(seed) }
    }
    #expect(finding.steps.count <= 8)
    #expect(throws: WalkFailure.self) { try Walks.retake(finding.flow, finding.steps, engine) }
    try Walks.retake(finding.flow, finding.steps) { try EngineUnderTest($0, at: $1) }
  }
}

#if canImport(Foundation)
  extension FoundWalk {
    /// The corpus: a line for each, as a finding prints it, with a name.
    fileprivate static let all: [FoundWalk] = {
      let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      let file = URL(fileURLWithPath: "/\(folder)/Fuzz/Walk.corpus/found.jsonl")
      do {
        return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
          try FoundWalk(String(decoding: $0, as: UTF8.self))
        }
      } catch {
        Issue.record("\(file.path): \(error)")
        return []
      }
    }()
  }
#endif
