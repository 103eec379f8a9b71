#!/usr/bin/env flow
import Libretto

// Article 004: asynchronous data with its states. Loading shows that it loads, then there is data,
// nothing, or an error with a way to try again.

struct Unreachable: Error, CustomStringConvertible {
  let description = "the backend can't be reached"
}

/// A slow backend that can't be reached at first.
final class LaggyBackend {
  private var calls = 0

  func shares() async throws -> [String] {
    calls += 1
    try await Task.sleep(for: .milliseconds(300))
    if calls < 3 { throw Unreachable() }
    return ["Acme", "Globex", "Initech"]
  }
}

let backend = LaggyBackend()
let shares = Key<[String]>("shares")
let share = Key<String>("share")

await Flow("portfolio") {
  Load("portfolio", into: shares) {
    try await backend.shares()
  } data: {
    Choose("Which share do you want to see?", from: shares, into: share)
    Say("Such \(share)!")
  } empty: {
    Say("You own nothing yet.")
  } failure: { error in
    Alert("Your portfolio could not be loaded", message: "\(error)") {
      Button("Reload", shortcut: "r") { TryAgain() }
      Button("Leave", role: .cancel) { Finish("See you later.", name: "left") }
    }
  }.loading("Keep your pants on, loading your portfolio…")
    .retry(1, backoff: .milliseconds(200))
    .timeout(.seconds(5))
}.main()
