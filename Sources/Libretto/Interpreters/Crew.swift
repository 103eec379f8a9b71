/// Work that is done side by side, each for a need; handed over in the order in which it ends.
///
/// Work that is called off is told at once and has a moment to come to its end. What takes no notice
/// is handed over as ``Promptly/Abandoned``, and what it gives later is thrown away.
final class Crew<Product: Sendable> {
  /// A job that has ended.
  struct Ended {
    let number: Int
    let need: Need
    let result: Result<Product, any Error>
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
  /// - Parameter work: is given the job’s number.
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

  /// The need that a job is done for; nil where it has ended.
  func need(of number: Int) -> Need? { jobs[number]?.need }

  /// Calls off what is not wanted any more; it ends as any other.
  func cancel(where isUnwanted: (Need) -> Bool) {
    for (number, job) in jobs where isUnwanted(job.need) { cancel(number) }
  }

  /// Calls a job off; it ends as any other.
  func cancel(_ number: Int) {
    guard let job = jobs[number], !job.isCalledOff else { return }
    jobs[number]?.isCalledOff = true
    job.task.cancel()
    Task { [mailbox] in
      try? await ContinuousClock().sleep(for: Promptly.grace)
      mailbox.put(Done(number: number, result: .failure(Promptly.Abandoned())))
    }
  }

  /// The next that ends; nil where the caller was cancelled.
  nonisolated(nonsending) func next() async -> Ended? {
    while let done = await mailbox.next() {
      if let ended = take(done) { return ended }
    }
    return nil
  }

  /// Calls off what is still being done, and waits until it is gone or has had its moment.
  /// - Returns: what has ended since, and what took no notice.
  nonisolated(nonsending) func close() async -> [Ended] {
    let tasks = jobs.values.map(\.task)
    for task in tasks { task.cancel() }
    if !tasks.isEmpty { await Promptly.wait(for: tasks) }
    let ended = mailbox.rest().compactMap(take)
    let left = jobs.sorted { $0.key < $1.key }.map { number, job in
      Ended(number: number, need: job.need, result: .failure(Promptly.Abandoned()))
    }
    jobs = [:]
    return ended + left
  }

  private func take(_ done: Done) -> Ended? {
    jobs.removeValue(forKey: done.number).map {
      Ended(number: done.number, need: $0.need, result: done.result)
    }
  }
}
