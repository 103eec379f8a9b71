import Testing

@testable import LibrettoCore

/// What was saved of a run with texts, secrets, a page, an undo and a cancel, and was damaged since:
/// each is an error, or a run that what it saves itself leads back to.
struct DamagedRunTests {
  static let name = Key<String>("name"), pin = Key<String>("pin"), code = Key<String>("code")
  static let seat = Key<String>("seat"), street = Key<String>("street"),
    parcel = Key<Bool>("parcel")

  static let flow = Flow("everything") {
    Say("Hello.")
    Ask("PIN?", into: pin).secret()
    Confirm("Insured?") { Do("insure") {}.undo {} }
    Ask("Name?", into: name)
    Operations {
      Operation("a") {
        Do("book") {}.undo {}
        Say("Booked.")
        Ask("Seat?", into: seat)
      }
      Operation("b") {
        Do("log in") {}.reads(pin)
        Confirm("Stop?") { CancelOperation("a") }
      }
    }
    Form("Page") {
      Ask("Street?", into: street)
      Ask("Code?", into: code).secret()
      Confirm("Parcel?", into: parcel)
    }
    Say("Thanks, \(street).")
    Load("price", into: Key<Int>("price")) { 1 }
    Confirm("End?")
  }

  /// The run at its last question.
  static func run() throws -> Run {
    var run = try Run(flow, id: "r", at: 0)
    var met: Set<String> = []
    var isCorrected = false
    while let need = run.needs.first(where: { $0.kind != .prompt }) ?? run.needs.last,
      need.name != "end"
    {
      met.insert("\(need.kind)")
      switch need.kind {
      case .say: try run.resolve(need, with: .shown)
      case .load: try run.resolve(need, with: .loaded(3))
      case .action, .undo:
        run.begin(need)
        try run.resolve(
          need, with: need.kind == .undo ? .undone : .performed(run.answers(for: need)))
      default:
        if need.name == "page" {
          let page: [String: SessionResolution] = [
            "page/street": "Mill Lane", "page/code": "sesame", "page/parcel": "yes",
          ]
          #expect(try run.submit(need, with: PageAnswers(page)) == nil)
        } else if need.name == "name", !isCorrected {
          isCorrected = true
          try run.goBack(from: need)
        } else {
          let typed = try? run.question(for: need)?.read(need.name == "pin" ? "12345" : "Ann")
          let isYes = need.name != "insured" || !isCorrected
          try run.resolve(need, with: .answer(typed ?? .yes(isYes)))
        }
      }
    }
    #expect(met.isSuperset(of: ["say", "prompt", "action", "load", "undo"]), "\(met)")
    #expect(run.nextNeed?.name == "end")
    return run
  }

  /// Where a run stands, in words.
  static func state(_ run: Run) -> String { FuzzFlows.state(run) }

  @Test("a journal: cut at every byte; each line doubled, left out, or swapped with the next")
  func journal() throws {
    let run = try Self.run()
    let bytes = try run.journalBytes(of: Self.flow)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("12345") && !text.contains("sesame"))
    for word in [
      #""secret":"#, #""submitted":"#, #""found":"#, #""undone":"#, #""loaded":"#, #""back":"#,
    ] {
      #expect(text.contains(word), "\(word)")
    }
    let lines = text.split(separator: "\n").map(String.init)
    let header = lines[0].utf8.count
    for end in 0...bytes.count {
      guard let saved = try? SavedRun(lines: Array(bytes[..<end])) else {
        #expect(end <= header, "cut at \(end)")
        continue
      }
      let (cut, remarks) = try Run.resuming(Self.flow, from: saved)
      #expect(
        remarks.allSatisfy { $0.description.hasSuffix(" was interrupted and may have been done") })
      try Self.checkAgain(cut, "cut at \(end)")
    }
    var taken = 0
    for place in lines.indices.dropFirst() {
      var (doubled, short, swapped) = (lines, lines, lines)
      doubled.insert(lines[place], at: place)
      short.remove(at: place)
      swapped.swapAt(place, max(1, place - 1))
      for changed in [doubled, short, swapped] {
        // With checks that fit, since no reader takes it otherwise.
        let sealed = JournalReaderTests.sealed(changed).joined(separator: "\n") + "\n"
        guard let saved = try? SavedRun(lines: Array(sealed.utf8)),
          let (changed, _) = try? Run.resuming(Self.flow, from: saved)
        else { continue }
        try Self.checkAgain(changed, "line \(place)")
        taken += 1
      }
    }
    #expect(taken > lines.count)
  }

  private static func checkAgain(_ run: Run, _ what: String) throws {
    let saved = try SavedRun(lines: run.journalBytes(of: flow))
    let again = try Run.resuming(flow, from: saved).run
    #expect(state(again) == state(run), "\(what)")
    #expect(!run.needs.isEmpty || run.outcome != nil, "\(what)")
  }

  @Test("a token: cut at every byte, and each byte changed, with a check that fits")
  func token() throws {
    let run = try Self.run()
    let body = Array(
      SessionToken.bytes(run, try Self.flow.fingerprintNumber).dropLast(4))
    let whole = String(decoding: body, as: UTF8.self)
    #expect(!whole.contains("12345") && !whole.contains("sesame"))
    var taken = 0
    for place in body.indices {
      var changed = body
      changed[place] ^= 1 << (place % 8)
      taken += try Self.take(changed) ? 1 : 0
      taken += try Self.take(Array(body[..<place])) ? 1 : 0
    }
    // Some are other answers, and other times.
    #expect(taken > 20)
  }

  private static func take(_ bytes: [UInt8]) throws -> Bool {
    let session: Session
    do {
      session = try Session(flow, token: SessionTokenTests.sealed(bytes), clock: { 0 })
    } catch is TokenError {
      return false
    }
    let again = try Session(flow, token: session.token, clock: { 0 })
    #expect(state(again.run) == state(session.run))
    return true
  }
}
