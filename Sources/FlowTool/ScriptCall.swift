/// A call in a script: a step of a flow, or a modifier after it.
struct ScriptCall {
  struct Argument {
    let label: String?
    /// Whether a colon follows the label, as it should.
    let hasColon: Bool
    /// From the label, if there is one.
    let range: Range<Int>
    let value: Range<Int>
    /// The first token of the value, and the one behind the last.
    let tokens: Range<Int>
  }

  struct Closure {
    let label: String?
    /// The label, or the brace.
    let place: Int
    let brace: Int
    /// Whether a colon follows the label, as it should.
    let hasColon: Bool
  }

  /// The index of the token with the name.
  let index: Int
  let name: String
  private(set) var arguments: [Argument] = []
  private(set) var closures: [Closure] = []
  private(set) var modifiers: [ScriptCall] = []
  /// The token behind the last one.
  private(set) var end: Int

  /// Reads the call whose name is at a token; nil if it isn't one, or if a bracket isn't closed.
  init?(_ code: ScriptCode, at index: Int) {
    self.index = index
    name = code.text(index).filter { $0 != "`" }
    end = index + 1
    if code.text(end) == "(" {
      guard let close = code.partner[end] else { return nil }
      // Where conditions and values stand, `=` is meant to compare, or to set.
      let isOfValues = ["When", "Repeat", "Store", "Switch", "Case"].contains(name)
      arguments = ScriptCall.arguments(code, in: end + 1..<close, isOfValues ? [":"] : [":", "="])
      end = close + 1
    } else if code.text(end) != "{" {
      return nil
    }
    if code.text(end) == "{", !code.tokens[end].isFirstOnLine {
      guard let close = code.partner[end] else { return nil }
      closures.append(Closure(label: nil, place: end, brace: end, hasColon: true))
      end = close + 1
      while let closure = ScriptCall.labelled(code, at: end) {
        guard let close = code.partner[closure.brace] else { return nil }
        closures.append(closure)
        end = close + 1
      }
    }
  }

  /// Reads what follows a step, up to the end of its statement.
  mutating func readModifiers(_ code: ScriptCode) {
    while code.text(end) == ".", let modifier = ScriptCall(code, at: end + 1) {
      modifiers.append(modifier)
      end = modifier.end
    }
  }

  func bytes(_ code: ScriptCode) -> Range<Int> {
    code.tokens[index].range.lowerBound..<code.tokens[end - 1].range.upperBound
  }

  private static func labelled(_ code: ScriptCode, at index: Int) -> Closure? {
    guard code.tokens.indices.contains(index), code.tokens[index].isName else { return nil }
    let label = code.text(index)
    if code.text(index + 1) == ":", code.text(index + 2) == "{" {
      return Closure(label: label, place: index, brace: index + 2, hasColon: true)
    }
    // Without its colon, Swift takes it for the next statement.
    guard code.text(index + 1) == "{", !code.tokens[index].isFirstOnLine,
      ["else", "otherwise", "failure", "until", "empty", "data", "then", "catch"].contains(label)
    else { return nil }
    return Closure(label: label, place: index, brace: index + 1, hasColon: false)
  }

  private static func arguments(
    _ code: ScriptCode, in range: Range<Int>, _ signs: Set<String>
  ) -> [Argument] {
    var result: [Argument] = []
    var start = range.lowerBound
    var index = start
    while start < range.upperBound {
      if index == range.upperBound || code.text(index) == "," {
        guard start < index else { return result }
        let isLabelled =
          index > start + 2 && code.tokens[start].isName && signs.contains(code.text(start + 1))
        let first = isLabelled ? start + 2 : start
        let end = code.tokens[index - 1].range.upperBound
        result.append(
          Argument(
            label: isLabelled ? code.text(start) : nil,
            hasColon: !isLabelled || code.text(start + 1) == ":",
            range: code.tokens[start].range.lowerBound..<end,
            value: code.tokens[first].range.lowerBound..<end, tokens: first..<index))
        start = index + 1
      }
      index = (code.partner[index].map { max($0, index) } ?? index) + 1
    }
    return result
  }
}
