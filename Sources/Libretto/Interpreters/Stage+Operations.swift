// While operations run, several needs are open. Work of the host is performed side by side; what
// is put to the person goes over one desk, one at a time, in the order of declaration.

extension Stage {
  /// Serves the run's needs until it has one strand again.
  func serveOperations() async throws {
    let (served, mailbox) = AsyncStream.makeStream(of: Served.self)
    var iterator = served.makeAsyncIterator()
    var desk = Desk(self, mailbox)
    inbox = []
    for need in run.needs { desk.add(need) }
    do {
      while run.isParallel || desk.isBusy {
        desk.call()
        guard let served = await iterator.next() else { throw CancellationError() }
        // Before the task is looked at: what was withdrawn may fail as it likes.
        for item in inbox {
          switch item {
          case .needed(let need): desk.add(need)
          case .withdrawn(let need): desk.remove(need)
          case .started, .ended, .failed, .cancelled, .wentBack, .nothingBefore: break
          }
        }
        inbox = []
        try desk.take(served)
      }
      await desk.close()
    } catch {
      await desk.close()
      throw error
    }
  }
}

/// That the task of a number has served its need, or failed to.
private struct Served: Sendable {
  let number: Int
  let result: Result<Void, any Error>
}

/// The tasks that serve the needs of a stage.
private struct Desk<Host: InteractiveInterpreter> {
  private let stage: Stage<Host>
  private let mailbox: AsyncStream<Served>.Continuation
  private var jobs: [Int: (need: Need, task: Task<Void, Never>)] = [:]
  /// The numbers of the jobs, by the strands that they serve; those called off are not among them.
  private var numbers: [Int: Int] = [:]
  /// What a strand needs next, while the blocks that observe its last step are still called.
  private var waiting: [Int: Need] = [:]
  /// The needs that wait for the person, the first declared first.
  private var queue: [Need] = []
  /// The job that has the person's attention; one that was called off keeps it until it is gone.
  private var atDesk: Int?
  private var lastNumber = 0

  init(_ stage: Stage<Host>, _ mailbox: AsyncStream<Served>.Continuation) {
    self.stage = stage
    self.mailbox = mailbox
  }

  /// Whether something is being served that was not called off.
  var isBusy: Bool { !numbers.isEmpty }

  mutating func add(_ need: Need) {
    guard numbers[need.strand] == nil else {
      waiting[need.strand] = need
      return
    }
    switch need.kind {
    case .action, .load, .wait, .undo: _ = start(need)
    default: insert(need)
    }
  }

  /// Needs come mostly in order, so the place is near the end.
  private mutating func insert(_ need: Need) {
    var place = queue.endIndex
    while place > 0, queue[place - 1].instruction > need.instruction { place -= 1 }
    queue.insert(need, at: place)
  }

  /// Calls off what is not needed any more.
  mutating func remove(_ need: Need) {
    queue.removeAll { $0 == need }
    if waiting[need.strand] == need { waiting[need.strand] = nil }
    guard let number = numbers[need.strand], jobs[number]?.need == need else { return }
    jobs[number]?.task.cancel()
    numbers[need.strand] = nil
  }

  /// Puts the next need to the person, when nobody else has the person's attention.
  mutating func call() {
    if atDesk == nil, !queue.isEmpty { atDesk = start(queue.removeFirst()) }
  }

  /// Takes note of a need that was served; what was called off may fail as it likes.
  mutating func take(_ served: Served) throws {
    let job = jobs.removeValue(forKey: served.number)
    if atDesk == served.number { atDesk = nil }
    guard let job, numbers[job.need.strand] == served.number else { return }
    numbers[job.need.strand] = nil
    try served.result.get()
    if let next = waiting.removeValue(forKey: job.need.strand) { add(next) }
  }

  private mutating func start(_ need: Need) -> Int {
    lastNumber += 1
    let number = lastNumber
    let task = Task { [stage, mailbox] in
      var result = Result<Void, any Error>.success(())
      do {
        try await stage.serve(need)
      } catch {
        result = .failure(error)
      }
      mailbox.yield(Served(number: number, result: result))
    }
    jobs[number] = (need, task)
    numbers[need.strand] = number
    return number
  }

  /// Calls off what is still being served, and waits until it is gone.
  func close() async {
    for job in jobs.values { job.task.cancel() }
    for job in jobs.values { await job.task.value }
    mailbox.finish()
  }
}
