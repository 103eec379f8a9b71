// A flow that is read is written and read back the same, and can be begun; nothing makes it crash.

@testable import LibrettoAnalysis
@testable import LibrettoCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let flow = try? Flow(json: bytes) else { return 0 }
  guard let json = try? JSONExporter().bytes(flow), let again = try? Flow(json: json),
    again == flow
  else { fatalError("not read back: \(String(decoding: bytes, as: UTF8.self))") }
  _ = try? AnswersTemplate().perform(flow)
  _ = MissingAnswers(flow, MissingAnswers.Setting())
  _ = try? FlowDiff(from: flow, to: again)
  _ = try? Run(flow, limits: Limits(stepsBetweenPrompts: 1000))
  return 0
}
