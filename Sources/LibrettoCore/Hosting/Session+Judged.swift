// What the random walks of the tests ask of a run, beside what every host can.

extension Run {
  /// The operation in whose strand a need is, with the rounds of the loops around the operation; nil
  /// outside operations.
  package func operation(around need: Need) -> (id: String, rounds: [Int])? {
    let strand = state.strand(of: need).name
    guard strand.step >= 0 else { return nil }
    let operation = program.operations[Int(strand.step)]
    let around = program.loops[program.groups[operation.group].start].count
    return (operation.id, strand.rounds.unpacked(around))
  }

  /// Whether a token gave it something that this version of the flow can't hold, and no journal can
  /// have.
  package var hasForeignToken: Bool { foreign.content.isShort }
}

extension Session {
  /// The run as the token left it, before the session says anything.
  package func restoredRun(at time: Timestamp) -> Run {
    var restored = Run(
      flow.program, flow.limits, id: id, started: started,
      lines: Array(run.lines.prefix(run.restoredCount)), at: time)
    restored.foreign = run.foreign
    return restored
  }
}
