// Words that Swift can't place: most are what another language, or another step, would have there.
extension Mistakes {
  /// A word behind a step on its line, or at the beginning of a statement.
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

  /// A word behind a step, or inside a condition.
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
