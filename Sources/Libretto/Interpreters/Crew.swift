/// Work that is done side by side, each for a need; handed over in the order in which it ends.
final class Crew<Product: Sendable> {
  private struct Done: Sendable {
    let number: Int
    let result: Result<Product, any Error>
  }

  private let done: AsyncStream<Done>
  private let mailbox: AsyncStream<Done>.Continuation
  private var iterator: AsyncStream<Done>.AsyncIterator
  private var jobs: [Int: (need: Need, task: Task<Void, Never>)] = [:]
  private var last = 0

  init() {
    (done, mailbox) = AsyncStream.makeStream(of: Done.self)
    iterator = done.makeAsyncIterator()
  }

  var isBusy: Bool { !jobs.isEmpty }

  func isBusy(with need: Need) -> Bool { jobs.values.contains { $0.need == need } }

  func start(_ need: Need, _ work: @escaping @Sendable () async throws -> Product) {
    last += 1
    let number = last
    let task = Task { [mailbox] in
      do {
        mailbox.yield(Done(number: number, result: .success(try await work())))
      } catch {
        mailbox.yield(Done(number: number, result: .failure(error)))
      }
    }
    jobs[number] = (need, task)
  }

  /// Calls off what is not wanted any more; it ends as any other.
  func cancel(where isUnwanted: (Need) -> Bool) {
    for job in jobs.values where isUnwanted(job.need) { job.task.cancel() }
  }

  /// The next that ends; nil where the caller was cancelled.
  func next() async -> (need: Need, result: Result<Product, any Error>)? {
    while let done = await iterator.next() {
      if let job = jobs.removeValue(forKey: done.number) { return (job.need, done.result) }
    }
    return nil
  }

  func close() async {
    for job in jobs.values { job.task.cancel() }
    for job in jobs.values { await job.task.value }
    jobs = [:]
    mailbox.finish()
  }
}
