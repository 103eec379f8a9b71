import Testing

@testable import Libretto
@testable import LibrettoCore
@testable import LibrettoTerminal

/// What a loss of power can take away: nothing that the person or the world has seen the effects of.
struct JournalFileTests {
  static let city = Key<String>("city")
  static let nights = Key<Int>("nights")

  /// A flow whose work is noted in a timeline.
  private static func trip(_ cut: PowerCut) -> Flow {
    Flow("trip") {
      Ask("Which city?", into: city)
      Ask("How many nights?", into: nights).timeout(.seconds(60)) { Say("Too late.") }
      Do("book") { _ in
        cut.log("book")
      }.reads(nights).undo { _ in
        cut.log("cancel")
      }
      Say("Booked.")
      Confirm("Pay?").id("pay")
      Do("charge") { cut.log("charge") }
    }
  }

  private static func record(_ cut: PowerCut, _ path: String) async throws -> FlowResult {
    let journal = try JournalFile(path, on: cut.disk)
    return try await trip(cut).run(with: cut.person, recording: { try journal.append($0) })
  }

  /// Goes on with a copy: the file itself may still be held by what is left of the first run.
  private static func resume(_ cut: PowerCut, _ path: String) async throws -> FlowResult {
    let copy = ScratchFile()
    try Files.write(String(decoding: try Files.read(path), as: UTF8.self), to: copy.path)
    let journal = try JournalFile(resuming: copy.path, on: cut.disk)
    let saved = try #require(journal.saved)
    try journal.accept()
    return try await trip(cut).resume(
      saved, with: cut.person, recording: { try journal.append($0) })
  }

  /// Answers, a step back and what becomes of the booking.
  private static let replies: [Reply] = [
    .text("Rome"), .text("2"), .back, .text("3"), .given(.choice("undo")), .text("yes"),
  ]

  @Test("each answer, decision and effect is written and synced before anything follows from it")
  func order() async throws {
    let file = ScratchFile()
    let cut = PowerCut(Self.replies)
    let result = try await Self.record(cut, file.path)
    #expect(result.outcome == .finished(nil))
    #expect(
      cut.timeline == [
        "sync folder",
        "write journal", "sync",
        "ask city",
        "write answered city", "sync",
        // Only since when the time runs may be lost.
        "write opened nights",
        "ask nights",
        "write answered nights", "sync",
        "write began book", "sync",
        "book",
        "write ended book", "sync",
        "say Booked.",
        "ask pay",
        "write said city",
        "write back nights", "sync",
        "write opened nights",
        "ask nights",
        "write answered nights", "sync",
        "ask book",
        "write undoAgain book", "sync",
        "write undoBegan book", "sync",
        "cancel",
        "write undone book", "sync",
        "write began book", "sync",
        "book",
        "write ended book", "sync",
        "ask pay",
        "write answered pay", "sync",
        "write began charge", "sync",
        "charge",
        "write ended charge", "sync",
      ])
  }

  @Test("a resumed run syncs the existing lines before it continues, and no folder")
  func goingOn() async throws {
    let file = ScratchFile()
    _ = try await Self.record(PowerCut([.text("Rome")]), file.path)
    let cut = PowerCut([.text("2")])
    _ = try await Self.resume(cut, file.path)
    #expect(
      cut.timeline == [
        "sync",
        "ask nights",
        "write answered nights", "sync",
        "write began book", "sync",
        "book",
        "write ended book", "sync",
        "say Booked.",
        "ask pay",
      ])
  }

  @Test("concurrent effects are recorded on the disk before they begin")
  func sideBySide() async throws {
    let file = ScratchFile()
    let cut = PowerCut([])
    let flow = Flow("both") {
      Operations {
        for name in ["a", "b", "c"] { Operation(name) { Do("work \(name)") { cut.log(name) } } }
      }
    }
    let journal = try JournalFile(file.path, on: cut.disk)
    let result = try await flow.run(with: cut.person, recording: { try journal.append($0) })
    #expect(result.outcome == .finished(nil))
    let seen = cut.timeline
    for name in ["a", "b", "c"] {
      let began = try #require(seen.firstIndex(of: "write began \(name)/work-\(name)"))
      #expect(seen[began + 1] == "sync")
      #expect(try #require(seen.firstIndex(of: name)) > began + 1)
    }
    #expect(seen.last == "sync")
  }

  // MARK: The power goes

  /// Answers the questions of a trip, and tries again what has not been done.
  private static func person(_ done: [String], failing: Int? = nil) -> PowerCut {
    PowerCut(failing: failing) { question in
      switch question.kind {
      case .ask: .text("7")
      case .confirm: .text("yes")
      default: .given(.choice(done.contains(question.name) ? "ended" : "again"))
      }
    }
  }

  /// The questions that were answered before something else was seen.
  private static func answered(_ seen: [String]) -> [String] {
    seen.dropLast().filter { $0.hasPrefix("ask") }
  }

  /// What the person and the world have seen.
  private static func seen(_ timeline: some Sequence<String>) -> [String] {
    timeline.filter { !$0.hasPrefix("write") && !$0.hasPrefix("sync") }
  }

  /// Performs the rest of a run, and checks that nothing of it had been seen before.
  private static func finish(_ path: String, _ before: [String], _ comment: Comment) async throws {
    let rest = person(before)
    let result = try await resume(rest, path)
    #expect(result.outcome == .finished(nil), comment)
    let after = seen(rest.timeline)
    #expect(Set(answered(before)).isDisjoint(with: after), comment)
    for effect in ["book", "charge"] {
      #expect((before + after).count { $0 == effect } == 1, comment)
    }
  }

  @Test("after a power failure anywhere, no saved answer is asked again, no effect repeated")
  func everywhere() async throws {
    let whole = ScratchFile()
    let first = Self.person([])
    #expect(try await Self.record(first, whole.path).outcome == .finished(nil))
    #expect(first.timeline.count == 24)
    for (place, bytes) in first.left.enumerated() where !bytes.isEmpty {
      let file = ScratchFile()
      try Files.write(String(decoding: bytes, as: UTF8.self), to: file.path)
      try await Self.finish(
        file.path, Self.seen(first.timeline[...place]), "cut behind event \(place)")
    }
  }

  @Test(
    "a disk that fails is told, nothing follows from what it failed to keep, and no answer is lost")
  func failures() async throws {
    let whole = ScratchFile()
    let healthy = Self.person([])
    _ = try await Self.record(healthy, whole.path)
    let count = healthy.timeline.count { $0.hasPrefix("write") || $0.hasPrefix("sync") }
    // The first three are the folder and the first line.
    for failing in 4...count {
      let file = ScratchFile()
      let first = Self.person([], failing: failing)
      let result = try await Self.record(first, file.path)
      let seen = Self.seen(first.timeline)
      guard case .failed(let failure) = result.outcome else {
        Issue.record("\(failing): \(result.outcome)")
        continue
      }
      let last = try #require(first.timeline.last)
      #expect(last.hasSuffix(" fails"))
      let asked = seen.filter { $0.hasPrefix("ask") }
      #expect(result.inForce.count { $0.event != .began } >= asked.count, "\(failing)")
      if last == "sync fails" {
        #expect(
          failure.message
            == "the journal \(file.path) contains the last entries, but can't be synced, "
            + "so a power failure may lose them: input/output error; check the disk, then continue "
            + "with --resume \(file.path)")
        // The line is there, so the answer is not asked for again.
        try await Self.finish(file.path, seen + ["end"], "failing \(failing)")
      } else {
        #expect(
          failure.message == "the journal \(file.path) can't be written, so the last entries "
            + "are missing: input/output error; make room, then continue with --resume \(file.path)"
        )
        try await Self.finish(file.path, seen, "failing \(failing)")
      }
    }
  }

  @Test("a journal that can't be started is reported, and leaves no file behind")
  func beginnings() async throws {
    let file = ScratchFile()
    let folder = await #expect(throws: DataError.self) {
      try await Self.record(Self.person([], failing: 1), file.path)
    }
    #expect(
      folder?.description
        == "the folder of the journal \(file.path) can't be synced, so the journal "
        + "might be lost in a power failure: input/output error; check the disk, or write it to another "
        + "one")
    let line = await #expect(throws: Failure.self) {
      try await Self.record(Self.person([], failing: 2), file.path)
    }
    #expect(
      line?.message == "the journal \(file.path) can't be written: input/output error; make room, "
        + "then start again")
    let sync = await #expect(throws: Failure.self) {
      try await Self.record(Self.person([], failing: 3), file.path)
    }
    #expect(sync?.message.hasSuffix("then continue with --resume \(file.path)") == true)
    try await Self.finish(file.path, [], "nothing but the first line")
    let resumed = await #expect(throws: DataError.self) {
      try await Self.resume(Self.person([], failing: 1), file.path)
    }
    #expect(
      resumed?.description.hasSuffix(
        "/journal can't be synced, so its contents might be lost: input/output error; check the "
          + "disk, or resume a copy on another one") == true)
  }
}
