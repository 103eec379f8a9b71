/// A time of day, without a day or a time zone.
///
/// ```swift
/// let start = Key<TimeOfDay>("start")
/// Ask("When does it start?", into: start)
/// ```
///
/// As data, it is a text such as `09:30`, or `09:30:15` if it has seconds. A person can also type
/// `9`, `9.30`, `9:30 pm`, `9am`, `noon` or `midnight`.
public struct TimeOfDay: Hashable, Sendable, AnswerOrdered {
  /// The hour, from 0 to 23.
  public let hour: Int
  /// The minute, from 0 to 59.
  public let minute: Int
  /// The second, from 0 to 59.
  public let second: Int
  /// The text of a literal that isn't a time.
  private let wrong: String?

  /// Makes a time of day.
  /// - Parameters:
  ///   - hour: the hour, from 0 to 23.
  ///   - minute: the minute, from 0 to 59.
  ///   - second: the second, from 0 to 59.
  /// - Returns: nil if there is no such time.
  public init?(hour: Int, minute: Int = 0, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
      return nil
    }
    (self.hour, self.minute, self.second, wrong) = (hour, minute, second, nil)
  }

  /// Reads a time as it is written as data.
  /// - Parameter text: the time, such as `09:30`.
  /// - Returns: nil if it isn't written so.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { CalendarDay.number($0) }
    guard (2...3).contains(parts.count), numbers.count == parts.count,
      parts.allSatisfy({ $0.utf8.count == 2 })
    else { return nil }
    self.init(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
  }

  /// Whether a time comes before another one.
  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool {
    (a.hour, a.minute, a.second) < (b.hour, b.minute, b.second)
  }

  /// A time of day.
  public static var answerType: ValueType { .time }
  /// The time as data.
  public var answerValue: Value { .string(description) }
  /// Reads a time; nil for any other value.
  public init?(answerValue: Value) {
    guard case .string(let text) = answerValue else { return nil }
    self.init(text)
  }

  /// Reads a time as a person types it.
  init?(typed text: String) {
    var rest = text.lowercased().filter { !$0.isWhitespace }
    if let hour = ["noon": 12, "midnight": 0][rest] {
      self.init(hour: hour)
      return
    }
    var isAfternoon: Bool?
    for (word, afternoon) in [("am", false), ("pm", true), ("a.m.", false), ("p.m.", true)]
    where rest.hasSuffix(word) {
      rest.removeLast(word.count)
      isAfternoon = afternoon
    }
    let parts = rest.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    var numbers = parts.compactMap { CalendarDay.number($0) }
    guard numbers.count == parts.count, (1...3).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.count) }),
      parts.dropFirst().allSatisfy({ $0.count == 2 })
    else { return nil }
    if let isAfternoon {
      guard (1...12).contains(numbers[0]) else { return nil }
      numbers[0] = numbers[0] % 12 + (isAfternoon ? 12 : 0)
    }
    numbers += [0, 0]
    self.init(hour: numbers[0], minute: numbers[1], second: numbers[2])
  }
}

extension TimeOfDay: TakesAll {}

extension TimeOfDay: ExpressibleByStringLiteral {
  /// Makes a time from a literal such as `"09:30"`.
  ///
  /// A flow that contains a literal that isn't a time is refused.
  /// - Parameter stringLiteral: the time as it is written as data.
  public init(stringLiteral: String) {
    self = TimeOfDay(stringLiteral) ?? TimeOfDay(wrong: stringLiteral)
  }

  /// Later than all times, so that a range can end with it until the flow is refused.
  private init(wrong: String) { (hour, minute, second, self.wrong) = (24, 0, 0, wrong) }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as it is written as data: `09:30`.
  public var description: String {
    wrong ?? "\(hour.padded(2)):\(minute.padded(2))" + (second == 0 ? "" : ":\(second.padded(2))")
  }
}
