#!/usr/bin/env flow
import Libretto

// A quiz: questions from an array, choices mapped from another, a score, and as many rounds as
// the person likes. The `for` runs when the flow is declared, the `Repeat` when it is performed.

struct Riddle {
  let question: String
  let answers: [String]
  let right: String
}

let riddles = [
  Riddle(
    question: "Which language has blocks, but no lambdas?",
    answers: ["Lisp", "Objective-C", "Ruby"], right: "Objective-C"),
  Riddle(
    question: "What does map make of an array?",
    answers: ["Another array", "A dictionary", "A hat"], right: "Another array"),
]
let players = ["Bob", "Sally", "Mary", "Jim"]

let player = Key<String>("player")
let score = Key<Int>("score")
let rounds = Key<Int>("rounds")
let again = Key<Bool>("again")

/// One riddle as a component: a choice whose right option counts.
struct RiddleStep: FlowContent {
  let number: Int
  let riddle: Riddle

  var body: some FlowContent {
    Choose("\(riddle.question)", into: Key<String>("riddle-\(number)")) {
      for answer in riddle.answers {
        Option("\(answer)", answer) {
          if answer == riddle.right {
            Do("count") { work in work[score, default: 0] += 1 }
            Say("Right!")
          } else {
            Say("No, it is “\(riddle.right)”.")
          }
        }
      }
    }
  }
}

await Flow("quiz") {
  Choose("Who is playing?", from: players.map { $0.uppercased() }, into: player)
  Store(0, into: rounds)
  Repeat {
    Store(0, into: score)
    for (index, riddle) in riddles.enumerated() {
      RiddleStep(number: index + 1, riddle: riddle)
    }
    Do("next round") { work in work[rounds, default: 0] += 1 }
    Say("\(player), you have \(score) of \(riddles.count) right.")
    When(score == riddles.count) { Break() }
    When(rounds.isMultiple(of: 3)) { Say("That was round \(rounds) already.") }
    Confirm("Another round?", into: again).default(false)
  } until: {
    again == false
  }
  When(score == riddles.count) { Finish("Perfect.", name: "perfect") }
  Say("Until next time.")
}.main()
