// Random walks with the engine beside the judge, many of them: Oracle [WALKS [FIRST SEED]].
// What breaks a rule is printed as a test to paste, the smallest of each rule's first findings.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
enum Oracle {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let (count, first) = (numbers.first ?? 100_000, numbers.dropFirst().first ?? 0)
    var walks = Walks { try EngineUnderTest($0, at: $1) }
    // Of many walks, more find more than restoring each one in both ways after each step.
    walks.isThorough = count <= 10_000
    var rules: [String: Int] = [:]
    for seed in first..<first + count {
      // Only the first findings of a rule are worth making small.
      walks.shrinks = rules.values.reduce(0, +) < 50
      do {
        try walks.walk(seed)
      } catch {
        rules[error.failure.rule, default: 0] += 1
        if rules[error.failure.rule, default: 0] <= 3 { print(error, "\n") }
      }
      do {
        if try seed % 10 == 0 && walks.interleave(seed) { walks.note("groups in four orders") }
      } catch {
        rules["orders differ", default: 0] += 1
        if rules["orders differ"] == 1 { print(error, "\n") }
      }
    }
    print(walks.statistics.words)
    guard !rules.isEmpty else { return }
    for (rule, count) in rules.sorted(by: { $0.value > $1.value }) {
      print("BROKEN \(count)×: \(rule)")
    }
    exit(1)
  }
}
