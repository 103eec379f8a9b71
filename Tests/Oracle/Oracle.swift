// Random walks with the engine beside the judge, many of them: Oracle [WALKS [FIRST SEED]]; or with
// the hosts of one conversation: Oracle hosts [WALKS [FIRST SEED]]. Oracle retake takes walks again
// that are lines of the standard input, as they stand in the corpus.
// What breaks a rule is printed as a test to paste, the smallest of each rule's first findings.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
enum RandomWalks {
  /// What some seeds in a row came to.
  struct Result: Sendable {
    var statistics = WalkStatistics()
    var findings: [Walks.Finding] = []
  }

  static func main() async {
    let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let (count, first) = (numbers.first ?? 100_000, numbers.dropFirst().first ?? 0)
    switch CommandLine.arguments.dropFirst().first {
    case "hosts": return await walkHosts(first, count)
    #if canImport(Foundation)
      case "retake": return retake()
      case "show": return retake(isShown: true)
    #endif
    default: break
    }
    var all = WalkStatistics()
    var rules: [String: Int] = [:]
    await withTaskGroup(of: Result.self) { group in
      for start in stride(from: first, to: first + count, by: 100) {
        group.addTask {
          // Of many walks, more find more than restoring each one in both ways after each step.
          walk(start..<min(start + 100, first + count), isThorough: count <= 10_000)
        }
      }
      for await result in group {
        all.add(result.statistics)
        for finding in result.findings {
          rules[finding.failure.rule, default: 0] += 1
          if rules[finding.failure.rule, default: 0] <= 3 { print(finding, "\n") }
        }
      }
    }
    print(all.words)
    guard !rules.isEmpty else { return }
    for (rule, count) in rules.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      print("BROKEN \(count)×: \(rule)")
    }
    exit(1)
  }

  #if canImport(Foundation)
    private static func retake(isShown: Bool = false) {
      var (count, broken) = (0, 0)
      while let line = readLine() {
        count += 1
        do {
          let walk = try FoundWalk(line)
          if isShown {
            print("line \(count):", JudgeJSON.text(walk.flow))
            try Walks.show(walk.flow, walk.steps) { try EngineUnderTest($0, at: $1) }
            continue
          }
          try Walks.retake(walk.flow, walk.steps) { try EngineUnderTest($0, at: $1) }
        } catch {
          broken += 1
          print("line \(count): \(error)\n")
        }
      }
      guard broken > 0 else { return print("\(count) walks taken again") }
      print("BROKEN in \(broken) of \(count) walks")
      exit(1)
    }
  #endif

  private static func walkHosts(_ first: UInt64, _ count: UInt64) async {
    var counts: [String: Int] = [:]
    var broken = 0
    for seed in first..<first + count {
      do {
        counts.merge(try await HostWalk(seed).perform(40), uniquingKeysWith: +)
      } catch {
        broken += 1
        if broken <= 3 { print("seed \(seed): \(error)\n") }
      }
    }
    print(
      counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", "))
    guard broken > 0 else { return }
    print("BROKEN in \(broken) of \(count) walks")
    exit(1)
  }

  private static func walk(_ seeds: Range<UInt64>, isThorough: Bool) -> Result {
    var result = Result()
    var walks = Walks { try EngineUnderTest($0, at: $1) }
    walks.isThorough = isThorough
    for seed in seeds {
      // Only the first findings are worth making small.
      walks.shrinks = result.findings.count < 3
      do throws(Walks.Finding) {
        try walks.walk(seed)
      } catch {
        result.findings.append(error)
      }
      if seed % 10 != 0 { continue }
      do throws(Walks.Finding) {
        if try walks.interleave(seed) { walks.note("groups in four orders") }
      } catch {
        result.findings.append(error)
      }
    }
    result.statistics = walks.statistics
    return result
  }
}
