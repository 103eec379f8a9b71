// Whatever stands between the head and the check of a token, reading it ends with a session or an
// error; a session that was read gives a token that is read again.
private let name = Key<String>("name")
private let age = Key<Int>("age")
private let pin = Key<String>("pin")
private let flow = Flow("fuzz") {
  Ask("Name?", into: name)
  Ask("Age?", into: age).validate(.range(0...130))
  Ask("PIN?", into: pin).secret()
  Repeat(while: age < 18) {
    Do("save") { answers in answers[age] = 18 }
    Confirm("Sure?")
  }
  ChooseMany("Which?", into: Key<[String]>("which")) {
    Option("a")
    Option("b")
  }
}

/// What stands before the lines, which a foreign token fails at: the token of a session at its start,
/// without its check.
private let head = (try? Session(flow, id: "r") { 0 }).map { Array($0.token.dropLast(4)) } ?? []

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? Session(flow, token: bytes) { 0 }
  var writer = TokenWriter()
  for byte in head + bytes { writer.byte(byte) }
  writer.seal()
  for secrets in [[:], ["pin": Value.string("4711")]] {
    guard let session = try? Session(flow, token: writer.bytes, secrets: secrets, clock: { 0 })
    else { continue }
    guard let again = try? Session(flow, token: session.token, secrets: secrets, clock: { 0 }),
      again.needs == session.needs, again.outcome == session.outcome
    else { fatalError("not read again, or elsewhere: \(session.token)") }
  }
  return 0
}
