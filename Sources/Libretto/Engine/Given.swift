/// An answer as a person gave it: typed text, yes or no, or one or more of the choices.
///
/// A ``Value`` is what the run keeps for a key: the value of the chosen option, or the typed text
/// in the type of the key.
public enum Given: Hashable, Sendable {
  /// A typed value or data; ``Value/null`` for an optional answer that was left out.
  case typed(Value)
  /// Yes or no.
  case yes(Bool)
  /// The id of a button or an option.
  case choice(String)
  /// The ids of several options.
  case choices([String])
  /// Submits a form as it is.
  case submit

  init(_ value: Value, _ form: Line.Form) {
    switch (form, value) {
    case (.yes, .bool(let yes)): self = .yes(yes)
    case (.choice, .string(let id)): self = .choice(id)
    case (.choices, .list(let ids)): self = .choices(ids.map(\.description))
    case (.submit, _): self = .submit
    default: self = .typed(value)
    }
  }

  var form: Line.Form {
    switch self {
    case .typed: .typed
    case .yes: .yes
    case .choice: .choice
    case .choices: .choices
    case .submit: .submit
    }
  }

  /// The answer as a value; choices are represented by their ids.
  public var value: Value {
    switch self {
    case .typed(let value): value
    case .yes(let yes): .bool(yes)
    case .choice(let id): .string(id)
    case .choices(let ids): .list(ids.map(Value.string))
    case .submit: .string(Run.submission)
    }
  }

  /// The answer as an error quotes it.
  var quoted: String {
    if case .yes(let yes) = self { return yes ? "“yes”" : "“no”" }
    return value.quoted
  }

  /// Returns whether a prompt of a shape takes this kind of answer.
  func fits(_ shape: Prompt.Shape) -> Bool {
    switch (self, shape) {
    case (.typed, .typed), (.yes, .yesNo), (.choice, .oneOf), (.choices, .someOf),
      (.submit, .review):
      true
    default: false
    }
  }
}

extension Given: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// Makes an answer from typed text.
  public init(stringLiteral value: String) { self = .typed(.string(value)) }
  /// Makes an answer from a whole number.
  public init(integerLiteral value: Int) { self = .typed(.int(value)) }
  /// Makes an answer from a number.
  public init(floatLiteral value: Double) { self = .typed(.double(value)) }
  /// Makes a yes-or-no answer.
  public init(booleanLiteral value: Bool) { self = .yes(value) }
}
