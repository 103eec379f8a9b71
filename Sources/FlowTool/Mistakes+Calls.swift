// What a call holds: its failure branch, its rules, its rounds.
extension Mistakes {
  /// A failure branch that ignores the error.
  func silentFailure(_ call: ScriptCall) -> Mistake? {
    guard ["Do", "Load", "Operation"].contains(call.name),
      let failure = call.closures.first(where: { $0.label == "failure" }),
      let close = code.partner[failure.brace]
    else { return nil }
    let names = failure.brace + 1..<close
    let isNamed = code.text(failure.brace + 2) == "in" || code.text(failure.brace + 1) == "("
    if isNamed || names.contains(where: { code.text($0) == "$0" }) { return nil }
    return mistake(
      at: failure.place, in: call, "a failure branch is given the error: failure: { error in … }")
  }

  /// Code or a value among the rules.
  func wrongRule(_ call: ScriptCall) -> Mistake? {
    for modifier in call.modifiers where modifier.name == "validate" {
      let place = code.tokens[modifier.index].range.lowerBound
      var sentence: String?
      let block =
        modifier.closures.first?.brace
        ?? modifier.arguments.lazy.map(\.tokens.lowerBound).first { code.text($0) == "{" }
      if let block {
        sentence =
          code.text(block + 2) == ","
          ? "to compare with another answer, write .validate(.equals(key)); "
            + "your own code goes into .check(\"name\", reads: [key]) { answer, answers in … }"
          : "your own code goes into .check(\"name\", message: \"…\") { answer in … }"
      } else if let argument = modifier.arguments.first, argument.label == nil,
        call.name != "Button"
      {
        let texts = argument.tokens.map(code.text)
        if texts[0].hasPrefix("\"") {
          sentence = "a rule of text is a pattern: .validate(.matches(\"…\", message: \"…\"))"
        } else if texts[0] != ".", texts.contains(where: { $0.hasPrefix("..") }) {
          sentence = "a range is a rule: .validate(.range(\(code.quoted(argument.value))))"
        } else if texts[0].hasPrefix("/") {
          sentence = "a pattern is text, since a flow is data: .validate(.matches(\"[a-z]+\"))"
        } else if texts.count == 1, let type = keys[texts[0]] {
          sentence =
            type.isEmpty ? nil : "for the same answer, write .validate(.equals(\(texts[0])))"
        }
      }
      // A rule that is given a key.
      for argument in modifier.arguments {
        let texts = argument.tokens.map(code.text)
        guard texts.count >= 5, texts[0] == ".", texts[2] == "(", keys[texts[3]] != nil,
          texts[4] == ")" || texts[4] == ","
        else { continue }
        switch texts[1] {
        case "matches": sentence = "for the same answer, write .equals(\(texts[3]))"
        case "length": sentence = "the length of a text is fixed: .length(1...10)"
        case "range": sentence = "a range may end at an answer: .range(1...\(texts[3]))"
        default: break
        }
      }
      if let sentence {
        return Mistake(place: place, span: call.bytes(code), sentence: sentence)
      }
    }
    return nil
  }

  /// A loop without the label that says what kind it is.
  func rounds(_ call: ScriptCall) -> Mistake? {
    guard call.name == "Repeat", let argument = call.arguments.first else { return nil }
    let value = code.quoted(argument.value)
    let first = code.text(argument.tokens.lowerBound)
    let place = argument.range.lowerBound
    func told(_ sentence: String) -> Mistake {
      Mistake(place: place, span: call.bytes(code), sentence: sentence)
    }
    switch argument.label {
    case "until" where first != "{":
      return told("the condition comes last: Repeat { … } until: { \(value) }")
    case "times" where argument.tokens.count == 1 && keys[first] != nil:
      return told(
        "the number of rounds is known when the flow is declared; with an answer, write "
          + "Repeat(while: …) { … }")
    case nil:
      let texts = argument.tokens.map(code.text)
      let compares = texts.contains {
        ["<", ">", "<=", ">=", "==", "!=", "&&", "||", "!"].contains($0)
      }
      if compares || keys[first] == "Bool" {
        return told("write while: Repeat(while: \(value)) { … }")
      }
      if keys[first] != nil {
        return told("a loop compares an answer: Repeat(while: \(first) …) { … }")
      }
      return told("write times: Repeat(times: 3) { … }")
    default: return nil
    }
  }
}
