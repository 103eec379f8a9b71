// Calculations, and the texts that contain them.

extension FlowReader {
  // Only these functions are recursive, because the stack may be 512 KiB.

  /// A value, or an object with one member that says how to work it out.
  mutating func calculation(_ json: Int, _ trail: JSONTrail, depth: Int = 1) -> Calculation {
    guard depth <= Limits.depth else {
      note("calculations are nested more than \(Limits.depth) deep", trail)
      return Calculation(.null)
    }
    guard case .object(let object) = document[json] else {
      return Calculation(value(json, at: trail))
    }
    guard let (name, operand) = only(object) else { return refuse(json, trail) }
    switch (name, document[operand]) {
    case ("key", .string(let key)):
      return Calculation(self.key(key, at: trail.appending(name)))
    case ("count", .string(let key)):
      return Calculation(.count(self.key(key, at: trail.appending(name))))
    case ("lines", .string(let key)):
      return Calculation(.lines(self.key(key, at: trail.appending(name))))
    case ("text", _): return Calculation(text(operand, trail.appending(name), depth: depth + 1))
    case ("min", .array(let elements)), ("max", .array(let elements)):
      let operands = operands(elements, trail, name, depth)
      guard !operands.isEmpty else { return refuse(json, trail) }
      return Calculation(name == "min" ? .smallest : .largest, of: operands)
    case (_, .array(let elements)):
      guard let operation = Calculation.Operator(rawValue: name) else { break }
      let operands = operands(elements, trail, name, depth)
      guard operands.count == 2 else { return refuse(json, trail) }
      return Calculation(operands[0], operation, operands[1])
    default: break
    }
    return refuse(json, trail)
  }

  private mutating func operands(
    _ elements: JSONDocument.Parts, _ trail: JSONTrail, _ name: String, _ depth: Int
  ) -> [Calculation] {
    var operands: [Calculation] = []
    for (index, element) in document.list(elements).enumerated() {
      operands.append(calculation(element, trail.appending(name, index), depth: depth + 1))
    }
    return operands
  }

  private mutating func refuse(_ json: Int, _ trail: JSONTrail) -> Calculation {
    note(
      "expected a value or a calculation, found \(document[json].words); a calculation is an object "
        + "with one member: “key”, “count” or “lines” (a key), “text”, “min” or “max” (an array), or "
        + Calculation.Operator.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        + " (an array of two)", trail)
    return Calculation(.null)
  }

  /// A template, or an object with the parts of a text.
  mutating func text(_ json: Int, _ trail: JSONTrail, depth: Int = 1) -> Text {
    if case .string(let source) = document[json] { return template(source, "", at: trail) }
    guard case .object(let object) = document[json], let (name, list) = only(object),
      name == "parts", case .array(let elements) = document[list]
    else {
      var message = "expected a text, found \(document[json].words)"
      if case .object = document[json] {
        message +=
          "; a text with calculations is an object with one member, “parts”: an array of "
          + "texts and calculations"
      }
      note(message, trail)
      return ""
    }
    var pieces: [Text.Piece] = []
    for (index, element) in document.list(elements).enumerated() {
      let trail = trail.appending(name, index)
      if case .string(let source) = document[element] {
        pieces += template(source, "", at: trail).pieces
      } else {
        pieces.append(.calculation(calculation(element, trail, depth: depth + 1)))
      }
    }
    return Text(pieces: pieces)
  }
}
