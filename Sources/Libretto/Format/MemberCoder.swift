/// Goes through the members of a step in JSON, to write them or to read them.
///
/// The members of each kind are listed once, in `members(_:)`, in the order of the format. The
/// writer leaves out members with default values; the reader reports what is missing or has the
/// wrong type.
protocol MemberCoder {
  /// Whether members are read.
  static var isReading: Bool { get }

  mutating func text(_ name: String, _ text: inout String)
  mutating func text(_ name: String, _ text: inout String?)
  /// A text that determines the other members; nil if it can't be read.
  mutating func word(_ name: String, _ word: String) -> String?
  /// An array of texts; left out if it is empty.
  mutating func texts(_ name: String, _ texts: inout [String])
  /// Earlier ids: a text for one, an array for several.
  mutating func was(_ ids: inout [String])
  mutating func template(_ name: String, _ text: inout Text)
  mutating func template(_ name: String, _ text: inout Text?)
  mutating func key(_ name: String, _ key: inout KeyReference)
  mutating func key(_ name: String, _ key: inout KeyReference?)
  mutating func keys(_ name: String, _ keys: inout [KeyReference]?)
  /// A member that is true; left out otherwise.
  mutating func flag(_ name: String, _ flag: inout Bool)
  /// A whole number with a minimum.
  mutating func integer(_ name: String, from least: Int, _ number: inout Int)
  mutating func integer(_ name: String, from least: Int, _ number: inout Int?)
  /// A time in whole milliseconds, with a minimum.
  mutating func time(_ name: String, from least: Int, _ time: inout Duration)
  mutating func time(_ name: String, from least: Int, _ time: inout Duration?)
  mutating func value(_ name: String, _ value: inout Value)
  mutating func value(_ name: String, _ value: inout Value?)
  /// A value, or a calculation as an object.
  mutating func calculation(_ name: String, _ calculation: inout Calculation)
  mutating func calculation(_ name: String, _ calculation: inout Calculation?)
  mutating func values(_ name: String, _ values: inout [Value])
  mutating func condition(_ name: String, _ condition: inout Condition)
  mutating func condition(_ name: String, _ condition: inout Condition?)
  mutating func pattern(_ name: String, _ pattern: inout Pattern)
  mutating func letter(_ name: String, _ letter: inout Character?)
  /// An array of words of an enumeration; left out if it is empty.
  mutating func transforms(_ name: String, _ transforms: inout [Prompt.Transform])
  mutating func role(_ name: String, _ role: inout Role)
  /// An array of objects; left out if it is empty.
  /// - Parameters:
  ///   - name: the name of the member.
  ///   - what: what each object is, for an error.
  ///   - elements: the elements.
  ///   - blank: an element before its members are read.
  ///   - members: goes through the members of one element; false if it can't be read.
  mutating func objects<Element>(
    _ name: String, _ what: String, _ elements: inout [Element], _ blank: Element,
    _ members: (inout Element, inout Self) -> Bool
  )
  /// Reports a problem of what was read; does nothing when writing.
  mutating func refuse(_ message: @autoclosure () -> String, at member: String?)
}

extension MemberCoder {
  /// A number that is left out if it is zero.
  mutating func count(_ name: String, _ number: inout Int) {
    var given = number == 0 ? nil : number
    integer(name, from: 0, &given)
    number = given ?? 0
  }

  /// A key that is required.
  mutating func requiredKey(_ name: String, _ key: inout KeyReference?) {
    var given = key ?? KeyReference(name: "", type: .string)
    self.key(name, &given)
    key = given
  }
}
