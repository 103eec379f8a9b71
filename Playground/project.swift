#!/usr/bin/env flow
import Libretto

// A wizard that sets up a project: text, choices that depend on each other, a secret that is
// repeated, and work that loads, fails and is tried again. Nothing is really created here.

struct Busy: Error, CustomStringConvertible {
  let description = "the registry is busy"
}

/// A registry that is busy at first.
final class Registry {
  private var calls = 0

  func address(of name: String) async throws -> String {
    calls += 1
    if calls < 3 { throw Busy() }
    return "https://registry.example/\(name)"
  }
}

let registry = Registry()
let name = Key<String>("name")
let kind = Key<String>("kind")
let extras = Key<[String]>("extras")
let targets = Key<Int>("targets")
let publishes = Key<Bool>("publishes")
let token = Key<String>("token")
let repeated = Key<String>("repeated")
let address = Key<String>("address")

await Flow("project") {
  Heading("A new project")
  Ask("What is it called?", into: name).trimmed().lowercased()
    .validate(.matches("[a-z][a-z0-9-]*", message: "Use letters, digits and hyphens."))
  Choose("What is it?", into: kind) {
    Option("Library").description("code for other programs").default()
    Option("Tool").description("a program for the command line")
    Option("Server")
  }
  ChooseMany("What else?", into: extras) {
    Option("Tests").default()
    Option("Guides")
    Option("Container").when(kind == "Server", because: "only for a server")
  }
  Ask("How many targets?", into: targets).default(extras.count + 1).validate(.range(1...9))
  Confirm("Publish it?", into: publishes).default(false)
  When(publishes) {
    Ask("Token:", into: token).secret().validate(.length(8...))
    Ask("The same token again:", into: repeated).secret()
      .validate(.equals(token, message: "The two tokens aren't the same."))
    Load("registry", into: address) { work in
      try await registry.address(of: work.answer(name))
    } empty: {
      Finish("The registry has no place for \(name).", name: "not published")
    } failure: { error in
      Alert("\(name) can't be published now", message: "\(error)") {
        Button("Try again", shortcut: "t") { TryAgain() }
        Button("Leave it", role: .cancel) { Finish("It isn’t published.", name: "not published") }
      }
    }
    .loading("Asking the registry for \(name)…")
    .retry(1)
  }
  Do("create the files") { work in
    print("(\(try work.answer(name)): \(try work.answer(extras).joined(separator: ", ")))")
  }
  Say("\(name) is a \(kind) with \(targets) targets.")
  When(publishes) { Say("It is at \(address).") }
}.main()
