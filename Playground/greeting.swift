#!/usr/bin/env flow
import Libretto

// The smallest whole program: one question, one answer.

let name = Key<String>("name")

await Flow("greeting") {
  Ask("What is your name?", into: name).validate(.notEmpty)
  Say("Hello, \(name)!")
}.main()
