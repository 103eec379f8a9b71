// Whatever stands between the head and the check of a token, reading it ends with a session or an
// error; a session that was read gives a token that is read again.

@testable import LibrettoCore

private let flows = FuzzFlows.all.map { flow in (flow, FuzzFlows.head(flow)) }

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for (flow, head) in flows {
    _ = try? Session(flow, token: bytes) { 0 }
    var writer = TokenWriter()
    for byte in head + bytes { writer.byte(byte) }
    writer.seal()
    for secrets in [[:], ["pin": Value.string("4711"), "a/pin": "4711"]] {
      guard let session = try? Session(flow, token: writer.bytes, secrets: secrets, clock: { 0 })
      else { continue }
      guard let again = try? Session(flow, token: session.token, secrets: secrets, clock: { 0 }),
        again.needs == session.needs, again.outcome == session.outcome
      else { fatalError("not read again, or elsewhere: \(session.token)") }
    }
  }
  return 0
}
