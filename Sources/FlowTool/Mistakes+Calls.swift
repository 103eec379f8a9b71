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
        ?? modifier.arguments.lazy.map(\.tokens).first { tokens in
          code.text(tokens.lowerBound) == "{" || tokens.contains { code.text($0) == "=>" }
        }?.lowerBound
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
        let second = modifier.arguments.dropFirst().first
        if let second, second.label == nil, code.tokens[second.tokens.lowerBound].isString,
          let name = texts.dropFirst().first
        {
          let value =
            argument.tokens.count > 3 && texts[2] == "("
            ? code.quoted(
              code.tokens[argument.tokens.lowerBound + 3].range.lowerBound..<argument.range
                .upperBound - 1) + ", "
            : ""
          sentence = "the message belongs to the rule: .validate(.\(name)(\(value)message: \"…\"))"
        } else if texts[0] == "[" {
          sentence = "rules stand side by side, without brackets: .validate(.notEmpty, .email)"
        } else if texts.contains(where: { ["&&", "&", "||"].contains($0) }), texts[0] == "." {
          sentence =
            texts.contains("||")
            ? "every rule must hold; for one of several, write .matches(\"a|b\") or a .check"
            : "rules are separated by commas: .validate(.notEmpty, .email)"
        } else if texts[0].hasPrefix("\"") {
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
      for argument in modifier.arguments where sentence == nil {
        let texts = argument.tokens.map(code.text)
        sentence = wrongArgument(of: texts, argument)
        // A rule that is given a key.
        guard texts.count >= 5, texts[0] == ".", texts[2] == "(", keys[texts[3]] != nil,
          texts[4] == ")" || texts[4] == ","
        else { continue }
        switch texts[1] {
        case "equal", "equalTo": sentence = "write .equals(\(texts[3]))"
        case "matches": sentence = "for the same answer, write .equals(\(texts[3]))"
        case "length": sentence = "the length of a text is fixed: .length(1...10)"
        case "range": sentence = "a range may end at an answer: .range(1...\(texts[3]))"
        default: break
        }
      }
      if let sentence {
        return Mistake(at: place, in: call.bytes(code), sentence)
      }
    }
    return nil
  }

  /// A rule whose values aren't as the rule takes them.
  private func wrongArgument(of texts: [String], _ argument: ScriptCall.Argument) -> String? {
    guard texts.count > 3, texts[0] == ".", texts[2] == "(",
      let rule = ScriptCall(code, at: argument.tokens.lowerBound + 1),
      rule.end == argument.tokens.upperBound
    else { return nil }
    let values = rule.arguments.filter { $0.label == nil }
    let areTexts = values.map { code.tokens[$0.tokens.lowerBound].isString }
    let quoted = values.map { code.quoted($0.value) }
    switch rule.name {
    case "oneOf" where areTexts.first == true:
      return "write a list: .oneOf([\(quoted.joined(separator: ", "))])"
    case "range", "length", "daysFromToday":
      // A range and a text: the compiler says that the text has a label.
      return areTexts.count == 2 && areTexts != [false, true]
        ? "write a range: .\(rule.name)(\(quoted[0])...\(quoted[1]))".filter { $0 != "\"" } : nil
    default: return nil
    }
  }

  /// Arguments that the step has, in another order.
  func wrongOrder(_ call: ScriptCall) -> Mistake? {
    guard let form = StepForm.all[call.name] else { return nil }
    let order = ["message", "scale", "from", "list", "table", "name", "title", "value", "into"]
    let places = call.arguments.map { argument in
      argument.label.map { (order.firstIndex(of: $0) ?? order.count) + 1 } ?? 0
    }
    guard form.hasTitle || call.name == "Store",
      let wrong = places.indices.dropFirst().first(where: { places[$0 - 1] > places[$0] })
    else { return nil }
    let label = call.arguments[wrong].label
    let sample = label.map { self.sample(form, $0) } ?? form.form
    let first = call.name == "Store" ? "value" : form.noun
    return Mistake(
      at: call.arguments[wrong].range.lowerBound, in: call.bytes(code),
      label.map {
        "\($0): comes before \(call.arguments[wrong - 1].label ?? "it"): \(sample)"
      }
        ?? "the \(first) comes first: \(sample)")
  }

  /// A modifier without its value, or with a label that it doesn't have.
  func wrongModifier(_ call: ScriptCall) -> Mistake? {
    guard let form = StepForm.all[call.name] else { return nil }
    for modifier in call.modifiers {
      let isFlag = ["Option", "Button"].contains(call.name) && modifier.name == "default"
      guard form.modifiers.contains(modifier.name), !isFlag,
        let value = Mistakes.values[modifier.name]
      else { continue }
      let right = ".\(modifier.name)(\(value))"
      let place = code.tokens[modifier.index].range.lowerBound
      func told(_ sentence: String) -> Mistake {
        Mistake(at: place, in: call.bytes(code), sentence)
      }
      guard let first = modifier.arguments.first else {
        if modifier.name == "check" {
          return told("a check has a name: .check(\"name\", message: \"…\") { answer in … }")
        }
        if modifier.closures.isEmpty { return told("it is given a value: \(right)") }
        continue
      }
      if let label = first.label, modifier.name != "dismiss" {
        if modifier.name == "validate" {
          let key = call.arguments.last.map { code.text($0.tokens.lowerBound) } ?? ""
          let rule = MemberNames.rule(named: label, isText: keys[key] == "String")
          return told("a rule begins with a dot: .validate(\(rule ?? ".notEmpty"))")
        }
        return told(
          "its value has no label \(label):, write .\(modifier.name)(\(code.quoted(first.value)))")
      }
      let texts = first.tokens.map(code.text)
      if modifier.name == "default", texts == ["nil"] {
        return told("a question without an answer of its own needs no .default; see .optional()")
      }
      if value.hasPrefix("\""),
        ["true", "false"].contains(texts[0]) || code.tokens[first.tokens.lowerBound].isNumber
      {
        return told("it is given a text: \(right)")
      }
      let isString = code.tokens[first.tokens.lowerBound].isString
      if modifier.name == "when", isString, first.tokens.count < 4 {
        return told("it is given a condition: .when(age > 3)")
      }
      if modifier.name == "retry", let label = modifier.arguments.dropFirst().first?.label,
        label != "backoff"
      {
        return told("the pause before a new try is backoff: .retry(3, backoff: .seconds(1))")
      }
    }
    return nil
  }

  /// What each modifier is given, as an example.
  private static let values = [
    "default": "value", "retry": "3", "timeout": ".seconds(3)", "loading": "\"…\"",
    "help": "\"…\"", "placeholder": "\"…\"", "description": "\"…\"", "id": "\"…\"", "when": "ok",
    "atLeast": "1", "atMost": "3", "dismiss": "after: .seconds(3)", "check": "\"name\"",
    "validate": ".notEmpty",
  ]

  /// Work or steps that don't stand in braces, or none.
  func noBody(_ call: ScriptCall) -> Mistake? {
    guard let form = StepForm.all[call.name] else { return nil }
    if call.closures.isEmpty,
      ["Do", "Load", "Check", "Flow", "Form", "Operation"].contains(call.name),
      !call.arguments.contains(where: {
        code.text($0.tokens.lowerBound) == "{" || $0.label == "json"
      })
    {
      let first = call.arguments.first
      let isNamed = first.map { code.tokens[$0.tokens.lowerBound].isString } ?? true
      if let body = call.modifiers.last?.closures.first, body.label == nil,
        let modifier = call.modifiers.last,
        !["undo", "check", "on", "timeout"].contains(modifier.name)
      {
        return Mistake(
          at: code.tokens[body.brace].range.lowerBound, in: call.bytes(code),
          "the braces come before .\(modifier.name): \(form.form).\(modifier.name)(…)")
      }
      guard isNamed || first?.tokens.count ?? 0 > 1, stray(call.end) == nil else { return nil }
      let body = form.isWork ? "work goes" : "steps go"
      let start = code.tokens[call.index].range.lowerBound
      return Mistake(
        at: start, in: start..<code.tokens[endOfLine(call.end - 1)].range.upperBound,
        "its \(body) in braces: \(form.form)")
    }
    if call.arguments.isEmpty, call.closures.isEmpty, code.text(call.index + 1) == "(",
      ["Fail", "Say", "Heading", "Note", "Wait", "Option", "Button"].contains(call.name)
    {
      return mistake(at: call.index, in: call, "it is given a value: \(form.form)")
    }
    return nil
  }

  /// A branch that nothing decides, or without its cases.
  func noKey(_ call: ScriptCall) -> Mistake? {
    guard call.name == "Switch", call.arguments.isEmpty || call.closures.isEmpty else { return nil }
    let sentence = call.arguments.isEmpty ? "it depends on a key" : "its cases go in braces"
    return mistake(at: call.index, in: call, "\(sentence): Switch(key) { Case(…) { … } }")
  }

  /// A loop without the label that says what kind it is.
  func rounds(_ call: ScriptCall) -> Mistake? {
    guard call.name == "Repeat", let argument = call.arguments.first else { return nil }
    let value = code.quoted(argument.value)
    let first = code.text(argument.tokens.lowerBound)
    let place = argument.range.lowerBound
    func told(_ sentence: String) -> Mistake {
      Mistake(at: place, in: call.bytes(code), sentence)
    }
    switch argument.label {
    case "until":
      return told(
        "the condition comes last: Repeat { … } until: \(first == "{" ? value : "{ \(value) }")")
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
