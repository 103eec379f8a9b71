import Libretto

/// The memory that a run needs for each answer.
struct JournalMemory: Benchmark {
  let names = ["engine.dialog-loop.memory"]

  func rows(_ options: Options) throws -> [Row] {
    let flow = LoopFlow.make()
    // Run once before, so that nothing is loaded for the first time while measuring. A short run,
    // because the allocator keeps the memory that larger runs free.
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
