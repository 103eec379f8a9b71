import Libretto

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

// Labels and names of a call.
extension Mistakes {
  func noName(_ call: ScriptCall) -> Mistake? {
    guard let form = StepForm.all[call.name] else { return nil }
    let titles: Set = ["title", "text", "question", "name", "label", "message", "prompt"]
    if let label = call.arguments.first?.label, titles.contains(label),
      !form.labels.contains(label), form.modifier(for: label) == nil || call.name != "Ask"
    {
      return mistake(at: call.index, in: call, "its text has no label: \(form.form)")
    }
    guard form.hasTitle, !call.closures.isEmpty,
      call.arguments.first?.label.map({ $0 != "json" }) ?? call.arguments.isEmpty
    else { return nil }
    let kind = call.name == "Operation" || call.name == "Option" || call.name == "Alert"
    return mistake(
      at: call.index, in: call, "\(kind ? "an" : "a") \(call.name) has a \(form.noun): \(form.form)"
    )
  }

  func unknownClosure(_ call: ScriptCall) -> Mistake? {
    guard let form = StepForm.all[call.name] else { return nil }
    for closure in call.closures {
      guard let label = closure.label else {
        if StepForm.withoutBody.contains(call.name) {
          return mistake(
            at: closure.place, in: call,
            "the next step goes on a line of its own: \(form.form) has no body")
        }
        continue
      }
      if label == "while" || label == "times" {
        return mistake(
          at: closure.place, in: call, "\(label): comes first: Repeat(\(label): …) { … }")
      }
      if form.labels.contains(label) {
        if closure.hasColon { continue }
        return mistake(at: closure.place, in: call, "write a colon after it: \(label): { … }")
      }
      if call.name == "Case", label == "default" {
        return mistake(
          at: closure.place, in: call, "everything else is a case of its own: Default { … }")
      }
      if form.modifiers.contains(label) {
        return mistake(
          at: closure.place, in: call, "\(label) is a modifier: \(form.form).\(label) { … }")
      }
      if label == "action" || label == "then" {
        return mistake(at: closure.place, in: call, "the steps need no label: \(form.form) { … }")
      }
      let meant =
        [
          "else": "otherwise", "no": "otherwise", "or": "otherwise", "catch": "failure",
          "error": "failure",
        ][label]
        ?? ["onFailure": "failure", "onError": "failure", "failed": "failure"][label]
        ?? nearest(to: label, among: form.labels)
      if let meant, form.labels.contains(meant) {
        let closing = meant == "failure" ? "{ error in … }" : "{ … }"
        return mistake(
          at: closure.place, in: call, "write \(meant): \(call.name)(…) { … } \(meant): \(closing)")
      }
      return mistake(
        at: closure.place, in: call, "\(call.name) has no \(label):; it is written \(form.form)")
    }
    return nil
  }

  func unknownLabel(_ call: ScriptCall) -> Mistake? {
    guard let form = StepForm.all[call.name] else { return nil }
    for argument in call.arguments {
      guard let label = argument.label else { continue }
      let place = argument.range.lowerBound
      func told(_ sentence: String) -> Mistake {
        Mistake(at: place, in: call.bytes(code), sentence)
      }
      if form.labels.contains(label) {
        if argument.hasColon { continue }
        return told("write a colon: \(label): \(code.quoted(argument.value))")
      }
      let isForKey = Mistakes.keyLabels.contains(label) && form.labels.contains("into")
      if isForKey, argument.tokens.count == 1, keys[code.text(argument.tokens.lowerBound)] != nil {
        return told("write into: \(form.form)")
      }
      if form.modifiers.contains("validate"), !["Button", "Rate"].contains(call.name),
        let rule = MemberNames.rule(named: label)
      {
        return told("validate is a modifier: \(form.form).validate(\(rule))")
      }
      if call.name == "Choose", ["multiple", "multi", "many", "multiSelect"].contains(label) {
        return told("for several answers, write ChooseMany(\"…\", into: key) { Option(\"…\") }")
      }
      if call.name == "Option", label == "value" {
        return told("the value has no label: Option(\"…\", value)")
      }
      if ["failure", "otherwise"].contains(label) { continue }
      if let modifier = form.modifier(for: label), label != "title" || call.name == "Load" {
        let value = code.quoted(argument.value)
        let isFlag = ["Option", "Button"].contains(call.name) && modifier == "default"
        let written = StepForm.written(modifier, isFlag ? "" : value)
        return told("\(modifier) is a modifier: \(form.form)\(written)")
      }
      let meant =
        Mistakes.labels[call.name]?[label]
        ?? (isForKey ? "into" : nil)
        ?? nearest(to: label, among: form.labels.dropLast(2))
      if code.text(argument.tokens.lowerBound) == "{", ["action", "then", "steps"].contains(label) {
        return told(
          "the steps follow in braces: "
            + (form.form.hasSuffix("}") ? form.form : "\(call.name)(\"…\") { … }"))
      }
      return told(
        meant.map { "write \($0): \(sample(form, $0))" }
          ?? "\(call.name) has no \(label):; it is written \(form.form)")
    }
    return nil
  }

  func sample(_ form: StepForm, _ label: String) -> String {
    switch (form.name, label) {
    case ("Choose", "from"), ("ChooseMany", "from"):
      "\(form.name)(\"…\", from: [\"a\", \"b\"], into: key)"
    case ("Finish", "name"): "Finish(name: \"…\")"
    case ("Do", "into"): "Do(\"…\", into: key) { … }"
    case ("Confirm", "otherwise"): "Confirm(\"…\") { … } otherwise: { … }"
    case ("Button", "role"): "Button(\"…\", role: .destructive)"
    case ("Repeat", "times"): "Repeat(times: 3) { … }"
    case ("Repeat", "until"): "Repeat { … } until: { … }"
    default: form.form
    }
  }

  /// What other languages and tools call the place of an answer.
  private static let keyLabels: Set = [
    "to", "for", "key", "as", "in", "answer", "result", "store", "saveTo", "selection", "binding",
    "variable", "isOn",
  ]

  private static let labels: [String: [String: String]] = [
    "Choose": ["options": "from", "choices": "from", "values": "from", "among": "from"],
    "ChooseMany": ["options": "from", "choices": "from", "values": "from", "among": "from"],
    "Rate": [
      "range": "scale", "in": "scale", "of": "scale", "from": "scale", "max": "scale",
      "min": "scale",
    ],
    "Repeat": ["count": "times", "for": "times", "if": "while", "condition": "while"],
    "Confirm": ["yes": "otherwise", "no": "otherwise"],
    "Alert": ["text": "message", "body": "message", "subtitle": "message"],
    "Form": ["text": "message", "subtitle": "message"],
    "Note": ["message": "text", "body": "text"],
    "Button": [
      "kind": "role", "type": "role", "destructive": "role", "isDestructive": "role",
      "cancel": "role",
    ],
  ]

  /// A key or a range without its label.
  func noLabel(_ call: ScriptCall) -> Mistake? {
    guard let form = StepForm.all[call.name] else { return nil }
    let takesKey = form.labels.contains("into")
    for argument in call.arguments.dropFirst() where argument.label == nil {
      let first = code.text(argument.tokens.lowerBound)
      func told(_ sentence: String) -> Mistake {
        Mistake(at: argument.range.lowerBound, in: call.bytes(code), sentence)
      }
      if takesKey, argument.tokens.count == 1, keys[first] != nil {
        return told(
          "write into: before the key: \(sample(form, "into"))"
        )
      }
      if call.name == "Rate" {
        return told("write scale: before the range: \(form.form)")
      }
      if call.name == "Button", first == "." {
        return told("write role: before it: Button(\"…\", role: .destructive)")
      }
      if ["Alert", "Form"].contains(call.name), first.hasPrefix("\"") {
        return told("write message: before it: \(call.name)(\"…\", message: \"…\") { … }")
      }
      if call.name == "Say" || call.name == "Heading" {
        return told("it has one text: \(form.form)")
      }
      if call.name == "When", first == "{" {
        return told("its branches go in braces: When(…) { … } otherwise: { … }")
      }
      if call.name == "When" {
        return told("conditions are joined with && and ||: When(age > 3 && sure) { … }")
      }
      if call.name == "Store", takesKey,
        let key = call.arguments.first.map({ code.text($0.tokens.lowerBound) }), keys[key] != nil
      {
        return told("the value comes first: Store(\(code.quoted(argument.value)), into: \(key))")
      }
      if call.name == "Note" {
        return told("write text: before it: \(form.form)")
      }
    }
    if call.name == "Option", call.arguments.count > 2,
      call.arguments.allSatisfy({ $0.label == nil && code.tokens[$0.tokens.lowerBound].isString })
    {
      return mistake(
        at: call.index, in: call,
        "each answer has an Option: Option(\(code.quoted(call.arguments[0].value))) "
          + "Option(\(code.quoted(call.arguments[1].value))) …")
    }
    let needsKey = ["Ask", "Field", "Rate", "Store", "Load", "Check"].contains(call.name)
    let isAssigned = (call.index..<call.end).contains { code.text($0) == "=" }
    if needsKey, !call.arguments.isEmpty, !isAssigned,
      !call.arguments.contains(where: { $0.label.map { $0 != "scale" } ?? false })
    {
      let type = ["Rate": "Int", "Check": "Bool"][call.name] ?? "String"
      return mistake(
        at: call.index, in: call,
        "it keeps the answer under a key: \(form.form), with let key = Key<\(type)>(\"key\")")
    }
    if call.name == "Note", call.arguments.count == 1 {
      return mistake(at: call.index, in: call, "a Note has a title and a text: \(form.form)")
    }
    let texts = call.arguments.dropFirst().filter { $0.label == nil }
    if call.name.hasPrefix("Choose"), let first = texts.first, call.closures.isEmpty {
      return Mistake(
        at: first.range.lowerBound, in: call.bytes(code),
        "write from: before a list: \(sample(form, "from"))")
    }
    return nil
  }
}

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

// Mistakes in the work of a step.
extension Mistakes {
  /// A member that `Work` doesn't have, or the answers of a check.
  func unknownOfWork(_ index: Int) -> Mistake? {
    guard code.text(index) == ".", index > 0, code.text(index - 2) != ".",
      let call = work(around: index), ["Do", "Load", "Check", "undo"].contains(call.name),
      let name = parameter(around: index),
      code.text(index - 1) == name, index + 1 < code.tokens.count,
      code.tokens[index + 1].isName, !code.tokens[index + 1].isNumber
    else { return nil }
    let member = code.text(index + 1)
    // The compiler reports some of these at the closure.
    let whole = calls.last { $0.modifiers.contains { $0.index == call.index } } ?? call
    if MemberNames.work.contains(member) {
      return ScriptCall(code, at: index + 1).flatMap { wrongProgress($0, of: name) }
        .map { mistake(at: index + 1, in: whole, $0) }
    }
    if code.extends("Work") { return nil }
    return mistake(
      at: index + 1, in: whole, "Work has no \(member): write \(MemberNames.ofWork(member, name))")
  }

  /// What to write instead of a report of progress with other arguments than it has.
  private func wrongProgress(_ call: ScriptCall, of work: String) -> String? {
    let labels = call.arguments.map(\.label)
    let isText = call.arguments.first.map { code.tokens[$0.tokens.lowerBound].isString } ?? false
    guard call.name == "progress", labels != [nil], labels != [nil, "label"] || isText else {
      return nil
    }
    return "write \(work).progress(0.4), a fraction, or \(work).progress(0.4, label: \"…\")"
  }

  /// An answer that is read with other arguments than its key, or without `try`.
  func unreadAnswer(_ index: Int) -> Mistake? {
    guard ["answer", "answers"].contains(code.text(index)), let call = work(around: index),
      ["Do", "Load", "Check", "check", "undo"].contains(call.name),
      let close = code.partner[index + 1], ["(", "["].contains(code.text(index + 1))
    else { return nil }
    let name = parameter(around: index) ?? "work"
    let isMember = code.text(index - 1) == "."
    let isOfWork = isMember && code.text(index - 2) == name
    guard
      isOfWork || (!isMember && code.text(index) == "answer" && !code.declared.contains("answer"))
    else { return nil }
    let whole = calls.last { $0.modifiers.contains { $0.index == call.index } } ?? call
    func told(_ sentence: String) -> Mistake { mistake(at: index, in: whole, sentence) }
    let isCall = code.text(index + 1) == "("
    let arguments = isCall ? ScriptCall(code, at: index)?.arguments ?? [] : []
    let first = isCall ? arguments.first?.tokens.lowerBound ?? close : index + 2
    let value = isCall ? arguments.first.map { code.quoted($0.value) } : code.text(first)
    var key = value ?? "key"
    if code.tokens[first].isString {
      key = String(key.drop { "\"\\(".contains($0) }.prefix { $0.isLetter })
    }
    if code.tokens[first].isNumber { key = "key" }
    let right = "try \(name).answer(\(key))"
    if !isCall || (code.text(index) == "answers" && isMember) { return told("write \(right)") }
    if code.tokens[first].isString {
      return told("the key stands without quotation marks: \(right)")
    }
    if arguments.isEmpty || code.tokens[first].isNumber {
      return told("it is given a key: \(right)")
    }
    if let second = arguments.dropFirst().first {
      return told(
        second.label == "default"
          ? "write \(name)[\(key), default: \(code.quoted(second.value))]"
          : "it is given one key: \(right)")
    }
    if !isMember || arguments[0].label != nil { return told("write \(right)") }
    let line = code.place(of: code.tokens[index].range.lowerBound).line
    let isTried = (0..<index).reversed()
      .prefix { code.place(of: code.tokens[$0].range.lowerBound).line == line }
      .contains { code.text($0).hasPrefix("try") }
    return isTried ? nil : told("there may be no answer: write \(right)")
  }

  /// A key in work where its answer is meant.
  func keyAsValue(_ index: Int) -> Mistake? {
    let name = code.text(index)
    guard keys[name] != nil, code.text(index - 1) != ".", let call = work(around: index),
      ["Do", "Load", "Check", "check", "undo"].contains(call.name),
      let open = code.parent[index], code.text(open) != "["
    else { return nil }
    let signs: Set = [
      "==", "!=", "<", ">", "<=", ">=", "...", "..<", "+", "-", "*", "/", "&&", "||", "??",
    ]
    guard
      signs.contains(code.text(index - 1)) || signs.contains(code.text(index + 1))
        || (["if", "while", "guard", "!", "switch"].contains(code.text(index - 1))
          && code.text(index + 1) != ".")
        || (code.text(index - 1) == "in" && code.text(index - 3) == "for")
    else { return nil }
    let work = parameter(around: index) ?? "work"
    let isNamed = parameter(around: index) != nil
    let whole = calls.last { $0.modifiers.contains { $0.index == call.index } } ?? call
    return mistake(
      at: index, in: whole,
      "in work, an answer is read first: \(isNamed ? "" : "{ \(work) in … ")try \(work).answer(\(name))\(isNamed ? "" : " … }")"
    )
  }

  /// A value that a `Do` returns without keeping it.
  func madeInDo(_ index: Int) -> Mistake? {
    guard code.text(index) == "return", index + 1 < code.tokens.count,
      !code.tokens[index + 1].isFirstOnLine, !["}", ";"].contains(code.text(index + 1)),
      let open = code.parent[index], let (call, label) = owners[open], call.name == "Do",
      label == nil,
      !call.arguments.contains(where: { $0.label == "into" })
    else { return nil }
    return mistake(
      at: index, in: call, "to keep what it makes, name a key: Do(\"…\", into: key) { … }")
  }

  /// A name of Foundation in a script that doesn't import it.
  func importless(_ index: Int) -> Mistake? {
    guard Mistakes.foundation.contains(code.text(index)),
      ["(", "."].contains(code.text(index + 1)),
      code.text(index - 1) != ".", !code.declared.contains(code.text(index)),
      !code.tokens.indices.contains(where: {
        code.text($0) == "import" && code.text($0 + 1) == "Foundation"
      })
    else { return nil }
    return Mistake(
      at: code.tokens[index].range.lowerBound, in: code.tokens[index].range,
      "write import Foundation at the top of the file")
  }

  private static let foundation: Set = [
    "Date", "DateFormatter", "Calendar", "UUID", "URL", "URLSession", "FileManager", "Process",
    "ProcessInfo", "JSONDecoder", "JSONEncoder", "Data", "Pipe", "FileHandle", "Thread", "Locale",
  ]

  /// The name that the closure around a token gives to its `Work`.
  private func parameter(around token: Int) -> String? {
    var brace = code.parent[token]
    while let open = brace {
      if owners[open] != nil { return code.text(open + 2) == "in" ? code.text(open + 1) : nil }
      brace = code.parent[open]
    }
    return nil
  }
}
