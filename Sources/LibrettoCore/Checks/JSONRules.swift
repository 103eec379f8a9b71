// Flows in JSON; whatever else is wrong there, the other rules find.

/// A flow in JSON has the format that the reader expects.
///
///     {"type": "sya", "text": "Hello."}  // {"type": "say", "text": "Hello."}
enum JSONForm: CodedRule {
  static let code = "json-form"
}

/// A flow in JSON lists the keys that it uses, and no others.
///
///     {"keys": {"name": "string"}, "steps": []}  // {"keys": {}, "steps": []}
enum UnusedKey: CodedRule {
  static let code = "unused-key"

  static func problem(of name: String, at place: FlowLocation) -> Diagnostic {
    problem("nothing in the flow uses the key “\(name)”; remove it", at: place)
  }
}
