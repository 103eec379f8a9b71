#!/usr/bin/env flow
import Libretto

// The alert of the article that Libretto grew from: a question, and the answer to each button
// beside it. Nothing is really deleted here.

struct UserData {
  func deleteEverything() async throws { print("(everything is deleted)") }
  func save() async throws { print("(everything is saved)") }
}

let store = UserData()

await Flow("cleanup") {
  Alert("Some random error", message: "Do you want to delete all the user's data?") {
    Button("Yes", role: .destructive) {
      Do("delete everything") { try await store.deleteEverything() }
    }
    Button("No", role: .cancel) {
      Do("save and exit") { try await store.save() }
    }
  }
  Alert("Done")  // no buttons: dismisses itself after two seconds
}.main()
