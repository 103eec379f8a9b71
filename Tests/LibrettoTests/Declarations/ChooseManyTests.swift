import Testing

@testable import LibrettoCore

infix operator < : NestingPrecedence
infix operator > : NestingPrecedence

/// Questions with several answers: tree, JSON, both spellings, performances, what is refused.
struct ChooseManyTests {
  enum Day: String, CaseIterable, AnswerValue { case mon, tue, wed }

  static let days = Key<[Day]>("days")
  static let tags = Key<[String]>("tags")
  static let sizes = Key<[Int]>("sizes")
  static let one = Key<String>("one")
  static let picked = Key<[String]>("picked")

  @Test("the JSON: options, counts with messages, defaults")
  func json() throws {
    let flow = Flow("f") {
      ChooseMany("Which days?", from: Day.self, into: Self.days)
        .atLeast(1).atMost(2, message: "Two days at most.").default([.wed, .mon]).help("Work days.")
        .timeout(.seconds(2))
      ChooseMany("Sizes?", into: Self.sizes) {
        Option("Small", 1, shortcut: "s").default()
        Option("Large", 2).id("xl")
      }
      ChooseMany("Tags?", from: ["C", "C++"], into: Self.tags, title: { "in \($0)" })
      ChooseMany("Which of them?", from: Self.tags, into: Self.picked)
    }
    let text = try JSONExporter().perform(flow)
    #expect(
      text
        == #"{"libretto":1,"flow":"f","keys":{"days":{"list":{"oneOf":["mon","tue","wed"]}},"#
        + #""sizes":{"list":"integer"},"tags":{"list":"string"},"picked":{"list":"string"}},"#
        + #""steps":[{"type":"chooseMany","id":"days","title":"Which days?","into":"days","#
        + #""help":"Work days.","timeoutMilliseconds":2000,"rules":["#
        + #"{"rule":"length","minimum":1,"message":"Choose at least 1."},"#
        + #"{"rule":"length","maximum":2,"message":"Two days at most."}],"options":["#
        + #"{"id":"mon","title":"mon","preferred":true,"value":"mon"},"#
        + #"{"id":"tue","title":"tue","value":"tue"},"#
        + #"{"id":"wed","title":"wed","preferred":true,"value":"wed"}]},"#
        + #"{"type":"chooseMany","id":"sizes","title":"Sizes?","into":"sizes","options":["#
        + #"{"id":"small","title":"Small","key":"s","preferred":true,"value":1},"#
        + #"{"id":"xl","title":"Large","value":2}]},"#
        + #"{"type":"chooseMany","id":"tags","title":"Tags?","into":"tags","options":["#
        + #"{"id":"c","title":"in C","value":"C"},"#
        + #"{"id":"c-2b-2b","title":"in C++","value":"C++"}]},"#
        + #"{"type":"chooseMany","id":"picked","title":"Which of them?","into":"picked","#
        + #""from":"tags"}]}"#)
    #expect(
      try Outline().perform(flow).split(separator: "\n").last
        == "  ChooseMany “Which of them?” from tags into picked  [picked]")
  }

  @Test("both spellings, the list form, and values")
  func spellings() {
    let sizes = Self.sizes
    let braces = Flow("f") {
      ChooseMany("Sizes?", into: sizes) {
        for size in [1, 2] { Option("\(size)", size) }
      }.atLeast(1)
    }
    same(
      Flow("f") {
        ChooseMany("Sizes?", into: sizes).atLeast(1) < Option("1", 1) > Option("2", 2)>>
      }, braces)
    same(
      Flow("f") {
        ChooseMany("Sizes?", into: sizes).atLeast(1) < [Option("1", 1), Option("2", 2)]
      },
      braces)
    same(Flow("f") { ChooseMany("Sizes?", from: [1, 2], into: sizes).atLeast(1) }, braces)
  }

  @Test("too few, too many, unknown, by value and title, the default, none")
  func performed() async throws {
    let flow = Flow("f") {
      ChooseMany("Which days?", from: Day.self, into: Self.days).atLeast(2).atMost(2)
      ChooseMany("Tags?", from: ["a", "b"], into: Self.tags).default(["b"])
      ChooseMany("Sizes?", into: Self.sizes) {
        Option("Small", 1)
        Option("Large", 2)
      }
      When(Self.sizes.isEmpty) { Say("No sizes, \(Self.days), \(Self.tags).") }
    }
    let result = try await flow.run(
      with: Scripted([
        .refused(["mon"]), .refused(["mon", "tue", "wed"]), .refused(["mon", "sun"]),
        ["wed", "mon", "wed"], .preset, [],
      ]))
    #expect(
      result.transcript == """
        CHOOSE   Which days?
                 [mon] [tue] [wed]
        PERSON   mon
        REFUSED  Choose at least 2.
        PERSON   mon, tue, wed
        REFUSED  Choose at most 2.
        PERSON   mon, sun
        REFUSED  “sun” is not one of the answers: mon, tue, wed.
        PERSON   wed, mon
        CHOOSE   Tags?
                 [a] [b]
        PERSON   b
        CHOOSE   Sizes?
                 [Small] [Large]
        PERSON   none
        SAY      No sizes, mon, wed, b.
        END      finished

        """)
    #expect(result[Self.days] == [.mon, .wed])
    #expect(result[Self.sizes] == [])
    #expect(
      result.journal.entries.map(\.event) == [
        .answered(.choices(["wed", "mon"])), .answered(.choices(["b"])), .answered(.choices([])),
      ])
  }

  @Test("an empty default needs an empty answer to be allowed")
  func noDefault() async throws {
    let flow = Flow("f") { ChooseMany("Days?", from: Day.self, into: Self.days).atLeast(1) }
    let error = await #expect(throws: ScriptedError.self) {
      try await flow.run(with: Scripted([.preset]))
    }
    #expect(error?.message == "“Days?” (id “days”) has no default to accept")
  }

  @Test("options from an answer, equal ones once; one of them, and several")
  func source() async throws {
    let flow = Flow("f") {
      Ask("Tags?", into: Self.tags)
      Choose("Which?", from: Self.tags, into: Self.one)
      ChooseMany("And?", from: Self.tags, into: Self.picked).atLeast(1)
      Say("\(Self.one) and \(Self.picked)")
    }
    #expect(flow.problems == [])
    let result = try await flow.run(
      with: Scripted([["C++", "Go", "Go"], .refused("Rust"), "Go", ["C++", "Go"]]))
    #expect(
      result.transcript == """
        ASK      Tags?
        PERSON   C++, Go, Go
        CHOOSE   Which?
                 [C++] [Go]
        PERSON   Rust
        REFUSED  “Rust” is not one of the answers: C++, Go.
        PERSON   Go
        CHOOSE   And?
                 [C++] [Go]
        PERSON   C++, Go
        SAY      Go and C++, Go
        END      finished

        """)
    let empty = try await flow.run(with: Scripted([[]]))
    #expect(
      empty.outcome.description
        == "failed: the question “one” takes its options from the key “tags”, but that is an empty "
        + "list; ask it only When(!tags.isEmpty)")
  }

  @Test("blocks get the values")
  func observed() async throws {
    let told = Locked<[[Day]?]>([])
    let flow = Flow("f") {
      ChooseMany("Days?", from: Day.self, into: Self.days)
        .on(.answered) { event in told.withLock { $0.append(event.value) } }
    }
    _ = try await flow.run(with: Scripted([["tue"]]))
    #expect(told.withLock { $0 } == [[.tue]])
  }

  @Test("what is refused when the flow is built")
  func problems() {
    let (sizes, tags, one) = (Self.sizes, Self.tags, Self.one)
    let line = #line
    let flow = Flow("f") {
      ChooseMany("A?", into: sizes) {}
      ChooseMany("B?", from: [1, 2], into: sizes).atLeast(3).id("b")
      ChooseMany("C?", from: [1, 2], into: sizes).atLeast(2).atMost(1).id("c")
      ChooseMany("D?", from: [1, 2], into: sizes).atMost(-1).id("d")
      ChooseMany("E?", from: [1, 2], into: sizes).default([1, 3]).id("e")
      ChooseMany("F?", from: [1, 2], into: sizes).default([1]).atLeast(2).id("f")
      ChooseMany("G?", into: sizes) { Option("One", 1) { Say("x") } }.id("g")
      ChooseMany("H?", from: tags, into: Key<[String]>("h")).default(["x"])
      Choose("I?", from: tags, into: one).default("x")
      Choose("J?", from: tags, into: Key<String>("j")) < [Option("x")]
      anything
    }
    let fromKey =
      "the options come from the key “tags”, so none of them can be the default; "
      + "remove .default(…)"
    refuses(
      flow, line, (2, "a ChooseMany needs at least one Option"),
      (3, "atLeast(3) requires more answers than there are Options: there are 2"),
      (4, "atLeast(2) and atMost(1) can't both be satisfied"),
      (5, "atLeast and atMost can't be below 0"),
      (6, "the default 3 isn't the value of any option"),
      (7, "the default [1] breaks a rule: Choose at least 2."),
      (
        8,
        "an Option of a ChooseMany can't have steps, since several can be chosen; "
          + "write When(key.contains(…)) { … } after it"
      ),
      (9, fromKey), (10, fromKey),
      (11, "the options come from the key “tags”; remove the Options, or from:"))
  }
}
