import Libretto

/// How much a run grows with each answer.
struct JournalMemory: Benchmark {
  let names = ["engine.dialog-loop.memory"]

  func rows(_ options: Options) throws -> [Row] {
    let flow = LoopFlow.make()
    // Once before, so that nothing is loaded for the first time while it is measured; only a
    // little, because the allocator keeps what larger runs free.
    _ = try LoopFlow.perform(flow, answers: 100)
    let count = 10 * LoopAnswers.count
    let before = try Memory.resident()
    let run = try LoopFlow.perform(flow, answers: count)
    let growth = Double(try Memory.resident() - before)
    let entries = run.journal.entries
    guard entries.count == count else { throw Trouble("\(entries.count) entries in the journal") }
    return [Row(names[0], growth / Double(count), "bytes/answer", .atMost(60))]
  }
}
