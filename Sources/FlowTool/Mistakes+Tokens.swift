import Libretto

// Mistakes between the calls.
extension Mistakes {
  /// The value of a key that is set by `=`.
  func assignment(_ index: Int) -> Mistake? {
    let symbol = code.text(index)
    guard ["=", "+=", "-=", "*=", "/=", "++", "--"].contains(symbol), index > 0,
      keys[code.text(index - 1)] != nil,
      !["let", "var", ","].contains(code.text(index - 2)), code.text(index - 2) != "."
    else { return nil }
    let name = code.text(index - 1)
    let left = code.tokens[index - 1].range.lowerBound
    let end = endOfLine(index)
    let span = left..<code.tokens[end].range.upperBound
    let step = calls.first { $0.index == index + 1 }
    if symbol == "=", code.text(index + 2) == "(",
      let question = Hints.instead(of: code.text(index + 1)), question.contains("into: key")
    {
      return Mistake(
        at: left, in: span, "a question is a step: \(question.replacing("key", with: name))")
    }
    if symbol == "=", let step, let form = StepForm.all[step.name], form.labels.contains("into") {
      return Mistake(
        at: left, in: left..<max(span.upperBound, step.bytes(code).upperBound),
        "a step keeps its answer by itself: write into: \(name) in \(step.name)(…)")
    }
    let isCondition = code.parent[index].map { owners[$0]?.label == "until" } ?? false
    if let open = code.parent[index],
      code.text(open) == "(" || code.text(index - 2) == "if" || isCondition
    {
      let isValue = code.text(index + 1) != "'" && index + 1 < code.tokens.count
      let value = isValue ? code.quoted(code.tokens[index + 1].range) : "…"
      let whole = code.text(open) == "(" || isCondition ? lineSpan(index) : span
      return Mistake(
        at: code.tokens[index].range.lowerBound, in: whole,
        symbol != "="
          ? "write what it becomes: \(name) \(symbol.prefix(1)) \(symbol.hasSuffix("=") ? value : "1")"
          : code.text(open - 1) == "Store"
            ? "write into: Store(\(value), into: \(name))"
            : "= sets a value; to compare, write ==: \(name) == \(value)")
    }
    let value =
      symbol == "="
      ? code.quoted(code.tokens[min(index + 1, end)].range.lowerBound..<span.upperBound)
      : "\(name) \(symbol.prefix(1)) "
        + (symbol.count == 2 && symbol.hasSuffix("=")
          ? code.quoted(code.tokens[min(index + 1, end)].range.lowerBound..<span.upperBound) : "1")
    if work(around: index) != nil {
      return Mistake(
        at: left, in: span, "in work, write work[\(name)] for an answer: Do(\"…\") { work in … }")
    }
    guard isAmongSteps(index) else { return nil }
    return Mistake(
      at: left, in: span, "a flow changes an answer with a step: Store(\(value), into: \(name))")
  }

  /// The last token of a statement that doesn't continue on the next line.
  func endOfLine(_ index: Int) -> Int {
    var end = index
    while end + 1 < code.tokens.count, !code.tokens[end + 1].isFirstOnLine,
      code.parent[end + 1] == code.parent[index],
      !["}", ";"].contains(code.text(end + 1))
        || code.partner[end + 1].map({ $0 > index }) == true
    {
      end += 1
      if let close = code.partner[end], close > end { end = close }
    }
    return end
  }

  /// The whole line, and the lines of what is opened on it.
  private func lineSpan(_ index: Int) -> Range<Int> {
    let call = calls.last { call in
      call.bytes(code).contains(code.tokens[index].range.lowerBound)
    }
    return call?.bytes(code) ?? code.tokens[index].range
  }

  /// Whether a brace is that of an alert or a choice.
  /// Whether a token is among the buttons of an alert or the options of a choice.
  func isAmongParts(_ token: Int) -> Bool {
    code.parent[token].map { holdsParts($0) || code.parent[$0].map(holdsParts) ?? false } ?? false
  }

  private func holdsParts(_ brace: Int) -> Bool {
    calls.contains { call in
      Mistakes.containers.contains(call.name) && call.closures.contains { $0.brace == brace }
    }
  }

  private static let containers: Set = ["Alert", "Choose", "ChooseMany"]

  /// The operators of a chain.
  func chain(_ index: Int) -> Mistake? {
    let symbol = code.text(index)
    let place = code.tokens[index].range
    let holders: Set = ["Confirm", "When", "Repeat"]
    if symbol == ">",
      let call = callsByEnd[index], holders.contains(call.name),
      call.closures.isEmpty, !["<", ">"].contains(code.text(call.index - 1))
    {
      return Mistake(
        at: place.lowerBound,
        in: call.bytes(code).lowerBound..<code.tokens[endOfLine(index)].range.upperBound,
        "write < before its first step: \(call.name)(…) < Say(\"…\")")
    }
    if symbol.count > 2, symbol.allSatisfy({ $0 == ">" }) {
      return Mistake(
        at: place.lowerBound, in: lineSpan(index - 1).lowerBound..<place.upperBound,
        "one >> ends the whole chain: Alert(\"…\") < Button(\"…\")>>")
    }
    if let call = callsByEnd[index], Mistakes.containers.contains(call.name),
      call.closures.isEmpty, !["<", ">"].contains(code.text(call.index - 1))
    {
      let inner = call.name == "Alert" ? "Button" : "Option"
      let right = "write < before the first \(inner): \(call.name)(\"…\") < \(inner)(\"…\")"
      let span = call.bytes(code).lowerBound..<code.tokens[endOfLine(index)].range.upperBound
      if symbol == ">" || symbol == "<<" || symbol == "|" {
        return Mistake(at: place.lowerBound, in: span, right)
      }
      if symbol == inner, calls.contains(where: { $0.index == index }) {
        return Mistake(at: place.lowerBound, in: span, right)
      }
    }
    if ["Button", "Option"].contains(symbol), code.beginsStatement(index),
      let open = code.parent[index], code.text(open) == "{", !holdsParts(open),
      let call = calls.first(where: { $0.index == index }),
      ["<", ">"].contains(code.text(call.end))
    {
      let outer = symbol == "Button" ? "Alert(\"…\")" : "Choose(\"…\", into: key)"
      return Mistake(
        at: place.lowerBound, in: place.lowerBound..<code.tokens[endOfLine(index)].range.upperBound,
        "a chain begins with what holds it: \(outer) < \(symbol)(\"…\")")
    }
    guard ["<", ">"].contains(symbol), [")", "}"].contains(code.text(index - 1)) else { return nil }
    // Two operators in a row, or one at the end of the body.
    let next = code.text(index + 1)
    guard ["<", ">", "}", ">>", ""].contains(next) else { return nil }
    return Mistake(
      at: place.lowerBound, in: place.lowerBound..<code.bytes.count,
      "an element follows \(symbol): … \(symbol) Button(\"…\"); the last one ends with >>"
    )
  }

  /// A key without its type or its name.
  func keyWithoutType(_ index: Int) -> Mistake? {
    guard code.text(index) == "Key", code.text(index - 1) == "=" else { return nil }
    let place = code.tokens[index].range.lowerBound
    var open = index + 1
    var type = "String"
    if code.text(open) == "[", let close = code.partner[open], code.text(close + 1) == "(" {
      let types = code.tokens[open].range.upperBound..<code.tokens[close].range.lowerBound
      type = code.quoted(types)
      open = close + 1
    } else if code.text(open) == "<" {
      if code.text(index + 3) == "(", code.text(index - 2) != "" {
        let right = "Key<\(code.text(index + 2))>(\"\(code.text(index - 2))\")"
        return Mistake(
          at: place, in: place..<code.tokens[endOfLine(index)].range.upperBound,
          "> comes after the type: \(right)")
      }
      guard code.text(index + 3) == ">" else { return nil }
      type = code.text(index + 2)
      open = index + 4
      if code.text(open) != "(" {
        return Mistake(
          at: place, in: place..<code.tokens[index + 3].range.upperBound,
          "a key has a name: Key<\(type)>(\"\(code.text(index - 2))\")")
      }
    } else if code.text(open) == ">" {
      return nil
    }
    guard code.text(open) == "(", let close = code.partner[open] else { return nil }
    let span = place..<code.tokens[close].range.upperBound
    let given = (open + 1..<close).first { code.tokens[$0].isString }
    let name = given.map { code.quoted(code.tokens[$0].range) } ?? "\"name\""
    let right = "Key<\(type)>(\(name))"
    if code.text(index + 1) != "<" {
      let isTyped = code.text(index - 1) == "=" && code.text(index - 2).hasSuffix(">")
      return isTyped
        ? nil
        : Mistake(at: place, in: span, "a key has the type of its answer: \(right)")
    }
    if close == open + 1 {
      return Mistake(at: place, in: span, "a key has a name: \(right)")
    }
    func told(_ sentence: String) -> Mistake {
      Mistake(at: place, in: span, "\(sentence): \(right)")
    }
    if code.text(open + 2) == ":" { return told("the name of a key has no label") }
    if code.text(open + 2) == "," {
      return told("a key has only a name")
    }
    let isName = close == open + 2 && code.text(open + 1) == code.text(index - 2)
    return isName
      ? Mistake(
        at: place, in: span,
        "the name of a key is a text: Key<\(type)>(\"\(code.text(index - 2))\")") : nil
  }

  /// What stands for no value, here and in other languages.
  static let missing: Set = ["nil", "null", "NULL", "None", "undefined"]

  /// A comparison with nil: an answer is missing, but its key isn't.
  func comparedWithNil(_ index: Int) -> Mistake? {
    guard Mistakes.missing.contains(code.text(index)),
      ["==", "!=", "===", "!==", "is"].contains(code.text(index - 1)),
      let type = keys[code.text(index - 2)], !type.hasSuffix("?")
    else { return nil }
    let name = code.text(index - 2)
    return Mistake(
      at: code.tokens[index - 2].range.lowerBound, in: lineSpan(index),
      "a key is never nil; whether it has an answer is "
        + "\(code.text(index - 1).hasPrefix("!") ? "" : "!")\(name).isSet",
      isOfWords: true)
  }

  /// A closure as other languages write it.
  func arrow(_ index: Int) -> Mistake? {
    guard code.text(index) == "=>", index > 0, let open = code.parent[index] else { return nil }
    let first = code.partner[index - 1] ?? index - 1
    guard first == open + 1 || code.text(first - 1) == ",",
      code.text(first) == "(" || code.tokens[first].isName,
      keys[code.text(first)] == nil
    else { return nil }
    return Mistake(
      at: code.tokens[first].range.lowerBound, in: lineSpan(index),
      first + 1 == index - 1
        ? "braces make a closure by themselves: { … }"
        : "what a closure is given is named inside its braces: { answer in … }")
  }

  /// A value that is declared as an app or a command declares its own.
  func attribute(_ index: Int) -> Mistake? {
    guard code.text(index - 1) == "@", Mistakes.attributes.contains(code.text(index)) else {
      return nil
    }
    var word = index + 1
    if code.text(word) == "(", let close = code.partner[word] { word = close + 1 }
    guard ["let", "var"].contains(code.text(word)) else { return nil }
    let (key, value) = (code.text(word + 1), code.text(word + 3))
    let isNumber = value.first?.isNumber ?? false
    let type =
      code.text(word + 2) == ":"
      ? value : isNumber ? "Int" : ["true", "false"].contains(value) ? "Bool" : "String"
    let place = code.tokens[index - 1].range.lowerBound
    return Mistake(
      at: place, in: place..<code.tokens[endOfLine(index)].range.upperBound,
      "an answer is kept under a key: let \(key) = Key<\(type)>(\"\(key)\")",
      isOfWords: true)
  }

  private static let attributes: Set = [
    "State", "Binding", "Published", "AppStorage", "Environment", "ObservedObject", "StateObject",
    "Option", "Flag", "Argument", "Key",
  ]

  /// A modifier that is set as a variable is.
  func setModifier(_ index: Int) -> Mistake? {
    guard code.text(index) == "=", code.text(index - 2) == ".", let call = callsByEnd[index - 2],
      let modifier = StepForm.all[call.name]?.modifier(for: code.text(index - 1))
    else { return nil }
    let end = endOfLine(index)
    let value = code.quoted(
      code.tokens[min(index + 1, end)].range.lowerBound..<code.tokens[end].range.upperBound)
    return Mistake(
      at: code.tokens[index - 1].range.lowerBound,
      in: call.bytes(code).lowerBound..<code.tokens[end].range.upperBound,
      "a modifier is given its value in parentheses: \(StepForm.written(modifier, value))"
    )
  }

  /// A step with `await` or `try` before it.
  func awaited(_ index: Int) -> Mistake? {
    guard ["await", "try"].contains(code.text(index)), isAmongSteps(index),
      let call = calls.first(where: { $0.index == index + 1 }), call.name != "Flow"
    else { return nil }
    let start = code.tokens[index].range.lowerBound
    // The compiler takes it for work, and reports the flow.
    let flow = calls.first { $0.bytes(code).contains(start) } ?? call
    return Mistake(
      at: start, in: flow.bytes(code),
      "a step is declared, not performed: remove \(code.text(index))")
  }
}

// Words that Swift can't place: most are what another language, or another step, would have there.
extension Mistakes {
  /// A word after a step on its line, or at the beginning of a statement.
  func stray(_ index: Int) -> Mistake? {
    guard code.tokens.indices.contains(index),
      let sentence = code.beginsStatement(index) ? foreign(index) : behind(index)
    else {
      return nil
    }
    let call = callsByEnd[index]
    let start =
      call.map { $0.bytes(code).lowerBound } ?? code.tokens[max(index - 1, 0)].range.lowerBound
    // Of a case, the compiler reports the braces around it.
    let switched =
      code.text(index) == "case" ? code.parent[index].flatMap { owners[$0]?.call } : nil
    let first =
      switched.map { $0.bytes(code).lowerBound }
      ?? (code.beginsStatement(index) ? code.tokens[index].range.lowerBound : start)
    return Mistake(
      at: code.tokens[index].range.lowerBound,
      in: first..<code.tokens[endOfLine(index)].range.upperBound, sentence,
      isOfWords: true)
  }

  /// A statement as another language has it.
  private func foreign(_ index: Int) -> String? {
    let (word, next) = (code.text(index), code.text(index + 1))
    let isNamed = index + 1 < code.tokens.count && code.tokens[index + 1].isName
    if code.tokens[index].isString, next == ":", let open = code.parent[index],
      let call = owners[open]?.call, let part = Mistakes.parts[call.name]
    {
      return "write \(part)(\(code.quoted(code.tokens[index].range))) { … }"
    }
    let isSlash = word == "/" && isNamed && (isAmongSteps(index) || code.parent[index] == nil)
    let isRemark = isSlash || isComment(index)
    if let sentence = isRemark ? "a comment begins with //" : capital(index) ?? part(index) {
      return sentence
    }
    switch word {
    case "readLine" where isAmongSteps(index):
      return "a question is a step: Ask(\"…\", into: key)"
    case "const", "val", "def", "auto", "dim", "local":
      if isNamed, code.text(index + 2) == "=" { return "write let: let \(next) = …" }
    case "Key" where next == "<" && code.text(index + 3) == ">" && code.text(index + 5) == "=":
      let name = code.text(index + 4)
      return "declare a key with let: let \(name) = Key<\(code.text(index + 2))>(\"\(name)\")"
    case "let" where code.text(index + 2) == ":" && code.text(index + 3) == "Key":
      guard code.text(index + 6) == ">", code.text(index + 7) == "(" else { return nil }
      return "write = before the key: let \(next) = Key<\(code.text(index + 5))>(\"\(next)\")"
    case "let" where code.text(index + 2) == "Key" && code.text(index + 3) == "<":
      return "write = before the key: let \(next) = Key<\(code.text(index + 4))>(\"\(next)\")"
    default: break
    }
    guard isNamed, !code.tokens[index + 1].isFirstOnLine else { return nil }
    switch word {
    case "def", "function", "fn", "fun", "sub", "proc":
      return "write func \(next)() { … }, or @FlowBuilder func \(next)() -> some FlowContent { … } "
        + "for steps"
    case "raise", "throw":
      if isAmongSteps(index) { return "the step that fails a flow is Fail(\"…\")" }
      return word == "raise" ? "write throw" : nil
    case "elif", "elsif", "elseif":
      return "another condition goes into otherwise: otherwise: { When(…) { … } }"
    case "from", "using", "use", "require": return "write import \(next)"
    case "export", "public", "static":
      return next == "default" || StepForm.all[next] != nil ? "remove \(word)" : nil
    default: return nil
    }
  }

  static let parts = [
    "Choose": "Option", "ChooseMany": "Option", "Switch": "Case", "Alert": "Button",
  ]

  /// Whether a comment of another language begins here.
  private func isComment(_ index: Int) -> Bool {
    switch code.text(index) {
    case "#":
      let next = index + 1 < code.tokens.count ? code.tokens[index + 1] : nil
      return next?.isName == true
        && !["if", "else", "elseif", "endif", "warning", "error"].contains(next?.text)
    case "--": return code.tokens.indices.contains(index + 1) && code.tokens[index + 1].isName
    case "<!--": return true
    default: return false
    }
  }

  /// A step that Swift takes for a statement of its own, for want of a capital letter.
  private func capital(_ index: Int) -> String? {
    let word = code.text(index)
    func braces(after start: Int) -> Int? {
      (start..<code.tokens.count).first {
        code.text($0) == "{" && code.parent[$0] == code.parent[index]
      }
    }
    switch word {
    case "do" where code.text(index + 1) == "(":
      return "write Do, with a capital letter: Do(\"…\") { … }"
    case "switch":
      guard let brace = braces(after: index), ["Case", "Default"].contains(code.text(brace + 1))
      else {
        return nil
      }
      return "write Switch, with a capital letter: Switch(key) { Case(…) { … } }"
    case "repeat", "if":
      guard let brace = braces(after: index), let close = code.partner[brace] else { return nil }
      let label = code.text(close + 1)
      if word == "repeat", label == "until" { return "write Repeat: Repeat { … } until: { … }" }
      if word == "if", label == "otherwise" { return "write When: When(…) { … } otherwise: { … }" }
      return nil
    default: return nil
    }
  }

  /// A part of a step that stands alone.
  private func part(_ index: Int) -> String? {
    let (word, next) = (code.text(index), code.text(index + 1))
    let owner = code.parent[index].flatMap { owners[$0]?.call.name }
    if word == "case", let owner, let part = Mistakes.parts[owner] {
      return owner == "Switch"
        ? "the cases of a Switch are steps, too: Case(\"…\") { … }"
        : "each answer is written \(part)(\"…\") { … }"
    }
    guard ["otherwise", "Otherwise", "else", "Else", "default", "failure", "catch"].contains(word),
      next == "{" || next == ":"
    else { return nil }
    if owner == "Switch" { return "the last part of a Switch is Default { … }" }
    if callsByEnd[index] != nil { return behind(index) }
    return word == "failure" || word == "catch"
      ? "failure: belongs to a Do or a Load: Do(\"…\") { … } failure: { error in … }"
      : "otherwise: belongs to a When or a Confirm: When(…) { … } otherwise: { … }"
  }

  /// A word after a step, or inside a condition.
  private func behind(_ index: Int) -> String? {
    let (before, word, next) = (code.text(index - 1), code.text(index), code.text(index + 1))
    if isComment(index) { return "a comment begins with //" }
    if word == "is", keys[before] != nil, !Mistakes.missing.contains(next) {
      return "write ==: \(before) == \(code.quoted(code.tokens[index + 1].range))"
    }
    if ["Else", "Otherwise", "else", "otherwise", "default"].contains(word), before == "}",
      let open = code.partner[index - 1], code.text(open - 1) == ")",
      code.text((code.partner[open - 1] ?? 0) - 1) == "Case"
    {
      return "the last part of a Switch is Default { … }"
    }
    if before == "new", code.tokens[index].isName {
      return "remove new: a value is made by its name alone"
    }
    if ["if", "unless"].contains(word), before == ")", isAmongSteps(index) {
      return "the condition comes first: When(…) { … }"
    }
    guard let call = callsByEnd[index] ?? modified(index) else { return nil }
    let isBranch = ["Option", "Case", "Button", "Default"].contains(call.name)
    if isBranch, [":", "->", "=>", "then"].contains(word) {
      let title = call.name == "Default" ? "" : "(\"…\")"
      return "its steps go in braces: \(call.name)\(title) { … }"
    }
    guard let form = StepForm.all[call.name] else { return nil }
    let isStep = calls.contains { $0.index == index }
    if form.form.hasSuffix("}"), call.closures.isEmpty,
      !["Alert", "Choose", "ChooseMany"].contains(call.name),
      [":", "->", "=>", "then"].contains(word) || (isStep && call.name != "Confirm")
    {
      return "its \(form.isWork ? "work goes" : "steps go") in braces: \(form.form)"
    }
    if isStep, call.end == index, !isBranch || call.name == word {
      return "the next \(isBranch ? word : "step") goes on a line of its own"
    }
    if ["Confirm", "When"].contains(call.name), ["?", "&&", "||"].contains(word) {
      return
        "its branches go in braces: \(call.name)(\(call.name == "When" ? "…" : "\"…\"")) { … } otherwise: { … }"
    }
    if word == "?" || word == "!" { return "a step is declared, and always there: remove \(word)" }
    switch word.lowercased() {
    case "while" where call.name == "Repeat": return "while: comes first: Repeat(while: …) { … }"
    case "otherwise", "else", "elseif", "elif", "elsif", "elsewhen":
      if !form.labels.contains("otherwise") {
        return "otherwise: belongs to a When or a Confirm: When(…) { … } otherwise: { … }"
      }
      if word.lowercased() == "otherwise" || next == "{" {
        return "write otherwise: \(call.name)(…) { … } otherwise: { … }"
      }
      return "another condition goes into otherwise: otherwise: { When(…) { … } }"
    case "until" where call.name == "Repeat":
      return "write the condition in braces: Repeat { … } until: { … }"
    case "{" where call.name == "When" && call.arguments.isEmpty:
      return "the condition goes in parentheses: When(…) { … }"
    default: break
    }
    let branches: Set = ["otherwise", "failure", "until", "empty", "data"]
    if code.tokens[index].isName, next == ":", code.text(index + 2) != "{" {
      if form.labels.contains(word), branches.contains(word) {
        return "its steps go in braces: \(word): \(word == "failure" ? "{ error in … }" : "{ … }")"
      }
      return "\(word): is an argument, within the parentheses"
    }
    if next == "in", code.text(index + 2) == "{" {
      return "the name goes inside the braces: { \(word) in … }"
    }
    if code.tokens[index].isName, let modifier = form.modifier(for: word) {
      let isFlag = ["Option", "Button"].contains(call.name) && modifier == "default"
      return
        "\(modifier) is a modifier: \(form.form)\(StepForm.written(modifier, isFlag ? "" : nil))"
    }
    return nil
  }

  /// The step whose last modifier ends at a token.
  private func modified(_ index: Int) -> ScriptCall? {
    calls.first { $0.modifiers.last?.end == index }
  }
}
