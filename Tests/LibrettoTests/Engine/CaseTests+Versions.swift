import Testing

@testable import LibrettoCore

/// Case 38: edits of a flow between a run and its resume.
struct VersionCaseTests {
  static let a = Key<String>("a"), b = Key<String>("b")
  static let number = Key<Int>("a")
  static let end = Confirm("End?")

  /// An edit: what was answered before it, and what is told and needed after it.
  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let answers: [Value]
    let before: Flow
    let after: Flow
    let remarks: [String]
    let need: String
    let known: String
  }

  static func edit(
    _ name: String, _ answers: [Value], _ before: Flow, _ after: Flow, _ remarks: [String] = [],
    need: String, known: String
  ) -> Edit {
    Edit(
      testDescription: name, answers: answers, before: before, after: after, remarks: remarks,
      need: need, known: known)
  }

  static let straight = Flow("e") {
    Ask("A?", into: a)
    Ask("B?", into: b)
    end
  }

  static let inner = Flow("f") { Ask("A?", into: a) }

  static let edits = [
    edit(
      "moved into a loop: the first round has its answer", ["1", "2"], straight,
      Flow("e") {
        Repeat(times: 2) { Ask("A?", into: a) }
        Ask("B?", into: b)
        end
      }, need: "prompt a@2", known: "[a: “1”]"),
    edit(
      "moved out of a loop: later rounds are told", ["1", "2", "3", "B"],
      Flow("e") {
        Repeat(times: 3) { Ask("A?", into: a) }
        Ask("B?", into: b)
        end
      }, straight,
      [
        "“A?” is no longer in the loops that it was in; its answer there is not used",
        "“A?” is no longer in the loops that it was in; its answer there is not used",
      ], need: "prompt end", known: "[a: “1”, b: “B”]"),
    edit(
      "an inner loop with one round more", ["a1", "a2", "b1", "a3", "a4", "b2"],
      Flow("e") {
        Repeat(times: 2) {
          Repeat(times: 2) { Ask("A?", into: a) }
          Ask("B?", into: b)
        }
        end
      },
      Flow("e") {
        Repeat(times: 2) {
          Repeat(times: 3) { Ask("A?", into: a) }
          Ask("B?", into: b)
        }
        end
      }, need: "prompt a@1.3", known: "[a: “a2”]"),
    edit(
      "moved out of a flow inside, with another id", ["1"],
      Flow("e") {
        inner
        end
      },
      Flow("e") {
        Ask("A?", into: a)
        end
      }, ["“f/a” is no longer in the flow; its answer is not used"], need: "prompt a", known: "[]"),
    edit(
      "moved out of a flow inside, with its earlier id", ["1"],
      Flow("e") {
        inner
        end
      },
      Flow("e") {
        Ask("A?", into: a).id("a", was: "f/a")
        end
      }, need: "prompt end", known: "[a: “1”]"),
    edit(
      "an option that is gone", ["Y", "bb"],
      Flow("e") {
        Choose("A?", from: ["X", "Y"], into: a)
        Ask("B?", into: b)
        end
      },
      Flow("e") {
        Choose("A?", from: ["X", "Z"], into: a)
        Ask("B?", into: b)
        end
      }, ["“A?” is asked again: the option “y” no longer exists; the options are “X”, “Z”"],
      need: "prompt a", known: "[]"),
    edit(
      "another key under the same id", ["5", "B"], straight,
      Flow("e") {
        Ask("A?", into: Key<String>("z")).id("a")
        Say("\(Key<String>("z"))")
        Ask("B?", into: b)
        end
      }, need: "prompt end", known: "[b: “B”, z: “5”]"),
    edit(
      "from typed to chosen", ["x", "B"], straight,
      Flow("e") {
        Choose("A?", into: a) { Option("X", "X1") }
        Ask("B?", into: b)
        end
      }, ["“A?” is asked again: it takes a different kind of answer now"], need: "prompt a",
      known: "[]"),
    edit(
      "from chosen to typed: the id is no answer", ["X large", "B"],
      Flow("e") {
        Choose("A?", into: a) { Option("X large", "XL") }
        Ask("B?", into: b)
        end
      }, straight,
      ["“A?” is asked again: it takes a different kind of answer now"],
      need: "prompt a", known: "[]"),
    edit(
      "from yes and no to options of these names", [true, "B"],
      Flow("e") {
        Confirm("A?", into: Key<Bool>("a")).id("a")
        Ask("B?", into: b)
        end
      },
      Flow("e") {
        Choose("A?", into: a) {
          Option("Yes", "y")
          Option("No", "n")
        }
        Ask("B?", into: b)
        end
      }, ["“A?” is asked again: it takes a different kind of answer now"],
      need: "prompt a", known: "[]"),
    edit(
      "a condition around an answered question", ["1", "2"], straight,
      Flow("e") {
        Ask("A?", into: a)
        When(a == "zzz") { Ask("B?", into: b).id("b") }
        end
      }, need: "prompt end", known: "[a: “1”]"),
    edit(
      "a question that is secret now", ["1", "2"], straight,
      Flow("e") {
        Ask("A?", into: a).secret()
        Ask("B?", into: b)
        end
      }, need: "prompt end", known: "[a: (secret), b: “2”]"),
    edit(
      "an action moved before a question stays done", ["5", "B"],
      Flow("e") {
        Ask("A?", into: a)
        Do("d") { _ in }
        Ask("B?", into: b)
        end
      },
      Flow("e") {
        Do("d") { _ in }
        Ask("A?", into: a)
        Ask("B?", into: b)
        end
      }, need: "prompt end", known: "[a: “5”, b: “B”]"),
    edit(
      "an action with another id and no earlier one", ["5", "B"],
      Flow("e") {
        Ask("A?", into: a)
        Do("pay") { _ in }
        Ask("B?", into: b)
        end
      },
      Flow("e") {
        Ask("A?", into: a)
        Do("pay now") { _ in }
        Ask("B?", into: b)
        end
      }, ["“pay” is no longer in the flow; what it did stays as it is"], need: "action pay-now",
      known: "[a: “5”]"),
  ]

  @Test(
    "a branch for a failure comes and goes, and what was done in a loop stays done",
    arguments: [true, false])
  func failureBranch(asks: Bool) throws {
    func flow(_ pay: Do) -> Flow {
      Flow("e") {
        Repeat(times: 2) {
          if asks { Ask("A?", into: Self.a) }
          pay
        }
        Self.end
      }
    }
    let plain = flow(Do("pay") { _ in })
    let handled = flow(
      Do("pay") { _ in
      } failure: { _ in
        Say("Not paid.")
      })
    for (before, after) in [(plain, handled), (handled, plain)] {
      var last = try Self.perform(before, asks ? ["1", "2"] : [])
      while let need = last.nextNeed, need.kind == .action {
        last.begin(need)
        let given = last.answers(for: need)
        try last.resolve(need, with: .performed(given), reading: given)
      }
      let (resumed, remarks) = try Run.resuming(after, from: try SavedRun(last, of: before))
      #expect(remarks == [])
      #expect(resumed.nextNeed?.name == "end")
      let token = SessionToken.bytes(last, try before.fingerprintNumber)
      #expect(try Session(after, token: token, clock: { 0 }).run.nextNeed?.name == "end")
    }
  }

  @Test("what was loaded is kept under the key that the load has now")
  func loaded() throws {
    func flow(_ key: Key<[String]>) -> Flow {
      Flow("e") {
        Load("names", into: key) { _ in [] }.id("names")
        Ask("B?", into: Self.b)
        Choose("C?", from: key, into: Self.a)
      }
    }
    let (before, after) = (flow(Key("old")), flow(Key("new")))
    var run = try Run(before)
    try run.resolve(try #require(run.nextNeed), with: .loaded(["x"]))
    for saved in [try SavedRun(run, of: before), nil] {
      var resumed =
        if let saved {
          try Run.resuming(after, from: saved).run
        } else {
          try Session(
            after, token: SessionToken.bytes(run, try before.fingerprintNumber), clock: { 0 }
          ).run
        }
      #expect(resumed.nextNeed?.name == "b")
      try resumed.give("b")
      #expect(resumed.nextNeed?.name == "a")
    }
  }

  @Test(
    "what an action has set that no longer fits is the reason for the decision, and can't be kept")
  func misfit() throws {
    func flow(_ work: Do) -> Flow {
      Flow("e") {
        work
        Self.end
      }
    }
    let before = flow(Do("order", into: Self.a) { _ in "x" })
    let after = flow(Do("order", into: Self.number) { _ in 1 })
    var run = try Run(before)
    let need = try #require(run.nextNeed)
    var answers = run.answers(for: need)
    answers[Self.a] = "x"
    try run.resolve(need, with: .performed(answers))
    let (resumed, _) = try Run.resuming(after, from: try SavedRun(run, of: before))
    let stale = try #require(resumed.nextNeed)
    let question = try #require(resumed.question(for: stale))
    #expect(question.title == "“order” was performed, but the flow has changed.")
    #expect(question.message == "What it set for “a” no longer fits, so it can’t be kept.")
    #expect(question.choices.map(\.id) == ["again"])
  }

  @Test("without an inner loop of the author's own, its rounds aren't taken for one")
  func innerLoop() throws {
    func flow(times: Int?) -> Flow {
      Flow("e") {
        Repeat(times: 2) {
          Ask("A?", into: Self.a)
          if let times { Repeat(times: times) { Do("pay") { _ in } } } else { Do("pay") { _ in } }
        }
        Self.end
      }
    }
    var run = try Self.perform(flow(times: 2), ["1", "2"])
    while let need = run.nextNeed, need.kind == .action {
      run.begin(need)
      let given = run.answers(for: need)
      try run.resolve(need, with: .performed(given), reading: given)
    }
    let (resumed, remarks) = try Run.resuming(
      flow(times: nil), from: try SavedRun(run, of: flow(times: 2)))
    #expect(remarks.map(\.kind) == Array(repeating: .effectVanished, count: 3))
    #expect(resumed.nextNeed?.name == "pay@2")
  }

  @Test("what a TryAgain has made good stays done without the branch")
  func madeGood() throws {
    func flow(_ pay: Do) -> Flow {
      Flow("e") {
        pay
        Self.end
      }
    }
    let before = flow(
      Do("pay") { _ in
      } failure: { _ in
        Alert("Not paid") { Button("Again") { TryAgain() } }
      })
    let after = flow(Do("pay") { _ in })
    var run = try Run(before)
    try run.resolve(try #require(run.nextNeed), with: .failed("no"))
    try run.give("Again")
    let need = try #require(run.nextNeed)
    #expect(need.name == "pay@2")
    try run.resolve(need, with: .performed(run.answers(for: need)))
    let (resumed, _) = try Run.resuming(after, from: try SavedRun(run, of: before))
    #expect(resumed.nextNeed?.name == "end")
    let token = SessionToken.bytes(run, try before.fingerprintNumber)
    #expect(try Session(after, token: token, clock: { 0 }).run.nextNeed?.name == "end")
  }

  /// A run that has performed a booking with both answers, with the inputs that were seen.
  private static func booked(_ flow: Flow, reading seen: [String]) throws -> Run {
    var run = try perform(flow, ["Rome", "Ann"])
    let need = try #require(run.nextNeed)
    run.begin(need)
    let given = run.answers(for: need)
    for key in seen { _ = given[key] }
    try run.resolve(need, with: .performed(given), reading: given)
    return run
  }

  private static func booking(_ book: Do, city: Key<String> = a, name: Key<String> = b) -> Flow {
    Flow("e") {
      Ask("City?", into: city).id("city")
      Ask("Name?", into: name).id("name")
      book
      end
    }
  }

  @Test("what an action declares to read now is what counts, whatever another version declared")
  func declared() throws {
    let c = Key<String>("c")
    let flows = [
      Self.booking(Do("book") { _ in }),
      Self.booking(Do("book") { _ in }.reads(Self.a)),
      Self.booking(Do("book") { _ in }.reads(Self.a, Self.b)),
      Self.booking(Do("book") { _ in }.reads(c, Self.b), city: c),
    ]
    for (before, old) in flows.enumerated() {
      for (after, new) in flows.enumerated() where after > 0 && before != after {
        let run = try Self.booked(old, reading: ["a"])
        var (moved, remarks) = try Run.resuming(new, from: try SavedRun(run, of: old))
        #expect(remarks == [] && moved.nextNeed?.name == "end")
        try moved.goBack(from: try #require(moved.nextNeed))
        try moved.give("Bob")
        #expect(moved.nextNeed?.kind == (after == 1 ? .prompt : .stale), "\(before) to \(after)")
        guard let stale = moved.nextNeed, stale.kind == .stale else { continue }
        #expect(moved.question(for: stale)?.message == "“Name?”: “Ann”, now “Bob”.")
        try moved.resolve(stale, with: .keep)
        #expect(moved.nextNeed?.name == "end")
      }
    }
  }

  @Test("what was declared in between doesn't count any more where nothing is declared")
  func declaredBetween() throws {
    let plain = Self.booking(Do("book") { _ in })
    let between = Self.booking(Do("book") { _ in }.reads(Self.b))
    let run = try Self.booked(plain, reading: ["a"])
    for moved in try Self.moved(run, plain, between) {
      var back = try Self.moved(moved, between, plain)[0]
      try back.goBack(from: try #require(back.nextNeed))
      try back.goBack(from: try #require(back.nextNeed))
      try back.give("Oslo")
      #expect(back.nextNeed?.kind == .stale)
    }
  }

  @Test("an undo that is due is given up where the edited flow has none any more")
  func lostUndo() throws {
    let old = Self.booking(Do("book") { _ in }.undo { _ in })
    let new = Self.booking(Do("book") { _ in })
    var run = try Self.booked(old, reading: ["a"])
    for _ in 0..<2 { try run.goBack(from: try #require(run.nextNeed)) }
    try run.give("Oslo")
    try run.resolve(try #require(run.nextNeed), with: .undoAndAgain)
    try run.resolve(try #require(run.nextNeed), with: .failed("no"))
    try run.resolve(try #require(run.nextNeed), with: .again)
    #expect(run.nextNeed?.kind == .undo)
    for moved in try Self.moved(run, old, new) { #expect(moved.nextNeed?.kind == .stale) }
  }

  @Test("an undo that an edit has added is given what is known, and not the answers of now")
  func addedUndo() throws {
    let old = Self.booking(Do("book") { _ in })
    let new = Self.booking(Do("book") { _ in }.undo { _ in })
    let run = try Self.booked(old, reading: ["a"])
    var moved = try Run.resuming(new, from: try SavedRun(run, of: old)).run
    try moved.goBack(from: try #require(moved.nextNeed))
    try moved.goBack(from: try #require(moved.nextNeed))
    try moved.give("Oslo")
    try moved.resolve(try #require(moved.nextNeed), with: .undoAndAgain)
    let undo = try #require(moved.nextNeed)
    #expect(undo.kind == .undo)
    #expect(moved.answers(for: undo)["a"] == "Rome")
    #expect(moved.answers(for: undo)["b"] == nil)
  }

  /// A run as a later version of its flow takes it over, from its journal and from its token.
  private static func moved(_ run: Run, _ old: Flow, _ new: Flow) throws -> [Run] {
    let token = SessionToken.bytes(run, try old.fingerprintNumber)
    return [
      try Run.resuming(new, from: try SavedRun(run, of: old)).run,
      try Session(new, token: token, clock: { 0 }).run,
    ]
  }

  @Test("a step back in a version that lacks an action goes over it, too")
  func goneOverElsewhere() throws {
    let use = Do("use") { _ in }.reads(Self.number)
    let ask = Ask("How many?", into: Self.number).id("count")
    let first = Flow("e", version: 1) {
      ask
      use
      Self.end
    }
    let second = Flow("e", version: 2) {
      ask
      Self.end
    }
    let third = Flow("e", version: 3) {
      Store(7, into: Self.number)
      use
      Self.end
    }
    var run = try Run(first)
    try run.give(1)
    try Self.work(&run)
    for (form, var held) in try Self.moved(run, first, second).enumerated() {
      try held.goBack(from: try #require(held.nextNeed))
      try held.give(2)
      #expect(held.nextNeed?.name == "end")
      // From the journal a journal, from the token a token.
      let moved = try Self.moved(held, second, third)[form]
      #expect(moved.nextNeed?.kind == .stale)
    }
  }

  @Test("an earlier id is mapped once: the version that has mapped it means something else by it")
  func mappedOnce() throws {
    func flow(_ version: UInt, _ steps: [any FlowContent], says: Bool = false) -> Flow {
      Flow("e", version: version) {
        for step in steps { step }
        if says { Say("Nearly done.") }
        Self.end
      }
    }
    let first = [Ask("From?", into: Self.a).id("account")]
    let reused = [
      Ask("From?", into: Self.a).id("source", was: "account"),
      Ask("To?", into: Self.b).id("account"),
    ]
    let exchanged = [
      Ask("From?", into: Self.a).id("source", was: "account"),
      Ask("To?", into: Self.b).id("account", was: "source"),
    ]
    let again = [
      Ask("From?", into: Self.a).id("origin", was: "source", "account"),
      Ask("To?", into: Self.b).id("account"),
    ]
    for steps in [reused, exchanged] {
      let (old, new) = (flow(2, steps), flow(3, steps, says: true))
      for var run in try Self.moved(try Self.perform(old, ["Ann", "Bob"]), old, new) {
        try Self.passSaid(&run)
        #expect(run.nextNeed?.kind == .prompt && run.nextNeed?.name == "end")
        #expect(run.answers["a"] == "Ann" && run.answers["b"] == "Bob")
      }
    }
    // Ids that were exchanged are parted by new ones.
    let parted = [
      Ask("From?", into: Self.a).id("payer", was: "source"),
      Ask("To?", into: Self.b).id("payee", was: "account"),
    ]
    let old = flow(2, exchanged)
    for run in try Self.moved(try Self.perform(old, ["Ann", "Bob"]), old, flow(3, parted)) {
      #expect(run.answers["a"] == "Ann" && run.answers["b"] == "Bob")
    }
    // Through several versions, or past some.
    let one = flow(1, first)
    for run in try Self.moved(try Self.perform(one, ["Ann"]), one, flow(3, again)) {
      #expect(run.answers["a"] == "Ann" && run.nextNeed?.name == "account")
    }
    var two = try Self.moved(try Self.perform(one, ["Ann"]), one, flow(2, reused))[0]
    try two.give("Bob")
    for run in try Self.moved(two, flow(2, reused), flow(3, again)) {
      #expect(run.answers["a"] == "Ann" && run.answers["b"] == "Bob")
    }
    // A lower version has the answer under the id that it knows.
    for run in try Self.moved(two, flow(2, reused), one) {
      #expect(run.answers["a"] == "Ann" && run.nextNeed?.name == "end")
    }
    // One that has dropped a step hasn't got its answer for another one.
    let dropped = flow(3, [Ask("To?", into: Self.b).id("account")])
    for run in try Self.moved(two, flow(2, reused), dropped) {
      #expect(run.answers["a"] == nil && run.answers["b"] == "Bob")
    }
  }

  @Test("the ids of a form’s questions are mapped once, too")
  func fieldsMappedOnce() throws {
    func flow(says: Bool) -> Flow {
      Flow("e") {
        Form("Transfer") {
          Ask("From?", into: Self.a).id("source", was: "account")
          Ask("To?", into: Self.b).id("account", was: "source")
        }
        if says { Say("Nearly done.") }
        Self.end
      }
    }
    let (old, new) = (flow(says: false), flow(says: true))
    var run = try Self.perform(old, ["Ann", "Bob"])
    try run.resolve(try #require(run.nextNeed), with: .answer(.submit))
    for var run in try Self.moved(run, old, new) {
      try Self.passSaid(&run)
      #expect(run.nextNeed?.name == "end")
      #expect(run.answers["a"] == "Ann" && run.answers["b"] == "Bob")
    }
  }

  @Test("what a version couldn't hold is mapped by those after it, as by itself")
  func mappedLater() throws {
    func flow(_ steps: any FlowContent...) -> Flow {
      Flow("e") {
        for step in steps { step }
        Self.end
      }
    }
    let one = flow(Do("account") { _ in })
    let two = flow(
      Ask("From?", into: Self.a).id("source", was: "account"),
      Ask("To?", into: Self.b).id("account"))
    let three = flow(
      Do("account") { _ in }.id("source", was: "account"), Ask("To?", into: Self.b).id("account"))
    var run = try Run(one)
    let work = try #require(run.nextNeed)
    try run.resolve(work, with: .performed(run.answers(for: work)))
    // What a version can't hold of a token isn't in a journal that it makes.
    for (form, second) in try Self.moved(run, one, two).enumerated() {
      #expect(second.nextNeed?.name == "source")
      #expect(try Self.moved(second, two, three)[form].nextNeed?.name == "account")
    }
  }

  @Test("options that exchange their ids do so once")
  func optionsMappedOnce() throws {
    func flow(says: Bool) -> Flow {
      Flow("e") {
        Choose("Size?", into: Self.a) {
          Option("Small", "s").id("x", was: "y")
          Option("Big", "b").id("y", was: "x")
        }
        if says { Say("Nearly done.") }
        Self.end
      }
    }
    let (old, new) = (flow(says: false), flow(says: true))
    for run in try Self.moved(try Self.perform(old, ["Big"]), old, new) {
      #expect(run.answers["a"] == "b")
    }
    // Also where what contains them has another id now.
    let renamed = Flow("e") {
      Choose("Size?", into: Self.a) {
        Option("Small", "s").id("x", was: "y")
        Option("Big", "b").id("y", was: "x")
      }.id("measure", was: "a")
      Self.end
    }
    for run in try Self.moved(try Self.perform(old, ["Big"]), old, renamed) {
      #expect(run.answers["a"] == "b")
    }
  }

  @Test("an alert that was dismissed for a failure tells of the next one, in another version too")
  func nextFailure() throws {
    func flow(_ version: UInt, says: Bool) -> Flow {
      Flow("e", version: version) {
        Ask("Card?", into: Self.a)
        Do("pay") { _ in
        } failure: { _ in
          Alert("Not paid")
          Ask("Then?", into: Self.b)
        }
        if says { Say("Nearly done.") }
        Self.end
      }
    }
    let (old, new) = (flow(1, says: false), flow(2, says: true))
    var run = try Self.perform(old, ["Ann"])
    try run.resolve(try #require(run.nextNeed), with: .failed("no"))
    try run.resolve(try #require(run.nextNeed), with: .dismissed)
    try run.goBack()
    try run.give("Bob")
    for var moved in try Self.moved(run, old, new) {
      let pay = try #require(moved.nextNeed)
      #expect(pay.kind == .action)
      try moved.resolve(pay, with: .failed("no"))
      #expect(moved.nextNeed?.kind == .notice)
    }
  }

  @Test("a round that a TryAgain began isn't taken for one of a loop")
  func loopForTries() throws {
    func flow(_ pay: some FlowContent) -> Flow {
      Flow("e") {
        Repeat(times: 2) { pay }
        Self.end
      }
    }
    let before = flow(
      Do("pay") { _ in
      } failure: { _ in
        Alert("Not paid") { Button("Again") { TryAgain() } }
      })
    var run = try Run(before)
    try run.resolve(try #require(run.nextNeed), with: .failed("no"))
    try run.give("Again")
    let need = try #require(run.nextNeed)
    #expect(need.name == "pay@1.2")
    try run.resolve(need, with: .performed(run.answers(for: need)))
    let after = flow(Repeat(times: 2) { Do("pay") { _ in } })
    let (resumed, remarks) = try Run.resuming(after, from: try SavedRun(run, of: before))
    #expect(remarks.map(\.kind).contains(.effectVanished))
    #expect(resumed.nextNeed?.name == "pay")
  }

  @Test(
    "what a TryAgain has made good stays, where the edited branch leads on without it",
    arguments: 1...3)
  func madeGoodElsewhere(failures: Int) throws {
    func flow(_ branch: any FlowContent) -> Flow {
      Flow("e") {
        Do("pay") { _ in
        } failure: { _ in
          branch
        }.undo { _ in }
        Self.end
      }
    }
    let before = flow(Alert("Not paid") { Button("Again") { TryAgain() } })
    let edits = [
      flow(Say("Not paid.")), flow(Ask("Why?", into: Self.a)), flow(Finish("Too bad.")),
      flow(Alert("Not paid") { Button("Again") }),
    ]
    var run = try Run(before)
    for _ in 0..<failures {
      try run.resolve(try #require(run.nextNeed), with: .failed("no"))
      try run.give("Again")
    }
    let need = try #require(run.nextNeed)
    try run.resolve(need, with: .performed(run.answers(for: need)), reading: run.answers(for: need))
    for edit in edits {
      for moved in try Self.moved(run, before, edit) {
        #expect(moved.nextNeed?.name == "end" && moved.nextNeed?.kind == .prompt)
      }
    }
  }

  @Test("what a person has chosen to leave is undone, though an edit comes between")
  func madeGoodAndLeft() throws {
    func flow(_ title: String) -> Flow {
      Flow("e") {
        Do("pay") { _ in
        } failure: { _ in
          Confirm("Again?") { TryAgain() }.id("again")
        }.undo { _ in }
        Ask(Text(title), into: Self.a).id("end")
      }
    }
    let (before, after) = (flow("End?"), flow("The end?"))
    var run = try Run(before)
    try run.resolve(try #require(run.nextNeed), with: .failed("no"))
    try run.give(true)
    let need = try #require(run.nextNeed)
    try run.resolve(need, with: .performed(run.answers(for: need)), reading: run.answers(for: need))
    try run.goBack(from: try #require(run.nextNeed))
    #expect(run.nextNeed?.name == "again")
    try run.give(false)
    #expect(run.nextNeed?.kind == .undo)
    for moved in try Self.moved(run, before, after) {
      #expect(moved.nextNeed?.kind == .undo)
    }
  }

  @Test("where somebody was told that work remains, an edit of that choice asks for it anew")
  func madeGoodAndRemains() throws {
    func flow(_ branch: any FlowContent) -> Flow {
      Flow("e") {
        Do("pay") { _ in
        } failure: { _ in
          branch
        }
        Self.end
      }
    }
    let before = flow(Confirm("Again?") { TryAgain() }.id("again"))
    let after = flow(
      Choose("Again?") {
        Option("Yes") { TryAgain() }
        Option("No")
      }.id("again"))
    var run = try Run(before)
    try run.resolve(try #require(run.nextNeed), with: .failed("no"))
    try run.give(true)
    let need = try #require(run.nextNeed)
    try run.resolve(need, with: .performed(run.answers(for: need)), reading: run.answers(for: need))
    try run.goBack(from: try #require(run.nextNeed))
    try run.give(false)
    let remains = try #require(run.nextNeed)
    #expect(remains.kind == .remains)
    try run.resolve(remains, with: .told)
    for var moved in try Self.moved(run, before, after) {
      #expect(moved.nextNeed?.name == "again")
      try moved.give("Yes")
      #expect(moved.nextNeed?.name == "end")
    }
  }

  @Test("a load that a TryAgain has made good isn't tried again because an edit allows it")
  func loadedLater() throws {
    func flow(retries: Int) -> Flow {
      let names = Key<String>("names")
      return Flow("e") {
        Load("names", into: names) {
          "x"
        } failure: { _ in
          Alert("No names") { Button("Again") { TryAgain() } }
        }.retry(retries)
        Self.end
      }
    }
    let before = flow(retries: 0)
    var run = try Run(before)
    try run.resolve(try #require(run.nextNeed), with: .failed("no"))
    try run.give("Again")
    try run.resolve(try #require(run.nextNeed), with: .loaded("x"))
    for moved in try Self.moved(run, before, flow(retries: 1)) {
      #expect(moved.nextNeed?.name == "end")
    }
  }

  // MARK: What an edit changes of work

  /// Performs what is needed, as far as it is work: each piece reads all of its answers.
  private static func work(_ run: inout Run) throws {
    while let need = run.nextNeed, [.action, .undo].contains(need.kind) {
      run.begin(need)
      let given = run.answers(for: need)
      _ = given[Key<String>("name")]
      try run.resolve(need, with: need.kind == .undo ? .undone : .performed(given), reading: given)
    }
  }

  @Test("an edit that is undone finds what has the ids in between, unless they are another step's")
  func undoneEdit() throws {
    func flow(_ version: UInt?, _ id: String, _ option: String, isRenamed: Bool, says: Bool = false)
      -> Flow
    {
      Flow("e", version: version) {
        let small = Option("Small", "s")
        Choose("Size?", into: Self.a) {
          isRenamed ? small.id(option, was: "small") : small.id(option)
          Option("Big", "b")
        }
        isRenamed ? Do("pay") { _ in }.id(id, was: "pay") : Do("pay") { _ in }.id(id)
        if says { Say("Nearly done.") }
        Self.end
      }
    }
    for versions in [(1, 2, 3), nil] as [(UInt, UInt, UInt)?] {
      let first = flow(versions?.0, "pay", "small", isRenamed: false)
      let second = flow(versions?.1, "payment", "little", isRenamed: true)
      let third = flow(versions?.2, "pay", "small", isRenamed: false, says: true)
      var run = try Run(first)
      try run.give("Small")
      try Self.work(&run)
      for (form, renamed) in try Self.moved(run, first, second).enumerated() {
        #expect(renamed.nextNeed?.name == "end" && renamed.answers["a"] == "s")
        var back = try Self.moved(renamed, second, third)[form]
        try Self.passSaid(&back)
        #expect(back.nextNeed?.name == "end" && back.answers["a"] == "s")
      }
    }
    // The id is another step's in between, so that one isn't meant.
    let second = Flow("e", version: 2) {
      Do("pay") { _ in }.id("payment", was: "pay")
      Do("pay") { _ in }.id("pay")
      Self.end
    }
    let third = Flow("e", version: 3) {
      Do("pay") { _ in }.id("pay")
      Self.end
    }
    var run = try Run(second)
    run.begin(try #require(run.nextNeed))
    try run.resolve(try #require(run.nextNeed), with: .performed(run.answers))
    for moved in try Self.moved(run, second, third) { #expect(moved.nextNeed?.name == "pay") }
  }

  @Test("work has the key that it had, and a decision says what has changed since it began")
  func keys() throws {
    let name = Key<String>("name")
    func flow(_ pay: Do) -> Flow {
      Flow("e") {
        Ask("Name?", into: name)
        pay.undo { _ in }
        Self.end
      }
    }
    let (before, after) = (
      flow(Do("pay") { _ in }), flow(Do("pay") { _ in }.id("payment", was: "pay"))
    )
    var run = try Run(before, id: "r")
    try run.give("Bob")
    run.begin(try #require(run.nextNeed))
    for var moved in try Self.moved(run, before, after) {
      try moved.resolve(try #require(moved.nextNeed), with: .didNotRun)
      let again = try #require(moved.nextNeed)
      #expect(moved.performanceKey(of: again) == "r/pay/1")
      try Self.work(&moved)
      try moved.goBack()
      try moved.give("Ann")
      try moved.resolve(try #require(moved.nextNeed), with: .undoAndAgain)
      #expect(moved.performanceKey(of: try #require(moved.nextNeed)) == "r/pay/1/undo")
    }
    // Under another answer, it is another performance.
    run = try Run.resuming(before, from: try SavedRun(run, of: before)).run
    try run.goBack()
    try run.give("Ann")
    let begun = try #require(run.nextNeed)
    #expect(
      run.question(for: begun)?.message
        == "“Name?”: “Bob”, now “Ann”. Check whether it was done.")
    try run.resolve(begun, with: .didNotRun)
    let again = try #require(run.nextNeed)
    #expect(run.performanceKey(of: again) == "r/pay/2")
    for copy in try Self.moved(run, before, before) {
      #expect(copy.performanceKey(of: try #require(copy.nextNeed)) == "r/pay/2")
    }
    try run.goBack()
    try run.give("Bob")
    #expect(run.performanceKey(of: try #require(run.nextNeed)) == "r/pay/1")
  }

  @Test("of two actions that became one, the last stands, and the other is told")
  func merged() throws {
    let before = Flow("e") {
      Do("card") { _ in }
      Do("voucher") { _ in }
      Self.end
    }
    let after = Flow("e") {
      Do("pay") { _ in }.id("pay", was: "card", "voucher")
      Self.end
    }
    var run = try Run(before)
    try Self.work(&run)
    let (resumed, remarks) = try Run.resuming(after, from: try SavedRun(run, of: before))
    #expect(resumed.nextNeed?.name == "end")
    #expect(resumed.inForce.map(\.name) == ["pay"])
    #expect(
      remarks.map(\.description) == [
        "“card” is no longer in the flow; what it did stays as it is"
      ])
  }

  @Test("of two actions that became one, that counts which is in force")
  func mergedInForce() throws {
    func pay(_ id: String) -> Do { Do(id) { _ in }.undo { _ in } }
    let before = Flow("e") {
      Choose("How?", into: Self.a) {
        Option("Card", "c")
        Option("Voucher", "v")
      }
      When(Self.a == "c") {
        pay("card")
      } otherwise: {
        pay("voucher")
      }
      Self.end
    }
    let after = Flow("e") {
      Choose("How?", into: Self.a) {
        Option("Card", "c")
        Option("Voucher", "v")
      }
      pay("pay").id("pay", was: "card", "otherwise/voucher")
      Self.end
    }
    var run = try Run(before)
    try run.give("Card")
    try Self.work(&run)
    try run.goBack()
    try run.give("Voucher")
    try Self.work(&run)
    for moved in try Self.moved(run, before, after) {
      #expect(moved.nextNeed.map { "\($0.kind) \($0.name)" } == "prompt end")
      #expect(moved.inForce.map(\.name) == ["a", "pay"])
    }
  }

  @Test("what is in a sub-flow that has another id has another one, too, and goes back")
  func bothRenamed() throws {
    func flow(_ flow: (String, String?), _ ask: (String, String?), says: Bool = false) -> Flow {
      Flow("e") {
        let question = Ask("A?", into: Self.a)
        let inner = Flow(flow.0) {
          if let was = ask.1 { question.id(ask.0, was: was) } else { question.id(ask.0) }
          if says { Say("Hi.") }
        }
        if let was = flow.1 { inner.id(flow.0, was: was) } else { inner.id(flow.0) }
        Self.end
      }
    }
    let first = flow(("sub", nil), ("x", nil))
    let second = flow(("other", "sub"), ("y", "x"))
    let third = flow(("sub", nil), ("x", nil), says: true)
    let run = try Self.perform(first, ["Ann"])
    for (form, renamed) in try Self.moved(run, first, second).enumerated() {
      #expect(renamed.nextNeed?.name == "end" && renamed.answers["a"] == "Ann")
      var back = try Self.moved(renamed, second, third)[form]
      try Self.passSaid(&back)
      #expect(back.nextNeed?.name == "end" && back.answers["a"] == "Ann")
    }
    // An id that another step has now isn't that of the step that had it once.
    let nick = Flow("e") {
      Ask("Nick?", into: Self.a).id("nickname", was: "nick")
      Ask("City?", into: Self.b).id("city")
      Self.end
    }
    let city = Flow("e") {
      Ask("City?", into: Self.b).id("nick", was: "city")
      Self.end
    }
    let named = try Self.perform(nick, ["Bobby", "Rome"])
    for moved in try Self.moved(named, nick, city) {
      #expect(moved.nextNeed?.name == "end" && moved.answers["b"] == "Rome")
    }
  }

  @Test("a key that gets another name concerns the work that read it")
  func renamedKey() throws {
    let (name, who) = (Key<String>("name"), Key<String>("who"))
    func flow(_ key: Key<String>, declares: Bool) -> Flow {
      let book = Do("book") { _ in }.undo { _ in }
      return Flow("e") {
        key.name == "who"
          ? Ask("Name?", into: key).id("who", was: "name") : Ask("Name?", into: key)
        declares ? book.reads(key) : book
        Self.end
      }
    }
    for declares in [false, true] {
      let (before, after) = (flow(name, declares: declares), flow(who, declares: declares))
      var run = try Run(before)
      try run.give("Bob")
      try Self.work(&run)
      for var moved in try Self.moved(run, before, after) {
        #expect(moved.nextNeed?.name == "end")
        try moved.goBack()
        try moved.give("Ann")
        let stale = try #require(moved.nextNeed)
        #expect(stale.kind == .stale)
        try moved.resolve(stale, with: .undoAndAgain)
        let undo = try #require(moved.nextNeed)
        #expect(undo.kind == .undo && moved.answers(for: undo).value("who") == "Bob")
      }
    }
  }

  private static func perform(_ flow: Flow, _ answers: [Value]) throws -> Run {
    var run = try Run(flow)
    for answer in answers {
      while let need = run.nextNeed, need.kind == .action {
        run.begin(need)
        let given = run.answers(for: need)
        try run.resolve(need, with: .performed(given), reading: given)
      }
      try run.give(answer)
    }
    return run
  }

  private static func passSaid(_ run: inout Run) throws {
    while let need = run.nextNeed, need.kind == .say { try run.resolve(need, with: .shown) }
  }

  @Test("38: entries that fit are kept by name, and the rest is reported", arguments: edits)
  func edited(_ edit: Edit) throws {
    #expect(edit.after.problems == [])
    let before = try Self.perform(edit.before, edit.answers)
    var (run, remarks) = try Run.resuming(edit.after, from: try SavedRun(before, of: edit.before))
    #expect(remarks.map(\.description) == edit.remarks)
    try Self.passSaid(&run)
    #expect(run.nextNeed.map { "\($0.kind) \($0.name)" } == edit.need)
    #expect(run.answers.description == edit.known)
    // Saved again it is the same, without a word.
    var (again, nothing) = try Run.resuming(edit.after, from: try SavedRun(run, of: edit.after))
    try Self.passSaid(&again)
    #expect(nothing == [])
    #expect(again.needs == run.needs || again.nextNeed?.name == run.nextNeed?.name)
    #expect(again.answers.description == edit.known)
  }

  @Test("38: an answer breaks a new rule; effects with the old answer need a decision")
  func rule() throws {
    func flow(_ ask: Ask<Int>) -> Flow {
      Flow("e") {
        ask
        Do("charge") { _ in
        }.reads(Self.number).undo { _ in
        }
        Ask("B?", into: Self.b)
        Self.end
      }
    }
    let before = flow(Ask("A?", into: Self.number))
    let run = try Self.perform(before, [5, "B"])
    let after = flow(Ask("A?", into: Self.number).validate(.range(10...)))
    var (resumed, remarks) = try Run.resuming(after, from: try SavedRun(run, of: before))
    #expect(remarks.map(\.description) == ["“A?” is asked again: Give 10 or more."])
    try resumed.give(12)
    #expect(resumed.nextNeed?.kind == .stale)
    #expect(resumed.nextNeed.flatMap(resumed.question)?.message == "“A?”: 5, now 12.")
    try resumed.resolve(try #require(resumed.nextNeed), with: .keep)
    #expect(resumed.nextNeed?.name == "end")
  }

  @Test(
    "13, 14: an edit alone makes no work stale, in a journal and in a token",
    arguments: [
      VersionTests.Form.token, .journal,
    ])
  func editAlone(_ form: VersionTests.Form) throws {
    let pay = Do("pay") {}
    let both = Flow("e") {
      Ask("A?", into: Self.a)
      Ask("B?", into: Self.b)
      pay
      Self.end
    }
    let without = Flow("e") {
      Ask("A?", into: Self.a)
      pay
      Self.end
    }
    // The same answer is given again, and a question is removed.
    var run = try Run(both, id: "run")
    for answer: Given in ["1", "1", ""] { try Self.resolve(&run, answer) }
    for _ in 0..<2 { try run.goBack(from: try #require(run.nextNeed)) }
    try Self.resolve(&run, "1")
    #expect(run.nextNeed?.name == "end")
    #expect(try VersionTests.moved(run, both, to: without, by: form).run.nextNeed?.name == "end")

    // Work stands before a question, and then behind it.
    let before = Flow("e") {
      pay
      Ask("A?", into: Self.a)
      Self.end
    }
    run = try Run(before, id: "run")
    for answer: Given in ["", "1"] { try Self.resolve(&run, answer) }
    #expect(try VersionTests.moved(run, before, to: without, by: form).run.nextNeed?.name == "end")

    // A different answer does: it is asked for again before the run comes to the work.
    run = try Run(both, id: "run")
    for answer: Given in ["1", "1", ""] { try Self.resolve(&run, answer) }
    for _ in 0..<2 { try run.goBack(from: try #require(run.nextNeed)) }
    try Self.resolve(&run, "2")
    #expect(run.nextNeed?.kind == .stale)
    #expect(try VersionTests.moved(run, both, to: without, by: form).run.nextNeed?.kind == .stale)
  }

  @Test(
    "13, 14: an answer whose question is gone, and a decision, leave work alone in a second edit",
    arguments: VersionTests.Form.allCases)
  func secondEdit(_ form: VersionTests.Form) throws {
    let (b, fee) = (Key<String>("b"), Key<Int>("fee"))
    func flow(_ amount: Int, @FlowBuilder _ question: () -> Steps) -> Flow {
      Flow("e") {
        Store(amount, into: fee)
        Do("pay") {}.reads(fee, b)
        question()
        Self.end
      }
    }
    // The work stands before the question, so its answers never mattered to it.
    let asking = flow(1) { Ask("B?", into: b) }
    var run = try Run(asking, id: "run")
    for answer: Given in ["", "1"] { try Self.resolve(&run, answer) }
    try run.goBack(from: try #require(run.nextNeed))
    try Self.resolve(&run, "2")
    let without = flow(1) {}
    run = try VersionTests.moved(run, asking, to: without, by: form).run
    #expect(run.nextNeed?.name == "end")
    run = try VersionTests.moved(run, without, to: flow(2) {}, by: form).run
    #expect(run.nextNeed?.name == "end")
  }

  @Test(
    "a decision to keep work stands when an edit adds work before it",
    arguments: VersionTests.Form.allCases)
  func keptThrough(_ form: VersionTests.Form) throws {
    let before = Flow("e") {
      Ask("A?", into: Self.a)
      Do("pay") {}.reads(Self.a)
      Self.end
    }
    let after = Flow("e") {
      Do("count") {}
      Ask("A?", into: Self.a)
      Do("pay") {}.reads(Self.a)
      Self.end
    }
    var run = try Run(before, id: "run")
    for answer: Given in ["1", ""] { try Self.resolve(&run, answer) }
    try run.goBack(from: try #require(run.nextNeed))
    try Self.resolve(&run, "2")
    try run.resolve(try #require(run.nextNeed), with: .keep)
    try run.goBack(from: try #require(run.nextNeed))
    try Self.resolve(&run, "1")
    run = try VersionTests.moved(run, before, to: after, by: form).run
    try Self.resolve(&run, "")
    #expect(run.nextNeed?.name == "end")
    try run.goBack(from: try #require(run.nextNeed))
    try Self.resolve(&run, "2")
    #expect(run.nextNeed?.name == "end")
  }

  @Test(
    "what a question of one edit has made stale, the next edit doesn't accept",
    arguments: VersionTests.Form.allCases)
  func staleThrough(_ form: VersionTests.Form) throws {
    let pay = Do("pay") {}.reads(Self.a)
    let before = Flow("e") { pay }
    let asking = Flow("e") {
      Ask("A?", into: Self.a)
      pay
    }
    var run = try Run(before, id: "run")
    try Self.resolve(&run, "")
    run = try VersionTests.moved(run, before, to: asking, by: form).run
    try Self.resolve(&run, "1")
    #expect(run.nextNeed?.kind == .stale)
    let longer = Flow("e") {
      Ask("A?", into: Self.a)
      pay
      Self.end
    }
    run = try VersionTests.moved(run, asking, to: longer, by: form).run
    #expect(run.nextNeed?.kind == .stale)
  }

  @Test(
    "work that ends after an answer before it has changed is stale after an edit, too",
    arguments: VersionTests.Form.allCases)
  func staleWhenEnded(_ form: VersionTests.Form) throws {
    func flow(_ title: Text) -> Flow {
      Flow("e") {
        Ask("A?", into: Self.a)
        Do("pay") {}.reads(Self.a)
        Confirm(title).id("end")
      }
    }
    var run = try Run(flow("End?"), id: "run")
    try Self.resolve(&run, "1")
    run.begin(try #require(run.nextNeed))
    run = try VersionTests.moved(run, flow("End?"), to: flow("End?"), by: form).run
    #expect(run.nextNeed?.kind == .begun)
    try run.goBack(from: try #require(run.nextNeed))
    try Self.resolve(&run, "2")
    let pay = try #require(run.nextNeed)
    try run.resolve(pay, with: .performed(run.answers(for: pay)))
    #expect(run.nextNeed?.kind == .stale)
    run = try VersionTests.moved(run, flow("End?"), to: flow("At the end?"), by: form).run
    #expect(run.nextNeed?.kind == .stale)
  }

  @Test(
    "an edit alone makes no work stale behind a wait that it adds",
    arguments: VersionTests.Form.allCases)
  func behindWait(_ form: VersionTests.Form) throws {
    let fee = Key<Int>("fee")
    let pay = Do("pay") {}.reads(fee)
    let before = Flow("e") {
      Store(1, into: fee)
      pay
      Self.end
    }
    let after = Flow("e") {
      Store(2, into: fee)
      Wait(.seconds(1))
      pay
      Self.end
    }
    var run = try Run(before, id: "run")
    try Self.resolve(&run, "")
    run = try VersionTests.moved(run, before, to: after, by: form).run
    try run.resolve(try #require(run.nextNeed), with: .elapsed)
    #expect(run.nextNeed?.name == "end")
  }

  @Test(
    "an edit alone makes no work stale that was begun before it",
    arguments: VersionTests.Form.allCases)
  func begunThrough(_ form: VersionTests.Form) throws {
    let fee = Key<Int>("fee")
    func flow(_ amount: Int) -> Flow {
      Flow("e") {
        Store(amount, into: fee)
        Ask("A?", into: Self.a)
        Do("pay") {}
        Self.end
      }
    }
    var run = try Run(flow(1), id: "run")
    try Self.resolve(&run, "1")
    run.begin(try #require(run.nextNeed))
    run = try VersionTests.moved(run, flow(1), to: flow(2), by: form).run
    #expect(run.nextNeed?.kind == .begun)
    try run.resolve(try #require(run.nextNeed), with: .performed(run.answers))
    #expect(run.nextNeed?.name == "end")

    // A different answer does.
    try run.goBack(from: try #require(run.nextNeed))
    try Self.resolve(&run, "2")
    #expect(run.nextNeed?.kind == .stale)
  }

  @Test(
    "an answer behind work that another version doesn't have leaves the work alone",
    arguments: VersionTests.Form.allCases)
  func behindWork(_ form: VersionTests.Form) throws {
    func flow(@FlowBuilder _ question: () -> Steps) -> Flow {
      Flow("e") {
        Ask("A?", into: Self.a)
        Do("pay") {}
        question()
        Self.end
      }
    }
    let asking = flow { Ask("B?", into: Self.b) }
    var run = try Run(asking, id: "run")
    for answer: Given in ["1", ""] { try Self.resolve(&run, answer) }
    // The same answer again, and then the first one behind the work.
    try run.goBack(from: try #require(run.nextNeed))
    for answer: Given in ["1", "2"] { try Self.resolve(&run, answer) }
    run = try VersionTests.moved(run, asking, to: flow {}, by: form).run
    #expect(run.nextNeed?.name == "end")
  }

  @Test("of two decisions about work, the last one counts")
  func lastDecision() throws {
    let flow = Flow("e") {
      Ask("A?", into: Self.a)
      Do("pay") {}.undo { _ in }
      Self.end
    }
    var run = try Run(flow, id: "run")
    for answer: Given in ["1", ""] { try Self.resolve(&run, answer) }
    for (answer, decision, next) in [
      ("2", Resolution.again, Need.Kind.action), ("3", .undoAndAgain, .undo),
    ] {
      try run.goBack(from: try #require(run.nextNeed))
      try Self.resolve(&run, .typed(.string(answer)))
      try run.resolve(try #require(run.nextNeed), with: decision)
      #expect(run.nextNeed?.kind == next)
    }
    try run.goBack(from: try #require(run.nextNeed))
    try Self.resolve(&run, "2")
    #expect(run.nextNeed?.kind == .stale)
  }

  /// Work is performed as if it had read everything.
  private static func resolve(_ run: inout Run, _ answer: Given) throws {
    let need = try #require(run.nextNeed)
    guard need.kind == .action else { return try run.resolve(need, with: .answer(answer)) }
    let answers = run.answers(for: need)
    answers.reads?.noteAll()
    try run.resolve(need, with: .performed(answers))
  }
}
