// Calculations, and the texts that contain them.

extension JSONWriter {
  /// A value, or an object with one member that says how to work it out.
  mutating func calculation(_ form: Calculation.Form) {
    if case .value(let value) = form { return answer(value) }
    beginObject()
    switch form {
    case .value: break
    case .answer(let key): member("key", key.name)
    case .count(let key): member("count", key.name)
    case .lines(let key): member("lines", key.name)
    case .text(let text):
      key("text")
      self.text(text)
    case .smallest(let forms): operands("min", forms)
    case .largest(let forms): operands("max", forms)
    case .arithmetic(let some, let operation, let other):
      operands(operation.rawValue, [some, other])
    }
    endObject()
  }

  private mutating func operands(_ name: String, _ forms: [Calculation.Form]) {
    key(name)
    beginArray()
    for form in forms { calculation(form) }
    endArray()
  }

  /// A template, or an object with the parts of a text that contains calculations.
  mutating func text(_ text: Text) {
    if text.calculations.isEmpty { return string(text.template) }
    beginObject()
    key("parts")
    beginArray()
    var plain: [Text.Piece] = []
    for piece in text.pieces {
      guard case .calculation(let calculation) = piece else {
        plain.append(piece)
        continue
      }
      if !plain.isEmpty { string(Text(pieces: plain).template) }
      plain = []
      self.calculation(calculation.form)
    }
    if !plain.isEmpty { string(Text(pieces: plain).template) }
    endArray()
    endObject()
  }
}
