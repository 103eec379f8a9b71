import Testing

@testable import LibrettoCore

/// What reviewers found once, each as it should be: going back over answers and effects.
struct CaseTests {
  static let colour = Key<String>("colour")
  static let date = Key<String>("date"), name = Key<String>("name")
  static let plan = Key<String>("plan"), price = Key<Int>("price")

  private static func perform(
    _ flow: Flow, _ answers: [ScriptedAnswer]
  ) async throws -> FlowResult {
    try await flow.run(with: Scripted(answers, actions: .performed))
  }

  @Test("01: consent to 10 is asked for again when it is 99")
  func store() async throws {
    let agree = Key<Bool>("agree")
    let flow = Flow("store") {
      Choose("Which plan?", into: Self.plan) {
        Option("Basic")
        Option("Pro")
      }
      When(Self.plan == "Basic") {
        Store(10, into: Self.price)
      } otherwise: {
        Store(99, into: Self.price)
      }
      Confirm("Do you agree to pay \(Self.price) euros?", into: agree)
      Ask("Colour?", into: Self.colour)
      Say("\(Self.plan) for \(Self.price), agreed: \(agree)")
    }
    let result = try await Self.perform(flow, ["Basic", true, .back, .back, "Pro", true, "red"])
    #expect(
      result.transcript == """
        CHOOSE   Which plan?
                 [Basic] [Pro]
        PERSON   Basic
        CONFIRM  Do you agree to pay 10 euros?
        PERSON   Yes
        ASK      Colour?
        BACK     to agree
        CONFIRM  Do you agree to pay 10 euros?
        BACK     to plan
        CHOOSE   Which plan?
                 [Basic] [Pro]
        PERSON   Pro
        CONFIRM  Do you agree to pay 99 euros?
        PERSON   Yes
        ASK      Colour?
        PERSON   red
        SAY      Pro for 99, agreed: yes
        END      finished

        """)
  }

  @Test("02: a contract sent to one address needs a decision when the address changes")
  func twoWriters() async throws {
    let email = Key<String>("email")
    let business = Key<Bool>("business")
    let flow = Flow("writers") {
      Ask("Private email?", into: email).id("private")
      Confirm("Is it for business?", into: business) {
        Ask("Business email?", into: email).id("biz")
      }
      Confirm("Send the contract to \(email)?", into: Key<Bool>("send"))
      Ask("Colour?", into: Self.colour)
      Say("It goes to \(email).")
    }
    let result = try await Self.perform(
      flow, ["me@home", true, "me@work", true, .back, .back, .back, false, false, "red"])
    #expect(
      result.transcript.hasSuffix(
        """
        CONFIRM  Is it for business?
        PERSON   No
        CONFIRM  Send the contract to me@home?
        PERSON   No
        ASK      Colour?
        PERSON   red
        SAY      It goes to me@home.
        END      finished

        """))
  }

  @Test("51: the same where a loop has fewer rounds")
  func shorterLoop() async throws {
    let address = Key<String>("address")
    let more = Key<Bool>("more")
    let flow = Flow("shrink") {
      Repeat {
        Ask("Address?", into: address)
        Confirm("Change it?", into: more)
      } until: {
        more == false
      }
      Confirm("Send it to \(address)?", into: Key<Bool>("ok"))
      Ask("Colour?", into: Self.colour)
    }
    let result = try await Self.perform(
      flow,
      ["home", true, "work", false, true, .back, .back, .back, .back, false, true, "red"])
    #expect(
      result.transcript.hasSuffix(
        """
        CONFIRM  Change it?
        PERSON   No
        CONFIRM  Send it to home?
        PERSON   Yes
        ASK      Colour?
        PERSON   red
        END      finished

        """))
  }

  @Test("50: what the review of a form shows is what is submitted")
  func review() throws {
    let size = Key<String>("size")
    let flow = Flow("form") {
      Form("Order") { Choose("Size?", from: ["Small", "Large"], into: size) }
      Confirm("Really \(size)?")
      Ask("Colour?", into: Self.colour)
    }
    var run = try Run(flow)
    try run.give("Small")
    try run.goBack(from: try #require(run.nextNeed), toField: "order/size")
    try run.give("Large", "submit", true)
    for expected in ["really", "order", "order/size"] {
      try run.goBack()
      #expect(run.nextNeed?.name == expected)
    }
    #expect(run.nextNeed.flatMap(run.question)?.defaultAnswer == .choice("large"))
    try run.give("Small")
    let review = try #require(run.nextNeed.flatMap(run.question))
    #expect(review.choices.map(\.answer) == ["Small", nil])
    #expect(review.defaultAnswer == .submit)
    try run.give("submit")
    #expect(run.answers[size] == "Small")
    #expect(run.nextNeed.map { run.text(of: $0) } == "Really Small?")
  }

  @Test("14: a removed round doesn't remove another round’s answers")
  func rounds() throws {
    let item = Key<String>("item")
    let enough = Key<Bool>("enough")
    let another = Key<Bool>("another")
    let flow = Flow("orders") {
      Repeat {
        Repeat(times: 9) {
          Ask("Item?", into: item)
          Confirm("Enough?", into: enough) { Break() }
        }
        Say("complete")
        Confirm("Another order?", into: another)
        When(another == false) { Break() }
      }
      Confirm("Send the orders?")
    }
    var run = try Run(flow)
    try run.give("A", false, "B", true, true, "C", true, false)
    for _ in 0..<7 { try run.goBack() }
    #expect(run.nextNeed?.name == "enough")
    try run.give(true, true)
    #expect(run.outcome == .finished(nil))
    let answers = run.inForce.filter { $0.name.hasPrefix("item") }
    #expect(answers == [.init("item", .answered("A"), 0), .init("item@2.1", .answered("C"), 0)])
  }

  @Test("03: an effect that reads what another one wrote is decided on too")
  func chain() async throws {
    let log = HandlerTests.Log()
    let size = Key<Int>("size")
    let flow = Flow("chain") {
      Ask("Size?", into: size)
      Do("reckon") { work in
        work[Self.price] = (work[size] ?? 0) * 10
        log.add("reckon")
      }.reads(size)
      Do("charge") { work in
        log.add("charge \(work[Self.price] ?? 0)")
      }.reads(Self.price).undo { work in
        log.add("refund \(work[Self.price] ?? 0)")
      }
      Ask("Colour?", into: Self.colour)
      Say("Paid \(Self.price).")
    }
    let result = try await Self.perform(flow, [1, .back, 2, "again", "undo", "red"])
    #expect(log.all == ["reckon", "charge 10", "reckon", "refund 10", "charge 20"])
    #expect(result.transcript.hasSuffix("SAY      Paid 20.\nEND      finished\n"))
    // Kept as it is, the price stays, and so does what stands on it.
    let kept = try await Self.perform(flow, [1, .back, 2, "keep", "red"])
    #expect(log.all.suffix(2) == ["reckon", "charge 10"])
    #expect(kept.transcript.hasSuffix("SAY      Paid 10.\nEND      finished\n"))
  }

  @Test("04: an effect that reads what a Store set is decided on")
  func storeEffect() async throws {
    let log = HandlerTests.Log()
    let flow = Flow("charge") {
      Choose("Plan?", into: Self.plan) {
        Option("Basic") { Store(10, into: Self.price) }
        Option("Pro") { Store(99, into: Self.price) }
      }
      Do("charge") { work in
        log.add("charge \(work[Self.price] ?? 0)")
      }.reads(Self.price).undo { work in
        log.add("refund \(work[Self.price] ?? 0)")
      }
      Ask("Colour?", into: Self.colour)
      Say("\(Self.plan): \(Self.price)")
    }
    let result = try await Self.perform(flow, ["Basic", .back, "Pro", "undo", "red"])
    #expect(log.all == ["charge 10", "refund 10", "charge 99"])
    #expect(
      result.transcript.contains(
        """
        CHOOSE   “charge” was performed with different answers.
                 “price”: 10, now 99.
                 [Undo it, and perform it again] [Perform it again] [Keep it as it is]
        """))
    #expect(result.transcript.hasSuffix("SAY      Pro: 99\nEND      finished\n"))
  }

  @Test("29: after two steps back, an effect isn't performed twice without asking")
  func twice() async throws {
    let log = HandlerTests.Log()
    let flow = Flow("hotel") {
      Ask("Date?", into: Self.date)
      Ask("Name?", into: Self.name)
      Do("book") { work in
        log.add("book \(work[Self.date] ?? "")")
      }.reads(Self.date).undo { work in
        log.add("cancel \(work[Self.date] ?? "")")
      }
      Ask("Colour?", into: Self.colour)
    }
    _ = try await Self.perform(flow, ["mon", "Bob", .back, .back, "tue", "undo", "red"])
    #expect(log.all == ["book mon", "cancel mon", "book tue"])
    _ = try await Self.perform(flow, ["mon", "Bob", .back, .back, "mon", "red"])
    #expect(log.all.count == 4)
  }

  @Test("31: effects that the answers no longer lead to are undone, or reported once")
  func abandoned() async throws {
    let log = HandlerTests.Log()
    let pay = Key<String>("pay")
    func flow(_ reserve: Do) -> Flow {
      Flow("shop") {
        Choose("How do you pay?", into: pay) {
          Option("Card") {
            Ask("Card holder?", into: Self.name)
            reserve
          }
          Option("Cash")
        }
        Ask("Colour?", into: Self.colour)
        Say("You pay by \(pay).")
      }
    }
    let answers: [ScriptedAnswer] = ["Card", "Bob", .back, .back, "Cash", .back, "Cash", "red"]
    let undone = try await Self.perform(
      flow(
        Do("reserve") { _ in
          log.add("reserve")
        }.reads().undo { _ in
          log.add("release")
        }), answers)
    #expect(log.all == ["reserve", "release"])
    #expect(
      undone.transcript.contains("PERSON   Cash\nUNDO     pay/card/reserve\nASK      Colour?\n"))
    let told = try await Self.perform(
      flow(Do("reserve") { _ in log.add("reserve") }.reads()), answers)
    let note =
      "NOTE     “reserve” has already run, but the flow no longer reaches it. Its effect was kept.\n"
    #expect(told.transcript.ranges(of: note).count == 1)
    #expect(log.all == ["reserve", "release", "reserve"])
  }
}
