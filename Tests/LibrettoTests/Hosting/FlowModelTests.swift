import LibrettoApp
import Testing

@testable import AppView
@testable import LibrettoCore

@MainActor @Suite("A flow as the model of a view")
struct FlowModelTests {
  private static let name = Key<String>("name")
  private static let pet = Key<Bool>("pet")
  private static let petName = Key<String>("petName")
  private static let names = Key<[String]>("names")
  private static let receipt = Key<String>("receipt")

  private static func stay(_ pay: @escaping @Sendable (Work) async throws -> String) -> Flow {
    Flow("stay") {
      Say("Welcome.")
      Ask("Name?", into: name).validate(.length(2...))
      Form("Your stay") {
        Confirm("A pet?", into: pet)
        Ask("Its name?", into: petName).validate(.length(3...)).when(pet)
      }
      Do("pay", into: receipt) { work in try await pay(work) }.loading("Paying…")
      Say("Paid: \(receipt).")
    }
  }

  @Test("A view is driven from the first question to the end")
  func view() async throws {
    let (tokens, gate, paying) = (Locked<[String]>([]), Gate(), Gate())
    let flow = Self.stay { _ in
      paying.open()
      try await gate.wait()
      return "R"
    }
    let model = try FlowModel(flow) { token in tokens.withLock { $0.append(token) } }
    let view = LinesView(model: model)
    await model.settled()
    #expect(view.lines == ["Welcome.", "Name?"])
    view.type("A")
    await model.settled()
    #expect(view.lines == ["Welcome.", "Name?", "! Give at least 2 characters."])
    view.type("Ann")
    await model.settled()
    #expect(view.lines == ["Your stay", "A pet? ", "[Back]"])
    view.type("pet=yes")
    #expect(view.lines == ["Your stay", "A pet? Yes", "Its name? ", "[Back]"])
    view.type("petName=x")
    #expect(
      view.lines == [
        "Your stay", "A pet? Yes", "Its name? x", "! Give at least 3 characters.", "[Back]",
      ])
    view.type("")
    await model.settled()
    #expect(model.entries.count == 2)
    view.type("petName=Rex")
    view.type("")
    try await paying.wait()
    while view.lines != ["Paying…"] { await Task.yield() }
    #expect(model.screen == .working(model.working))
    gate.open()
    await model.settled()
    #expect(view.lines == ["Paid: R.", "finished"])
    #expect(model.answers[Self.petName] == "Rex")
    #expect(model.entries == [:])
    // The app was killed while it paid.
    let begun = try #require(tokens.withLock { $0.dropLast().last })
    let again = try FlowModel(Self.stay { _ in "again" }, token: begun)
    await again.settled()
    guard case .decision(let question, .interrupted) = again.screen else {
      Issue.record("\(again.screen)")
      return
    }
    again.choose("again", for: question.name)
    await again.settled()
    #expect(LinesView(model: again).lines == ["Paid: again.", "finished"])
    let byItself = try FlowModel(Self.stay { _ in "by itself" }, token: begun, interrupted: .run)
    await byItself.settled()
    #expect(byItself.answers[Self.receipt] == "by itself")
  }

  @Test("Back leads to the question before, and to the page")
  func back() async throws {
    let model = try FlowModel(Self.stay { _ in "R" })
    await model.settled()
    #expect(!model.mayGoBack)
    model.answer("name", with: "Ann")
    await model.settled()
    model.entries["your-stay/pet"] = .text("yes")
    model.back()
    await model.settled()
    #expect(model.open.count == 1)
    #expect(model.entries == [:])
    guard case .question(let question) = model.screen else {
      Issue.record("\(model.screen)")
      return
    }
    #expect(question.defaultAnswer == .typed("Ann"))
  }

  @Test("A step back to a page at the start leads nowhere from there, and the model says so")
  func backToTheStart() async throws {
    let flow = Flow("f") {
      Form("Your stay") {
        Confirm("A pet?", into: Self.pet)
        Ask("Its name?", into: Self.petName)
      }
      Ask("Name?", into: Self.name)
    }
    let model = try FlowModel(flow)
    #expect(!model.mayGoBack)
    model.entries = ["your-stay/pet": .text("yes"), "your-stay/petName": .text("Rex")]
    model.submit()
    await model.settled()
    #expect(model.mayGoBack)
    model.back()
    await model.settled()
    guard case .page(let page) = model.screen else {
      Issue.record("\(model.screen)")
      return
    }
    #expect((page.name, page.mayGoBack, model.mayGoBack) == ("your-stay", false, false))
  }

  @Test("What was filled in for a field that is hidden by now doesn't keep a page from being taken")
  func hidden() async throws {
    let model = try FlowModel(Self.stay { _ in "R" })
    await model.settled()
    model.answer("name", with: "Ann")
    await model.settled()
    model.entries["your-stay/pet"] = .text("yes")
    model.entries["your-stay/petName"] = .text("x")
    model.entries["your-stay/pet"] = .text("no")
    model.submit()
    await model.settled()
    #expect(model.screen == .ended(.finished(nil)))
    #expect(model.answers[Self.petName] == nil)
  }

  @Test("A page that comes up again has no refusal of the one before")
  func freshPage() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Form("Page") { Ask("Pet?", into: Self.petName) }
    }
    let model = try FlowModel(flow)
    func problems() -> [String?] {
      guard case .page(let page) = model.screen else { return [] }
      return page.fields.map(\.problem)
    }
    model.answer("name", with: "Ann")
    await model.settled()
    model.submit()
    await model.settled()
    #expect(problems() == ["An answer is needed."])
    model.back(from: "page/petName")
    await model.settled()
    model.answer("name", with: "Bob")
    await model.settled()
    #expect(problems() == [nil])
  }

  @Test("Of two pages beside each other, what is typed on one leaves the refusal of the other")
  func refusedBeside() async throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") { Form("A") { Ask("Name?", into: Self.name) } }
        Operation("b") { Form("B") { Ask("Pet?", into: Self.petName) } }
      }
    }
    let model = try FlowModel(flow)
    await model.settled()
    model.entries["a/a/name"] = .text("Ann")
    model.submit("a/a")
    model.submit("b/b")
    await model.settled()
    guard case .page(let page)? = model.open.first else {
      Issue.record("\(model.open)")
      return
    }
    #expect(model.open.count == 1)
    #expect(page.fields.map(\.problem) == ["An answer is needed."])
  }

  @Test("A refusal is shown while its question is open, and not where it is asked again")
  func refusals() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name)
      Ask("Pet?", into: Self.petName).validate(.length(3...))
    }
    let model = try FlowModel(flow)
    // Twice in a row, as with a double tap.
    model.answer("name", with: "Ann")
    model.answer("name", with: "Ann")
    await model.settled()
    #expect(model.problems == [:])
    model.answer("petName", with: "x")
    await model.settled()
    #expect(model.problems == ["petName": "Give at least 3 characters."])
    model.back()
    await model.settled()
    #expect(model.problems == [:])
    model.answer("name", with: "Bob")
    await model.settled()
    #expect(model.problems == [:])
  }

  @Test("Questions beside work are open at once, and answered while it goes on")
  func beside() async throws {
    let gate = Gate()
    let flow = Flow("beside") {
      Operations {
        Operation("fetch") {
          Load("names", into: Self.names) {
            try await gate.wait()
            return ["Ann"]
          }
        }
        Operation("ask") { Ask("Name?", into: Self.name) }
        Operation("more") { Ask("Pet?", into: Self.petName) }
      }
      Say("There is \(Self.names).")
    }
    let model = try FlowModel(flow)
    while model.open.count < 2 { await Task.yield() }
    model.answer("ask/name", with: "x")
    while model.open.count == 2 { await Task.yield() }
    #expect(model.open.count == 1)
    model.answer("more/petName", with: "y")
    while model.open.count == 1 { await Task.yield() }
    #expect(model.ended == nil)
    gate.open()
    await model.settled()
    #expect(model.said.map(\.words) == ["There is Ann."])
    #expect(model.screen == .ended(.finished(nil)))
  }

  @Test("A page, an alert with a field and a decision are open beside each other")
  func besidePages() async throws {
    let when = Key<CalendarDay>("when")
    let flow = Flow("beside") {
      Operations {
        Operation("stay") { Form("Your stay") { Confirm("A pet?", into: Self.pet) } }
        Operation("right") {
          Alert("All right?") {
            Field("Why?", into: Self.name)
            Button("Yes") {}
            Button("No") {}
          }
        }
        Operation("pay") {
          Ask("When?", into: when)
          Do("pay", into: Self.receipt) { _ in "R" }.reads(when)
          Ask("Pet's name?", into: Self.petName)
        }
      }
    }
    let today = try #require(CalendarDay(year: 2030, month: 1, day: 1))
    let model = try FlowModel(flow, today: .day(today))
    await model.settled()
    model.answer("pay/when", with: "tomorrow")
    await model.settled()
    model.back(from: "pay/petName")
    await model.settled()
    model.answer("pay/when", with: "today")
    await model.settled()
    let kinds = model.open.map { screen in
      switch screen {
      case .page(let page): "page \(page.name)"
      case .decision(let question, let decision): "\(decision) \(question.name)"
      case .question, .working, .ended: "\(screen)"
      }
    }
    #expect(kinds == ["page stay/your-stay", "page right/all-right", "changed pay/pay"])
    model.choose("again", for: "pay/pay")
    model.entries["right/all-right/name"] = .text("So.")
    model.submit("right/all-right", button: "no")
    model.entries["stay/your-stay/pet"] = .text("no")
    model.submit("stay/your-stay")
    // Asked only when the work has been done again.
    await model.settled()
    model.answer("pay/petName", with: "Rex")
    await model.settled()
    #expect(model.ended == .finished)
    #expect(model.answers[when] == today)
    #expect(model.answers[Self.name] == "So.")
  }

  @Test("Cancelling ends work, and the token says what became of it")
  func cancel() async throws {
    let (gate, paying, tokens) = (Gate(), Gate(), Locked<[String]>([]))
    let flow = Self.stay { _ in
      paying.open()
      try await gate.wait()
      return "R"
    }
    let model = try FlowModel(flow) { token in tokens.withLock { $0.append(token) } }
    model.answer("name", with: "Ann")
    await model.settled()
    model.entries["your-stay/pet"] = .text("no")
    model.submit()
    try await paying.wait()
    model.cancel()
    await model.settled()
    #expect(model.ended == .cancelled)
    let last = try #require(tokens.withLock { $0.last })
    #expect(try Session(flow, token: last).needs.map(\.decision) == [.interrupted])
  }

  @Test("When a token can't be kept, no action is begun")
  func fullDisk() async throws {
    struct Full: Error, CustomStringConvertible { let description = "the disk is full" }
    let tries = Locked(0)
    let flow = Flow("f") {
      Do("pay") { tries.withLock { $0 += 1 } }
      Say("Paid.")
    }
    let model = try FlowModel(flow) { _ in throw Full() }
    await model.settled()
    #expect(model.ended == .failed(Failure(.interpreter, message: "the disk is full")))
    #expect(tries.withLock { $0 } == 0)
  }

  @Test("A time limit ends a question that nobody answers")
  func timeLimit() async throws {
    let (time, sleeps) = (Locked(0), AsyncStream.makeStream(of: Duration.self))
    let gate = Gate()
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).timeout(.seconds(5)) { Say("Too late.") }
    }
    let model = try FlowModel(
      flow, clock: { Timestamp(time.withLock { $0 }) },
      sleep: { duration in
        sleeps.continuation.yield(duration)
        try await gate.wait()
      })
    await model.settled()
    var slept = sleeps.stream.makeAsyncIterator()
    #expect(await slept.next() == .milliseconds(5_001))
    time.withLock { $0 = 5_001 }
    gate.open()
    while model.ended == nil { await Task.yield() }
    #expect(model.said.map(\.words) == ["Too late."])
  }
}
