/// Under which values something was given or performed.
struct JudgeInputs: Hashable, Sendable {
  /// A Say or notice that the person had in sight, with the values in it.
  struct Said: Hashable, Sendable {
    let name: String
    let values: JudgeAnswers
  }

  /// The values of the keys that were read.
  var values: JudgeAnswers = [:]
  /// What was said since the question before in the strand.
  var said: [Said] = []
  /// Whether they are those of work that looks at all answers. What was no answer may then be one that
  /// only a later version of the flow asks for.
  var isAll = false
  /// Which performance of work came before in the strand, where that counts; 0 for none.
  var before: Int?

  /// How often the secret under a key was given again, as one of the values.
  static func again(_ key: String) -> String { "again " + key }

  /// Whether a secret in these was given again since.
  func hasGivenAgain(_ today: JudgeInputs) -> Bool {
    values.contains { key, secret in
      let again = Self.again(key)
      return values[again] != nil && today.values[key] == secret
        && today.values[again] != values[again]
    }
  }

  /// The values that the person saw, whatever showed them; the question's own count last.
  var sight: JudgeAnswers {
    var sight: JudgeAnswers = [:]
    for said in said { sight.merge(said.values) { $1 } }
    return sight.merging(values) { $1 }
  }

  /// Whether both are the same to whoever answers or works.
  /// - Parameter isOlder: whether these are of an earlier version of the flow; then only the keys
  ///   that both have are compared, and not which Says there were.
  func isSame(as today: JudgeInputs, isOlder: Bool = false) -> Bool {
    if isOlder {
      let (old, new) = (sight, today.sight)
      return old.allSatisfy { key, value in
        isAll && value == .unset || new[key].map(value.isSame) ?? true
      }
    }
    return before == today.before
      && (isAll ? isAll(of: today) : Self.isSame(values, today.values))
      && said.count == today.said.count
      && zip(said, today.said).allSatisfy {
        $0.name == $1.name && Self.isSame($0.values, $1.values)
      }
  }

  /// Whether these are all answers of today. With one that only one edition of the flow asks for, nobody
  /// knows whether it counts.
  func isAll(of today: JudgeInputs) -> Bool {
    Self.isSame(values.filter { $1 != .unset }, today.values.filter { $1 != .unset })
  }

  private static func isSame(_ a: JudgeAnswers, _ b: JudgeAnswers) -> Bool {
    a.count == b.count
      && a.allSatisfy { key, value in b[key].map { value.isSame(as: $0) } ?? false }
  }
}
