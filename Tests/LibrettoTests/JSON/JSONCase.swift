import Testing

@testable import LibrettoCore

/// A text and what reading it must give, under a name in the style of JSONTestSuite:
/// `y_` must be accepted, `n_` must be refused, `i_` is the reader's own decision.
struct JSONCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let expected: Outcome

  enum Outcome: Hashable, Sendable {
    case value(JSONValue)
    case error(String)
  }

  init(_ name: String, _ text: String, _ value: JSONValue) {
    self.init(name, Array(text.utf8), .value(value))
  }

  init(_ name: String, _ text: String, error: String) {
    self.init(name, Array(text.utf8), .error(error))
  }

  init(_ name: String, _ bytes: [UInt8], error: String) {
    self.init(name, bytes, .error(error))
  }

  private init(_ name: String, _ bytes: [UInt8], _ expected: Outcome) {
    self.name = name
    self.bytes = bytes
    self.expected = expected
  }

  var testDescription: String { name }

  var outcome: Outcome {
    do throws(JSONError) {
      return .value(try JSONReader.read(bytes))
    } catch {
      return .error(error.description)
    }
  }
}

/// Literals stand for values in tests; the product has no need of them.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(nilLiteral: ()) { self = .null }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (name, value) in elements { _ = object.append(name, value) }
    self = .object(object)
  }
}
