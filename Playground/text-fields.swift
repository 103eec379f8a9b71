#!/usr/bin/env flow
import Libretto

// Article 003: two copies of one dialog, each with blocks of its own, and text fields that can
// refuse what is being typed.

let name = Key<String>("name")
let comment = Key<String>("comment")
let nick = Key<String>("nick")

// The dialog is declared once …
let review = Flow("review") {
  Alert("A new post", message: "Is it fit to print?") {
    Field("Your name", into: name).validate(.notEmpty(message: "Somebody has to sign."))
    Field("A comment", into: comment).optional()
    Button("Approve", shortcut: "a") { Say("\(name) approves.") }
    Button("Reject", role: .destructive, shortcut: "r") { Say("\(name) rejects it: \(comment)") }
      .validate(comment, .notEmpty(message: "A comment is required on Reject."))
    Button("Later", role: .cancel)
  }
}

// … and each copy answers the same moment in its own way.
let first = review.on(.answered, of: "a-new-post") { event in
  print("(the first reviewer pressed \(event.value ?? .null))")
}
let second = review.on(.answered, of: "a-new-post") { event in
  print("(the second one pressed \(event.value ?? .null))")
}

await Flow("text-fields") {
  first.id("first")
  second.id("second")
  Ask("A nickname?", into: nick)
    .validateDrafts(.length(...12, message: "A nickname has 12 characters at most."))
    .check("free", message: "That nickname is taken.") { nick in nick.lowercased() != "admin" }
    .on(.changed) { event in print("(typed so far: \(event.draft ?? ""))") }
  Say("Welcome, \(nick).")
}.main()
