/// A clock that stands still until a test moves it on.
package final class ManualClock: Clock, @unchecked Sendable {  // all its state is behind the lock
  package struct Instant: InstantProtocol {
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let end: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let lock = TestLock()
  private var time = Instant(offset: .zero)
  private var sleepers: [Sleeper] = []
  private var watchers: [(duration: Duration, continuation: CheckedContinuation<Void, Never>)] = []
  private var lastID = 0

  package init() {}

  package var now: Instant { lock.withLock { time } }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = lock.withLock {
      lastID += 1
      return lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = lock.withLock { () -> Result<Void, any Error>? in
          // Under the lock: a task cancelled later finds the sleeper in the list.
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= time { return .success(()) }
          sleepers.append(Sleeper(id: id, end: deadline, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(with: result) } else { tellWatchers() }
      }
    } onCancel: {
      let sleeper = lock.withLock { () -> Sleeper? in
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return nil }
        return sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock on, and wakes whoever has slept long enough.
  package func advance(by duration: Duration) {
    let woken = lock.withLock { () -> [Sleeper] in
      time = time.advanced(by: duration)
      defer { sleepers.removeAll { $0.end <= time } }
      return sleepers.filter { $0.end <= time }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Waits until something sleeps for so long from now.
  package func waitForSleep(of duration: Duration) async {
    await withCheckedContinuation { continuation in
      lock.withLock { watchers.append((duration, continuation)) }
      tellWatchers()
    }
  }

  /// Waits until something sleeps for so long, and lets that time pass.
  package func pass(_ duration: Duration) async {
    await waitForSleep(of: duration)
    advance(by: duration)
  }

  private func tellWatchers() {
    let told = lock.withLock { () -> [CheckedContinuation<Void, Never>] in
      let isSeen = { [time, sleepers] (duration: Duration) in
        sleepers.contains { $0.end == time.advanced(by: duration) }
      }
      defer { watchers.removeAll { isSeen($0.duration) } }
      return watchers.filter { isSeen($0.duration) }.map(\.continuation)
    }
    for continuation in told { continuation.resume() }
  }
}
