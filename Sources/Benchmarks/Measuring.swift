/// Measures times that can be compared with each other.
enum Measuring {
  /// Runs several closures in turn, for several rounds, and returns the median time of each.
  ///
  /// Taking turns distributes the effect of other load on the machine evenly.
  /// - Parameters:
  ///   - rounds: the number of rounds, after a first one that isn't counted.
  ///   - works: the closures; each returns its time in seconds.
  static func medians(rounds: Int, _ works: [() throws -> Double]) throws -> [Double] {
    for work in works { _ = try work() }
    var times = [[Double]](repeating: [], count: works.count)
    for _ in 0..<rounds {
      for (index, work) in works.enumerated() { times[index].append(try work()) }
    }
    return times.map(median)
  }

  /// Runs several asynchronous closures in turn, and returns the median time of each.
  static func medians(rounds: Int, _ works: [() async throws -> Void]) async throws -> [Double] {
    for work in works { try await work() }
    var times = [[Double]](repeating: [], count: works.count)
    let clock = ContinuousClock()
    for _ in 0..<rounds {
      for (index, work) in works.enumerated() {
        let start = clock.now
        try await work()
        times[index].append(seconds(clock.now - start))
      }
    }
    return times.map(median)
  }

  /// Returns the time that some work takes in seconds.
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    return seconds(try clock.measure(work))
  }

  static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  static func median(_ times: [Double]) -> Double {
    let sorted = times.sorted()
    guard let last = sorted.last else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : min(sorted[middle], last)
  }
}
