#!/usr/bin/env flow
import Libretto

// The rest of the vocabulary: a form with a hidden question, several choices, a switch, a check of
// the host, several lines, a time limit and a pause.

enum Room: String, CaseIterable, AnswerValue {
  case single, double, suite
}

let guest = Key<String>("guest")
let nights = Key<Int>("nights")
let room = Key<Room>("room")
let extraBed = Key<Bool>("extraBed")
let extras = Key<[String]>("extras")
let code = Key<String>("code")
let isFree = Key<Bool>("isFree")
let wishes = Key<String>("wishes")

await Flow("booking") {
  Form("Your stay", message: "Everything can be corrected before it is sent.") {
    Ask("What is your name?", into: guest).validate(.notEmpty)
    Ask("How many nights?", into: nights).default(1).validate(.range(1...30))
    Choose("Which room?", from: Room.self, into: room)
    Confirm("An extra bed?", into: extraBed).default(false).when(room != .single)
  }
  Check("room is free", into: isFree) { true }
  When(isFree == false) { Fail("There is no such room left.") }
  ChooseMany("Any extras?", from: ["Breakfast", "Parking", "Late check-out"], into: extras)
    .atMost(2)
  Ask("A voucher code?", into: code)
    .optional()
    .validate(.matches("[A-Z]{2}-[0-9]{4}", message: "A code looks like AB-1234."))
  Ask("Any wishes?", into: wishes).multiline().optional()
  Switch(room) {
    Case(.single, .double) { Say("Your room is booked, \(guest).") }
    Case(.suite) {
      Say("The suite is prepared, \(guest) …")
      Wait(.milliseconds(300))
    }
  }
  Confirm("Do you want a receipt?") { Do("print receipt") { print("(receipt)") } }
    .timeout(.seconds(30)) { Say("No receipt, then.") }
}.main()
