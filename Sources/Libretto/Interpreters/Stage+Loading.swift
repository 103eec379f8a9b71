// That something loads is shown when it takes longer than an instant. One clock serves all loads of
// a performance: a timer for each costs more than a fast load takes.

extension Stage {
  /// Notes that something loads; the number stands for it.
  func beginLoading(_ text: String) -> Int {
    lastLoad += 1
    // While the clock runs already, its next tick may come too early for this load.
    loads[lastLoad] = Loading(text: text, due: ticks + (ticker == nil ? 1 : 2))
    if ticker == nil { ticker = Task { try await tick() } }
    return lastLoad
  }

  /// Notes that it loads no more.
  /// - Throws: what showing it threw.
  func endLoading(_ number: Int) async throws {
    loads[number] = nil
    try await showing?.value
  }

  private func tick() async throws {
    defer { ticker = nil }
    while loads.values.contains(where: { $0.due > ticks }) {
      try await host.sleep(for: Driver<Host>.patience)
      ticks += 1
      // What has been shown needs no clock any more: it must not tick for as long as that loads.
      let due = loads.filter { $0.value.due <= ticks }.sorted { $0.key < $1.key }
      for (number, _) in due { loads[number] = nil }
      // In the midst of a prompt it would stand where the person types.
      guard !due.isEmpty, !hasAttention else { continue }
      let task = Task { [host] in for (_, load) in due { try await host.loading(load.text) } }
      showing = task
      try await task.value
    }
  }

  /// Something that loads, and the tick at which that is shown.
  struct Loading {
    let text: String
    let due: Int
  }
}
