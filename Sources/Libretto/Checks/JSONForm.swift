/// A flow in JSON has the form that the reader of flows expects.
///
///     {"type": "sya", "text": "Hello."}  // {"type": "say", "text": "Hello."}
enum JSONForm: CodedRule {
  static let code = "json-form"
}
