// While operations run, several needs are open. Work of the host is performed in parallel; needs
// for the person go over one desk, one at a time, in the order of declaration.

extension Stage {
  /// Serves the run's needs until it has one strand again.
  func serveOperations() async throws {
    var desk = Desk()
    inbox = []
    do {
      for need in run.needs { try desk.add(need, self) }
      while run.isParallel || desk.isBusy {
        desk.call(self)
        guard let ended = await desk.crew.next() else { throw CancellationError() }
        let result = try await take(ended)
        // Before the result is examined: withdrawn work may fail without consequences.
        for item in inbox {
          switch item {
          case .needed(let need): try desk.add(need, self)
          case .withdrawn(let need): desk.remove(need)
          case .started, .ended, .failed, .cancelled, .wentBack, .nothingBefore: break
          }
        }
        inbox = []
        try desk.take(ended.number, ended.need, result, self)
      }
      for ended in await desk.crew.close() { _ = try await take(ended) }
    } catch {
      for ended in await desk.crew.close() { _ = try? await take(ended) }
      throw error
    }
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

/// The tasks that serve the needs of a stage.
private struct Desk {
  let crew = Crew()
  /// The numbers of the jobs, by the strands that they serve, without cancelled jobs.
  private var numbers: [Int: Int] = [:]
  /// The next need of each strand while the blocks that observe its last step are still running.
  private var waiting: [Int: Need] = [:]
  /// The needs that wait for the person, in the order of declaration.
  private var queue: [Need] = []
  /// The job that has the person's attention; a cancelled job keeps it until it has ended.
  private var atDesk: Int?

  /// Whether anything is being served that wasn't cancelled.
  var isBusy: Bool { !numbers.isEmpty }

  mutating func add(_ need: Need, _ stage: isolated Stage) throws {
    guard numbers[need.strand] == nil else {
      waiting[need.strand] = need
      return
    }
    switch need.kind {
    case .action, .undo:
      if stage.isObserved { _ = start(need, stage) } else { try startWork(need, stage) }
    case .load, .wait: _ = start(need, stage)
    default: insert(need)
    }
  }

  /// Needs arrive mostly in order, so the place is near the end.
  private mutating func insert(_ need: Need) {
    var place = queue.endIndex
    while place > 0, queue[place - 1].instruction > need.instruction { place -= 1 }
    queue.insert(need, at: place)
  }

  /// Cancels what is no longer needed.
  mutating func remove(_ need: Need) {
    queue.removeAll { $0 == need }
    if waiting[need.strand] == need { waiting[need.strand] = nil }
    guard let number = numbers[need.strand], crew.need(of: number) == need else { return }
    crew.cancel(number)
    numbers[need.strand] = nil
  }

  /// Puts the next need to the person, if nothing else has the person's attention.
  mutating func call(_ stage: isolated Stage) {
    if atDesk == nil, !queue.isEmpty { atDesk = start(queue.removeFirst(), stage) }
  }

  /// Records that a need was served; cancelled work may fail without consequences.
  mutating func take(
    _ number: Int, _ need: Need, _ result: Result<Void, any Error>, _ stage: isolated Stage
  ) throws {
    if atDesk == number { atDesk = nil }
    guard numbers[need.strand] == number else { return }
    numbers[need.strand] = nil
    try result.get()
    if let next = waiting.removeValue(forKey: need.strand) { try add(next, stage) }
  }

  private mutating func start(_ need: Need, _ stage: isolated Stage) -> Int {
    let number = crew.start(need) { number in
      try await stage.serve(need, job: number)
      return nil
    }
    numbers[need.strand] = number
    return number
  }

  /// Starts work that no block observes: only the work itself leaves the stage.
  private mutating func startWork(_ need: Need, _ stage: isolated Stage) throws {
    let work = try stage.begin(need)
    let worker = stage.worker
    numbers[need.strand] = crew.start(need) { _ in try await worker.perform(need, work) }
  }
}
