// What the journal reader takes is written and read back the same, and a run replays it or refuses.
private let flow = Flow("fuzz") {
  let name = Key<String>("name")
  let age = Key<Int>("age")
  let pin = Key<String>("pin")
  Ask("Name?", into: name)
  Ask("Age?", into: age).validate(.range(0...130))
  Ask("PIN?", into: pin).secret()
  Repeat(while: age < 18) {
    Do("save") { answers in answers[age] = 18 }
    Ask("Age?", into: age).id("again").timeout(.seconds(1)) { Say("Late.") }
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

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let (name, journal) = try? JournalLines.read(bytes) else { return 0 }
  var text = #"{"libretto":1,"journal":"fuzz"}"# + "\n"
  for entry in journal.entries { text += JournalLines.line(for: entry) }
  guard let again = try? JournalLines.read(Array(text.utf8)), again.journal == journal else {
    fatalError("not read back: \(text)")
  }
  _ = journal.inForce
  guard name == "fuzz", var run = try? Run(flow) else { return 0 }
  try? run.replay(journal)
  return 0
}
