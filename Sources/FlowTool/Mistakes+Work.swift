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
