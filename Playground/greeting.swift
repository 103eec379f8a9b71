#!/usr/bin/env flow
// The smallest whole program: one question, one answer.
import Libretto

let name = Key<String>("name")

await Flow("greeting") {
  Ask("What is your name?", into: name).validate(.notEmpty)
  Say("Hello, \(name)!")
}.main()
