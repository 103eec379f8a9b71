import Testing

@testable import LibrettoCore

/// Typed questions: drafts, checks of the host, patterns, answers left out, and time limits.
struct AskTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let pin = Key<String>("pin")
  static let car = Key<Bool>("car")

  @Test("the JSON of everything that a question can have")
  func json() throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).multiline().optional().validate(.matches("[a-z]+"))
        .validateDrafts(.matches(#"\w*"#, message: "Letters only."), .length(...5))
        .check("known") { _ in true }.check("free", message: "Taken.") { _ in true }
        .timeout(.milliseconds(1500)) { Say("Late.") }
      When(Self.name.matches("a+")) { Say("A.") }
      Confirm("Go?") { Say("Gone.") }.timeout(.seconds(1)) {}
      Alert("A") { Button("B") }.timeout(.seconds(1)) { Say("x") }
      Choose("C?", from: ["x"], into: Self.pin).timeout(.seconds(1))
    }
    #expect(flow.problems == [])
    #expect(
      try JSONExporter().perform(flow)
        == #"{"libretto":1,"flow":"f","keys":{"name":"string","pin":"string"},"steps":["#
        + #"{"type":"ask","id":"name","title":"Name?","into":"name","optional":true,"#
        + #""multiline":true,"timeoutMilliseconds":1500,"#
        + #""rules":[{"rule":"matches","pattern":"[a-z]+"}],"#
        + #""draftRules":[{"rule":"matches","pattern":"\\w*","message":"Letters only."},"#
        + #"{"rule":"length","maximum":5}],"#
        + #""checks":[{"name":"known"},{"name":"free","message":"Taken."}],"#
        + #""timedOut":[{"type":"say","text":"Late."}]},"#
        + #"{"type":"when","condition":{"key":"name","is":"matches","pattern":"a+"},"#
        + #""then":[{"type":"say","text":"A."}]},"#
        + #"{"type":"confirm","id":"go","title":"Go?","timeoutMilliseconds":1000,"#
        + #""then":[{"type":"say","text":"Gone."}],"timedOut":[]},"#
        + #"{"type":"alert","id":"a","title":"A","timeoutMilliseconds":1000,"#
        + #""buttons":[{"id":"b","title":"B"}],"timedOut":[{"type":"say","text":"x"}]},"#
        + #"{"type":"choose","id":"pin","title":"C?","into":"pin","timeoutMilliseconds":1000,"#
        + #""options":[{"id":"x","title":"x","value":"x"}]}]}"#)
    #expect(
      try Outline().perform(flow).hasPrefix(
        """
        Flow “f”
          Ask “Name?” into name  [name]
            timed out
              Say “Late.”
          When name.matches("a+")

        """))
  }

  @Test("rules for drafts, then for the answer; a default and an empty answer aren't drafts")
  func drafts() async throws {
    let flow = Flow("f") {
      Ask("Age?", into: Self.age).validateDrafts(
        .matches("[0-9]{0,3}", message: "Three digits at most.")
      )
      .validate(.range(...130)).default(30)
      Ask("Name?", into: Self.name).optional().validateDrafts(.notEmpty)
    }
    let result = try await flow.run(
      with: Scripted([.refused("1234"), .refused(500), .preset, ""]))
    #expect(
      result.transcript == """
        ASK      Age?
        PERSON   1234
        REFUSED  Three digits at most.
        PERSON   500
        REFUSED  Give 130 or less.
        PERSON   30
        ASK      Name?
        PERSON
        END      finished

        """)
    #expect(result[Self.name] == nil)
  }

  static let checked = Flow("f") {
    Ask("Age?", into: age).validate(.range(0...)).check("even", message: "Even, please.") {
      $0 % 2 == 0
    }
    .check("small") { age in
      await Task.yield()
      return age < 10
    }
    Ask("Name?", into: name).optional().check("known") { $0 == "Bob" }
    Ask("PIN?", into: pin).secret().check("right") { pin in
      if pin == "0000" { throw Locked.out }
      return pin == "1234"
    }
  }

  private enum Locked: Error { case out }

  @Test("checks of the host, performed, behind the rules and in order")
  func checksPerformed() async throws {
    let result = try await Self.checked.run(
      with: Scripted(
        [.refused(-1), .refused(13), .refused(12), 8, "", .refused("1"), "1234"],
        actions: .performed))
    #expect(
      result.transcript == """
        ASK      Age?
        PERSON   -1
        REFUSED  Give 0 or more.
        PERSON   13
        REFUSED  Even, please.
        PERSON   12
        REFUSED  The answer does not pass the check “small”.
        PERSON   8
        ASK      Name?
        PERSON
        ASK      PIN?
        PERSON   (secret)
        REFUSED  The answer does not pass the check “right”.
        PERSON   (secret)
        END      finished

        """)
  }

  @Test("stubbed checks: the script gives the answers that they refuse; a check that throws")
  func checksStubbed() async throws {
    let result = try await Self.checked.run(with: Scripted([.refused(8), 13, "Sally", "9"]))
    #expect(
      result.transcript == """
        ASK      Age?
        PERSON   8
        REFUSED  Even, please.
        PERSON   13
        ASK      Name?
        PERSON   Sally
        ASK      PIN?
        PERSON   (secret)
        END      finished

        """)
    let thrown = try await Self.checked.run(
      with: Scripted([8, "Bob", "0000"], actions: .performed))
    #expect(
      thrown.outcome.description
        == "failed: the check “right” of “PIN?” failed: Locked (its text is hidden because the answer is "
        + "secret)")
  }

  @Test("time limits: what follows, and a flow that fails without")
  func timeouts() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: Self.name).timeout(.seconds(2)) {
        Say("Too late.")
        Ask("Age?", into: Self.age)
      }
      Confirm("Car?", into: Self.car).timeout(.milliseconds(1500))
    }
    #expect(Array(flow.places.keys).sorted() == ["car", "name", "name/timed-out/age"])
    let result = try await flow.run(with: Scripted([.timedOut, 7, .timedOut]))
    #expect(
      result.transcript == """
        ASK      Name?
        TIMEOUT  the time is up
        SAY      Too late.
        ASK      Age?
        PERSON   7
        CONFIRM  Car?
        TIMEOUT  the time is up
        END      failed: the question “Car?” (id “car”) was not answered within 1.5 seconds

        """)
    let inTime = try await flow.run(with: Scripted(["Bob", true]))
    #expect(
      inTime.transcript == """
        ASK      Name?
        PERSON   Bob
        CONFIRM  Car?
        PERSON   Yes
        END      finished

        """)
  }

  @Test("what is refused when the flow is built: times, checks, patterns, drafts")
  func problems() {
    let (name, age, pin) = (Self.name, Self.age, Self.pin)
    let line = #line
    let flow = Flow("f") {
      Ask("A?", into: name).timeout(.zero)
      Alert("B").timeout(.seconds(1))
      Ask("C?", into: age).check("") { _ in true }.check("x") { _ in true }.check("x") { _ in true }
      Ask("D?", into: pin).validate(.matches("a{2,1}"), .matches("(")).validateDrafts(.matches("*"))
      When(name.matches("[z-a]") && !pin.matches("\\q")) { Say("x") }
      Ask("E?", into: age).default(123).validateDrafts(.length(...2)).id("e")
      Ask("F?", into: pin).secret().check("right", message: "Not \(pin).") { _ in false }.id("f")
      Ask("G?", into: age).validateDrafts(.length(...(-1))).id("g")
    }
    func pattern(_ source: String) -> String {
      "the pattern “\(source)” can't be used: \(Pattern(source).problem ?? "?")"
    }
    let shows = "the key “pin” holds a secret, and"
    refuses(
      flow, line, (2, "a time limit must be at least a millisecond"),
      (3, "an alert without buttons dismisses itself; for .timeout write .dismiss(after:)"),
      (4, "a check needs a name"), (4, "two checks of one question have the name “x”"),
      (5, pattern("a{2,1}")), (5, pattern("(")), (5, pattern("*")),
      (6, pattern("[z-a]")), (6, pattern("\\q")),
      (7, "the default 123 breaks a rule for drafts: Give at most 2 characters."),
      (9, "a length can't be below 0"),
      (6, "\(shows) a condition would show it; use only pin.isSet"),
      (8, "\(shows) a text would show it; use only pin.isSet"))
  }

  @Test("patterns that are too large in total, each counted once")
  func patternStates() {
    func flow(_ count: Int) -> Flow {
      Flow("f") {
        for number in 0..<count {
          for use in 1...3 {
            Ask("A?", into: Key<String>("a\(number)-\(use)"))
              .validate(.matches(Pattern("a{\(9900 + number)}")))
          }
        }
      }
    }
    #expect(flow(10).problems == [])
    #expect(
      flow(11).problems.map(\.message) == [
        "the patterns of this flow have 108966 states in total, more than the limit "
          + "“patternStates” of 100000; use smaller counts in braces"
      ])
  }
}
