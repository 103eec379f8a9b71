// Days and times of day, as answers.

/// A day of the Gregorian calendar, without a time or a time zone.
///
/// ```swift
/// let arrival = Key<CalendarDay>("arrival")
/// Ask("When do you arrive?", into: arrival).validate(.daysFromToday(0...365))
/// Ask("When do you leave?", into: departure).validate(.range(arrival...))
/// ```
///
/// As data, it is a text such as `2026-11-20`. A person can also type `20 Nov 2026`,
/// `November 20, 2026`, `2026/11/20` or `20.11.2026`, and at a prompt what is counted from today:
/// `tomorrow`, `+3`, `in two weeks`, `next friday`, `24 dec`. A form in which the day and the month could be confused, such as `11/20/2026`, is
/// refused.
public struct CalendarDay: Hashable, Sendable, Building.AnswerOrdered {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int
  /// The text of a literal that isn't a day.
  private let wrong: String?

  /// Makes a day.
  /// - Parameters:
  ///   - year: the year, from 1 to 9999.
  ///   - month: the month, from 1 to 12.
  ///   - day: the day of the month, from 1.
  /// - Returns: nil if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(ofMonth: month, year)
    else { return nil }
    (self.year, self.month, self.day, wrong) = (year, month, day, nil)
  }

  /// What a literal becomes that isn't a day: later than all days, so that a range can end with it
  /// until the flow is refused.
  private init(wrong: String) {
    (year, month, day, self.wrong) = (.max, 1, 1, wrong)
  }

  private init() { (year, month, day, wrong) = (1, 1, 1, nil) }

  /// The earliest day.
  static let first = CalendarDay()
  /// The day that messages name where every day would do.
  package static let example = "2026-11-20"

  /// Reads a day as it is written as data.
  /// - Parameter text: the day, such as `2026-11-20`.
  /// - Returns: nil if it isn't written so.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let day = Self(parts.map(String.init)) else {
      return nil
    }
    self = day
  }

  private init?(_ parts: [String]) {
    guard parts.count == 3, let year = Self.number(parts[0]), let month = Self.number(parts[1]),
      let day = Self.number(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// A number that is written with digits only.
  static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.count <= 4 ? Int(text) : nil
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Whether a day comes before another one.
  public static func < (a: CalendarDay, b: CalendarDay) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  // MARK: Counting

  /// The number of days since 1 January 1970.
  package var number: Int {
    if wrong != nil { return .max }
    // The years begin in March, so that the leap day is the last one.
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    let inYear = (153 * months + 2) / 5 + day - 1
    let century = years / 400
    let inCentury = years - century * 400
    return century * 146_097 + inCentury * 365 + inCentury / 4 - inCentury / 100 + inYear - 719_468
  }

  /// - Parameter number: the number of days since 1 January 1970.
  package init?(number: Int) {
    guard number > -800_000, number < 3_000_000 else { return nil }
    let days = number + 719_468
    let century = (days >= 0 ? days : days - 146_096) / 146_097
    let inCentury = days - century * 146_097
    let years = (inCentury - inCentury / 1460 + inCentury / 36_524 - inCentury / 146_096) / 365
    let inYear = inCentury - (365 * years + years / 4 - years / 100)
    let months = (5 * inYear + 2) / 153
    let month = months < 10 ? months + 3 : months - 9
    self.init(
      year: years + century * 400 + (month <= 2 ? 1 : 0), month: month,
      day: inYear - (153 * months + 2) / 5 + 1)
  }

  /// Returns the day that is some days later.
  /// - Parameter days: the number of days; negative for an earlier day.
  /// - Returns: nil beyond the years 1 to 9999.
  public func adding(days: Int) -> CalendarDay? {
    let (sum, overflows) = number.addingReportingOverflow(days)
    return overflows ? nil : CalendarDay(number: sum)
  }

  /// Returns the day that is some months later; a day that the month doesn't have is its last one.
  /// - Parameter months: the number of months; negative for an earlier day.
  /// - Returns: nil beyond the years 1 to 9999.
  package func adding(months: Int) -> CalendarDay? {
    let (count, overflows) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflows, count >= 12 else { return nil }
    let length = Self.length(ofMonth: count % 12 + 1, count / 12)
    return CalendarDay(year: count / 12, month: count % 12 + 1, day: min(day, length))
  }

  /// The day of the week, 0 for Monday.
  package var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  /// Returns the number of days from this day to another one.
  /// - Parameter other: the other day.
  /// - Returns: the number; negative if the other day is earlier.
  public func days(to other: CalendarDay) -> Int {
    other.number.subtractingReportingOverflow(number).partialValue
  }

  /// The current day in the time zone of the process.
  public static var today: CalendarDay {
    let date = SystemClock.date
    return CalendarDay(year: date.year, month: date.month, day: date.day) ?? .first
  }

  // MARK: As an answer

  /// A day.
  public static var answerType: ValueType { .day }
  /// The day as data.
  public var answerValue: Value { .string(description) }
  /// Reads a day; nil for any other value.
  public init?(answerValue: Value) {
    guard case .string(let text) = answerValue else { return nil }
    self.init(text)
  }
}

extension CalendarDay: TakesAll {}

extension CalendarDay: ExpressibleByStringLiteral {
  /// Makes a day from a literal such as `"2026-11-20"`.
  ///
  /// A flow that contains a literal that isn't a day is refused.
  /// - Parameter stringLiteral: the day as it is written as data.
  public init(stringLiteral: String) {
    self = CalendarDay(stringLiteral) ?? CalendarDay(wrong: stringLiteral)
  }
}

extension CalendarDay: CustomStringConvertible {
  /// The day as it is written as data: `2026-11-20`.
  public var description: String {
    wrong ?? "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
  }
}

extension Int {
  func padded(_ length: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, length - digits.count)) + digits
  }
}

/// The day that is today where the person is.
public enum LocalDay: Hashable, Sendable {
  /// That of the process, in its time zone.
  case ofProcess
  /// A certain day.
  case day(CalendarDay)
  /// The day of the run's clock, so many minutes east of UTC.
  case minutesFromUTC(Int)

  /// - Parameter time: the time of the run's clock.
  func day(at time: Timestamp) -> CalendarDay {
    switch self {
    case .ofProcess: return .today
    case .day(let day): return day
    case .minutesFromUTC(let minutes):
      // Further than the calendar reaches, no number of minutes makes a difference.
      let minutes = min(max(minutes, -(1 << 40)), 1 << 40)
      let local = time.advanced(by: .seconds(60) * minutes).millisecondsSince1970
      let (day, rest) = local.quotientAndRemainder(dividingBy: 86_400_000)
      return CalendarDay(number: rest < 0 ? day - 1 : day) ?? .today
    }
  }
}

// MARK: - Typed by a person

extension CalendarDay {
  /// Reads a day as a person types it.
  /// - Parameter words: the words of their language.
  package init?(typed text: String, _ words: ReadWords = .english) {
    var parts = text.lowercased().split { $0.isWhitespace || ",/.-".contains($0) }.map(String.init)
    // As a day is shown: `Fri 27 Nov 2026`.
    let weekday = parts.count == 4 ? words.weekday(parts[0]) : nil
    if weekday != nil { parts.removeFirst() }
    guard parts.count == 3 else { return nil }
    let isNamed = parts.map(words.month)
    if let month = isNamed[1], parts[0].count < 4,
      let day = Self.number(words.withoutOrdinal(parts[0]))
    {
      self.init(parts[2], month, day)
    } else if let month = isNamed[0], let day = Self.number(words.withoutOrdinal(parts[1])) {
      self.init(parts[2], month, day)
    } else if parts[0].count == 4, let month = isNamed[1], let day = Self.number(parts[2]) {
      self.init(parts[0], month, day)
    } else if parts[0].count == 4, let day = CalendarDay(parts) {
      self = day
    } else if text.contains("."), let month = Self.number(parts[1]), let day = Self.number(parts[0])
    {
      self.init(parts[2], month, day)
    } else {
      return nil
    }
    if let weekday, weekday != self.weekday { return nil }
  }

  private init?(_ year: String, _ month: Int, _ day: Int) {
    guard year.count == 4, let year = Self.number(year) else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day that somebody means on a day: `tomorrow`, `+3`, `in two weeks`, `next friday`, `24 dec`.
  ///
  /// A weekday, and a day without its year, is the next one to come.
  /// - Parameters:
  ///   - today: the current day, where the person is.
  ///   - known: the words of their language.
  package init?(word: String, today: CalendarDay, _ known: ReadWords = .english) {
    let text = word.trimmed.lowercased()
    let words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
      .filter { !known.skipped.contains($0) }
    guard
      let day = Self.near(text, words, today, known) ?? Self.counted(words, today, known)
        ?? Self.weekday(words, today, known) ?? Self.withoutYear(text, words, today, known)
    else { return nil }
    self = day
  }

  private static func near(
    _ text: String, _ words: [String], _ today: CalendarDay, _ known: ReadWords
  ) -> CalendarDay? {
    if text.first == "+" || text.first == "-" {
      guard let days = number(String(text.dropFirst()).trimmed) else { return nil }
      return today.adding(days: text.first == "-" ? -days : days)
    }
    let text = words.joined(separator: " ")
    let near = [
      (known.today, 0), (known.tomorrow, 1), (known.yesterday, -1), (known.afterTomorrow, 2),
      (known.beforeYesterday, -2),
    ]
    return near.first { $0.0.contains(text) }.flatMap { today.adding(days: $0.1) }
  }

  /// `in two weeks`, `3 days ago`, `next month`.
  private static func counted(
    _ words: [String], _ today: CalendarDay, _ known: ReadWords
  ) -> CalendarDay? {
    let count: Int
    let unit: String
    if let found = ReadWords.match(words, known.inDays), let amount = known.amount(found["count"]) {
      (count, unit) = (amount, found["unit"] ?? "")
    } else if let found = ReadWords.match(words, known.ago),
      let amount = known.amount(found["count"])
    {
      (count, unit) = (-amount, found["unit"] ?? "")
    } else if let found = ReadWords.match(words, known.next) {
      (count, unit) = (1, found["it"] ?? "")
    } else if let found = ReadWords.match(words, known.last) {
      (count, unit) = (-1, found["it"] ?? "")
    } else {
      return nil
    }
    if known.day.contains(unit) { return today.adding(days: count) }
    if known.week.contains(unit) { return today.adding(days: count * 7) }
    if known.month.contains(unit) { return today.adding(months: count) }
    return known.year.contains(unit) ? today.adding(months: count * 12) : nil
  }

  /// `friday`, `next fri`, `last friday`.
  private static func weekday(
    _ words: [String], _ today: CalendarDay, _ known: ReadWords
  ) -> CalendarDay? {
    let isLast = ReadWords.match(words, known.last)?["it"]
    let next = ReadWords.match(words, known.next) ?? ReadWords.match(words, known.this)
    guard let name = isLast ?? next?["it"] ?? (words.count == 1 ? words[0] : nil),
      let wanted = known.weekday(name)
    else { return nil }
    return isLast == nil
      ? today.adding(days: (wanted - today.weekday + 6) % 7 + 1)
      : today.adding(days: -((today.weekday - wanted + 6) % 7 + 1))
  }

  /// `24 dec`, `dec 24th`, `24.12.`, `thu 24 dec`
  private static func withoutYear(
    _ text: String, _ words: [String], _ today: CalendarDay, _ known: ReadWords
  ) -> CalendarDay? {
    var parts = words.flatMap { $0.split(separator: ".").map(String.init) }
    let weekday = parts.count == 3 ? known.weekday(parts[0]) : nil
    if weekday != nil { parts.removeFirst() }
    guard parts.count == 2 else { return nil }
    let named = parts.map(known.month)
    let (day, month): (Int?, Int?)
    if let name = named[1] {
      (day, month) = (number(known.withoutOrdinal(parts[0])), name)
    } else if let name = named[0] {
      (day, month) = (number(known.withoutOrdinal(parts[1])), name)
    } else if text.contains(".") {
      (day, month) = (number(parts[0]), number(parts[1]))
    } else {
      return nil
    }
    guard let day, let month else { return nil }
    // A leap day may be eight years away.
    let next = (today.year...today.year + 8).lazy
      .compactMap { CalendarDay(year: $0, month: month, day: day) }.first { $0 >= today }
    return weekday == nil || next?.weekday == weekday ? next : nil
  }
}

extension ReadWords {
  /// The month of a name of which at least three letters are typed.
  fileprivate func month(_ text: String) -> Int? {
    guard text.count >= 3 else { return nil }
    return months.firstIndex { $0.hasPrefix(text) }.map { $0 + 1 }
  }

  /// The weekday of a short name, or of a name of which at least three letters are typed.
  fileprivate func weekday(_ text: String) -> Int? {
    if let place = weekdaysShort.firstIndex(of: text) { return place }
    return text.count >= 3 ? weekdays.firstIndex { $0.hasPrefix(text) } : nil
  }

  /// `20` for `20th`.
  fileprivate func withoutOrdinal(_ text: String) -> Substring {
    text.dropLast(ordinals.first { !$0.isEmpty && text.hasSuffix($0) }?.count ?? 0)
  }

  /// A number as a word, or in digits.
  fileprivate func amount(_ word: String?) -> Int? {
    guard let word else { return nil }
    if one.contains(word) { return 1 }
    return numbers.firstIndex(of: word).map { $0 + 1 } ?? CalendarDay.number(word)
  }
}

extension CalendarDay {
  /// The day in words: `Sat 28 Nov 2026`.
  package func inWords(_ words: Words) -> String {
    words(
      .dayInWords, words.list(.weekdaysShort)[weekday], day, words.list(.monthsShort)[month - 1],
      year
    )
  }
}

/// A time of day, without a day or a time zone.
///
/// ```swift
/// let start = Key<TimeOfDay>("start")
/// Ask("When does it start?", into: start)
/// ```
///
/// As data, it is a text such as `09:30`, or `09:30:15` if it has seconds. A person can also type
/// `9`, `9.30`, `9:30 pm`, `9am`, `noon` or `midnight`.
public struct TimeOfDay: Hashable, Sendable, Building.AnswerOrdered {
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
  init?(typed text: String, _ words: ReadWords = .english) {
    var rest = text.lowercased().filter { !$0.isWhitespace }
    if words.noon.contains(rest) || words.midnight.contains(rest) {
      self.init(hour: words.noon.contains(rest) ? 12 : 0)
      return
    }
    var isAfternoon: Bool?
    for (endings, afternoon) in [(words.morning, false), (words.afternoon, true)] {
      for ending in endings where !ending.isEmpty && rest.hasSuffix(ending) {
        rest.removeLast(ending.count)
        isAfternoon = afternoon
      }
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
