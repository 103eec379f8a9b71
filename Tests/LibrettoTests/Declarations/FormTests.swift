import Testing

@testable import LibrettoCore

infix operator < : NestingPrecedence
infix operator > : NestingPrecedence

/// Forms: tree, JSON, performances with corrections, and what is refused.
struct FormTests {
  static let name = Key<String>("name")
  static let car = Key<Bool>("car")
  static let plate = Key<String>("plate")
  static let size = Key<Int>("size")
  static let tags = Key<[String]>("tags")
  static let pin = Key<String>("pin")

  static let profile = Flow("f") {
    Form("Profile", message: "About you.") {
      Ask("Name?", into: name).validate(.notEmpty)
      Confirm("A car?", into: car)
      Ask("Its plate:", into: plate).when(car)
      Choose("Size?", into: size) {
        Option("Small", 1)
        Option("Large", 2)
      }
    }
    Say("Thanks, \(name).")
  }

  @Test("the tree, the outline and the JSON")
  func tree() throws {
    #expect(Self.profile.problems == [])
    #expect(
      try Outline().perform(Self.profile) == """
        Flow “f”
          Form “Profile”: “About you.”  [profile]
            Ask “Name?” into name  [profile/name]
            Confirm “A car?” into car  [profile/car]
            Ask “Its plate:” into plate  [profile/plate]
            Choose “Size?” into size  [profile/size]
              “Small”  [small]
              “Large”  [large]
          Say “Thanks, {name}.”

        """)
    #expect(
      try JSONExporter().perform(Self.profile)
        == #"{"libretto":1,"flow":"f","keys":{"car":"boolean","name":"string","#
        + #""plate":"string","size":"integer"},"steps":["#
        + #"{"type":"form","id":"profile","title":"Profile","message":"About you.","fields":["#
        + #"{"type":"ask","id":"profile/name","title":"Name?","into":"name","#
        + #""rules":[{"rule":"notEmpty"}]},"#
        + #"{"type":"confirm","id":"profile/car","title":"A car?","into":"car"},"#
        + #"{"type":"ask","id":"profile/plate","title":"Its plate:","into":"plate","#
        + #""when":{"key":"car","is":"==","value":true}},"#
        + #"{"type":"choose","id":"profile/size","title":"Size?","into":"size","options":["#
        + #"{"id":"small","title":"Small","value":1},{"id":"large","title":"Large","value":2}]}]},"#
        + #"{"type":"say","text":"Thanks, {name}."}]}"#)
  }

  @Test("a builder with if, for and switch; a chain is a question too")
  func builder() {
    let isLong = true
    let names = Flow("f") {
      Form("A") {
        if isLong { Ask("Name?", into: Self.name) } else { Ask("Plate?", into: Self.plate) }
        for number in 1...2 { Ask("\(number)?", into: Key<Int>("n\(number)")) }
        switch isLong {
        case true: Choose("Size?", into: Self.size) < Option("S", 1) > Option("L", 2)
        case false: Confirm("Car?", into: Self.car)
        }
      }
    }
    let plain = Flow("f") {
      Form("A") {
        Ask("Name?", into: Self.name)
        Ask("1?", into: Key<Int>("n1"))
        Ask("2?", into: Key<Int>("n2"))
        Choose("Size?", into: Self.size) {
          Option("S", 1)
          Option("L", 2)
        }
      }
    }
    same(names, plain)
  }

  @Test("a hidden question; a form that the script does not mention is submitted")
  func hidden() async throws {
    let result = try await Self.profile.run(with: Scripted(["Bob", false, "Large"]))
    #expect(
      result.transcript == """
        PAGE     Profile
                 About you.
        ASK      Name?
        PERSON   Bob
        CONFIRM  A car?
        PERSON   No
        CHOOSE   Size?
                 [Small] [Large]
        PERSON   Large
        FORM     Profile
                 About you.
                 [Name? Bob] [A car? no] [Size? Large] [Submit]
        PERSON   Submit
        SAY      Thanks, Bob.
        END      finished

        """)
    #expect(result[Self.plate] == nil)
    #expect(result.journal.entries.last?.name == "profile")
  }

  @Test("corrections: a question shows, its answer is offered again, and it goes when hidden")
  func corrected() async throws {
    let answers: [String: [ScriptedAnswer]] = [
      "profile/name": ["Bob", .preset], "profile/car": [false, true, false],
      "profile/plate": ["B-AB 1"], "profile/size": ["Small", "Large"],
      "profile": [
        "profile/car", "profile/name", "profile/size", "profile/car", "submit",
      ],
    ]
    let result = try await Self.profile.run(
      with: Scripted([], byID: answers, actions: .stubbed))
    #expect(
      result.transcript == """
        PAGE     Profile
                 About you.
        ASK      Name?
        PERSON   Bob
        CONFIRM  A car?
        PERSON   No
        CHOOSE   Size?
                 [Small] [Large]
        PERSON   Small
        FORM     Profile
                 About you.
                 [Name? Bob] [A car? no] [Size? Small] [Submit]
        PERSON   A car? no
        BACK     to profile/car
        CONFIRM  A car?
        PERSON   Yes
        ASK      Its plate:
        PERSON   B-AB 1
        FORM     Profile
                 About you.
                 [Name? Bob] [A car? yes] [Its plate: B-AB 1] [Size? Small] [Submit]
        PERSON   Name? Bob
        BACK     to profile/name
        ASK      Name?
        PERSON   Bob
        FORM     Profile
                 About you.
                 [Name? Bob] [A car? yes] [Its plate: B-AB 1] [Size? Small] [Submit]
        PERSON   Size? Small
        BACK     to profile/size
        CHOOSE   Size?
                 [Small] [Large]
        PERSON   Large
        FORM     Profile
                 About you.
                 [Name? Bob] [A car? yes] [Its plate: B-AB 1] [Size? Large] [Submit]
        PERSON   A car? yes
        BACK     to profile/car
        CONFIRM  A car?
        PERSON   No
        FORM     Profile
                 About you.
                 [Name? Bob] [A car? no] [Size? Large] [Submit]
        PERSON   Submit
        SAY      Thanks, Bob.
        END      finished

        """)
    #expect(result[Self.plate] == nil)
    #expect(result[Self.size] == 2)
  }

  @Test("a secret, an optional question, several answers, and blocks of the form")
  func kinds() async throws {
    let told = Locked<[String]>([])
    let flow = Flow("f") {
      Form("More") {
        Ask("PIN?", into: Self.pin).secret()
        Ask("Name?", into: Self.name).optional()
        ChooseMany("Tags?", from: ["a", "b"], into: Self.tags)
      }
      .on(.presented) { event in told.withLock { $0.append("presented \(event.id)") } }
      .on(.ended) { event in told.withLock { $0.append("ended \(event.id)") } }
    }
    #expect(flow.problems == [])
    let result = try await flow.run(
      with: Scripted([
        "more/pin": "1234", "more/name": "", "more/tags": ["b", "a"], "more": "submit",
      ]))
    #expect(
      result.transcript == """
        PAGE     More
        ASK      PIN?
        PERSON   (secret)
        ASK      Name?
        PERSON
        CHOOSE   Tags?
                 [a] [b]
        PERSON   b, a
        FORM     More
                 [PIN? (secret)] [Name? none] [Tags? a, b] [Submit]
        PERSON   Submit
        END      finished

        """)
    #expect(told.withLock { $0 } == ["presented more", "ended more"])
  }

  @Test("what is refused when the flow is built")
  func problems() {
    let (name, car, size) = (Self.name, Self.car, Self.size)
    let line = #line
    let flow = Flow("f") {
      Form("A") {}
      Form("B") {
        Choose("C?", into: size) { Option("S", 1) { Say("x") } }
        Confirm("D?", into: car) { Say("x") }.id("d")
        Confirm("E?")
        Ask("F?", into: name).timeout(.seconds(1)).id("f")
        Ask("G?", into: name).id("submit").when(name.matches("["))
        Alert("H") < Button("I")
      }
      Form("J") { Ask("K?", into: name).when(size == 3) }.on(.answered) { _ in }
    }
    let steps =
      "an answer on a Form can't have steps, since it can still be corrected; "
      + "write When(…) { … } after the Form"
    refuses(
      flow, line, (2, "a Form needs at least one question"), (4, steps), (5, steps),
      (6, "a question on a Form must keep its answer: add into: key"),
      (7, "a question on a Form can't have a time limit; remove .timeout"),
      (8, "“submit” is the answer that submits the Form; give the question another id"),
      (9, "a Form holds questions: Ask, Rate, Confirm, Choose, ChooseMany"),
      (
        8,
        "the pattern “[” can't be used: character 1: “[” is never closed; add a “]”, or write “\\[”"
      ),
      (11, "this step never has the moment .answered; it has .presented, .ended, .cancelled"))
  }
}
