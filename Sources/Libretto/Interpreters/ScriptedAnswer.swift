/// An answer of a script, as a person would say it: `"Yes"`, `"Bob"`, `42`, `true`, `["a", "b"]`.
public struct ScriptedAnswer: Hashable, Sendable {
  /// The kinds of scripted answers.
  enum Kind: Hashable, Sendable {
    case answer(Value)
    /// An answer from a journal: the value itself, or the exact id of a button or option.
    case resolved(Given)
    /// An answer that the question must refuse; the script's next answer follows it.
    case refused(Value)
    /// Takes the default.
    case preset
    /// The time of the question is up.
    case timedOut
    /// The person goes back to the previous question.
    case back
    /// The flow performs this action next; if it writes answers, they replace its work.
    case action(String, writes: [String: Value])
    /// Writes these answers instead of performing an action.
    case writes([String: Value])
    /// Throws this error instead of performing an action.
    case failure(String)
  }

  let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Makes an answer from data.
  /// - Parameter value: the answer: what a person would say, or the id of a button or option.
  public init(_ value: Value) { kind = .answer(value) }

  /// Takes the default of the question, which must have one.
  public static var preset: ScriptedAnswer { ScriptedAnswer(.preset) }

  /// An answer that the question must refuse; the next answer follows it.
  /// - Parameter value: the wrong answer.
  /// - Returns: the scripted answer.
  public static func refused(_ value: Value) -> ScriptedAnswer { ScriptedAnswer(.refused(value)) }

  /// The person doesn't answer in time; the question must have a time limit.
  public static var timedOut: ScriptedAnswer { ScriptedAnswer(.timedOut) }

  /// The person goes back to the previous question.
  public static var back: ScriptedAnswer { ScriptedAnswer(.back) }

  /// The action that the flow performs next.
  ///
  /// It can stand between the answers that are given in order:
  /// `["Bob", "Yes", .action("delete everything")]`.
  /// - Parameters:
  ///   - name: the name of the action, or its id.
  ///   - writes: the values to write instead of performing the action, by the names of the keys.
  /// - Returns: the entry.
  public static func action(
    _ name: String, writes: [String: Value] = [:]
  ) -> ScriptedAnswer {
    ScriptedAnswer(.action(name, writes: writes))
  }

  /// Writes answers instead of performing an action.
  /// - Parameter answers: the values to write, by the names of the keys.
  /// - Returns: the scripted answer.
  public static func writes(_ answers: [String: Value]) -> ScriptedAnswer {
    ScriptedAnswer(.writes(answers))
  }

  /// Fails instead of performing an action.
  /// - Parameter error: the error in words.
  /// - Returns: the scripted answer.
  public static func failure(_ error: String) -> ScriptedAnswer {
    ScriptedAnswer(.failure(error))
  }

  /// The answer as a value, if it is one.
  var data: Value? {
    switch kind {
    case .answer(let value): value
    case .resolved(let given): given.value
    default: nil
    }
  }

  /// The answer as written in an answers file.
  var form: String {
    switch kind {
    case .answer, .resolved: "a plain answer"
    case .refused: "{\"refused\": …}"
    case .preset: "{\"default\": true}"
    case .timedOut: "{\"timedOut\": true}"
    case .back: "{\"back\": true}"
    case .writes, .action: "{\"writes\": {…}}"
    case .failure: "{\"error\": …}"
    }
  }

  /// The answer as an error quotes it.
  var quoted: String {
    switch kind {
    case .answer(let value), .refused(let value): value.quoted
    case .resolved(let given): given.quoted
    case .preset: "the default"
    case .timedOut: "the time-out"
    case .back: "the step back"
    case .action(let name, _): "the action “\(name)”"
    case .writes: "what an action writes"
    case .failure: "an action’s failure"
    }
  }
}

extension ScriptedAnswer: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Makes an answer from text.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// Makes an answer from a whole number.
  public init(integerLiteral value: Int) { self.init(.int(value)) }
  /// Makes an answer from a number.
  public init(floatLiteral value: Double) { self.init(.double(value)) }
  /// Makes an answer from yes or no.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  /// Makes one answer from several values.
  public init(arrayLiteral elements: Value...) { self.init(.list(elements)) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Makes a value from text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a value from a whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Makes a value from a number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Makes a value from yes or no.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a list.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}
