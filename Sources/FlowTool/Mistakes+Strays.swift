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
    let first = code.beginsStatement(index) ? code.tokens[index].range.lowerBound : start
    return Mistake(
      place: code.tokens[index].range.lowerBound,
      span: first..<code.tokens[endOfLine(index)].range.upperBound, sentence: sentence)
  }

  /// A statement as another language has it.
  private func foreign(_ index: Int) -> String? {
    let (word, next) = (code.text(index), code.text(index + 1))
    let isNamed = index + 1 < code.tokens.count && code.tokens[index + 1].isName
    switch word {
    case "#"
    where isNamed && !["if", "else", "elseif", "endif", "warning", "error"].contains(next):
      return "a comment begins with //"
    case "readLine" where isAmongSteps(index):
      return "a question is a step: Ask(\"…\", into: key)"
    case "const", "val", "def", "auto", "dim", "local":
      return isNamed && code.text(index + 2) == "=" ? "write let: let \(next) = …" : nil
    case "Key" where next == "<" && code.text(index + 3) == ">" && code.text(index + 5) == "=":
      let name = code.text(index + 4)
      return "declare a key with let: let \(name) = Key<\(code.text(index + 2))>(\"\(name)\")"
    case "let" where code.text(index + 2) == ":" && code.text(index + 3) == "Key":
      guard code.text(index + 6) == ">", code.text(index + 7) == "(" else { return nil }
      return "write = before the key: let \(next) = Key<\(code.text(index + 5))>(\"\(next)\")"
    default: return nil
    }
  }

  /// A word behind a step, or inside a condition.
  private func behind(_ index: Int) -> String? {
    let (before, word, next) = (code.text(index - 1), code.text(index), code.text(index + 1))
    if word == "is", keys[before] != nil {
      return "write ==: \(before) == \(code.quoted(code.tokens[index + 1].range))"
    }
    if ["Else", "Otherwise", "else", "otherwise", "default"].contains(word), before == "}",
      let open = code.partner[index - 1], code.text(open - 1) == ")",
      code.text((code.partner[open - 1] ?? 0) - 1) == "Case"
    {
      return "the last part of a Switch is Default { … }"
    }
    if before == "new", word == "Key" { return "remove new: a value is made by its name alone" }
    if ["if", "unless"].contains(word), before == ")", isAmongSteps(index) {
      return "the condition comes first: When(…) { … }"
    }
    guard let call = callsByEnd[index] ?? modified(index) else { return nil }
    if ["Option", "Case", "Button", "Default"].contains(call.name),
      [":", "->", "=>", "then"].contains(word)
    {
      return "its steps go in braces: \(call.name)(\"…\") { … }"
    }
    guard let form = StepForm.all[call.name] else { return nil }
    if call.name == "Confirm", ["?", "&&", "||"].contains(word) {
      return "its branches go in braces: Confirm(\"…\") { … } otherwise: { … }"
    }
    if word == "?" || word == "!" { return "a step is declared, and always there: remove \(word)" }
    switch word {
    case "otherwise", "else", "elseif", "elif", "elsif":
      if !form.labels.contains("otherwise") {
        return "otherwise: belongs to a When or a Confirm: When(…) { … } otherwise: { … }"
      }
      if word == "otherwise" || next == "{" {
        return "write otherwise: \(call.name)(…) { … } otherwise: { … }"
      }
      return "another condition goes into otherwise: otherwise: { When(…) { … } }"
    case "until" where call.name == "Repeat":
      return "write the condition in braces: Repeat { … } until: { … }"
    case "{" where call.name == "When" && call.arguments.isEmpty:
      return "the condition goes in parentheses: When(…) { … }"
    default: break
    }
    if form.labels.contains(word), next == ":" {
      return "its steps go in braces: \(word): \(word == "failure" ? "{ error in … }" : "{ … }")"
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
