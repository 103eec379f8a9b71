#!/usr/bin/env flow
import Libretto

let name = Key<String>("name")
let kind = Key<String>("kind")
let extras = Key<[String]>("extras")

await Flow("wizard") {
  Ask("Project name?", into: name).trimmed()
    .validate(.matches("[a-z-]+", message: "Use small letters and hyphens."))
  Choose("What kind of project?", into: kind) {
    Option("Library").default()
    Option("Server")
  }
  ChooseMany("What else?", into: extras) {
    Option("Tests")
    Option("Guides")
    Option("Container").when(kind == "Server", because: "only for a server")
  }
  Do("create the files") { work in
    print("(created \(try work.answer(name)))")
  } failure: { error in
    Alert("The files can't be created", message: "\(error)") {
      Button("Try again") { TryAgain() }
      Button("Leave", role: .cancel) { Finish("Nothing was created.") }
    }
  }
  .loading("Creating \(name)…").retry(2)
  Say("\(name) is ready. Extras: \(extras.count).")
}.main()
