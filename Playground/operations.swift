#!/usr/bin/env flow
import Libretto

// Article 002: a chain of operations with a prompt inside. The first asks which operation to
// perform; the second cancels the others; whatever is left runs.

enum Choice: String, CaseIterable, AnswerValue {
  case one = "Operation One"
  case two = "Operation Two"
  case three = "Operation Three"
}

let choice = Key<Choice>("choice")

await Flow("operations") {
  Operations {
    Operation("prompt user") {
      Choose("Which operation should be performed?", from: Choice.self, into: choice)
    }
    Operation("process choice", after: "prompt user") {
      for other in Choice.allCases {
        When(choice != other) { CancelOperation(other.rawValue) }
      }
    }
    for operation in Choice.allCases {
      Operation(operation.rawValue, after: "process choice") {
        Alert("You chose \(operation.rawValue)!") { Button("Yay!") }
      }
    }
  }
}.main()
