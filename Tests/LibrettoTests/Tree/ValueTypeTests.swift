import Testing

@testable import LibrettoCore

/// What fits a type, and how typed text is read as one.
struct ValueTypeTests {
  static let size = ValueType.oneOf(["Small", "Large", "LARGE"])

  static let fitsCases: [(ValueType, Value, Value)] = [
    (ValueType.string, Value.string(""), Value.string("")),
    (.integer, 1, 1), (.number, 1, 1.0), (.number, 0.5, 0.5), (.boolean, true, true),
    (size, "Large", "Large"), (.list(.number), [1, 0.5], [1.0, 0.5]), (.list(.string), [], []),
    (.optional(.number), .null, .null), (.optional(.number), 2, 2.0),
    (.list(.optional(.integer)), [1, .null], [1, .null]),
  ]

  @Test(
    "fits, converted where nothing is lost",
    arguments: fitsCases)
  func fits(type: ValueType, value: Value, fitted: Value) {
    #expect(type.value(exactly: value) == fitted)
  }

  static let doesNotFitCases: [(ValueType, Value)] = [
    (ValueType.string, Value.null), (.string, 1), (.integer, 1.0), (.integer, "1"),
    (.number, .double(.nan)), (.number, .double(.infinity)), (.number, "1"),
    (.number, .int(.max)), (.boolean, "yes"), (.boolean, 1), (size, "large"), (size, 1),
    (.list(.string), "a"), (.list(.string), ["a", 1]), (.optional(.string), 1),
  ]

  @Test(
    "does not fit",
    arguments: doesNotFitCases)
  func doesNotFit(type: ValueType, value: Value) {
    #expect(type.value(exactly: value) == nil)
  }

  static let readsCases: [(ValueType, String, Value)] = [
    (ValueType.string, " Bob ", Value.string(" Bob ")), (.string, "", ""),
    (.integer, " 42\t", 42), (.integer, "-1", -1), (.integer, "+1", 1),
    (.number, "1", 1.0), (.number, " 0.5", 0.5), (.number, "-2e3", -2000.0),
    (.boolean, "YES", true), (.boolean, " y ", true), (.boolean, "True", true),
    (.boolean, "no", false), (.boolean, "N", false), (.boolean, "false", false),
    (size, "LARGE", "LARGE"), (size, "lARGE", "Large"), (size, " small ", "Small"),
    (.oneOf([1, 2]), "2", 2),
    (.list(.string), " a, b c ,d", ["a", "b c", "d"]), (.list(.string), "", []),
    (.list(.string), " , ", []), (.list(.string), "a, ,b,", ["a", "b"]),
    (.list(.integer), "1,2,,3", [1, 2, 3]),
    (.optional(.integer), " ", .null), (.optional(.integer), "7", 7),
  ]

  @Test(
    "reads what a person types",
    arguments: readsCases)
  func reads(type: ValueType, text: String, value: Value) {
    #expect(type.value(parsing: text) == value)
  }

  static let doesNotReadCases: [(ValueType, String)] = [
    (ValueType.integer, ""), (.integer, "1.0"), (.integer, "one"), (.integer, "1 2"),
    (.integer, "9223372036854775808"), (.number, ""), (.number, "1,5"), (.number, "nan"),
    (.number, "inf"), (.number, "1e999"), (.boolean, "1"), (.boolean, "yess"), (.boolean, ""),
    (size, ""), (size, "huge"), (.list(.integer), "1, x"), (.optional(.integer), "x"),
  ]

  @Test(
    "does not read",
    arguments: doesNotReadCases)
  func doesNotRead(type: ValueType, text: String) {
    #expect(type.value(parsing: text) == nil)
  }

  static let descriptionCases: [(ValueType, String)] = [
    (ValueType.string, "text"), (.integer, "a whole number"), (.number, "a number"),
    (.boolean, "yes or no"), (.oneOf(["a", 1]), "one of “a”, 1"),
    (.list(.string), "a list of texts"), (.list(.integer), "a list of whole numbers"),
    (.list(.number), "a list of numbers"), (.list(.boolean), "a list, each yes or no"),
    (.optional(.string), "text, or nothing"),
  ]

  @Test(
    "in words",
    arguments: descriptionCases)
  func description(type: ValueType, words: String) {
    #expect(type.description == words)
  }
}
