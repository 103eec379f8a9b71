// While operations run, several needs are open. Work of the host is performed in parallel; needs
// for the person go over one desk, one at a time, in the order of declaration.

extension Stage {
  /// Serves the run's needs until it has one strand again.
  func serveOperations() async throws {
    var crew = Crew(after: lastJob)
    defer { lastJob = crew.last }
    /// The needs that wait for the person, in the order of declaration.
    var queue: [Need] = []
    /// The job that has the person's attention; a cancelled job keeps it until it has ended.
    var atDesk: Int?
    inbox = []
    crew.add(run.needs)
    do {
      while true {
        while let need = crew.takeNew(run) {
          switch need.kind {
          case .action where !isObserved, .undo where !isObserved, .load where !isObserved:
            try startWork(need, &crew)
          case .action, .undo, .load, .wait: start(need, &crew)
          default: Self.insert(need, into: &queue)
          }
        }
        while atDesk == nil, !queue.isEmpty {
          let need = queue.removeFirst()
          if run.isOpen(need) { atDesk = start(need, &crew) }
        }
        guard run.isParallel || crew.isBusy else { break }
        guard let ended = await crew.next() else { throw CancellationError() }
        let result = try await take(ended)
        // Before the result is examined: withdrawn work may fail without consequences.
        crew.follow(inbox, run)
        inbox = []
        if atDesk == ended.number { atDesk = nil }
        if crew.release(ended) { try result.get() }
      }
      for ended in await crew.close() { _ = try await take(ended) }
    } catch {
      for ended in await crew.close() { _ = try? await take(ended) }
      throw error
    }
  }

  @discardableResult
  private func start(_ need: Need, _ crew: inout Crew) -> Int {
    crew.start(need) { number in
      try await self.serve(need, job: number)
      return nil
    }
  }

  /// Starts work that no block observes: only the work itself leaves the stage.
  private func startWork(_ need: Need, _ crew: inout Crew) throws {
    let work = try begin(need)
    crew.start(need) { [worker] _ in try await worker.perform(need, work) }
  }

  /// Needs arrive mostly in order, so the place is near the end.
  private static func insert(_ need: Need, into queue: inout [Need]) {
    var place = queue.endIndex
    while place > 0, queue[place - 1].instruction > need.instruction { place -= 1 }
    queue.insert(need, at: place)
  }

  /// Takes the result of a job; if no block observes the work, the run learns of its end here.
  /// - Returns: whether it was served.
  private func take(_ ended: Crew.Ended) async throws -> Result<Void, any Error> {
    do {
      if let result = try ended.result.get() { try await end(ended.need, result, ended.number) }
      return .success(())
    } catch is Promptly.Abandoned {
      _ = await unfollow(close(ended.need))
      try lose(ended.need, ended.number)
      return .failure(Promptly.Abandoned())
    } catch {
      _ = await unfollow(close(ended.need))
      return .failure(error)
    }
  }

  /// The result of work that ignores its cancellation is unknown.
  private func lose(_ need: Need, _ job: Int) throws {
    lost.insert(job)
    run.loseTrack(of: need)
    try note()
    inbox += run.events
  }
}
