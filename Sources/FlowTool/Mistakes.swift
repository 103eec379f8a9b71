/// A mistake that a script shows without a compiler, and what to write instead.
struct Mistake {
  /// The byte to show it at.
  let place: Int
  /// What the compiler says in here follows from it.
  let span: Range<Int>
  let sentence: String
  /// Whether it is about words that Swift can't place, and doesn't depend on commas.
  let isOfWords: Bool

  init(at place: Int, in span: Range<Int>, _ sentence: String, isOfWords: Bool = false) {
    (self.place, self.span, self.sentence) = (place, span, sentence)
    self.isOfWords = isOfWords
  }
}

/// Finds mistakes in a script that the compiler has refused.
///
/// The compiler tries overloads, and reports what is wrong with one of them: `extra trailing closure`
/// for a wrong label. Here, the labels are compared with those that the step has.
struct Mistakes {
  let code: ScriptCode
  private(set) var found: [Mistake] = []
  /// The types of the keys that the script declares.
  let keys: [String: String]
  /// The calls of steps, and the braces that they open.
  private(set) var calls: [ScriptCall] = []
  private(set) var callsByEnd: [Int: ScriptCall] = [:]
  private(set) var owners: [Int: (call: ScriptCall, label: String?)] = [:]

  init(_ script: [UInt8]) {
    code = ScriptCode(script)
    keys = Mistakes.keys(in: code)
    let declared = Set(code.declared)
    for index in code.tokens.indices {
      guard !declared.contains(code.text(index)), StepForm.all[code.text(index)] != nil,
        !isDeclared(index),
        var call = ScriptCall(code, at: index)
      else { continue }
      call.readModifiers(code)
      calls.append(call)
      callsByEnd[call.end] = call
      for part in [call] + call.modifiers {
        for closure in part.closures { owners[closure.brace] = (part, closure.label) }
      }
    }
    for call in calls {
      // The first mistake of a call explains what the compiler says about it.
      let finders = [
        noName, unknownClosure, unknownLabel, noLabel, silentFailure, wrongRule, rounds,
        wrongOrder, wrongModifier, noBody, noKey,
      ]
      if let mistake = finders.lazy.compactMap({ $0(call) }).first { found.append(mistake) }
    }
    for index in code.tokens.indices {
      let finders = [
        assignment, chain, unknownOfWork, awaited, keyWithoutType, comparedWithNil, stray,
        unreadAnswer, keyAsValue, madeInDo, importless, arrow, attribute, setModifier,
      ]
      if let mistake = finders.lazy.compactMap({ $0(index) }).first { found.append(mistake) }
    }
    found.sort { $0.place < $1.place }
  }

  /// Whether the name at a token is a declaration, a member or a type.
  private func isDeclared(_ index: Int) -> Bool {
    let before = code.text(index - 1)
    let words: Set = [".", "func", "struct", "class", "enum", "actor", "extension", "case"]
    return words.contains(before)
      || (["->", ":", "some", "any"].contains(before) && code.text(index + 1) != "(")
  }

  private static func keys(in code: ScriptCode) -> [String: String] {
    var keys: [String: String] = [:]
    for index in code.tokens.indices.dropFirst(2)
    where code.text(index) == "Key" && ["=", ":"].contains(code.text(index - 1)) {
      let type = code.text(index + 1) == "<" ? code.text(index + 2) : ""
      keys[code.text(index - 2)] = type + (code.text(index + 3).hasPrefix("?") ? "?" : "")
    }
    return keys
  }

  func mistake(
    at token: Int, in call: ScriptCall, _ sentence: String
  ) -> Mistake {
    Mistake(at: code.tokens[token].range.lowerBound, in: call.bytes(code), sentence)
  }

  /// Whether a token names a function of the script in which steps stand.
  func declaresSteps(_ token: Int) -> Bool {
    code.tokens.indices.contains { index in
      guard code.text(index) == "func", code.text(index + 1) == code.text(token),
        let brace = (index..<code.tokens.count).first(where: { code.text($0) == "{" }),
        let close = code.partner[brace]
      else { return false }
      return calls.contains { (brace..<close).contains($0.index) && code.parent[$0.index] == brace }
    }
  }

  /// Whether a token stands in Swift's `switch`.
  func isInSwitch(_ token: Int) -> Bool {
    guard let brace = code.parent[token] else { return false }
    return (0..<brace).reversed().prefix { !code.tokens[$0 + 1].isFirstOnLine }
      .contains { code.text($0) == "switch" }
  }

  /// The step whose work contains a token, and nil among steps.
  func work(around token: Int) -> ScriptCall? {
    var brace = code.parent[token]
    while let open = brace {
      if let (call, label) = owners[open] {
        let isWork =
          ["Do", "Load", "Check", "check", "undo", "on"].contains(call.name) && label == nil
        return isWork ? call : nil
      }
      brace = code.parent[open]
    }
    return nil
  }

  /// Whether a token is among the steps of a flow.
  func isAmongSteps(_ token: Int) -> Bool {
    var bracket = code.parent[token]
    while let open = bracket {
      if owners[open] != nil { return work(around: token) == nil }
      bracket = code.parent[open]
    }
    return false
  }
}
