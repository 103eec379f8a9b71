import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads for the host's work that block no signal, so that the programs started there don't
/// either.
///
/// A thread is made whenever all others are at work, since work may wait for a program: so the
/// operations of a flow can each wait for theirs.
@available(macOS 15, *)
package final class WorkThreads: TaskExecutor {
  private struct State: Sendable {
    private var jobs: [UnownedJob] = []
    /// The position of the next job; those before it are gone.
    private var next = 0
    /// The threads, and how many of them wait for a job.
    var threads = 0
    var idle = 0

    var waiting: Int { jobs.count - next }

    mutating func add(_ job: UnownedJob) { jobs.append(job) }

    mutating func takeJob() -> UnownedJob? {
      guard next < jobs.count else { return nil }
      let job = jobs[next]
      next += 1
      if next == jobs.count { (jobs, next) = ([], 0) }
      return job
    }
  }

  /// Beyond this, work waits for a thread.
  private static let mostThreads = 256

  private let state = Locked(State())
  private let wake: Pipe

  package init() throws(DescriptorError) { wake = try Pipe() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustStart = state.withLock { state in
      state.add(job)
      if state.idle >= state.waiting || state.threads >= Self.mostThreads { return false }
      state.threads += 1
      return true
    }
    wake.signal()
    guard mustStart else { return }
    do throws(DescriptorError) {
      try SystemThread(signals: .open) { [self] in run() }.detach()
    } catch {
      state.withLock { $0.threads -= 1 }
      // Without any thread, the work would wait for ever.
      if state.withLock({ $0.threads == 0 }) { performAll() }
    }
  }

  private func run() -> Never {
    while true {
      state.withLock { $0.idle += 1 }
      var byte: UInt8 = 0
      while read(wake.readEnd, &byte, 1) < 0, errno == EINTR {}
      state.withLock { $0.idle -= 1 }
      // Not one for each byte: bytes that a full pipe doesn't take are lost.
      performAll()
    }
  }

  private func performAll() {
    while let job = state.withLock({ $0.takeJob() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
