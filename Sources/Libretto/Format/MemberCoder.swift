/// What goes over the members of a step: it writes them, or it reads them.
///
/// The members of each kind are listed once, in `members(_:)`, in the order of the format. The
/// writer leaves out what says nothing; the reader notes what is missing or of another kind.
protocol MemberCoder {
  /// Whether members are read.
  static var isReading: Bool { get }

  mutating func text(_ name: String, _ text: inout String)
  mutating func text(_ name: String, _ text: inout String?)
  /// A text that decides which other members there are; nil if it can't be read.
  mutating func word(_ name: String, _ word: String) -> String?
  /// Texts; none are left out.
  mutating func texts(_ name: String, _ texts: inout [String])
  /// Earlier ids: one is a text, several are an array.
  mutating func was(_ ids: inout [String])
  mutating func template(_ name: String, _ text: inout Text)
  mutating func template(_ name: String, _ text: inout Text?)
  mutating func key(_ name: String, _ key: inout KeyReference)
  mutating func key(_ name: String, _ key: inout KeyReference?)
  mutating func keys(_ name: String, _ keys: inout [KeyReference]?)
  /// A member that is true, or left out.
  mutating func flag(_ name: String, _ flag: inout Bool)
  /// A whole number that is not below a bound.
  mutating func integer(_ name: String, from least: Int, _ number: inout Int)
  mutating func integer(_ name: String, from least: Int, _ number: inout Int?)
  /// A time in whole milliseconds, not below a bound.
  mutating func time(_ name: String, from least: Int, _ time: inout Duration)
  mutating func time(_ name: String, from least: Int, _ time: inout Duration?)
  mutating func value(_ name: String, _ value: inout Value)
  mutating func value(_ name: String, _ value: inout Value?)
  mutating func values(_ name: String, _ values: inout [Value])
  mutating func condition(_ name: String, _ condition: inout Condition)
  mutating func condition(_ name: String, _ condition: inout Condition?)
  mutating func pattern(_ name: String, _ pattern: inout Pattern)
  mutating func letter(_ name: String, _ letter: inout Character?)
  mutating func role(_ name: String, _ role: inout Role)
  /// The objects of an array; none are left out.
  /// - Parameters:
  ///   - name: the member.
  ///   - what: what each object is.
  ///   - elements: the elements.
  ///   - blank: an element before its members are read.
  ///   - members: goes over the members of one; false where it can't be read.
  mutating func objects<Element>(
    _ name: String, _ what: String, _ elements: inout [Element], _ blank: Element,
    _ members: (inout Element, inout Self) -> Bool
  )
  /// Notes what is wrong with what was read.
  mutating func refuse(_ message: @autoclosure () -> String, at member: String?)
}

extension MemberCoder {
  /// A number that is left out where it is zero.
  mutating func count(_ name: String, _ number: inout Int) {
    var given = number == 0 ? nil : number
    integer(name, from: 0, &given)
    number = given ?? 0
  }

  /// A key that has to be there.
  mutating func requiredKey(_ name: String, _ key: inout KeyReference?) {
    var given = key ?? KeyReference(name: "", type: .string)
    self.key(name, &given)
    key = given
  }
}
