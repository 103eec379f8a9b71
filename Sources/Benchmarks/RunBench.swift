import Libretto

// What long runs and the steps of a server cost.

/// The cost of going back, restoring and editing in a long run.
struct RunBench: Benchmark {
  let names = ["run.back", "session.long", "run.edit"]

  func rows(_ options: Options) throws -> [Row] {
    let flow = LoopFlow.make()
    let run = try LoopFlow.perform(flow, answers: 10_000)
    let back = try Measuring.medians(
      rounds: 9,
      [
        {
          var copy = run
          return try Measuring.seconds {
            guard let need = copy.nextNeed else { throw Trouble("the loop ended") }
            try copy.goBack(from: need)
          }
        }
      ])
    var session = try Session(flow, id: "long", clock: { 0 })
    var answers = LoopAnswers()
    for _ in 0..<10_000 {
      guard let name = session.needs.first?.name else { throw Trouble("the loop ended") }
      try session.resolve(name, with: .answer(.typed(.int(answers.next()))))
    }
    let token = session.token
    let long = try Measuring.medians(
      rounds: 9,
      [{ try Measuring.seconds { _ = try Session(flow, token: token, clock: { 0 }) } }])
    let saved = try SavedRun(
      lines: try LoopFlow.perform(flow, answers: LoopAnswers.count).journal.lines(of: flow))
    let other = LoopFlow.make(greeting: "Welcome.")
    let edit = try Measuring.medians(
      rounds: 5,
      [
        {
          try Measuring.seconds {
            let (run, _) = try Run.resuming(other, from: saved)
            guard run.nextNeed != nil else { throw Trouble("the edited loop ended") }
          }
        }
      ])
    return [
      Row(names[0], back[0], "s", .atMost(0.005)),
      Row(names[1], long[0], "s", .atMost(0.004)),
      Row(names[2], edit[0], "s", .atMost(0.3)),
    ]
  }
}

/// The time to resume a booking at its last question, behind a load, a form and operations.
struct BookingBench: Benchmark {
  let names = ["session.resume-booking", "session.resume-booking.ratio"]

  private static let name = Key<String>("name")
  private static let cities = Key<[String]>("cities")
  private static let city = Key<String>("city")
  private static let nights = Key<Int>("nights")
  private static let room = Key<String>("room")
  private static let transfer = Key<Bool>("transfer")
  private static let price = Key<Int>("hotelPrice")
  private static let total = Key<Int>("total")

  private static let flow = Flow("booking") {
    Say("Welcome to the house by the sea.")
    Ask("What is your name?", into: name).trimmed().validate(.notEmpty)
    Ask("Your e-mail?", into: Key<String>("email")).trimmed().validate(.email)
    Load("cities", into: cities) { ["Rome", "Oslo", "Lima"] }
    Choose("Which town?", from: cities, into: city)
    Ask("How many nights?", into: nights).validate(.range(1...30))
    Form("Your stay") {
      Choose("Which room?", into: room) {
        Option("Single")
        Option("Double")
      }
      Ask("How many guests?", into: Key<Int>("guests")).default(2).validate(.range(1...6))
      Confirm("An extra bed?", into: Key<Bool>("extraBed")).when(room != "Single")
    }
    ChooseMany("Any extras?", into: Key<[String]>("extras")) {
      Option("Breakfast")
      Option("Parking")
    }
    Operations {
      Operation("hotel") {
        Load("hotel price", into: price) { work in 80 * work[nights, default: 0] }
      }
      Operation("transfer") { Confirm("A transfer from the station?", into: transfer) }
    }
    Do("total", into: total) { work in work[price, default: 0] }.pure()
    Ask("A voucher?", into: Key<String>("voucher")).optional()
    Rate("How sure are you?", scale: 1...5, into: Key<Int>("sure"))
    Confirm("Pay \(total) euros?").id("agreed")
    Do("pay", writes: []) { _ in }
  }

  func rows(_ options: Options) async throws -> [Row] {
    var session = try Session(Self.flow, clock: { 1_789_000_000_000 })
    for (name, text) in [
      ("name", "Ann"), ("email", "ann@example.org"), ("city", "Oslo"), ("nights", "3"),
      ("your-stay/room", "Double"), ("your-stay/guests", "2"), ("your-stay/extraBed", "no"),
    ] {
      try await session.perform()
      try session.resolve(name, with: .text(text))
    }
    try session.resolve("your-stay", with: .answer(.choice("submit")))
    try session.resolve("extras", with: .text("parking"))
    try await session.perform()
    try session.resolve("transfer/transfer", with: .text("no"))
    try await session.perform()
    try session.resolve("voucher", with: .text(""))
    try session.resolve("sure", with: .text("4"))
    let token = session.token
    let count = 5_000
    let times = try Measuring.medians(
      rounds: 9,
      [
        {
          try Measuring.seconds {
            for _ in 0..<count {
              let session = try Session(Self.flow, token: token, clock: { 1_789_000_000_000 })
              guard session.needs.first?.name == "agreed" else { throw Trouble("not at the end") }
            }
          }
        },
        { try Measuring.seconds { for _ in 0..<count { try Self.workOfTheMachine() } } },
      ])
    return [
      Row(names[0], times[0] / Double(count) * 1e6, "µs", .atMost(20)),
      Row(names[1], times[0] / times[1], "× a fixed piece of work"),
    ]
  }

  /// A fixed piece of work that allocates, hashes and counts references as resuming does, and knows
  /// nothing of the library: how fast the machine is now.
  private static func workOfTheMachine() throws {
    var lists: [String: [Int]] = [:]
    for number in 0..<64 { lists["name \(number % 16)", default: []].append(number) }
    guard lists.values.reduce(0, { $0 + $1.count }) == 64 else { throw Trouble("numbers are lost") }
  }
}

/// The steps per second of conversations.
struct ConversationBench: Benchmark {
  let names = ["conversation.step"]

  func rows(_ options: Options) async throws -> [Row] {
    [Row(names[0], try await SessionBench.conversationSteps(), "steps/s", .atLeast(50_000))]
  }
}

/// The number of steps per second of a stateless server after ten answers: reading the token,
/// restoring the session, answering a question and writing the token. Also the token's size.
struct SessionBench: Benchmark {
  let names = ["session.resume-answer-save", "session.token-size"]

  func rows(_ options: Options) throws -> [Row] {
    let flow = Self.flow
    // The person takes twenty seconds for each answer.
    let start: Timestamp = 1_789_000_000_000
    var token = try Session(flow, clock: { start }).token
    for number in 0..<10 {
      var session = try Session(
        flow, token: token, clock: { start.advanced(by: .seconds(20) * (number + 1)) })
      try session.resolve("q\(number)", with: Self.answer(number))
      token = session.token
    }
    let clock: @Sendable () -> Timestamp = { start.advanced(by: .seconds(220)) }
    let given = token
    var straight = try Session(flow, token: given, clock: clock)
    try straight.resolve("q10", with: Self.answer(10))
    let wanted = straight.token
    let count = 20_000
    let times = try Measuring.medians(
      rounds: 9,
      [
        {
          var last: [UInt8] = []
          let time = try Measuring.seconds {
            for _ in 0..<count {
              var session = try Session(flow, token: given, clock: clock)
              try session.resolve("q10", with: Self.answer(10))
              last = session.token
            }
          }
          guard last == wanted, last.count > given.count else {
            throw Trouble("the token of the resumed session is different")
          }
          return time
        }
      ])
    return [
      Row(names[0], Double(count) / times[0], "steps/s", .atLeast(300_000)),
      Row(names[1], Double(given.count), "bytes", .atMost(190)),
    ]
  }

  /// The steps per second of conversations in memory, one after the other, with a flow of texts.
  static func conversationSteps() async throws -> Double {
    let flow = Flow("texts") {
      for number in 0..<10 { Ask("Question \(number)?", into: Key<String>("answer\(number)")) }
    }
    let rounds = 2_000
    let times = try await Measuring.medians(
      rounds: 5,
      [
        {
          let conversations = Conversations(flow, in: MemoryStore(), clock: { 1_789_000_000_000 })
          for number in 0..<rounds {
            var step = try await conversations.start("\(number)").step
            for question in 0..<10 {
              step = try await conversations.answer(
                "\(number)", "answer\(question)", with: .text("Some words"), at: step
              ).step
            }
            guard step == 11 else { throw Trouble("a conversation is at step \(step)") }
          }
        }
      ])
    return Double(rounds * 11) / times[0]
  }

  private static var flow: Flow {
    Flow("ordinary") {
      for number in 0..<12 {
        if number % 3 == 0 {
          Choose("Question \(number)?", into: Key<String>("answer\(number)")) {
            Option("Yes, certainly")
            Option("Perhaps another day")
          }.id("q\(number)")
        } else if number % 3 == 1 {
          Ask("Question \(number)?", into: Key<Int>("answer\(number)")).id("q\(number)")
        } else {
          Ask("Question \(number)?", into: Key<String>("answer\(number)")).id("q\(number)")
        }
      }
    }
  }

  private static func answer(_ number: Int) -> SessionResolution {
    switch number % 3 {
    case 0: .answer(.choice("perhaps-another-day"))
    case 1: .value(.int(number * 100))
    default: .text("Some words")
    }
  }
}
