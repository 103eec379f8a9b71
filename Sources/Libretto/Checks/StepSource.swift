/// What the tree doesn't contain of the declaration of a step.
struct StepSource: Sendable {
  let place: FlowLocation
  /// The id that was given; nil where the title makes one.
  var explicitID: String?
  /// Whether no id can be made of the title.
  var isUnnamed = false
  /// The ids in earlier versions of the flow, as they were written.
  var was: [String] = []
  /// The buttons or options.
  var choices: [ChoiceSource] = []
  /// What is wrong with the declaration by itself.
  var problems: [Diagnostic] = []
  /// How many steps it has inside, with itself.
  var count = 1

  init(_ place: FlowLocation) { self.place = place }
}

/// What the tree doesn't contain of the declaration of a button or option.
struct ChoiceSource: Sendable {
  let place: FlowLocation
  /// The id that was given; nil where the title makes one.
  var explicitID: String?
  /// What is wrong with the declaration by itself.
  var problems: [Diagnostic] = []
}
