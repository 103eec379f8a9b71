import Testing

@testable import Libretto

/// Walks in which the engine and the judge differed, as small as they were made.
@Suite("Random walks that found bugs with edits") struct FoundEditWalkTests {
  @Test("what failed still counts as failed when the flow is edited")
  func failureOfEdit() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("st-y", .store("y", .flag(false))),
        JudgeStep(
          "r55", .loop(.times(2)),
          [
            JudgeStep(
              "r32", .loop(.whileTrue(JudgeStep.Condition(key: "y", value: .flag(true)))),
              [JudgeStep("q31", .ask("a", most: 1), limit: 5000)]),
            JudgeStep(
              "g54", .operations,
              [
                JudgeStep(
                  "op35", .operation(JudgeStep.Operation(after: [], isHandled: true)),
                  [
                    JudgeStep(
                      "r52", .loop(.times(3)),
                      [
                        JudgeStep(
                          "e49",
                          .work(
                            JudgeStep.Work(
                              declared: ["b", "d"], looks: ["b", "d"], writes: [], isUndoable: true,
                              isFresh: false))),
                        JudgeStep("q50", .ask("d", most: 1)),
                        JudgeStep(
                          "e51",
                          .work(
                            JudgeStep.Work(
                              declared: ["b", "d"], looks: ["b", "d"], writes: ["d"],
                              isUndoable: false, isFresh: true))),
                      ])
                  ], [])
              ]),
          ]),
      ]),
      [
        .perform("e49", .ends),
        .answer("q50", .typed(.int(0))),
        .perform("e51", .ends),
        .back("e49@1.2"),
        .answer("q50", .typed(.int(1))),
        .decide("e51", .again),
        .perform("e51", .fails),
        .edit(.reads("q31", "a")),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("a question that is open is not new to an edit")
  func openIsNotNew() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("st-b", .store("b", .int(2))),
        JudgeStep("st-y", .store("y", .flag(true))),
        JudgeStep(
          "l3",
          .load(
            JudgeStep.Load(
              key: "d",
              work: JudgeStep.Work(
                declared: ["y"], looks: ["y"], writes: [], isUndoable: false, isFresh: false),
              retries: 0, isHandled: true)),
          [
            JudgeStep(
              "r11", .loop(.times(3)),
              [
                JudgeStep(
                  "q4", .confirm("y"), limit: 5000,
                  late: [
                    JudgeStep(
                      "e5",
                      .work(
                        JudgeStep.Work(
                          declared: nil, looks: ["d", "b", "c", "a"], writes: [], isUndoable: false,
                          isFresh: true)))
                  ], [], []),
                JudgeStep(
                  "l8",
                  .load(
                    JudgeStep.Load(
                      key: "d",
                      work: JudgeStep.Work(
                        declared: ["c", "y"], looks: ["c", "y"], writes: [], isUndoable: false,
                        isFresh: false), retries: 1, isHandled: true)), [], [], []),
                JudgeStep(
                  "wh9", .when(JudgeStep.Condition(key: "y", value: .flag(false))),
                  [
                    JudgeStep("br10", .leave)
                  ], []),
              ])
          ], [], []),
        JudgeStep("q12", .ask("b", most: 2)),
      ]),
      [
        .load("l3", .data(0)),
        .tooLate("q4", byClock: false),
        .perform("e5", .ends),
        .load("l8", .empty),
        .answer("q4@1.2", .yes(false)),
        .load("l8@1.2.1", .data(2)),
        .back("q12"),
        .tooLate("q4@1.2", byClock: true),
        .back("e5@1.2"),
        .edit(.reads("q4", "b")),
        .answer("q4@1.2", .yes(true)),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("of an answer that was shown twice, the last time counts for an edited flow")
  func shownTwice() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("st-c", .store("c", .int(0))),
        JudgeStep("n1", .notice, reads: ["c"]),
        JudgeStep(
          "e2",
          .work(
            JudgeStep.Work(declared: nil, looks: [], writes: [], isUndoable: false, isFresh: false))
        ),
        JudgeStep(
          "e15",
          .work(
            JudgeStep.Work(
              declared: nil, looks: ["b", "c", "y"], writes: ["c"], isUndoable: true, isFresh: true)
          )),
        JudgeStep("q16", .ask("c", most: 2), reads: ["c"]),
        JudgeStep("q19", .confirm("y"), [], []),
      ]),
      [
        .dismiss("n1"),
        .perform("e2", .ends),
        .perform("e15", .ends),
        .answer("q16", .typed(.int(2))),
        .edit(.add("new1", before: "e2", into: "z")),
        .answer("new1", .typed(.int(2))),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("a load that fails with other answers is a different performance")
  func failedLoadIsAnother() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("st-c", .store("c", .int(2))),
        JudgeStep(
          "r3", .loop(.whileTrue(JudgeStep.Condition(key: "c", value: .int(1)))),
          [
            JudgeStep("q1", .ask("c", most: 1))
          ]),
        JudgeStep(
          "g28", .operations,
          [
            JudgeStep(
              "op7", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q10", .confirm("y"), [], [])
              ], []),
            JudgeStep(
              "op9", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep(
                  "l24",
                  .load(
                    JudgeStep.Load(
                      key: "b",
                      work: JudgeStep.Work(
                        declared: nil, looks: ["c", "a", "y"], writes: [], isUndoable: false,
                        isFresh: false), retries: 0, isHandled: true)), [], [],
                  [
                    JudgeStep("q23", .ask("a", most: 1))
                  ]),
                JudgeStep(
                  "e26",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["c", "a", "d"], writes: ["a"], isUndoable: false,
                      isFresh: false))),
              ], []),
          ]),
      ]),
      [
        .load("l24", .failed),
        .answer("q23", .typed(.int(1))),
        .begin("e26"),
        .end("e26", .ends),
        .edit(.add("new1", before: "r3", into: "a")),
        .answer("new1", .typed(.int(2))),
        .load("l24", .failed),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("an answer that an edit passes by makes nothing stale in the operation beside it")
  func besidePassed() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("st-d", .store("d", .int(0))),
        JudgeStep(
          "g19", .operations,
          [
            JudgeStep(
              "op3", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q7", .confirm(nil), [], [])
              ], []),
            JudgeStep(
              "op4", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep(
                  "wh11", .when(JudgeStep.Condition(key: "d", value: .int(1))), [],
                  [
                    JudgeStep("q13", .ask("a", most: 2))
                  ])
              ], []),
            JudgeStep(
              "op5", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "e18",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["a", "d", "b", "y", "c"], writes: [],
                      isUndoable: false, isFresh: false)))
              ], []),
          ]),
      ]),
      [
        .begin("e18"),
        .end("e18", .ends),
        .answer("q13", .typed(.int(0))),
        .edit(.store("st-d")),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("the time of a question that was cancelled starts over when an edit asks it again")
  func timeStartsOver() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "r43", .loop(.times(2)),
          [
            JudgeStep(
              "g24", .operations,
              [
                JudgeStep(
                  "op2", .operation(JudgeStep.Operation(after: [], isHandled: false)),
                  [
                    JudgeStep("q10", .confirm(nil), limit: 5000, late: [], [], [])
                  ], []),
                JudgeStep(
                  "op3", .operation(JudgeStep.Operation(after: [], isHandled: true)),
                  [
                    JudgeStep(
                      "r15", .loop(.times(2)),
                      [
                        JudgeStep(
                          "e14",
                          .work(
                            JudgeStep.Work(
                              declared: nil, looks: ["a", "c", "y"], writes: [], isUndoable: false,
                              isFresh: false)))
                      ]),
                    JudgeStep("x19", .cancel("op2")),
                  ], []),
              ])
          ]),
        JudgeStep(
          "q45", .ask("c", most: 2), limit: 5000,
          late: [
            JudgeStep(
              "e46",
              .work(
                JudgeStep.Work(
                  declared: ["d"], looks: ["d"], writes: [], isUndoable: true, isFresh: true)))
          ]),
      ]),
      [
        .begin("e14"),
        .end("e14", .ends),
        .perform("e14@1.2", .ends),
        .perform("e14@2.1", .ends),
        .perform("e14@2.2", .ends),
        .tooLate("q45", byClock: true),
        .edit(.wrap("r43", loop: "lo1", times: 2)),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }
}
