import Testing

@testable import LibrettoCore

@Suite("Days and times as data")
struct CalendarDayTests {
  @Test("days that exist, and days that don't")
  func exist() {
    #expect(CalendarDay(year: 2024, month: 2, day: 29)?.description == "2024-02-29")
    #expect(CalendarDay(year: 2000, month: 2, day: 29) != nil)
    for (year, month, day) in [
      (2023, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0),
      (0, 1, 1), (10_000, 1, 1), (.max, .max, .max),
    ] {
      #expect(CalendarDay(year: year, month: month, day: day) == nil, "\(year)-\(month)-\(day)")
    }
  }

  @Test("every day of some centuries has the number after the one before")
  func numbers() {
    #expect(CalendarDay("1970-01-01").number == 0)
    #expect(CalendarDay("2026-11-20").number == 20_777)
    var (count, wrong) = (0, 0)
    var last = CalendarDay("1599-12-31")
    for year in 1600...2105 {
      for month in 1...12 {
        for day in 1...31 {
          guard let next = CalendarDay(year: year, month: month, day: day) else { continue }
          let follows = next.number == last.number + 1 && last < next
          if !follows || CalendarDay(number: next.number) != next { wrong += 1 }
          (count, last) = (count + 1, next)
        }
      }
    }
    #expect(count == 184_813 && wrong == 0)
    #expect(CalendarDay("0001-01-01").adding(days: -1) == nil)
    #expect(CalendarDay("9999-12-31").adding(days: 1) == nil)
    #expect(last.adding(days: .max) == nil)
    #expect(last.adding(days: .min) == nil)
    #expect(last.adding(days: -3650)?.days(to: last) == 3650)
  }

  static let days: [(String, String?)] = [
    ("2026-11-20", "2026-11-20"), (" 2026 - 1 - 5 ", "2026-01-05"), ("2026/1/5", "2026-01-05"),
    ("2026.01.05", "2026-01-05"), ("20 Nov 2026", "2026-11-20"), ("20 november 2026", "2026-11-20"),
    ("November 20, 2026", "2026-11-20"), ("Nov 20th 2026", "2026-11-20"),
    ("\t2026-11-20\t", "2026-11-20"), ("20\u{A0}Nov 2026", "2026-11-20"),
    ("2026 Nov 20", "2026-11-20"), ("20.11.2026", "2026-11-20"), ("1. 5. 2026", "2026-05-01"),
    ("11/20/2026", nil),
    ("1-5-2026", nil), ("20 No 2026", nil), ("20 Nov 26", nil), ("2026-02-30", nil),
    ("Fri 20 Nov 2026", "2026-11-20"), ("Friday, 20 November 2026", "2026-11-20"),
    ("Sat 20 Nov 2026", nil), ("x 20 Nov 2026", nil), ("31.02.2026", nil), ("", nil),
    ("2026-11", nil), ("2026-11-20-1", nil), ("٢٠٢٦-١١-٢٠", nil),
    ("20 \u{0} 2026", nil), ("99999999999999999999-1-1", nil),
  ]

  @Test("as a person types it", arguments: days)
  func typed(_ text: String, _ day: String?) {
    #expect(ValueType.day.value(parsing: text) == day.map(Value.string))
  }

  /// On Thursday, 26 November 2026.
  static let spoken: [(String, String?)] = [
    ("today", "2026-11-26"), (" Tomorrow ", "2026-11-27"), ("yesterday", "2026-11-25"),
    ("the day after tomorrow", "2026-11-28"), ("+3", "2026-11-29"), ("-26", "2026-10-31"),
    ("+ 3", "2026-11-29"), ("in two weeks", "2026-12-10"), ("in a week", "2026-12-03"),
    ("in 3 days", "2026-11-29"), ("in 3 months", "2027-02-26"), ("2 days ago", "2026-11-24"),
    ("next week", "2026-12-03"), ("last year", "2025-11-26"), ("next friday", "2026-11-27"),
    ("friday", "2026-11-27"), ("on Thu", "2026-12-03"), ("last thurs", "2026-11-19"),
    ("24 dec", "2026-12-24"), ("24.12.", "2026-12-24"), ("24.12", "2026-12-24"),
    ("Dec 24th", "2026-12-24"), ("the 24th of December", "2026-12-24"), ("24. Dec", "2026-12-24"),
    ("25 nov", "2027-11-25"), ("26 nov", "2026-11-26"), ("29 feb", "2028-02-29"),
    ("fri 27 nov", "2026-11-27"), ("Fri, 27. November", "2026-11-27"), ("sat 27 nov", nil),
    ("30 feb", nil), ("24/12", nil), ("12-24", nil), ("+", nil), ("++3", nil), ("+99999", nil),
    ("fr", nil), ("in friday", nil), ("in two", nil), ("next", nil), ("", nil), ("13.13.", nil),
    ("in 9999 years", nil), ("2026-11-20", nil), ("24 dec 2026", nil),
  ]

  @Test("as a person says it on a day", arguments: spoken)
  func said(_ text: String, _ day: String?) {
    #expect(CalendarDay(word: text, today: "2026-11-26")?.description == day)
  }

  @Test("some months later; a day that the month doesn't have is its last one")
  func months() {
    let day: CalendarDay = "2027-01-31"
    #expect(day.adding(months: 1)?.description == "2027-02-28")
    #expect(day.adding(months: -11)?.description == "2026-02-28")
    #expect(day.adding(months: .max) == nil)
    #expect(day.adding(months: -2027 * 12) == nil)
    #expect(CalendarDay("0001-01-31").adding(months: -1) == nil)
  }

  static let hours: [(String, String?)] = [
    ("9", "09:00"), ("9:30", "09:30"), ("9.30", "09:30"), (" 09 : 30 ", "09:30"),
    ("23:59:59", "23:59:59"), ("12am", "00:00"), ("12 PM", "12:00"), ("9:30 p.m.", "21:30"),
    ("noon", "12:00"), ("midnight", "00:00"), ("24:00", nil), ("9:60", nil), ("13pm", nil),
    ("0am", nil), ("9:3", nil), ("930", nil), ("", nil), (":30", nil), ("-1", nil), ("9:30:", nil),
  ]

  @Test("a time as a person types it", arguments: hours)
  func times(_ text: String, _ time: String?) {
    #expect(ValueType.time.value(parsing: text) == time.map(Value.string))
  }

  @Test("a literal that is none is refused with the flow")
  func literals() {
    let day = Key<CalendarDay>("day")
    let time = Key<TimeOfDay>("time")
    let flow = Flow("f") {
      Ask("Day?", into: day).default("2026-02-30").validate(.range("2026-01-01"..."2026-12-32"))
      Ask("Time?", into: time).default("09:30").validate(.range("25:00"...))
    }
    #expect(
      flow.problems.map(\.message) == [
        "a rule’s value “2026-12-32” is not a day such as 2026-11-20",
        "the default “2026-02-30” is not a day such as 2026-11-20",
        "a rule’s value “25:00” is not a time such as 09:30",
        "the default “09:30” breaks a rule: Give 25:00 or a later time.",
      ])
  }

  @Test("as data only in its own form, also in lists")
  func data() {
    #expect(ValueType.day.value(exactly: "2026-11-20") == "2026-11-20")
    for wrong: Value in ["2026-1-5", "20 Nov 2026", 20_261_120, .null, "2026-02-30"] {
      #expect(ValueType.day.value(exactly: wrong) == nil)
    }
    #expect(ValueType.time.value(exactly: "09:30:00") == "09:30")
    #expect(ValueType.time.value(exactly: "9:30") == nil)
    #expect(
      ValueType.list(.day).value(parsing: "2026-11-20, 21 Nov 2026")
        == .list(["2026-11-20", "2026-11-21"]))
  }
}
