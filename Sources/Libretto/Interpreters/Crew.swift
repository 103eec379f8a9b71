/// Parallel work, one job for each need; jobs are handed over in the order in which they end.
///
/// Cancelled work has a moment to end. If it ignores the cancellation, it is handed over as
/// ``Promptly/Abandoned``, and its later result is discarded. So is work that throws when all work
/// is cancelled: an error that answers a cancellation doesn't say what was done.
final class Crew {
  /// The result of work; nil for a need that was served otherwise.
  typealias Product = Worker.Result?

  /// A job that has ended.
  struct Ended {
    let number: Int
    let need: Need
    let result: Result<Product, any Error>

    /// The same, unless it is an error of the work.
    var orAbandoned: Ended {
      guard case .success(let result?) = result, result.words != nil else { return self }
      return Ended(number: number, need: need, result: .failure(Promptly.Abandoned()))
    }
  }

  private struct Done: Sendable {
    let number: Int
    let result: Result<Product, any Error>
  }

  private struct Job {
    let need: Need
    let task: Task<Void, Never>
    var isCalledOff = false
  }

  private let mailbox = Mailbox<Done>()
  private var jobs: [Int: Job] = [:]
  private var last = 0

  var isBusy: Bool { !jobs.isEmpty }

  func isBusy(with need: Need) -> Bool { jobs.values.contains { $0.need == need } }

  /// Starts a job.
  /// - Parameter work: the work; it is passed the job's number.
  /// - Returns: the number of the job.
  @discardableResult
  func start(_ need: Need, _ work: @escaping @Sendable (Int) async throws -> Product) -> Int {
    last += 1
    let number = last
    let task = Task { [mailbox] in
      do {
        mailbox.put(Done(number: number, result: .success(try await work(number))))
      } catch {
        mailbox.put(Done(number: number, result: .failure(error)))
      }
    }
    jobs[number] = Job(need: need, task: task)
    return number
  }

  /// The need that a job serves; nil if the job has ended.
  func need(of number: Int) -> Need? { jobs[number]?.need }

  /// Cancels jobs that are no longer wanted; they end as any other.
  func cancel(where isUnwanted: (Need) -> Bool) {
    for (number, job) in jobs where isUnwanted(job.need) { cancel(number) }
  }

  /// Cancels a job; it ends as any other.
  func cancel(_ number: Int) {
    guard let job = jobs[number], !job.isCalledOff else { return }
    jobs[number]?.isCalledOff = true
    job.task.cancel()
    Task { [mailbox] in
      try? await ContinuousClock().sleep(for: Promptly.grace)
      mailbox.put(Done(number: number, result: .failure(Promptly.Abandoned())))
    }
  }

  /// The next job that ends; nil if the caller was cancelled.
  nonisolated(nonsending) func next() async -> Ended? {
    while let done = await mailbox.next() {
      if let ended = take(done) { return ended }
    }
    return nil
  }

  /// Cancels the remaining jobs, and waits until they have ended or their moment is over.
  /// - Returns: the jobs that have ended since, and those that ignored the cancellation.
  nonisolated(nonsending) func close() async -> [Ended] {
    let before = mailbox.rest().compactMap(take)
    let tasks = jobs.values.map(\.task)
    for task in tasks { task.cancel() }
    if !tasks.isEmpty { await Promptly.wait(for: tasks) }
    let ended = mailbox.rest().compactMap(take).map(\.orAbandoned)
    let left = jobs.sorted { $0.key < $1.key }.map { number, job in
      Ended(number: number, need: job.need, result: .failure(Promptly.Abandoned()))
    }
    jobs = [:]
    return before + ended + left
  }

  private func take(_ done: Done) -> Ended? {
    jobs.removeValue(forKey: done.number).map {
      Ended(number: done.number, need: $0.need, result: done.result)
    }
  }
}
