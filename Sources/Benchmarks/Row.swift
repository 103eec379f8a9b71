/// A measured value, with the target that it must meet.
struct Row {
  /// The target: a minimum or a maximum.
  enum Bar {
    case atLeast(Double)
    case atMost(Double)
  }

  let name: String
  let value: Double
  let unit: String
  let bar: Bar?

  init(_ name: String, _ value: Double, _ unit: String, _ bar: Bar? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
    self.bar = bar
  }

  var isMet: Bool? {
    switch bar {
    case .atLeast(let bar): value >= bar
    case .atMost(let bar): value <= bar
    case nil: nil
    }
  }

  /// The target in words.
  var barInWords: String {
    switch bar {
    case .atLeast(let bar): "≥ \(Row.grouped(bar))"
    case .atMost(let bar): "≤ \(Row.grouped(bar))"
    case nil: ""
    }
  }

  /// Whether the target is met, and how far the value is from it.
  var verdict: String {
    switch bar {
    case .atLeast(let bar):
      "\(value >= bar ? "met" : "MISSED"), \(Row.grouped(value / bar))× the bar"
    case .atMost(let bar):
      "\(value <= bar ? "met" : "MISSED"), \(Row.grouped(value / bar * 100)) % of the bar"
    case nil: ""
    }
  }

  /// Formats a number for JSON and tables: whole from a thousand on, otherwise with four digits.
  static func plain(_ value: Double) -> String {
    let digits = value.magnitude
    let scale: Double = digits >= 1000 ? 1 : digits >= 100 ? 10 : digits >= 10 ? 100 : 1000
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  /// Formats a number with commas between thousands.
  static func grouped(_ value: Double) -> String {
    let text = plain(value)
    guard value.magnitude >= 1000 else { return text }
    var result = ""
    for (index, digit) in text.enumerated() {
      let left = text.count - index
      if index > 0, left.isMultiple(of: 3), result != "-" { result.append(",") }
      result.append(digit)
    }
    return result
  }
}
