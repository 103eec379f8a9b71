/// A JSON document or a part of one. An integer isn't a `.number`.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number without a fraction or an exponent.
  case integer(Int)
  /// A number with a fraction or an exponent; the reader returns only finite ones.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}
