import Libretto

/// The answers per second that the engine takes with a journal, compared with hand-written code.
struct DialogLoop: Benchmark {
  let names = ["engine.dialog-loop", "engine.dialog-loop.ratio"]

  func rows(_ options: Options) throws -> [Row] {
    let flow = LoopFlow.make()
    let times = try Measuring.medians(
      rounds: 21,
      [
        {
          var run: Run?
          let time = try Measuring.seconds {
            run = try LoopFlow.perform(flow, answers: LoopAnswers.count)
          }
          if let run { try LoopFlow.verify(run) }
          return time
        },
        {
          var loop = LoopByHand()
          let time = Measuring.seconds { loop = .perform(answers: LoopAnswers.count) }
          try loop.verify()
          return time
        },
      ])
    return [
      Row(names[0], Double(LoopAnswers.count) / times[0], "answers/s", .atLeast(9_500_000)),
      Row(names[1], times[0] / times[1], "× by hand"),
    ]
  }
}
