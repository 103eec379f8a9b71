import Libretto

/// The time to bring a run to the end of a journal with 100,000 answers.
struct JournalReplay: Benchmark {
  let names = ["journal.replay"]

  func rows(_ options: Options) throws -> [Row] {
    let flow = LoopFlow.make()
    let journal = try LoopFlow.perform(flow, answers: LoopAnswers.count).journal
    let times = try Measuring.medians(
      rounds: 9,
      [
        {
          var replayed: Run?
          let time = try Measuring.seconds {
            replayed = try Run(flow, replaying: journal)
          }
          if let replayed { try LoopFlow.verify(replayed) }
          return time
        }
      ])
    return [Row(names[0], times[0], "s", .atMost(0.2))]
  }
}
