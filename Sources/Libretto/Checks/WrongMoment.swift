/// A block observes a moment that its step has.
///
///     Confirm("Sure?", into: sure).on(.changed) { … }  // .on(.answered) { … }
enum WrongMoment: CodedRule {
  static let code = "wrong-moment"

  /// - Parameters:
  ///   - moment: the name of the moment.
  ///   - known: the names of the step's moments.
  ///   - id: the id of the step, if the block was added by id.
  static func problem(
    _ moment: String, among known: [String], of id: String? = nil, at place: FlowLocation?
  ) -> Diagnostic {
    problem(
      (id.map { "“\($0)”: " } ?? "") + "this step never has the moment .\(moment); it has "
        + known.map { ".\($0)" }.joined(separator: ", "), at: place)
  }
}
