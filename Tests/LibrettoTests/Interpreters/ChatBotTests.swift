#if canImport(ChatBot)
  import Testing

  @testable import ChatBot
  @testable import LibrettoCore

  /// The interpreter of the guide: what it sends, and what it makes of what it receives.
  struct ChatBotTests {
    private static let name = Key<String>("name"), nights = Key<Int>("nights")
    private static let car = Key<Bool>("car"), extras = Key<[String]>("extras")
    private static let size = Key<String>("size")

    private static func talk(
      _ messages: String..., @FlowBuilder steps: () -> Steps
    ) async throws -> (sent: String, result: FlowResult) {
      let sent = Locked<[String]>([])
      let result = try await Flow("f", steps).run(
        with: ChatBot.receiving(messages, sending: sent))
      return (sent.withLock { $0.joined(separator: "\n\n") }, result)
    }

    @Test("each kind of question says how it is answered")
    func questions() async throws {
      let (sent, result) = try await Self.talk(
        "/back", "/skip", "large", "s", "1, 3", "y", "1234", "/skip"
      ) {
        Ask("Nights?", into: Self.nights).default(2)
        Choose("Size?", into: Self.size) {
          Option("Small")
          Option("Large").when(Self.nights > 2, because: "only from 3 nights")
        }
        ChooseMany("What else?", from: ["Bed", "Tea", "Bath"], into: Self.extras)
        Confirm("A car?", into: Self.car)
        Ask("PIN?", into: Key<String>("pin")).secret()
        Ask("Name?", into: Self.name).optional()
        Alert("Done", message: "Bye.")
      }
      #expect(
        sent == """
          Nights?
          default: 2

          This is the first question; there is nothing to go back to.
          Nights?
          default: 2

          Size?
          1 Small
          2 Large (not available: only from 3 nights)

          “Large” can’t be chosen: only from 3 nights
          Size?
          1 Small
          2 Large (not available: only from 3 nights)

          What else?
          1 Bed
          2 Tea
          3 Bath
          several, with commas between them
          default: none

          A car?
          yes or no

          PIN?
          a secret: delete your message afterwards

          Name?
          optional

          Done
          Bye.
          """)
      #expect(result.outcome == .finished)
    }

    @Test("a page is a card: a message can fill in several lines, and a refused one is sent again")
    func page() async throws {
      let (sent, result) = try await Self.talk(
        "me", "1 Ann\n2 many\n3 y\nwhat?\nsend", "2\n3 no\n4 0000", "send", "/cancel"
      ) {
        Ask("Who?", into: Key<String>("who"))
        Form("Your stay", message: "All of it.") {
          Ask("Name?", into: Self.name).validate(.notEmpty)
          Ask("Nights?", into: Self.nights).default(1)
          Confirm("A car?", into: Self.car)
          Ask("PIN?", into: Key<String>("pin")).secret().optional()
          Ask("Its plate?", into: Self.size).when(Self.car)
        }
        Alert("Sure?") {
          Field("Why?", into: Key<String>("why"))
          Button("Yes")
          Button("No", role: .cancel)
        }
      }
      #expect(
        sent == """
          Who?

          Your stay
          All of it.
          1 Name? \("")
          2 Nights? default: 1
          3 A car? yes or no
          4 PIN? a secret: delete your message afterwards
          Reply with numbers and answers, then: send

          Your stay
          All of it.
          1 Name? Ann
          2 Nights? many
          “many” is not a whole number.
          3 A car? Yes
          4 PIN? a secret: delete your message afterwards
          5 Its plate? \("")
          An answer is needed.
          Reply with numbers and answers, then: send

          Your stay
          All of it.
          1 Name? Ann
          2 Nights? 1
          3 A car? No
          4 PIN? (secret)
          Reply with numbers and answers, then: send

          Sure?
          1 Why? \("")
          Reply with numbers and answers, then: Yes, No
          """)
      #expect(result.outcome == .cancelled)
    }

    @Test(
      "the person leaves, cancels, goes back, or is too late, at a question and at a page",
      arguments: [false, true])
    func leaving(isPage: Bool) async throws {
      @FlowBuilder func steps() -> Steps {
        if isPage {
          Form("Page") { Ask("Name?", into: Self.name) }
        } else {
          Ask("Name?", into: Self.name)
        }
      }
      let left = try await Self.talk(steps: steps)
      #expect("\(left.result.outcome)".contains("the input ended at"))
      let cancelled = try await Self.talk("/cancel", steps: steps)
      #expect(cancelled.result.outcome == .cancelled)
      let back = try await Self.talk("/back", "/cancel", steps: steps)
      #expect(back.sent.contains("This is the first question; there is nothing to go back to.\n"))
    }

    @Test("A bot whose messages stop when it is cancelled notices that the time is up")
    func timeLimit() async throws {
      let bot = ChatBot(
        receive: {
          try? await TestHost.forever()
          return nil
        }, send: { _ in })
      let result = try await Flow("f") {
        Ask("Name?", into: Self.name).timeout(.milliseconds(1)) { Say("Too late.") }
        Alert("Page") {
          Field("Name?", into: Self.size)
          Button("OK")
        }.timeout(.milliseconds(1)) { Finish(name: "late") }
      }.run(with: bot)
      #expect(result.outcome == .finished("late"))
    }

    @Test("Entries on a page are drafts, and work that takes long is shown")
    func reports() async throws {
      let sent = Locked<[String]>([])
      let bot = ChatBot.receiving(["1 An\n1 Ann\nsend"], sending: sent)
      _ = try await Flow("f") {
        Form("Page") { Ask("Name?", into: Self.name) }
        Do("copy") { work in work.log("All is copied.") }
      }
      .on(.changed, of: "page/name") { event in
        sent.withLock { $0.append("draft: \(event.draft ?? "")") }
      }.run(with: bot)
      try await bot.showLoading("Copying…")
      try await bot.showProgress([
        WorkProgress(id: "copy", step: "copy", text: "Copying…", fraction: 0.5, label: "half")
      ])
      #expect(
        sent.withLock { $0.dropFirst() } == [
          "draft: An", "draft: Ann", "All is copied.", "Copying…", "Copying… 50% half",
        ])
      #expect(bot.progressInterval == .seconds(10))
    }
  }
#endif
