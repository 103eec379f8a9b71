#!/usr/bin/env flow
import Libretto

// A guessing game: it counts the tries, and every bound comes from an answer.

let most = Key<Int>("most")
let number = Key<Int>("number")
let lives = Key<Int>("lives")
let tries = Key<Int>("tries")
let guess = Key<Int>("guess")

await Flow("game") {
  Ask("How large may the number be?", into: most).default(100).validate(.range(2...1_000_000))
  Load("a number", into: number) { work in .random(in: 1...work[most, default: 100]) }
  Ask("How many tries do you want?", into: lives)
    .default(min(most, 7)).validate(.range(1...most))
  Store(0, into: tries)
  Repeat {
    Ask("Try \(tries + 1) of \(lives):", into: guess).validate(.range(1...most))
    Store(tries + 1, into: tries)
    When(guess < number) { Say("My number is larger.") }
    When(guess > number) { Say("My number is smaller.") }
  } until: {
    guess == number || tries >= lives
  }
  When(guess == number) {
    Say("Found, with \(tries) of \(lives) tries; \(lives - tries) are left.")
  } otherwise: {
    Say("It was \(number).")
  }
}.main()
