extension TerminalScreen {
  /// Performs CSI m.
  mutating func setStyle(_ sequence: ControlSequence) {
    var rest = sequence.numbers[...]
    while let number = rest.popFirst() {
      if number.first == 38 || number.first == 48 {
        // The parts of a colour follow behind colons, or as numbers of their own.
        let parts = number.count > 1 ? Array(number.dropFirst()) : rest.map { $0.first ?? nil }
        guard let (color, count) = color(parts) else {
          violate("the unknown style CSI \(sequence.words)")
          return
        }
        if number.count == 1 { rest = rest.dropFirst(count) }
        if number.first == 38 { style.foreground = color } else { style.background = color }
      } else if number.count > 1 || !style.set(number.first.flatMap { $0 } ?? 0) {
        violate("the unknown style CSI \(sequence.words)")
      }
    }
  }

  /// The colour that the numbers behind 38 or 48 begin with, and how many of them it takes.
  private func color(_ parts: [Int?]) -> (TerminalColor, Int)? {
    switch parts.first {
    case 5:
      guard parts.count > 1, let number = parts[1], (0...255).contains(number) else { return nil }
      return (.palette(number), 2)
    case 2:
      // With colons, a colour space may stand before the three.
      let start = parts.count == 5 && parts[1] == nil ? 2 : 1
      let values = parts.dropFirst(start).prefix(3).compactMap { $0 }
      guard values.count == 3, values.allSatisfy((0...255).contains) else { return nil }
      return (.rgb(red: values[0], green: values[1], blue: values[2]), start + 3)
    default: return nil
    }
  }
}

extension CellStyle {
  /// Changes what one number of CSI m says.
  ///
  /// - Returns: whether the number is known.
  fileprivate mutating func set(_ number: Int) -> Bool {
    switch number {
    case 0: self = CellStyle()
    case 1: isBold = true
    case 2: isFaint = true
    case 3: isItalic = true
    case 4: isUnderlined = true
    case 7: isReversed = true
    case 9: isStruck = true
    case 22: (isBold, isFaint) = (false, false)
    case 23: isItalic = false
    case 24: isUnderlined = false
    case 27: isReversed = false
    case 29: isStruck = false
    case 30...37: foreground = .palette(number - 30)
    case 39: foreground = nil
    case 40...47: background = .palette(number - 40)
    case 49: background = nil
    case 90...97: foreground = .palette(number - 82)
    case 100...107: background = .palette(number - 92)
    default: return false
    }
    return true
  }
}
