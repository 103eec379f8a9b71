#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// What a benchmark is, its rows, and how times and memory are measured.

/// A measurement with one or several rows, all taken in the same run.
protocol Benchmark {
  /// The names of its rows.
  var names: [String] { get }
  /// Measures and returns the rows.
  /// - Throws: ``Trouble`` if the work had a wrong result, ``Skipped`` if something that it needs
  ///   hasn't been built.
  func rows(_ options: Options) async throws -> [Row]
}

/// The reason why a benchmark couldn't be measured; the others continue.
struct Skipped: Error {
  let reason: String
}

/// An error that ends the program.
struct Trouble: Error {
  let message: String
  let code: Int32

  init(_ message: String, code: Int32 = 1) {
    self.message = message
    self.code = code
  }
}

/// A measured value, with the target that it must meet.
struct Row {
  /// The target: a minimum or a maximum.
  enum Bar {
    case atLeast(Double)
    case atMost(Double)
  }

  let name: String
  let value: Double
  let unit: String
  let bar: Bar?

  init(_ name: String, _ value: Double, _ unit: String, _ bar: Bar? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
    self.bar = bar
  }

  var isMet: Bool? {
    switch bar {
    case .atLeast(let bar): value >= bar
    case .atMost(let bar): value <= bar
    case nil: nil
    }
  }

  /// The target in words.
  var barInWords: String {
    switch bar {
    case .atLeast(let bar): "≥ \(Row.grouped(bar))"
    case .atMost(let bar): "≤ \(Row.grouped(bar))"
    case nil: ""
    }
  }

  /// Whether the target is met, and how far the value is from it.
  var verdict: String {
    switch bar {
    case .atLeast(let bar):
      "\(value >= bar ? "met" : "MISSED"), \(Row.grouped(value / bar))× the bar"
    case .atMost(let bar):
      "\(value <= bar ? "met" : "MISSED"), \(Row.grouped(value / bar * 100)) % of the bar"
    case nil: ""
    }
  }

  /// Formats a number for JSON and tables: whole from a thousand on, otherwise with four digits.
  static func plain(_ value: Double) -> String {
    let digits = value.magnitude
    let scale: Double = digits >= 1000 ? 1 : digits >= 100 ? 10 : digits >= 10 ? 100 : 1000
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  /// Formats a number with commas between thousands.
  static func grouped(_ value: Double) -> String {
    let text = plain(value)
    guard value.magnitude >= 1000 else { return text }
    var result = ""
    for (index, digit) in text.enumerated() {
      let left = text.count - index
      if index > 0, left.isMultiple(of: 3), result != "-" { result.append(",") }
      result.append(digit)
    }
    return result
  }
}

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

/// The memory of this process.
enum Memory {
  /// The number of bytes in use now, in whole pages.
  static func resident() throws -> Int {
    #if os(Linux)
      let text = try Files.read("/proc/self/statm")
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      guard let pages else { throw Trouble("/proc/self/statm reads “\(text)”") }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
      throw Skipped(reason: "the memory in use is read from /proc, which this system doesn't have")
    #endif
  }
}
