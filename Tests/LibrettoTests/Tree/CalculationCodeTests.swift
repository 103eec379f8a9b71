import Testing

@testable import LibrettoCore

@Suite("Calculations that a run works out")
struct CalculationCodeTests {
  static let a = Key<Int>("a"), b = Key<Int>("b"), x = Key<Double>("x"), t = Key<String>("t")
  static let l = Key<[String]>("l")
  static let answers: [String: Value] = [
    "a": 7, "b": -2, "x": 0.5, "t": "caf\u{E9}", "l": ["u", "v"],
  ]

  static func value<Answer>(_ formula: Formula<Answer>) -> Result<Value, Incalculable> {
    var slots: [Value?] = []
    let code = CalculationCode(formula.calculation.form) { key in
      slots.append(answers[key.name])
      return slots.count - 1
    }
    return Result { () throws(Incalculable) in try code.value(slots) }
  }

  @Test("Whole numbers give whole numbers")
  func whole() {
    #expect(Self.value(Self.a + 1) == .success(8))
    #expect(Self.value(1 - Self.a) == .success(-6))
    #expect(Self.value(Self.a * Self.b) == .success(-14))
    #expect(Self.value(Self.a / Self.b) == .success(-3))
    #expect(Self.value(Self.b % Self.a) == .success(-2))
    #expect(Self.value((Self.a + Self.b) * 2 - Self.a) == .success(3))
    #expect(Self.value(Self.l.count + Self.t.count) == .success(6))
    #expect(Self.value(min(Self.a, 3)) == .success(3))
    #expect(Self.value(max(Self.a - 10, Self.b)) == .success(-2))
  }

  @Test("A number with a fraction gives numbers with one")
  func fractions() {
    #expect(Self.value(Self.x + Self.a) == .success(7.5))
    #expect(Self.value(Self.a * 2 * Self.x) == .success(7.0))
    #expect(Self.value(Self.x / 0.25) == .success(2.0))
    #expect(Self.value(max(Self.x, 0.25)) == .success(0.5))
  }

  @Test("Texts are put together")
  func texts() {
    #expect(Self.value(Formula("\(Self.t), \(Self.a + 1)")) == .success("caf\u{E9}, 8"))
    #expect(Self.value(Formula("plain")) == .success("plain"))
    #expect(Self.value(min(Self.t, Formula("b"))) == .success("b"))
  }

  @Test("What doesn't fit, a zero as divisor and a missing answer are errors")
  func errors() {
    let most = Formula(Int.max)
    let least = Formula(Int.min)
    #expect(Self.value(most + 1) == .failure(.overflow))
    #expect(Self.value(least - 1) == .failure(.overflow))
    #expect(Self.value(most * 2) == .failure(.overflow))
    #expect(Self.value(least / -1) == .failure(.overflow))
    #expect(Self.value(least % -1) == .success(0))
    #expect(Self.value(Self.a / 0) == .failure(.divisionByZero))
    #expect(Self.value(Self.a % 0) == .failure(.divisionByZero))
    #expect(Self.value(Self.x / 0.0) == .failure(.divisionByZero))
    #expect(Self.value(Formula(1e308) * 10.0) == .failure(.overflow))
    #expect(Self.value(Self.a + Key<Int>("gone")) == .failure(.unset(slot: 1)))
  }
}
