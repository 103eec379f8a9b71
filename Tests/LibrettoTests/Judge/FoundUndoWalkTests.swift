import Testing

@testable import Libretto

/// Walks in which the engine and the judge differed, as small as they were made.
@Suite("Random walks that found bugs with undoing") struct FoundUndoWalkTests {
  @Test("before an effect is undone, only what stands behind it is undone")
  func undoneBefore() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "q1",
          .choose(
            "c",
            [
              JudgeStep.Option(id: "o0", value: Optional(0)),
              JudgeStep.Option(id: "o1", value: Optional(1)),
            ]), [],
          [
            JudgeStep(
              "g17", .operations,
              [
                JudgeStep(
                  "op7", .operation(JudgeStep.Operation(after: [], isHandled: true)),
                  [
                    JudgeStep(
                      "e11",
                      .work(
                        JudgeStep.Work(
                          declared: nil, looks: ["b", "c", "d", "y", "a"], writes: ["d"],
                          isUndoable: true, isFresh: false)))
                  ], []),
                JudgeStep(
                  "op9", .operation(JudgeStep.Operation(after: [], isHandled: false)),
                  [
                    JudgeStep(
                      "e16",
                      .work(
                        JudgeStep.Work(
                          declared: ["b"], looks: ["b"], writes: ["b"], isUndoable: true,
                          isFresh: false)))
                  ], []),
              ])
          ]),
        JudgeStep(
          "g29", .operations,
          [
            JudgeStep(
              "op18", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("st20", .store("c", .int(0))),
                JudgeStep(
                  "e22",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["c", "a", "y", "d"], writes: [], isUndoable: true,
                      isFresh: false))),
                JudgeStep("q24", .ask("c", most: 2)),
              ], [])
          ]),
      ]),
      [
        .answer("q1", .choice("o1")),
        .perform("e16", .ends),
        .perform("e11", .ends),
        .perform("e22", .ends),
        .back("q24"),
        .answer("q1", .choice("o0")),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("what is being undone for the sake of another is not asked about")
  func undoneForAnother() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "r8", .loop(.times(2)),
          [
            JudgeStep("q5", .ask("d", most: 2)),
            JudgeStep("br7", .leave),
          ]),
        JudgeStep(
          "g22", .operations,
          [
            JudgeStep(
              "op9", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "e12",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["a", "d"], writes: ["c"], isUndoable: true,
                      isFresh: true)))
              ], []),
            JudgeStep(
              "op10", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "e16",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["a", "b", "c", "d"], writes: [], isUndoable: true,
                      isFresh: false))),
                JudgeStep("q17", .confirm(nil), [], []),
              ], []),
          ]),
      ]),
      [
        .answer("q5", .typed(.int(1))),
        .begin("e12"),
        .end("e12", .ends),
        .perform("e16", .ends),
        .back("q17"),
        .answer("q5", .typed(.int(2))),
        .decide("e12", .undoAndAgain),
        .begin("e16"),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("an undo that failed and was left remains where nothing stands there any more")
  func leftRemains() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("q8", .ask("a", most: 2)),
        JudgeStep(
          "g20", .operations,
          [
            JudgeStep(
              "op10", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q16", .ask("b", most: 1)),
                JudgeStep("x17", .cancel("op11")),
              ], []),
            JudgeStep(
              "op11", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "e19",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["a", "b"], writes: [], isUndoable: true, isFresh: true)
                  ))
              ], []),
          ]),
      ]),
      [
        .answer("q8", .typed(.int(1))),
        .perform("e19", .ends),
        .back("q16"),
        .answer("q8", .typed(.int(0))),
        .decide("e19", .undoAndAgain),
        .undo("e19", .fails),
        .answer("q16", .typed(.int(1))),
        .undoFailed("e19", retries: false),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("a repeated failure is reported once")
  func toldOnce() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "g27", .operations,
          [
            JudgeStep(
              "op3", .operation(JudgeStep.Operation(after: ["op4"], isHandled: true)),
              [
                JudgeStep(
                  "r13", .loop(.whileTrue(JudgeStep.Condition(key: "d", value: .int(1)))),
                  [
                    JudgeStep("q10", .ask("a", most: 1)),
                    JudgeStep(
                      "e11",
                      .work(
                        JudgeStep.Work(
                          declared: ["y", "a"], looks: ["y", "a"], writes: [], isUndoable: false,
                          isFresh: false))),
                  ])
              ], []),
            JudgeStep(
              "op4", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q26", .ask("d", most: 1))
              ], []),
          ]),
        JudgeStep(
          "g54", .operations,
          [
            JudgeStep(
              "op30", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q36", .ask("b", most: 2))
              ], [])
          ]),
      ]),
      [
        .answer("q26", .typed(.int(1))),
        .answer("q10", .typed(.int(0))),
        .perform("e11", .ends),
        .answer("q10@2", .typed(.int(1))),
        .begin("e11@2"),
        .end("e11@2", .ends),
        .back("q10@3"),
        .answer("q10@2", .typed(.int(0))),
        .decide("e11@2", .again),
        .begin("e11@2"),
        .end("e11@2", .fails),
        .back("q36"),
        .answer("q26", .typed(.int(0))),
        .tell("e11@2"),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("before an effect is undone, all that rests on it is undone, the last first")
  func undoneLastFirst() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "r5", .loop(.times(3)),
          [
            JudgeStep("q2", .ask("d", most: 2))
          ]),
        JudgeStep("q7", .ask("b", most: 2)),
        JudgeStep(
          "q14", .confirm("y"),
          [
            JudgeStep(
              "r29", .loop(.times(3)),
              [
                JudgeStep(
                  "g22", .operations,
                  [
                    JudgeStep(
                      "op17", .operation(JudgeStep.Operation(after: [], isHandled: false)),
                      [
                        JudgeStep(
                          "e20",
                          .work(
                            JudgeStep.Work(
                              declared: ["d", "y", "c"], looks: ["d", "y", "c"], writes: ["c"],
                              isUndoable: true, isFresh: true)))
                      ], [])
                  ]),
                JudgeStep(
                  "e24",
                  .work(
                    JudgeStep.Work(
                      declared: ["d", "a", "c"], looks: ["d", "a", "c"], writes: ["d"],
                      isUndoable: true, isFresh: false))),
              ])
          ],
          [
            JudgeStep(
              "e13",
              .work(
                JudgeStep.Work(
                  declared: ["d"], looks: ["d"], writes: [], isUndoable: true, isFresh: false)))
          ]),
        JudgeStep("q30", .ask("c", most: 2)),
      ]),
      [
        .answer("q2", .typed(.int(1))),
        .answer("q2@2", .typed(.int(0))),
        .answer("q2@3", .typed(.int(0))),
        .answer("q7", .typed(.int(2))),
        .answer("q14", .yes(false)),
        .perform("e13", .ends),
        .back("q30"),
        .answer("q14", .yes(true)),
        .perform("e20", .ends),
        .begin("e24"),
        .end("e24", .ends),
        .begin("e20@2"),
        .end("e20@2", .ends),
        .edit(.add("new1", before: "q14", into: "a")),
        .back("new1"),
        .edit(.remove("r5")),
        .answer("q7", .typed(.int(0))),
        .answer("new1", .typed(.int(0))),
        .decide("e20", .undoAndAgain),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }
}
