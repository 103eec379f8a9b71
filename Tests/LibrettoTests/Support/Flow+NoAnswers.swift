@testable import LibrettoCore

extension Flow {
  /// The answers of an action that wrote none.
  var noAnswers: Answers { Answers(program.keys, [], others: [:]) }
}
