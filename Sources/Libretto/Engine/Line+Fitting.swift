// Which lines can belong to which steps.

extension Line.Kind {
  /// Whether a line of this kind can belong to such a step.
  func fits(_ step: Program.StepCode.Kind) -> Bool {
    switch (self, step) {
    case (.answered, .prompt), (.secret, .prompt), (.timedOut, .prompt), (.dismissed, .prompt),
      (.opened, .prompt), (.givenAgain, .prompt):
      true
    case (.opened, .wait), (.elapsed, .wait), (.found, .cancel): true
    case (.loaded, .load), (.failed, .load), (.elapsed, .load), (.opened, .load),
      (.kept, .load), (.undone, .load):
      true
    case (.began, .action), (.ended, .action), (.failed, .action), (.workTimedOut, .action),
      (.kept, .action), (.again, .action), (.undoAgain, .action), (.undoBegan, .action),
      (.undone, .action), (.undoFailed, .action), (.left, .action), (.didNotRun, .action),
      (.didNotUndo, .action), (.stays, .action), (.givenAgain, .action), (.elapsed, .action),
      (.opened, .action), (.cut, .action), (.held, .action), (.held, .load):
      true
    case (.said, _), (.back, _): true
    default: false
    }
  }
}
