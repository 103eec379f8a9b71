/// A JSON document, or a part of one, as it was written: an integer is not a `.number`.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent.
  case integer(Int)
  /// A number with a fraction or an exponent; what the reader gives is finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}
