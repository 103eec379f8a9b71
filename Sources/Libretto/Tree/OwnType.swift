/// The values that a program's own type accepts; it may refuse some that its data type allows.
struct OwnType: Sendable {
  /// The name of the key.
  let key: String
  /// The name of the type.
  let name: String
  /// What the type accepts, in its own words.
  let description: String?
  let accepts: @Sendable (Value) -> Bool

  /// - Returns: nil for a type that accepts everything its data type allows.
  init?<Answer: AnswerValue>(_ key: Key<Answer>) {
    if Answer.self is any TakesAll.Type { return nil }
    self.key = key.name
    name = String(describing: Answer.self)
    description = Answer.answerDescription
    accepts = { Answer(answerValue: $0) != nil }
  }
}

/// A type that accepts every value of its data type.
protocol TakesAll {}

extension String: TakesAll {}
extension Int: TakesAll {}
extension Double: TakesAll {}
extension Bool: TakesAll {}
extension Array: TakesAll where Element: TakesAll {}
extension Optional: TakesAll where Wrapped: TakesAll {}
