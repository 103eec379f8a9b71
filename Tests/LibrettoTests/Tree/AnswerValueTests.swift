import Testing

@testable import LibrettoCore

/// The Swift types that answers are read as.
struct AnswerValueTests {
  enum Size: String, CaseIterable, AnswerValue { case small, large }
  enum Level: Int, CaseIterable, AnswerValue {
    case low = 1
    case high = 3
  }
  enum Open: String, AnswerValue { case a, b }

  /// A type of one's own: kept as text.
  struct Day: AnswerValue, Equatable {
    let year: Int
    let month: Int
    static var answerType: ValueType { .string }
    var answerValue: Value { .string("\(year)-\(month)") }
    init(_ year: Int, _ month: Int) {
      self.year = year
      self.month = month
    }
    init?(answerValue: Value) {
      guard case .string(let text) = answerValue else { return nil }
      let parts = text.split(separator: "-").compactMap { Int($0) }
      guard parts.count == 2 else { return nil }
      self.init(parts[0], parts[1])
    }
  }

  private func goesRound<Answer: AnswerValue & Equatable>(
    _ answer: Answer, _ type: ValueType, _ value: Value
  ) {
    #expect(Answer.answerType == type)
    #expect(answer.answerValue == value)
    #expect(Answer(answerValue: value) == answer)
    #expect(Answer.answerType.value(exactly: value) == value)
  }

  @Test("to a value and back")
  func roundTrips() {
    goesRound("Bob", .string, "Bob")
    goesRound(7, .integer, 7)
    goesRound(0.5, .number, 0.5)
    goesRound(true, .boolean, true)
    goesRound(["a", "b"], .list(.string), ["a", "b"])
    goesRound([[1], []], .list(.list(.integer)), [[1], []])
    goesRound(Int?.some(1), .optional(.integer), 1)
    goesRound(Int?.none, .optional(.integer), .null)
    goesRound([String?.none, "a"], .list(.optional(.string)), [.null, "a"])
    goesRound(Size.large, .oneOf(["small", "large"]), "large")
    goesRound(Level.high, .oneOf([1, 3]), 3)
    goesRound(Open.b, .string, "b")
    goesRound(Day(2024, 5), .string, "2024-5")
    goesRound([Size.small], .list(.oneOf(["small", "large"])), ["small"])
  }

  @Test("a whole number is read as a number, and nothing else is converted")
  func conversions() {
    #expect(Double(answerValue: 2) == 2)
    #expect(Double(answerValue: "2") == nil)
    #expect(Int(answerValue: 2.0) == nil)
    #expect(String(answerValue: 2) == nil)
    #expect(Bool(answerValue: "yes") == nil)
    #expect([Int](answerValue: [1, "x"]) == nil)
    #expect([Int](answerValue: 1) == nil)
    #expect(Int?(answerValue: "x") == nil)
    #expect(Size(answerValue: "huge") == nil)
    #expect(Size(answerValue: 1) == nil)
    #expect(Level(answerValue: 2) == nil)
    #expect(Day(answerValue: "May") == nil)
  }

  @Test("null read as an optional is an optional without a value, not a failure")
  func null() {
    #expect(Int??.some(.none) == Int?(answerValue: .null))
  }

  @Test("an optional in an optional tells the two kinds of nil apart")
  func nested() {
    let values: [Int??] = [.none, .some(.none), .some(5)]
    #expect(values.map { $0.answerValue } == [.null, .list([.null]), .list([5])])
    for value in values { #expect(Int??(answerValue: value.answerValue) == .some(value)) }
    #expect(Int??(answerValue: 5) == nil)
    #expect(Int??(answerValue: .list([1, 2])) == nil)
    #expect(Int??.answerType == .optional(.list(.optional(.integer))))
  }
}
