#!/usr/bin/env flow
import Libretto

// The same flow as cleanup.swift in the operator spelling: `<` goes in, `>` goes out, `>>` is the
// full stop. Both give the same tree.

struct UserData {
  func deleteEverything() async throws { print("(everything is deleted)") }
  func save() async throws { print("(everything is saved)") }
}

let store = UserData()

await Flow("cleanup") {
  Alert("Some random error", message: "Do you want to delete all the user's data?")
    < Button("Yes", role: .destructive)
    < Do("delete everything") { try await store.deleteEverything() }
    > Button("No", role: .cancel)
    < Do("save and exit") { try await store.save() }>>
  Alert("Done")
}.main()
