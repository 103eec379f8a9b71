/// Numbers: integers are read directly, others by the standard library, which rounds correctly.
extension JSONReader {
  /// Reads the number that begins at the position.
  mutating func number() throws(JSONError) {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    let digits = position
    guard isDigit(peek()) else {
      throw failure("expected a digit after “-”, found \(found())")
    }
    let integer = integer(isNegative: isNegative)
    if input[digits] == UInt8(ascii: "0"), position > digits + 1 {
      throw failure("the number “\(excerpt(start..<position))” begins with a zero", at: start)
    }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try skipDigits(of: start)
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      try skipDigits(of: start)
    }
    if isInteger {
      guard let integer else {
        throw failure(
          "the integer “\(excerpt(start..<position))” is not in the range \(Int.min) to \(Int.max)",
          at: start)
      }
      return parts.append(JSONDocument.Part(kind: .integer, payload: integer))
    }
    // The library returns nil only for a text that isn't a number, which can't happen here.
    guard let number = Double(String(decoding: input[start..<position], as: UTF8.self)),
      number.isFinite
    else {
      throw failure(
        "the number “\(excerpt(start..<position))” is out of the range of a Double", at: start)
    }
    parts.append(
      JSONDocument.Part(kind: .number, payload: Int(bitPattern: UInt(number.bitPattern))))
  }

  /// Reads digits; returns nil, at their end, if the number doesn't fit in an `Int`.
  private mutating func integer(isNegative: Bool) -> Int? {
    var value = 0
    var isTooGreat = false
    while isDigit(peek()) {
      let digit = Int(input[position] - 0x30)
      let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowedAgain) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      isTooGreat = isTooGreat || overflowed || overflowedAgain
      value = sum
      position &+= 1
    }
    return isTooGreat ? nil : value
  }

  /// Reads the digits after a point or an exponent; there must be at least one.
  private mutating func skipDigits(of start: Int) throws(JSONError) {
    guard isDigit(peek()) else {
      throw failure("expected a digit after “\(excerpt(start..<position))”, found \(found())")
    }
    while isDigit(peek()) { position &+= 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }
}
