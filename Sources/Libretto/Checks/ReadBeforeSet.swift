/// A key whose answer is read can be set before on some way there.
///
///     Say("Hello, \(name).")        // Ask("Name?", into: name)
///     Ask("Name?", into: name)      // Say("Hello, \(name).")
///
/// Only what fails on every way is a problem: a way on which the key is set, or may be, is enough.
/// What is declared to be read, or only decides whether something is offered, may be unset.
enum ReadBeforeSet: CodedRule {
  static let code = "read-before-set"

  /// Returns the problems of a flow that has no others.
  static func problems(of program: Program) -> [Diagnostic] {
    Ahead(program, Unforeseen()).unset.map { instruction, slot in
      let name = program.keys[slot].name
      return problem(
        "\(program.stepInWords(instruction).what) reads the key “\(name)”, but nothing sets it on the "
          + "way there; set it before, or test \(name).isSet",
        at: program.sources[instruction])
    }
  }
}
