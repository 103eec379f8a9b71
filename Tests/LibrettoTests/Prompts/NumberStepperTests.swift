import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("A number that goes up and down") struct NumberStepperTests {
  private func stepper(_ question: some FlowContent) throws -> NumberStepper {
    let run = try Run(Flow("f") { question })
    let asked = try #require(run.question(for: run.needs[0]))
    return try #require(NumberStepper(asked))
  }

  @Test(
    "Whole numbers, within 1 to 30",
    arguments: [
      ("", 1, "3"), ("3", 1, "4"), ("3", -1, "2"), ("30", 1, nil), ("1", -1, nil), ("99", -1, "30"),
      ("-5", 1, "1"), ("x", 1, nil), ("9223372036854775807", 1, nil), (" 7 ", 1, "8"),
      ("nan", 1, nil),
      ("2.5", 1, "4"),
    ] as [(String, Int, String?)])
  func whole(text: String, direction: Int, wanted: String?) throws {
    let stepper = try stepper(Ask("?", into: Key<Int>("n")).validate(.range(1...30)).default(3))
    #expect(stepper.step(from: text, direction) == wanted)
  }

  @Test(
    "Other numbers, without bounds",
    arguments: [
      ("", 1, "0"), ("1.1", -1, "0.1"), ("-0.5", 1, "0.5"), ("0.25", 1, "1.25"), ("1e+300", 1, nil),
      ("inf", 1, nil), ("2", 1, "3"),
    ] as [(String, Int, String?)])
  func others(text: String, direction: Int, wanted: String?) throws {
    #expect(try stepper(Ask("?", into: Key<Double>("n"))).step(from: text, direction) == wanted)
  }

  @Test(
    "Other numbers below 1, from 0 on",
    arguments: [
      ("0.5", 1, nil), ("0.5", -1, "0"), ("0", -1, nil), ("7", -1, nil), ("-3", 1, "0"),
    ] as [(String, Int, String?)])
  func exclusive(text: String, direction: Int, wanted: String?) throws {
    let stepper = try stepper(Ask("?", into: Key<Double>("n")).validate(.range(0.0..<1.0)))
    #expect(stepper.step(from: text, direction) == wanted)
  }

  @Test("Whole numbers below 10")
  func wholeExclusive() throws {
    let stepper = try stepper(Ask("?", into: Key<Int>("n")).validate(.range(0..<10)))
    #expect(stepper.step(from: "8", 1) == "9")
    #expect(stepper.step(from: "9", 1) == nil)
  }

  @Test("Large whole numbers are exact")
  func large() throws {
    let stepper = try stepper(Ask("?", into: Key<Int>("n")))
    #expect(stepper.step(from: "9007199254740993", 1) == "9007199254740994")
  }
}
