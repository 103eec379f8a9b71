import Libretto

// What a journal costs: in memory, read back, and written to a disk.

/// The time to bring a run to the end of a journal with 100,000 answers.
struct JournalReplay: Benchmark {
  let names = ["journal.replay"]

  func rows(_ options: Options) throws -> [Row] {
    let flow = LoopFlow.make()
    let journal = try LoopFlow.perform(flow, answers: LoopAnswers.count).journal
    let times = try Measuring.medians(
      rounds: 9,
      [
        {
          var replayed: Run?
          let time = try Measuring.seconds {
            replayed = try Run(flow, replaying: journal)
          }
          if let replayed { try LoopFlow.verify(replayed) }
          return time
        }
      ])
    return [Row(names[0], times[0], "s", .atMost(0.2))]
  }
}

/// The memory that a run needs for each answer.
struct JournalMemory: Benchmark {
  let names = ["engine.dialog-loop.memory"]

  func rows(_ options: Options) throws -> [Row] {
    let flow = LoopFlow.make()
    // Run once before, so that nothing is loaded for the first time while measuring. A short run,
    // because the allocator keeps the memory that larger runs free.
    _ = try LoopFlow.perform(flow, answers: 100)
    let count = 10 * LoopAnswers.count
    let before = try Memory.resident()
    let run = try LoopFlow.perform(flow, answers: count)
    let growth = Double(try Memory.resident() - before)
    let entries = run.journal.entries
    guard entries.count == count else { throw Trouble("\(entries.count) entries in the journal") }
    return [Row(names[0], growth / Double(count), "bytes/answer", .atMost(60))]
  }
}

/// The cost of a line in a journal on the disk of the current folder, with the sync that protects
/// it from a loss of power, and without.
///
/// The value depends on the disk and the file system, so there is no target. A folder in memory
/// has nothing to sync, so both values are similar.
struct JournalSync: Benchmark {
  let names = ["journal.sync", "journal.sync.without"]

  func rows(_ options: Options) async throws -> [Row] {
    let lines = try await Self.lines(1000)
    var unsynced = Disk.system
    unsynced.sync = { _ in }
    let times = try Files.withTemporaryFolder(in: ".") { folder in
      try Measuring.medians(
        rounds: 5,
        [
          { try Self.seconds(lines, folder, .system) },
          { [unsynced] in try Self.seconds(lines, folder, unsynced) },
        ])
    }
    let perLine = times.map { $0 / Double(lines.count) * 1_000_000 }
    return [Row(names[0], perLine[0], "µs/line"), Row(names[1], perLine[1], "µs/line")]
  }

  private static func seconds(_ lines: [RecordedLines], _ folder: String, _ disk: Disk) throws
    -> Double
  {
    let path = folder + "/journal"
    let journal = try JournalFile(path, on: disk)
    let time = try Measuring.seconds { for line in lines { try journal.append(line) } }
    let read = try Files.read(path)
    guard read.utf8.count == lines.reduce(0, { $0 + $1.bytes.count }) else {
      throw Trouble("the journal on the disk differs from what was written")
    }
    Files.remove(path)
    return time
  }

  /// Returns the lines of a run with a number of answers.
  private static func lines(_ count: Int) async throws -> [RecordedLines] {
    let (lines, sink) = AsyncStream.makeStream(of: RecordedLines.self)
    _ = try await LoopFlow.make().run(with: Person(left: count)) { sink.yield($0) }
    sink.finish()
    var result: [RecordedLines] = []
    for await line in lines { result.append(line) }
    guard result.count == count + 1, result.allSatisfy(\.requiresSync) else {
      throw Trouble("\(result.count) lines in the journal")
    }
    return result
  }

  /// Gives a number of answers, and leaves.
  private actor Person: InteractiveInterpreter {
    private var left: Int
    private var answers = LoopAnswers()

    init(left: Int) { self.left = left }

    func show(_ text: String) {}

    func ask(_ question: Question) -> Reply {
      left -= 1
      return left < 0 ? .endOfInput : .given(.typed(.int(answers.next())))
    }
  }
}
