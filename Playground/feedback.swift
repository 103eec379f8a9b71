#!/usr/bin/env flow
import Libretto

// A rating, and a question that depends on it.

let stars = Key<Int>("stars")
let reason = Key<String>("reason")

await Flow("feedback") {
  Heading("Your opinion")
  Note("Before you begin", text: "There are one or two questions.\nYour answers stay with us.")
  Rate("How was your stay?", scale: 1...5, into: stars)
  When(stars < 3) {
    Ask("What went wrong?", into: reason).validate(.notEmpty)
  } otherwise: {
    Say("We are glad that you liked it.")
  }
  Say("Thank you.")
}.main()
