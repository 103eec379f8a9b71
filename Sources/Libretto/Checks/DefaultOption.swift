/// The default is the value of an option.
///
///     Choose("How many?", from: [1, 2], into: count).default(3)  // .default(2)
enum DefaultOption: CodedRule {
  static let code = "default-option"

  static func problem(of value: Value, at place: FlowLocation) -> Diagnostic {
    problem("the default \(value.quoted) isn't the value of any option", at: place)
  }
}
