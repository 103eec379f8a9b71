import Testing

@testable import Libretto

/// Walks in which the engine and the judge differed, as small as they were made.
@Suite("Random walks in which an edit accepted stale work, or asked about work that wasn't stale")
struct FoundStaleWalkTests {
  @Test("work that was stale because of an answer that vanishes is asked about")
  func vanishedAnswer() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "q1", .confirm("y"),
          [
            JudgeStep(
              "e2",
              .work(
                JudgeStep.Work(
                  declared: nil, looks: ["b", "c", "d"], writes: ["b"], isUndoable: true,
                  isFresh: true)))
          ], []),
        JudgeStep(
          "g25", .operations,
          [
            JudgeStep(
              "op7", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q14", .confirm(nil), [], [])
              ], []),
            JudgeStep(
              "op9", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep(
                  "e20",
                  .work(
                    JudgeStep.Work(
                      declared: ["y", "d"], looks: ["y", "d"], writes: [], isUndoable: true,
                      isFresh: true)))
              ], []),
          ]),
      ]),
      [
        .answer("q1", .yes(false)),
        .begin("e20"),
        .end("e20", .ends),
        .back("q14"),
        .answer("q1", .yes(true)),
        .edit(.remove("q1")),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("work that was stale because of an answer that the edit passes by is asked about")
  func passedAnswer() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("st-a", .store("a", .int(1))),
        JudgeStep(
          "r14", .loop(.times(3)),
          [
            JudgeStep(
              "e1",
              .work(
                JudgeStep.Work(
                  declared: ["a"], looks: ["a"], writes: ["c"], isUndoable: false, isFresh: true))),
            JudgeStep("q8", .ask("c", most: 2)),
            JudgeStep(
              "wh9", .when(JudgeStep.Condition(key: "a", value: .int(1))),
              [
                JudgeStep("q10", .ask("a", most: 1))
              ], []),
            JudgeStep(
              "wh12", .when(JudgeStep.Condition(key: "a", value: .int(1))),
              [
                JudgeStep("br13", .leave)
              ], []),
          ]),
        JudgeStep(
          "e15",
          .work(
            JudgeStep.Work(
              declared: nil, looks: ["c", "a"], writes: ["d"], isUndoable: false, isFresh: true))),
      ]),
      [
        .begin("e1"),
        .end("e1", .ends),
        .answer("q8", .typed(.int(2))),
        .answer("q10", .typed(.int(0))),
        .perform("e1@2", .ends),
        .back("q8@2"),
        .answer("q10", .typed(.int(1))),
        .tell("e1@2"),
        .edit(.store("st-a")),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("work that an answer made stale on another way is not accepted by an edit")
  func otherWay() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "fo10", .form([JudgeStep.Field(step: JudgeStep("ff6", .ask("a", most: 2)), shows: nil)])),
        JudgeStep(
          "r22", .loop(.times(2)),
          [
            JudgeStep(
              "e12",
              .work(
                JudgeStep.Work(
                  declared: ["b", "a"], looks: ["b", "a"], writes: [], isUndoable: true,
                  isFresh: true))),
            JudgeStep(
              "e14",
              .work(
                JudgeStep.Work(
                  declared: nil, looks: [], writes: ["b"], isUndoable: true, isFresh: true))),
            JudgeStep(
              "q15",
              .choose(
                "a",
                [
                  JudgeStep.Option(id: "o0", value: Optional(0)),
                  JudgeStep.Option(id: "o1", value: Optional(1)),
                ]), limit: 5000,
              late: [
                JudgeStep(
                  "e21",
                  .work(
                    JudgeStep.Work(
                      declared: ["d"], looks: ["d"], writes: ["b"], isUndoable: false, isFresh: true
                    )))
              ],
              [
                JudgeStep(
                  "fo19",
                  .form([JudgeStep.Field(step: JudgeStep("ff16", .ask("c", most: 2)), shows: nil)]))
              ], []),
          ]),
      ]),
      [
        .answer("ff6", .typed(.int(0))),
        .answer("fo10", .submit),
        .perform("e12", .ends),
        .begin("e14"),
        .end("e14", .ends),
        .tooLate("q15", byClock: true),
        .perform("e21", .ends),
        .perform("e12@2", .killed(done: true, .journal)),
        .look("e12@2"),
        .back("e14@2"),
        .answer("q15", .choice("o0")),
        .answer("ff16", .typed(.int(1))),
        .edit(.rename("ff6", to: "ff6r1")),
        .answer("fo19", .submit),
        .tell("e21"),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("an edit does not accept work that an edit before left stale")
  func workStaysStale() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "r11", .loop(.times(2)),
          [
            JudgeStep(
              "q5", .confirm("y"),
              [
                JudgeStep(
                  "fo9",
                  .form([JudgeStep.Field(step: JudgeStep("ff6", .ask("a", most: 2)), shows: nil)]))
              ], [])
          ]),
        JudgeStep(
          "e13",
          .work(
            JudgeStep.Work(
              declared: nil, looks: ["y", "c", "a"], writes: [], isUndoable: false, isFresh: true))),
        JudgeStep("n14", .notice),
        JudgeStep("q23", .ask("b", most: 2)),
      ]),
      [
        .answer("q5", .yes(false)),
        .answer("q5@2", .yes(false)),
        .perform("e13", .ends),
        .dismiss("n14"),
        .back("q23"),
        .answer("q5@2", .yes(true)),
        .answer("ff6@2", .typed(.int(0))),
        .edit(.wrap("e13", loop: "lo2", times: 1)),
        .edit(.remove("n14")),
        .answer("fo9@2", .submit),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("what stood before an answer that is out is still older than it after an edit")
  func olderThanOut() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("st-b", .store("b", .int(1))),
        JudgeStep("st-d", .store("d", .int(0))),
        JudgeStep(
          "g34", .operations,
          [
            JudgeStep(
              "op1", .operation(JudgeStep.Operation(after: ["op2"], isHandled: true)),
              [
                JudgeStep(
                  "e3",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["d", "b", "a", "y", "c"], writes: [], isUndoable: true,
                      isFresh: false))),
                JudgeStep("q6", .ask("a", most: 1)),
              ], []),
            JudgeStep(
              "op2", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "q24",
                  .choose(
                    "d",
                    [
                      JudgeStep.Option(id: "o0", value: Optional(0)),
                      JudgeStep.Option(id: "o1", value: Optional(1)),
                    ]), reads: ["d"], [], [])
              ], []),
          ]),
      ]),
      [
        .answer("q24", .choice("o0")),
        .begin("e3"),
        .end("e3", .ends),
        .edit(.store("st-d")),
        .edit(.store("st-b")),
        .answer("q24", .choice("o0")),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }
}
