import Testing

@testable import LibrettoCore

/// What a restored run and another version must know, and what an order of the flow is.
struct RestoredTests {
  static let name = Key<String>("name"), phone = Key<String>("phone"), end = Key<String>("end")
  static let number = Key<Int>("number"), width = Key<Int>("width")

  static func new(_ version: UInt?) -> Flow {
    Flow("mails", version: version) {
      Ask("Name?", into: name)
      Do("mail") { _ in }.reads(name).writes()
      Ask("Phone of \(name)?", into: phone)
      Ask("End?", into: end)
    }
  }

  static func old(_ version: UInt?) -> Flow {
    Flow("mails", version: version) {
      Ask("Name?", into: name)
      Ask("End?", into: end)
    }
  }

  @Test(
    "an answer that a version without the work has changed makes the work stale",
    arguments: VersionTests.Form.allCases, [UInt?.none, 2])
  func changedElsewhere(_ form: VersionTests.Form, _ version: UInt?) throws {
    let (new, old) = (Self.new(version.map { $0 + 1 }), Self.old(version))
    var run = try Run(new, id: "run")
    for answer: Given in ["Ann", "Ann", "123"] { try VersionTests.resolve(&run, answer) }
    (run, _) = try VersionTests.moved(run, new, to: old, by: form)
    try run.goBack(from: #require(run.nextNeed))
    try VersionTests.resolve(&run, "Bob")
    (run, _) = try VersionTests.moved(run, old, to: new, by: form)
    #expect(run.nextNeed?.kind == .stale)
    #expect(run.nextNeed?.name == "mail")
  }

  @Test("the lines of a journal have what this version can't hold")
  func foreignLines() throws {
    let (new, old) = (Self.new(nil), Self.old(nil))
    var run = try Run(new, id: "run")
    for answer: Given in ["Ann", "Ann", "123"] { try VersionTests.resolve(&run, answer) }
    for (from, to) in [(new, old), (old, new)] {
      let saved = try SavedRun(lines: try run.journal.lines(of: from, id: "run"))
      run = try Run.resuming(to, from: saved).run
    }
    #expect(run.nextNeed?.name == "end")
    #expect(run.answers[Self.phone] == "123")
  }

  @Test("a lower version doesn't answer what a higher one has, and doesn't end over its work")
  func liveRefusals() throws {
    let x = Key<String>("x")
    let y = Key<String>("y")
    let new = Flow("pays", version: 3) {
      Ask("X?", into: x)
      Do("pay") { _ in }
    }
    let old = Flow("pays", version: 2) {
      Ask("X?", into: x)
      Ask("Y?", into: y)
    }
    var run = try Run(new, id: "run")
    try VersionTests.resolve(&run, "a")
    run.begin(try #require(run.nextNeed))
    for form in VersionTests.Form.allCases {
      var (back, _) = try VersionTests.moved(run, new, to: old, by: form)
      let error = #expect(throws: Rejection.self) { try VersionTests.resolve(&back, "b") }
      #expect(
        error?.message
          == "The run was saved by version 3 of the flow. Version 2 can't continue it: it would end "
          + "while work is open that it doesn't know. Continue it with version 3 or a later one.")
      #expect(back.nextNeed?.name == "y")
    }
  }

  @Test("what waits for other work is undone before it, wherever it is declared")
  func undoOrder() throws {
    let flow = Flow("undoes") {
      Ask("N?", into: Self.number)
      When(Self.number == 1) {
        Operations {
          Operation("late", after: "early") {
            Do("late") { _ in }.undo { _ in }.reads(Self.width).writes()
          }
          Operation("early") {
            Do("early") { $0[Self.width] = 5 }.undo { _ in }.reads(Self.number).writes(Self.width)
          }
        }
      }
      Ask("End?", into: Self.end)
    }
    var run = try Run(flow)
    try run.resolve(#require(run.nextNeed), with: .answer(.typed(.int(1))))
    while let need = run.nextNeed, need.kind == .action {
      var answers = run.answers(for: need)
      if need.name == "early/early" { answers[Self.width] = 5 }
      try run.resolve(need, with: .performed(answers))
    }
    try run.goBack(from: #require(run.nextNeed))
    try run.resolve(#require(run.nextNeed), with: .answer(.typed(.int(2))))
    var undone: [String] = []
    while let need = run.nextNeed, need.kind == .undo {
      undone.append(need.name)
      try run.resolve(need, with: .undone)
    }
    #expect(undone == ["late/late", "early/early"])
  }

  @Test("the limit of steps doesn't depend on the order of operations")
  func limit() throws {
    let flow = Flow("polls") {
      Operations {
        Operation("a") { Repeat(times: 20) { Do("poll") { _ in } } }
        Operation("b") {
          for number in 1...4 { Ask("\(number)?", into: Self.name).id("q\(number)") }
        }
      }
    }
    for steps in [100, 50, 30] {
      let limited = flow.limits(Limits(stepsBetweenPrompts: steps))
      var ends: Set<String> = []
      for every in [1, 3, 6, 30] {
        var run = try Run(limited, id: "run")
        var polls = 0
        while run.outcome == nil {
          let work = run.needs.first { $0.kind == .action }
          let question = run.needs.first { $0.kind == .prompt }
          if let question, work == nil || polls % every == every - 1 {
            polls += 1
            try run.resolve(question, with: .answer("x"))
          } else if let work {
            polls += 1
            try run.resolve(work, with: .performed(run.answers(for: work)))
          }
          let bytes = SessionToken.bytes(run, try limited.fingerprintNumber)
          let restored = try Session(limited, token: bytes, clock: { 0 }).run
          #expect(restored.needs.map(\.name) == run.needs.map(\.name))
          #expect(restored.outcome == run.outcome)
        }
        ends.insert("\(try #require(run.outcome))")
      }
      #expect(ends.count == 1, "\(steps): \(ends)")
    }
  }

  @Test("a clock that a cancel has closed is closed for a run of the journal too")
  func closedClock() throws {
    let flow = Flow("clocks") {
      Operations {
        Operation("a") { Ask("A?", into: Self.name).timeout(.seconds(60)) }
        Operation("b") {
          Ask("B?", into: Self.phone)
          CancelOperation("a")
          Ask("C?", into: Self.end)
        }
      }
    }
    var run = try Run(flow, id: "one", at: 0)
    for need in run.needs { run.present(need, at: 0) }
    let question = try #require(run.needs.first { $0.name == "b/phone" })
    try run.resolve(question, with: .answer("x"), at: 1000)
    try run.goBack(from: #require(run.nextNeed), at: 50_000)
    let saved = try SavedRun(lines: try run.journal.lines(of: flow, id: "one"))
    let restored = try Run.resuming(flow, from: saved, at: 50_001).run
    #expect(run.needs.count == 2)
    #expect(run.needs.map { run.deadline(of: $0) } == [nil, nil])
    #expect(restored.needs.map { restored.deadline(of: $0) } == [nil, nil])
    #expect(run.journal.entries.contains { $0.event == .closed })
  }

  /// What an edit puts before work, or changes there.
  enum Edit: CaseIterable { case value, choice, around, work, load, operation }

  static func greeting(_ edit: Edit?) -> Flow {
    let greeting = Key<String>("greeting")
    let sure = Key<Bool>("sure")
    let extra = Key<Int>("extra")
    let mail = Do("mail") { _ in }.id("mail")
    return Flow("greeting") {
      Ask("Name?", into: name)
      Store(edit == nil ? "Hi" : "Hello", into: greeting)
      switch edit {
      case .choice:
        Confirm("Add a number?", into: sure) { Ask("Number?", into: number).id("number") }
        mail
      case .around: Confirm("Mail it?", into: sure) { mail }
      case .work:
        Do("log") { _ in }
        mail
      case .load:
        Load("count", into: extra) { _ in
          1
        } data: {
        } empty: {
        }
        mail
      case .operation:
        Operations { Operation("side") { Ask("Side?", into: phone) } }
        mail
      default: mail
      }
      Ask("End?", into: end)
    }
  }

  @Test(
    "an edit alone makes no work stale, wherever the run stands",
    arguments: Edit.allCases, VersionTests.Form.allCases)
  func editBefore(_ edit: Edit, _ form: VersionTests.Form) throws {
    for isBack in [false, true] {
      let (old, new) = (Self.greeting(nil), Self.greeting(edit))
      var run = try Run(old, id: "run")
      try VersionTests.resolve(&run, "Ann")
      // Nobody says what it read, so it is all answers.
      let mail = try #require(run.nextNeed)
      try run.resolve(mail, with: .performed(old.noAnswers))
      if isBack { try run.goBack(from: #require(run.nextNeed)) }
      (run, _) = try VersionTests.moved(run, old, to: new, by: form)
      var performed: [String] = []
      while let need = run.nextNeed, need.name != "end" {
        switch need.kind {
        case .action:
          performed.append(need.name)
          try run.resolve(need, with: .performed(new.noAnswers))
        case .load: try run.resolve(need, with: .loaded(.int(1)))
        case .prompt:
          let answer: Given =
            need.name == "sure" ? .yes(true) : need.name == "number" ? .typed(.int(5)) : "Ann"
          try run.resolve(need, with: .answer(answer))
        default:
          #expect(need.name == "end", "\(need.kind), back \(isBack)")
          return
        }
      }
      #expect(performed == (edit == .work ? ["log"] : []))
      #expect(run.nextNeed?.name == "end")
      // An answer that is changed after it does.
      while run.nextNeed?.name != "name" { try run.goBack(from: #require(run.nextNeed)) }
      try VersionTests.resolve(&run, "Bob")
      while let need = run.nextNeed, need.kind != .stale, need.name != "end" {
        if need.kind == .load {
          try run.resolve(need, with: .loaded(.int(1)))
          continue
        }
        let answer: Given =
          need.name == "sure" ? .yes(true) : need.name == "number" ? .typed(.int(5)) : "x"
        try run.resolve(need, with: .answer(answer))
      }
      let stale = run.needs.first { $0.kind == .stale }
      #expect(stale != nil)
    }
  }
}
