import Libretto

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
