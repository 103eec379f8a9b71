extension Session {
  /// Says everything that must be said, and records that the current needs are put to the person.
  mutating func settle() { Self.settle(&run, &statements) }

  static func settle(_ run: inout Run, _ said: inout [Statement]) {
    for item in run.events {
      if case .nothingBefore = item {
        said.append(.text("This is the first question; there is nothing to go back to."))
      }
    }
    if !run.isParallel, run.nextNeed?.kind != .say { return }
    while let need = run.needs.first(where: { $0.kind == .say }) {
      said.append(run.statement(of: need))
      do throws(Rejection) {
        try run.resolve(need, with: .shown, at: run.now)
      } catch {
        // The run can resolve its own needs; if it couldn't, the need would stay open.
        return
      }
    }
    if run.isParallel { for need in run.needs { run.present(need, at: run.now) } }
  }
}
