import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The seeds of the fuzz targets are of the formats of today: from an old one a target would not get
/// past the first byte.
///
/// `LIBRETTO_SEEDS=write swift test --filter FuzzSeedsTests` makes those of tokens and journals anew.
struct FuzzSeedsTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Fuzz"

  private static func files(_ corpus: String) throws -> [(name: String, bytes: [UInt8])] {
    guard let stream = opendir("\(folder)/\(corpus).corpus") else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return try names.filter { !$0.hasPrefix(".") }.sorted().map {
      ($0, try Files.read("\(folder)/\(corpus).corpus/\($0)"))
    }
  }

  private static var writes: Bool { getenv("LIBRETTO_SEEDS") != nil }

  /// The fewest of many seeds, roughly, in which every kind of line is that is in any.
  private static func few(_ all: [FuzzWalk.Seed]) -> [FuzzWalk.Seed] {
    var missing = all.reduce(into: Set<Line.Kind>()) { $0.formUnion($1.kinds) }
    var few: [FuzzWalk.Seed] = []
    while !missing.isEmpty {
      // Of those that bring the most, the shortest.
      guard
        let best = all.max(by: { a, b in
          let (x, y) = (a.kinds.intersection(missing).count, b.kinds.intersection(missing).count)
          return x == y ? a.bytes.count > b.bytes.count : x < y
        })
      else { break }
      few.append(best)
      missing.subtract(best.kinds)
    }
    return few
  }

  private static func write(_ seeds: [FuzzWalk.Seed], _ path: (Int) -> String) throws {
    for (number, seed) in seeds.enumerated() {
      let file = open(path(number), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      defer { close(file) }
      try Descriptor(file).write(bytes: seed.bytes)
    }
  }

  @Test("Seeds are made again on request", .enabled(if: writes))
  func make() throws {
    for (flow, name) in zip(FuzzFlows.all, ["plain", "parallel"]) {
      var tokens: [FuzzWalk.Seed] = []
      var journals: [FuzzWalk.Seed] = []
      for seed in 0..<400 {
        let walk = try FuzzWalk(flow, seed: UInt64(seed), steps: 40)
        tokens += walk.tokens
        journals += walk.journals
      }
      try Self.write(Self.few(tokens)) { "\(Self.folder)/Token.corpus/\(name)-\($0)" }
      try Self.write(Self.few(journals)) { "\(Self.folder)/Journal.corpus/\(name)-\($0).jsonl" }
    }
  }

  @Test("A run that is made of a token has the keys that the run had")
  func walks() throws {
    for flow in FuzzFlows.all {
      for seed in 0..<100 {
        let walk = try FuzzWalk(flow, seed: UInt64(seed), steps: 40)
        #expect(walk.differences == [], "\(flow.name), \(seed)")
      }
    }
  }

  @Test("Every token seed makes a session, and together they have lines of every kind in tokens")
  func tokens() throws {
    var kinds: Set<Line.Kind> = []
    for (name, bytes) in try Self.files("Token") {
      let flow = name.hasPrefix("plain") ? FuzzFlows.plain : FuzzFlows.parallel
      let token = FuzzFlows.token(bytes, flow)
      kinds.formUnion(try SessionToken(token).lines(flow.program).lines.map(\.kind))
      let session = try Session(flow, token: token, clock: { 0 })
      #expect(session.token.count > 0, "\(name)")
    }
    // What these say is in a token by what is left of it.
    #expect(Self.missing(kinds) == ["undone", "left", "didNotUndo", "closed"])
  }

  @Test("Every journal seed makes a run, and together they have lines of every kind")
  func journals() throws {
    var kinds: Set<Line.Kind> = []
    for (name, bytes) in try Self.files("Journal") {
      let flow = name.hasPrefix("plain") ? FuzzFlows.plain : FuzzFlows.parallel
      let saved = try SavedRun(
        lines: FuzzFlows.journal(bytes, flow, try flow.fingerprint))
      let (run, remarks) = try Run.resuming(flow, from: saved)
      #expect(remarks.allSatisfy { $0.kind != .vanished && $0.kind != .effectVanished }, "\(name)")
      #expect(run.lines.count >= saved.lines.count, "\(name)")
      kinds.formUnion(saved.lines.map(\.kind))
    }
    #expect(Self.missing(kinds) == [])
  }

  private static func missing(_ kinds: Set<Line.Kind>) -> [String] {
    (UInt8.min...UInt8.max).compactMap(Line.Kind.init(rawValue:)).filter { !kinds.contains($0) }
      .map { "\($0)" }
  }

  @Test("Every flow is read, and written identically")
  func flows() throws {
    let flows = try Self.files("Flow")
    #expect(flows.count == 8)
    for (name, bytes) in flows {
      let flow = try Flow(json: bytes)
      #expect(Array(try JSONExporter(pretty: false).bytes(flow)) == bytes.trimmed, "\(name)")
    }
  }
}

extension [UInt8] {
  fileprivate var trimmed: [UInt8] { last == 0x0A ? Array(dropLast()) : self }
}
