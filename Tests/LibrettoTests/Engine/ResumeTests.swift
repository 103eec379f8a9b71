import Testing

@testable import LibrettoCore

/// Going on with a saved run, in the same flow and in edited ones.
struct ResumeTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let colour = Key<String>("colour")
  static let word = Key<String>("word")

  /// What a run of a flow leaves behind after some answers.
  static func saved(_ flow: Flow, _ resolutions: [Resolution]) throws -> SavedRun {
    var run = try Run(flow)
    for (place, resolution) in resolutions.enumerated() {
      let time = Timestamp(place)
      while let need = run.nextNeed, need.kind == .say { try run.resolve(need, with: .shown) }
      let need = try #require(run.nextNeed)
      run.begin(need, at: time)
      try run.resolve(need, with: resolution, at: time)
    }
    return try SavedRun(run, of: flow)
  }

  static func resumed(_ flow: Flow, _ saved: SavedRun) throws -> (Run, [String]) {
    let (run, remarks) = try Run.resuming(flow, from: saved)
    return (run, remarks.map { "\($0.kind): \($0.description)" })
  }

  @Test("the same flow is restored")
  func same() throws {
    let flow = Flow("f") {
      Say("Hello.")
      Ask("Name?", into: Self.name)
      Ask("Age?", into: Self.age)
    }
    let (run, remarks) = try Self.resumed(flow, try Self.saved(flow, [.answer("Bob")]))
    #expect(run.nextNeed?.name == "age")
    #expect(remarks == [])
  }

  @Test("with reordered options, the chosen one is still chosen")
  func swapped() throws {
    func flow(_ options: [String]) -> Flow {
      Flow("f") {
        Ask("Name?", into: Self.name)
        Alert("What now?") {
          for option in options { Button(Text(option)) { Say("\(option) it is.") } }
        }
        Ask("Age?", into: Self.age)
      }
    }
    let before = flow(["Delete", "Keep"])
    let (run, remarks) = try Self.resumed(
      flow(["Keep", "Delete"]), try Self.saved(before, [.answer("Bob"), .answer(.choice("keep"))]))
    #expect(remarks == [])
    #expect(run.nextNeed.map { run.text(of: $0) } == "Keep it is.")
  }

  @Test("a new question in between is asked, and later answers stay")
  func inserted() throws {
    let before = Flow("f") {
      Ask("Name?", into: Self.name)
      Ask("Age?", into: Self.age)
      Say("Done.")
      Ask("Word?", into: Self.word)
    }
    let after = Flow("f") {
      Say("Welcome.")
      Ask("Name?", into: Self.name)
      Ask("Colour?", into: Self.colour)
      Ask("Age?", into: Self.age)
      Say("Done.")
      Ask("Word?", into: Self.word)
    }
    var (run, remarks) = try Self.resumed(
      after, try Self.saved(before, [.answer("Bob"), .answer(7)]))
    #expect(remarks == [])
    #expect(run.nextNeed?.name == "colour")
    try run.resolve(try #require(run.nextNeed), with: .answer("red"))
    #expect(run.nextNeed.map { run.text(of: $0) } == "Done.")
    #expect(run.answers[Self.age] == 7)
  }

  @Test("a renamed step and a renamed option are mapped; without a mapping, they are reported")
  func renamed() throws {
    let before = Flow("f") {
      Ask("Name?", into: Self.name)
      Choose("Colour?", into: Self.colour) {
        Option("Red")
        Option("Blue")
      }
      Ask("Age?", into: Self.age)
    }
    let saved = try Self.saved(before, [.answer("Bob"), .answer(.choice("red"))])
    let mapped = Flow("f") {
      Ask("Full name?", into: Self.word).id("full-name", was: "name")
      Choose("Colour?", into: Self.colour) {
        Option("Crimson").id("crimson", was: "red")
        Option("Blue")
      }
      Ask("Age?", into: Self.age)
    }
    let (run, remarks) = try Self.resumed(mapped, saved)
    #expect(remarks == [])
    #expect(run.nextNeed?.name == "age")
    #expect(run.answers[Self.word] == "Bob")
    #expect(run.answers[Self.colour] == "Crimson")
    let unmapped = Flow("f") {
      Ask("Full name?", into: Self.word)
      Choose("Colour?", into: Self.colour) {
        Option("Crimson")
        Option("Blue")
      }
      Ask("Age?", into: Self.age)
    }
    let (other, told) = try Self.resumed(unmapped, saved)
    #expect(
      told == [
        "vanished: “name” is no longer in the flow; its answer is not used",
        "asksAgain: “Colour?” is asked again: the option “red” no longer exists; the options are “Crimson”, “Blue”",
      ])
    #expect(other.nextNeed?.name == "word")
  }

  @Test(
    "another type, and rules that it breaks now: told and asked again, with what still fits offered"
  )
  func changed() throws {
    let before = Flow("f") {
      Ask("Name?", into: Self.name)
      Ask("Age?", into: Self.age)
      Ask("Word?", into: Self.word)
    }
    let saved = try Self.saved(before, [.answer("Bob"), .answer(200)])
    let after = Flow("f") {
      Ask("Name?", into: Key<Int>("name"))
      Ask("Age?", into: Self.age).validate(.range(0...130))
      Ask("Word?", into: Self.word)
    }
    var (run, remarks) = try Self.resumed(after, saved)
    #expect(
      remarks == [
        "asksAgain: “Name?” is asked again: “Bob” is not a whole number.",
        "asksAgain: “Age?” is asked again: Give 0 to 130.",
      ])
    #expect(run.nextNeed?.name == "name")
    try run.resolve(try #require(run.nextNeed), with: .answer(1))
    #expect(run.nextNeed?.name == "age")
  }

  @Test("effects aren't performed again; one whose step was removed is reported, never undone")
  func effects() throws {
    let before = Flow("f") {
      Do("book") { _ in }
      Do("mail") { _ in }
      Ask("Age?", into: Self.age)
    }
    let after = Flow("f") {
      Ask("Name?", into: Self.name)
      Do("mail") { _ in }
      Ask("Age?", into: Self.age)
    }
    var run = try Run(before)
    for _ in 0..<2 {
      let need = try #require(run.nextNeed)
      let answers = run.answers(for: need)
      try run.resolve(need, with: .performed(answers), reading: answers)
    }
    var (resumed, remarks) = try Self.resumed(after, try SavedRun(run, of: before))
    #expect(
      remarks == ["effectVanished: “book” is no longer in the flow; what it did stays as it is"])
    try resumed.give("Bob")
    #expect(resumed.nextNeed?.name == "age")
  }

  @Test("work with unknown reads doesn't become stale through a new question before it")
  func unknownReads() throws {
    let before = Flow("f") {
      Do("mail") { _ in }
      Ask("Age?", into: Self.age)
    }
    let after = Flow("f") {
      Ask("Name?", into: Self.name)
      Do("mail") { _ in }
      Ask("Age?", into: Self.age)
    }
    var (run, remarks) = try Self.resumed(
      after, try Self.saved(before, [.performed(before.noAnswers)]))
    #expect(remarks == [])
    try run.give("Bob")
    #expect(run.nextNeed?.name == "age")
  }

  @Test(
    "an action's answer that no longer fits is reported, and nothing is performed again without asking"
  )
  func unfitWrites() throws {
    let (before, after) = (Key<Int>("code"), Key<String>("code"))
    let flow = Flow("f") {
      Do("book") { $0[before] = 7 }
      Ask("Code \(before)?", into: Self.name)
    }
    let edited = Flow("f") {
      Do("book") { $0[after] = "7" }
      Ask("Code \(after)?", into: Self.name)
    }
    var answers = flow.noAnswers
    answers[before] = 7
    let (run, remarks) = try Self.resumed(edited, try Self.saved(flow, [.performed(answers)]))
    #expect(
      remarks == [
        "unfit: “book” was performed, but what it set no longer fits: the key “code” was set to 7, "
          + "which is not text"
      ])
    #expect(run.nextNeed?.name == "book")
  }

  @Test("an interrupted action is reported under its current id")
  func renamedBegun() throws {
    let flow = Flow("f") { Do("book") { _ in } }
    let edited = Flow("f") { Do("reserve") { _ in }.id("reserve", was: "book") }
    var begun = try Run(flow)
    begun.begin(try #require(begun.nextNeed), at: 5)
    let saved = try SavedRun(begun, of: flow)
    let (run, remarks) = try Self.resumed(edited, saved)
    #expect(remarks == ["begun: “reserve” was interrupted and may have been done"])
    #expect(run.nextNeed?.name == "reserve")
  }

  @Test("an interrupted action is reported; a failed one is performed again, a completed one not")
  func endings() throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Do("save") { _ in }
    }
    var begun = try Run(flow)
    try begun.give("Bob")
    begun.begin(try #require(begun.nextNeed), at: 5)
    var (run, remarks) = try Self.resumed(flow, try SavedRun(begun, of: flow))
    #expect(remarks == ["begun: “save” was interrupted and may have been done"])
    #expect(run.nextNeed?.name == "save")
    (run, remarks) = try Self.resumed(
      flow, try Self.saved(flow, [.answer("Bob"), .failed("no disk")]))
    #expect(remarks == ["failedBefore: “save” failed before; it is performed again"])
    #expect(run.nextNeed?.name == "save")
    // However often it has failed, that is said once.
    try run.resolve(try #require(run.nextNeed), with: .failed("still no disk"))
    (run, remarks) = try Self.resumed(flow, try SavedRun(run, of: flow))
    #expect(remarks == ["failedBefore: “save” failed before; it is performed again"])
    (run, remarks) = try Self.resumed(
      flow, try Self.saved(flow, [.answer("Bob"), .performed(flow.noAnswers)]))
    #expect(remarks == ["ended: the run has ended already: finished"])
  }
}
