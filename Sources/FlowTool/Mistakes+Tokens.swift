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
    if symbol == "=", let step, let form = StepForm.all[step.name], form.labels.contains("into") {
      return Mistake(
        place: left, span: left..<max(span.upperBound, step.bytes(code).upperBound),
        sentence: "a step keeps its answer by itself: write into: \(name) in \(step.name)(…)")
    }
    let isCondition = code.parent[index].map { owners[$0]?.label == "until" } ?? false
    if let open = code.parent[index],
      code.text(open) == "(" || code.text(index - 2) == "if" || isCondition
    {
      let value = index + 1 < code.tokens.count ? code.quoted(code.tokens[index + 1].range) : "…"
      let whole = code.text(open) == "(" || isCondition ? lineSpan(index) : span
      return Mistake(
        place: code.tokens[index].range.lowerBound, span: whole,
        sentence: symbol != "="
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
        place: left, span: span,
        sentence: "in work, write work[\(name)] for an answer: Do(\"…\") { work in … }")
    }
    guard isAmongSteps(index) else { return nil }
    return Mistake(
      place: left, span: span,
      sentence: "a flow changes an answer with a step: Store(\(value), into: \(name))")
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
        place: place.lowerBound,
        span: call.bytes(code).lowerBound..<code.tokens[endOfLine(index)].range.upperBound,
        sentence: "write < before its first step: \(call.name)(…) < Say(\"…\")")
    }
    if symbol.count > 2, symbol.allSatisfy({ $0 == ">" }) {
      return Mistake(
        place: place.lowerBound, span: lineSpan(index - 1).lowerBound..<place.upperBound,
        sentence: "one >> ends the whole chain: Alert(\"…\") < Button(\"…\")>>")
    }
    if let call = callsByEnd[index], Mistakes.containers.contains(call.name),
      call.closures.isEmpty, !["<", ">"].contains(code.text(call.index - 1))
    {
      let inner = call.name == "Alert" ? "Button" : "Option"
      let right = "write < before the first \(inner): \(call.name)(\"…\") < \(inner)(\"…\")"
      let span = call.bytes(code).lowerBound..<code.tokens[endOfLine(index)].range.upperBound
      if symbol == ">" || symbol == "<<" || symbol == "|" {
        return Mistake(place: place.lowerBound, span: span, sentence: right)
      }
      if symbol == inner, calls.contains(where: { $0.index == index }) {
        return Mistake(place: place.lowerBound, span: span, sentence: right)
      }
    }
    if ["Button", "Option"].contains(symbol), code.beginsStatement(index),
      let open = code.parent[index], code.text(open) == "{", !holdsParts(open),
      let call = calls.first(where: { $0.index == index }),
      ["<", ">"].contains(code.text(call.end))
    {
      let outer = symbol == "Button" ? "Alert(\"…\")" : "Choose(\"…\", into: key)"
      return Mistake(
        place: place.lowerBound,
        span: place.lowerBound..<code.tokens[endOfLine(index)].range.upperBound,
        sentence: "a chain begins with what holds it: \(outer) < \(symbol)(\"…\")")
    }
    guard ["<", ">"].contains(symbol), [")", "}"].contains(code.text(index - 1)) else { return nil }
    // Two operators in a row, or one at the end of the body.
    let next = code.text(index + 1)
    guard ["<", ">", "}", ">>", ""].contains(next) else { return nil }
    return Mistake(
      place: place.lowerBound, span: place.lowerBound..<code.bytes.count,
      sentence: "an element follows \(symbol): … \(symbol) Button(\"…\"); the last one ends with >>"
    )
  }

  /// A key without its type or its name.
  func keyWithoutType(_ index: Int) -> Mistake? {
    guard code.text(index) == "Key", code.text(index - 1) == "=" else { return nil }
    let place = code.tokens[index].range.lowerBound
    var open = index + 1
    var type = "String"
    if code.text(open) == "<" {
      guard code.text(index + 3) == ">" else { return nil }
      type = code.text(index + 2)
      open = index + 4
      if code.text(open) != "(" {
        return Mistake(
          place: place, span: place..<code.tokens[index + 3].range.upperBound,
          sentence: "a key has a name: Key<\(type)>(\"\(code.text(index - 2))\")")
      }
    } else if code.text(open) == ">" {
      return nil
    }
    guard code.text(open) == "(", let close = code.partner[open] else { return nil }
    let span = place..<code.tokens[close].range.upperBound
    let given = (open + 1..<close).first { code.tokens[$0].isString }
    let name = given.map { code.quoted(code.tokens[$0].range) } ?? "\"name\""
    let right = "Key<\(type)>(\(name))"
    if open == index + 1 {
      let isTyped = code.text(index - 1) == "=" && code.text(index - 2).hasSuffix(">")
      return isTyped
        ? nil
        : Mistake(
          place: place, span: span, sentence: "a key has the type of its answer: \(right)")
    }
    if close == open + 1 {
      return Mistake(place: place, span: span, sentence: "a key has a name: \(right)")
    }
    guard code.text(open + 2) == ":" else { return nil }
    return Mistake(
      place: place, span: span, sentence: "the name of a key has no label: \(right)")
  }

  /// A comparison with nil: an answer is missing, but its key isn't.
  func comparedWithNil(_ index: Int) -> Mistake? {
    guard code.text(index) == "nil", ["==", "!="].contains(code.text(index - 1)),
      let type = keys[code.text(index - 2)], !type.hasSuffix("?")
    else { return nil }
    let name = code.text(index - 2)
    return Mistake(
      place: code.tokens[index - 2].range.lowerBound, span: lineSpan(index),
      sentence: "a key is never nil; whether it has an answer is "
        + "\(code.text(index - 1) == "==" ? "!" : "")\(name).isSet")
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
      place: start, span: flow.bytes(code),
      sentence: "a step is declared, not performed: remove \(code.text(index))")
  }
}
