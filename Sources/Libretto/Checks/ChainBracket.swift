/// Each bracket of a chain has something to open or close.
///
///     Confirm("Sure?") < Say("Yes.") > Say("No.") > Say("Never.")  // a separate step, below
enum ChainBracket: CodedRule {
  static let code = "chain-bracket"

  /// The mistakes that only the whole chain shows.
  enum Mistake: String {
    case nothingOpen = "this < has nothing open to go into; write the step below"
    case nothingToClose =
      "this > has nothing left to close: everything in the chain is closed already"
    case stepBesideChoice =
      "this > would put a step beside a Button or Option; put it inside with <"
    case choiceBesideStep =
      "this > would put a Button or Option beside a step; close one more container"
    case wrongOperand = "a chain has a wrong operand; the compiler’s warning says which"
  }

  static func problem(_ mistake: Mistake, at place: FlowLocation) -> Diagnostic {
    problem(mistake.rawValue, at: place)
  }
}
