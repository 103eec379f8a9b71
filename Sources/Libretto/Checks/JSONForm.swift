/// A flow in JSON has the format that the reader expects.
///
///     {"type": "sya", "text": "Hello."}  // {"type": "say", "text": "Hello."}
enum JSONForm: CodedRule {
  static let code = "json-form"
}
