// What the journal reader takes makes a run, of this version of the flow or of another, and what that
// run writes is read back as a run that stands at the same place.

@testable import LibrettoCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? SavedRun(lines: bytes)
  for flow in FuzzFlows.all {
    guard let known = try? flow.fingerprint else { return 0 }
    for fingerprint in [known, "0"] {
      guard let saved = try? SavedRun(lines: FuzzFlows.journal(bytes, flow, fingerprint)),
        let (run, _) = try? Run.resuming(flow, from: saved)
      else { continue }
      guard let again = try? SavedRun(lines: run.journal.lines(of: flow, id: run.id)),
        let (other, _) = try? Run.resuming(flow, from: again),
        FuzzFlows.state(run) == FuzzFlows.state(other)
      else { fatalError("stands elsewhere: \(FuzzFlows.state(run))") }
    }
  }
  return 0
}
