// What the journal reader takes makes a run, of this version of the flow or of another, and what that
// run writes is read back as a run that stands at the same place.
private let flow = Flow("fuzz") {
  let name = Key<String>("name")
  let age = Key<Int>("age")
  let pin = Key<String>("pin")
  Ask("Name?", into: name)
  Ask("Age?", into: age).validate(.range(0...130))
  Ask("PIN?", into: pin).secret()
  Repeat(while: age < 18) {
    Do("save") { answers in
      answers[age] = 18
    } undo: { _ in
    }
    Ask("Age of \(name)?", into: age).id("again").timeout(.seconds(1)) { Say("Late.") }
  }
  Load("prices", into: Key<[Int]>("prices")) {
    [1]
  } data: {
    Confirm("Buy?") { Finish("bought") }
  } empty: {
    Say("Nothing.")
  } failure: {
    Reload()
  }
}

/// The lines of the input, without their checks, behind a header: sealed, for no reader would take
/// them otherwise.
private func sealed(_ bytes: [UInt8], _ fingerprint: String) -> [UInt8] {
  var journal = JournalLines()
  var text = Array(journal.header("fuzz", fingerprint, run: "r", time: 0).utf8)
  var check = journal.check
  for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
    guard line.last == UInt8(ascii: "}") else {
      text += line + [0x0A]
      continue
    }
    let body = line.dropLast()
    check = JournalLines.check(body, after: check)
    text += body + Array(",\"check\":\"\(JournalLines.hex(check))\"}\n".utf8)
  }
  return text
}

private func state(_ run: Run) -> String {
  "\(run.needs.map { "\($0.kind) \($0.name)" }) \(run.answers) \(String(describing: run.outcome))"
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? SavedRun(lines: bytes)
  guard let known = try? flow.fingerprint else { return 0 }
  for fingerprint in [known, "0"] {
    guard let saved = try? SavedRun(lines: sealed(bytes, fingerprint)),
      let (run, _) = try? Run.resuming(flow, saved)
    else { continue }
    guard let again = try? SavedRun(lines: run.journal.lines(of: flow, id: run.id)),
      let (other, _) = try? Run.resuming(flow, again), state(run) == state(other)
    else { fatalError("stands elsewhere: \(state(run))") }
  }
  return 0
}
