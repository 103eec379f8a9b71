import Libretto

/// The cost of going back, restoring and editing in a long run.
struct RunBench: Benchmark {
  let names = ["run.back", "session.long", "run.edit"]

  func rows(_ options: Options) throws -> [Row] {
    let flow = LoopFlow.make()
    let run = try LoopFlow.perform(flow, answers: 10_000)
    let back = try Measuring.medians(
      rounds: 9,
      [
        {
          var copy = run
          return try Measuring.seconds {
            guard let need = copy.nextNeed else { throw Trouble("the loop ended") }
            try copy.goBack(from: need)
          }
        }
      ])
    var session = try Session(flow, id: "long", clock: { 0 })
    var answers = LoopAnswers()
    for _ in 0..<10_000 {
      guard let name = session.needs.first?.name else { throw Trouble("the loop ended") }
      try session.resolve(name, with: .answer(.typed(.int(answers.next()))))
    }
    let token = session.token
    let long = try Measuring.medians(
      rounds: 9,
      [{ try Measuring.seconds { _ = try Session(flow, token: token, clock: { 0 }) } }])
    let saved = try SavedRun(
      lines: try LoopFlow.perform(flow, answers: LoopAnswers.count).journal.lines(of: flow))
    let other = LoopFlow.make(greeting: "Welcome.")
    let edit = try Measuring.medians(
      rounds: 5,
      [
        {
          try Measuring.seconds {
            let (run, _) = try Run.resuming(other, from: saved)
            guard run.nextNeed != nil else { throw Trouble("the edited loop ended") }
          }
        }
      ])
    return [
      Row(names[0], back[0], "s", .atMost(0.005)),
      Row(names[1], long[0], "s", .atMost(0.004)),
      Row(names[2], edit[0], "s", .atMost(0.3)),
    ]
  }
}
