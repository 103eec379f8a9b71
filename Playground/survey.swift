#!/usr/bin/env flow
import Libretto

// Every kind of question there is so far, with rules, defaults, help and a secret.

enum Size: String, CaseIterable, AnswerValue {
  case small, medium, large
}

let name = Key<String>("name")
let age = Key<Int>("age")
let height = Key<Double>("height")
let languages = Key<[String]>("languages")
let nickname = Key<String?>("nickname")
let size = Key<Size>("size")
let colour = Key<String>("colour")
let password = Key<String>("password")
let subscribe = Key<Bool>("subscribe")
let visits = Key<Int>("visits")

/// A part of the survey that can be used elsewhere too.
let account = Flow("account") {
  Ask("Choose a password", into: password)
    .secret()
    .validate(.length(8..., message: "At least 8 characters, please."))
    .help("It is only counted, never kept.")
  Say("Thank you, your password is kept secret.")
}

await Flow("survey") {
  Say("A few questions about you.")
  Ask("What is your name?", into: name)
    .validate(.notEmpty)
    .placeholder("Sally")
  Ask("How old are you?", into: age)
    .validate(.range(0...130))
    .help("Your age in years.")
  When(age < 18 && name != "Bob") {
    Say("This survey is for adults, \(name).")
    Finish(name: "too young")
  } otherwise: {
    Say("Welcome, \(name).")
  }
  Ask("How tall are you, in metres?", into: height).default(1.7).validate(.range(0.3...2.8))
  Ask("Which languages do you speak?", into: languages).validate(.length(1...5))
  Ask("Do you have a nickname?", into: nickname)
  Choose("Which size?", from: Size.self, into: size).default(.medium)
  Choose("Which colour?", into: colour) {
    Option("Red", shortcut: "r")
    Option("Green", shortcut: "g") { Say("Like grass.") }
    Option("Blue", shortcut: "b")
  }
  account
  Confirm("Subscribe to the newsletter?", into: subscribe) {
    Say("The newsletter goes out on Mondays.")
  } otherwise: {
    Say("No newsletter, then.")
  }
  .default(false)
  Store(1, into: visits)
  Repeat(while: visits < 3) {
    Do("count a visit") { work in work[visits, default: 0] += 1 }
  }
  Alert("Submit the survey?", message: "\(name), \(age), \(languages)") {
    Button("Submit", shortcut: "s") { Say("Thank you!") }.default()
    Button("Discard", role: .destructive) { Fail("The survey was discarded.") }
  }
  Finish(name: "submitted")
}.main()
