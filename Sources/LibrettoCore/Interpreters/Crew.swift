/// The work of a run that is being performed: at most one job for each of its strands.
///
/// `Stage` and ``Session`` go round the same loop with it, step by step:
///
///     follow ──▶ next ──▶ serve: start a job, or hand the need out
///       ▲          └────▶ take: the run takes the result
///       └─────────────────────────┘
///
/// What the run tells in its events is all that a turn looks at, so a turn costs the same however
/// many strands there are.
///
/// Cancelled work has a moment to end. If it ignores the cancellation, it is handed over as
/// ``Promptly/Abandoned``, and its later result is discarded. So is work that throws when all work
/// is cancelled: an error that answers a cancellation doesn't say what was done.
///
/// A crew is a value. A copy has the same jobs and is handed all of their results; a job is
/// cancelled when no copy has it any more.
package struct Crew: Sendable {
  /// The result of work; nil for a need that was served otherwise.
  package typealias Product = Worker.Result?

  /// A job that has ended.
  package struct Ended {
    /// The number that starting it returned.
    package let number: Int
    package let need: Need
    package let result: Result<Product, any Error>

    /// The same, unless it is an error of the work.
    var orAbandoned: Ended {
      guard case .success(let result?) = result, result.words != nil else { return self }
      return Ended(number: number, need: need, result: .failure(Promptly.Abandoned()))
    }
  }

  /// The numbers of the jobs that have ended, and how many of them have been handed over.
  private var endings = Mailbox<Int>()
  private var place = 0
  private var jobs: [Int: Job] = [:]
  /// The jobs that serve the strands, without those that were cancelled.
  private var serving: [Int: (number: Int, need: Need)] = [:]
  /// The next needs of strands whose jobs have not ended.
  private var waiting: [Int: Need] = [:]
  /// The needs that nobody has looked at, in the order in which they arose.
  private var new: [Need] = []
  private var looked = 0
  /// The number of the last job.
  private(set) var last: Int
  /// Whether what is for the person goes over a desk, one need at a time.
  private let hasDesk: Bool
  /// Whether what is said can stand beside an open question.
  private let saysAtOnce: Bool
  /// The needs that wait for the person, in the order of declaration.
  private var queue: [Need] = []
  /// The job that has the person's attention; a cancelled job keeps it until it has ended.
  private var atDesk: Int?

  /// - Parameter last: the number of the last job of another crew.
  init(after last: Int = 0, hasDesk: Bool = false, saysAtOnce: Bool = false) {
    (self.last, self.hasDesk, self.saysAtOnce) = (last, hasDesk, saysAtOnce)
  }

  /// Whether there is no job, not even one that was cancelled and has not ended.
  var isEmpty: Bool { jobs.isEmpty }

  var count: Int { jobs.count }

  /// Whether a job performs an effect, even one that was cancelled.
  var performsEffect: Bool { jobs.values.contains { $0.need.isEffect } }

  /// Whether anything is being served that wasn't cancelled.
  var isBusy: Bool { !serving.isEmpty }

  /// Whether a job serves a need.
  func serves(_ need: Need) -> Bool { serving[need.strand]?.need == need }

  // MARK: Following the run

  /// Adds needs to serve.
  mutating func add(_ needs: [Need]) { new += needs }

  /// Adds the needs that have arisen, and cancels the work for those that are gone.
  mutating func follow(_ events: [RunEvent], _ run: Run) {
    for event in events {
      switch event {
      case .needed(let need): new.append(need)
      case .withdrawn(let need) where !run.isOpen(need): cancel(need)
      case .withdrawn, .started, .ended, .failed, .cancelled, .wentBack, .nothingBefore: break
      }
    }
  }

  /// What is to be done next.
  enum Step {
    case serve(Need)
    case take(Ended)
  }

  /// What is to be done next: a need to serve, or else a job that has ended; nil while there is only
  /// work.
  mutating func next(_ run: Run) -> Step? {
    takeNew(run).map { .serve($0) } ?? takeNext().map { .take($0) }
  }

  /// The next need to serve; one whose strand is busy waits for the end of its job, and work whose
  /// operation is about to be cancelled until it is.
  private mutating func takeNew(_ run: Run) -> Need? {
    var later: [Need] = []
    while looked < new.count {
      let need = new[looked]
      looked += 1
      guard run.isOpen(need) else { continue }
      if need.isWork, run.state.isToBeCancelled(need) {
        later.append(need)
      } else if let known = serving[need.strand] {
        if known.need != need { waiting[need.strand] = need }
      } else if hasDesk, need.isForPerson, !(saysAtOnce && run.goesOnAlone(behind: need)) {
        // Needs arrive mostly in order, so the place is near the end.
        var place = queue.endIndex
        while place > 0, queue[place - 1].instruction > need.instruction { place -= 1 }
        queue.insert(need, at: place)
      } else {
        return need
      }
    }
    (new, looked) = (later, 0)
    while atDesk == nil, !queue.isEmpty {
      let need = queue.removeFirst()
      if run.isOpen(need) { return need }
    }
    return nil
  }

  // MARK: Jobs

  /// Starts the job that serves a need.
  /// - Parameter work: the work; it is passed the job's number.
  /// - Returns: the number of the job.
  @discardableResult
  mutating func start(
    _ need: Need, _ work: @escaping @Sendable (Int) async throws -> Product
  ) -> Int {
    last += 1
    jobs[last] = Job(need, last, endings, work)
    serving[need.strand] = (last, need)
    // A text may be said beside what is there.
    if hasDesk, need.isForPerson, atDesk == nil { atDesk = last }
    return last
  }

  /// Cancels the job that serves a need; it ends as any other.
  mutating func cancel(_ need: Need) {
    guard let served = serving[need.strand], served.need == need else { return }
    jobs[served.number]?.cancel()
    free(need.strand)
  }

  /// Cancels all jobs; they end as any others.
  mutating func cancelAll() {
    for served in serving.values { jobs[served.number]?.cancel() }
    (serving, waiting, new, looked, queue) = ([:], [:], [], 0, [])
  }

  /// Cancels the job of a strand if nothing needs it any more.
  mutating func cancel(strand: Int, unlessOpenIn run: Run) {
    if let need = serving[strand]?.need, !run.isOpen(need) { cancel(need) }
  }

  /// The next job that has ended; nil if there is none so far.
  private mutating func takeNext() -> Ended? {
    while let number = endings.element(at: place) {
      place += 1
      if atDesk == number { atDesk = nil }
      guard let job = jobs.removeValue(forKey: number), let result = job.result else { continue }
      return Ended(number: number, need: job.need, result: result)
    }
    if jobs.isEmpty, place > 1_000 { (endings, place) = (Mailbox(), 0) }
    return nil
  }

  /// What waits for the next end of a job; it keeps no job alive.
  var ending: Ending { Ending(endings: jobs.isEmpty ? nil : endings, place: place) }

  package struct Ending: Sendable {
    fileprivate let endings: Mailbox<Int>?
    fileprivate let place: Int

    /// Waits until a job has ended, or the caller is cancelled; returns at once if there is none.
    package nonisolated(nonsending) func wait() async { await endings?.wait(for: place) }
  }

  /// Frees the strand of a job that was handed over.
  /// - Returns: whether it still counts: cancelled work may fail without consequences.
  mutating func release(_ ended: Ended) -> Bool {
    guard serving[ended.need.strand]?.number == ended.number else { return false }
    free(ended.need.strand)
    return true
  }

  private mutating func free(_ strand: Int) {
    serving[strand] = nil
    if let next = waiting.removeValue(forKey: strand) { new.append(next) }
  }

  /// Cancels the remaining jobs, and waits until they have ended or their moment is over.
  /// - Returns: the jobs that have ended since, and those that ignored the cancellation.
  nonisolated(nonsending) mutating func close() async -> [Ended] {
    var ended: [Ended] = []
    while let next = takeNext() { ended.append(next) }
    let tasks = jobs.values.map(\.task)
    for task in tasks { task.cancel() }
    if !tasks.isEmpty { await Promptly.wait(for: tasks) }
    while let next = takeNext() { ended.append(next.orAbandoned) }
    ended += jobs.sorted { $0.key < $1.key }.map { number, job in
      Ended(number: number, need: job.need, result: .failure(Promptly.Abandoned()))
    }
    self = Crew(after: last, hasDesk: hasDesk, saysAtOnce: saysAtOnce)
    return ended
  }

  /// A task, and its result; it is cancelled when nothing refers to it any more.
  private final class Job: Sendable {
    let need: Need
    let task: Task<Void, Never>
    private let end: End

    init(
      _ need: Need, _ number: Int, _ endings: Mailbox<Int>,
      _ work: @escaping @Sendable (Int) async throws -> Product
    ) {
      let end = End(number, endings)
      self.need = need
      self.end = end
      task = Task {
        do {
          end.come(.success(try await work(number)))
        } catch {
          end.come(.failure(error))
        }
      }
    }

    deinit { task.cancel() }

    var result: Result<Product, any Error>? { end.result.withLock { $0 } }

    func cancel() {
      task.cancel()
      Task { [end] in
        try? await ContinuousClock().sleep(for: Promptly.grace)
        end.come(.failure(Promptly.Abandoned()))
      }
    }
  }

  /// The first result of a job counts.
  private final class End: Sendable {
    let result = Locked<Result<Product, any Error>?>(nil)
    private let number: Int
    private let endings: Mailbox<Int>

    init(_ number: Int, _ endings: Mailbox<Int>) {
      self.number = number
      self.endings = endings
    }

    func come(_ result: Result<Product, any Error>) {
      let isFirst = self.result.withLock { known in
        if known != nil { return false }
        known = result
        return true
      }
      if isFirst { endings.put(number) }
    }
  }
}

extension Need {
  /// Whether it is put to the person.
  var isForPerson: Bool { !isWork && kind != .wait }
}

extension Run {
  /// Whether a text is followed by something that the flow does by itself, such as work or a cancel,
  /// which must not wait for a question of another operation. A text that leads to a question stands
  /// above it.
  fileprivate func goesOnAlone(behind text: Need) -> Bool {
    guard text.kind == .say else { return false }
    let slots = state.strand(of: text).slots
    var place = text.instruction + 1
    for _ in program.instructions.indices {
      switch program.instructions[place] {
      case .prompt, .startOperations: return false
      case .jump(let target): place = target
      case .unless(let condition, let target):
        let holds = (try? program.conditions[condition].holds(slots)) ?? true
        place = holds ? place + 1 : target
      case .say, .store, .calculate, .unset, .startLoop, .nextRound, .countLoop: place += 1
      case .work, .reload, .endOperation, .cancelOperation, .wait, .back, .finish, .fail, .end:
        return true
      }
    }
    return true
  }
}

/// Work was cancelled before it had started.
struct NotStarted: Error {}

extension Run {
  /// Takes the end of work that was cancelled. An effect that was done is in force, and one that
  /// hadn't started wasn't done. Of any other, nobody knows: what it says of its failure is only an
  /// answer to the cancellation.
  mutating func takeLate(
    _ need: Need, _ result: Result<Crew.Product, any Error>, at time: Timestamp
  ) {
    events = []
    guard need.isEffect else { return }
    switch result {
    case .success(let result?):
      switch result.resolution {
      case .performed, .undone:
        let taken = try? accept(need, result.resolution, reading: result.given, at: time)
        if taken != nil { return }
      default: break
      }
    case .failure(is NotStarted): return takeBackBegin(of: need)
    default: break
    }
    loseTrack(of: need)
  }
}
