#!/usr/bin/env flow
import Libretto

// Article 001: many requests at once, each with blocks of its own beside it. There is no common
// delegate that has to find out which request it is called for.

struct Graph {
  func profile() async throws -> String { "Tom" }
  func friends(of person: String) async throws -> [String] { ["Anna", "Bert", "Cleo"] }
  func photos(of person: String) async throws -> [String] { throw Offline() }
}

struct Offline: Error, CustomStringConvertible {
  let description = "the photo server is offline"
}

let graph = Graph()
let profile = Key<String>("profile")
let friends = Key<[String]>("friends")
let photos = Key<[String]>("photos")
let friend = Key<String>("friend")

await Flow("requests") {
  Operations {
    Operation("who am I") {
      Load("profile", into: profile) {
        try await graph.profile()
      } empty: {
        Store("stranger", into: profile)
      }
      .loading("Signing in…")
      .on(.loaded) { event in print("(profile: \(event.value ?? "nobody"))") }
    }
    Operation("friends", after: "who am I") {
      Load("friends", into: friends) { work in
        try await graph.friends(of: work.answer(profile))
      } data: {
        Choose("Whom do you want to write to?", from: friends, into: friend)
      } empty: {
        Say("You have no friends yet, \(profile).")
      }
      .on(.loaded) { event in print("(friends: \(event.value?.count ?? 0))") }
    }
    Operation("photos", after: "who am I") {
      Load("photos", into: photos) { work in
        try await graph.photos(of: work.answer(profile))
      } failure: { error in
        Say("No photos today: \(error).")
      }
      .on(.failed) { event in print("(photos: \(event.error ?? ""))") }
    }
  }
  When(friend.isSet) { Say("A message to \(friend), then.") }
}.main()
