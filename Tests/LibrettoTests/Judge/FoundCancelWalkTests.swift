import Testing

@testable import Libretto

/// Walks in which the engine and the judge differed, as small as they were made.
@Suite("Random walks that found bugs with cancelling") struct FoundCancelWalkTests {
  @Test("work that another round of an operation began does not hold up a step back")
  func otherRound() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("st-y", .store("y", .flag(false))),
        JudgeStep(
          "g22", .operations,
          [
            JudgeStep(
              "op3", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "r21", .loop(.until(JudgeStep.Condition(key: "y", value: .flag(true)))),
                  [
                    JudgeStep("q10", .ask("d", most: 2)),
                    JudgeStep(
                      "g19", .operations,
                      [
                        JudgeStep(
                          "op11", .operation(JudgeStep.Operation(after: [], isHandled: false)),
                          [
                            JudgeStep(
                              "e13",
                              .work(
                                JudgeStep.Work(
                                  declared: nil, looks: ["d", "b"], writes: [], isUndoable: false,
                                  isFresh: false))),
                            JudgeStep("x14", .cancel("op12")),
                            JudgeStep("q15", .confirm(nil), [], []),
                          ], []),
                        JudgeStep(
                          "op12", .operation(JudgeStep.Operation(after: [], isHandled: false)),
                          [
                            JudgeStep("q17", .ask("d", most: 1)),
                            JudgeStep("x18", .cancel("op11")),
                          ], []),
                      ]),
                  ])
              ], [])
          ]),
      ]),
      [
        .answer("q10", .typed(.int(1))),
        .perform("e13", .ends),
        .answer("q15", .yes(true)),
        .answer("q10@2", .typed(.int(0))),
        .begin("e13@2"),
        .answer("q17@2", .typed(.int(1))),
        .answer("q10@3", .typed(.int(2))),
        .begin("e13@3"),
        .end("e13@3", .ends),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("what a step found that is cancelled itself is forgotten")
  func cancelledCancel() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("q3", .confirm("y"), [], []),
        JudgeStep(
          "g19", .operations,
          [
            JudgeStep(
              "op5", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "e8",
                  .work(
                    JudgeStep.Work(
                      declared: ["b", "d", "pin"], looks: ["b", "d", "pin"], writes: [],
                      isUndoable: false, isFresh: false))),
                JudgeStep("x9", .cancel("op6")),
              ], []),
            JudgeStep(
              "op6", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q12", .ask("c", most: 1)),
                JudgeStep("x14", .cancel("op7")),
                JudgeStep(
                  "e15",
                  .work(
                    JudgeStep.Work(
                      declared: ["c", "a"], looks: ["c", "a"], writes: [], isUndoable: false,
                      isFresh: true))),
              ], []),
            JudgeStep(
              "op7", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "r18", .loop(.times(2)),
                  [
                    JudgeStep("s16", .say, reads: ["y"]),
                    JudgeStep("q17", .confirm(nil), [], []),
                  ])
              ], []),
          ]),
        JudgeStep("q20", .ask("a", most: 1)),
      ]),
      [
        .answer("q3", .yes(false)),
        .answer("q17", .yes(false)),
        .answer("q12", .typed(.int(0))),
        .perform("e8", .ends),
        .back("q20"),
        .answer("q3", .yes(true)),
        .answer("q17", .yes(false)),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("where an operation was found is forgotten once it has gone on")
  func foundGoesOn() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "g20", .operations,
          [
            JudgeStep(
              "op5", .operation(JudgeStep.Operation(after: ["op6"], isHandled: false)), [], []),
            JudgeStep(
              "op6", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q11", .confirm(nil), [], []),
                JudgeStep("x12", .cancel("op7")),
              ], []),
            JudgeStep(
              "op7", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("st14", .store("c", .int(2))),
                JudgeStep(
                  "e15",
                  .work(
                    JudgeStep.Work(
                      declared: ["d", "c"], looks: ["d", "c"], writes: [], isUndoable: true,
                      isFresh: true))),
                JudgeStep("x16", .cancel("op5")),
              ], []),
          ]),
        JudgeStep("q24", .confirm("y"), [], []),
      ]),
      [
        .perform("e15", .killed(done: true, .journal)),
        .answer("q11", .yes(true)),
        .look("e15"),
        .back("q24"),
        .answer("q11", .yes(false)),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("a load that is tried again keeps its tries when a step back cancels its cancelling")
  func triesStay() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "g35", .operations,
          [
            JudgeStep(
              "op4", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep("q16", .ask("c", most: 1)),
                JudgeStep("x17", .cancel("op5")),
              ], []),
            JudgeStep(
              "op5", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "l28",
                  .load(
                    JudgeStep.Load(
                      key: "a",
                      work: JudgeStep.Work(
                        declared: ["b", "a"], looks: ["b", "a"], writes: [], isUndoable: false,
                        isFresh: false), retries: 1, isHandled: false)), [], [], [])
              ], []),
            JudgeStep(
              "op6", .operation(JudgeStep.Operation(after: ["op4"], isHandled: true)),
              [
                JudgeStep("q33", .confirm(nil), [], [])
              ], []),
          ])
      ]),
      [
        .load("l28", .failed),
        .answer("q16", .typed(.int(1))),
        .back("q33"),
        .load("l28", .failed),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("a load that fails again behind a cancel keeps its tries after a step back")
  func triesStayAgain() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "g11", .operations,
          [
            JudgeStep(
              "op3", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q10", .confirm(nil), [], [])
              ], [])
          ]),
        JudgeStep(
          "g34", .operations,
          [
            JudgeStep(
              "op12", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep(
                  "l22",
                  .load(
                    JudgeStep.Load(
                      key: "b",
                      work: JudgeStep.Work(
                        declared: nil, looks: ["b", "c", "y", "d"], writes: [], isUndoable: false,
                        isFresh: false), retries: 1, isHandled: false)), [], [], [])
              ], []),
            JudgeStep(
              "op13", .operation(JudgeStep.Operation(after: ["op14"], isHandled: true)),
              [
                JudgeStep(
                  "e25",
                  .work(
                    JudgeStep.Work(
                      declared: [], looks: [], writes: [], isUndoable: true, isFresh: false)))
              ], []),
            JudgeStep(
              "op14", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q30", .ask("c", most: 1), limit: 5000, late: []),
                JudgeStep("x32", .cancel("op12")),
                JudgeStep("q33", .ask("c", most: 2)),
              ], []),
          ]),
      ]),
      [
        .answer("q10", .yes(false)),
        .answer("q30", .typed(.int(1))),
        .back("q33"),
        .load("l22", .failed),
        .tooLate("q30", byClock: true),
        .answer("q33", .typed(.int(1))),
        .back("e25"),
        .answer("q10", .yes(false)),
        .load("l22", .failed),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("what a cancel found is not overwritten when an edited flow takes the run over")
  func finds() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep("q1", .ask("d", most: 2)),
        JudgeStep(
          "g41", .operations,
          [
            JudgeStep(
              "op26", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep("q30", .confirm("y"), [], []),
                JudgeStep("x35", .cancel("op27")),
              ], []),
            JudgeStep(
              "op27", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "fo40",
                  .form([
                    JudgeStep.Field(
                      step: JudgeStep("ff39", .ask("c", most: 2), reads: ["d"]), shows: nil)
                  ]))
              ], []),
          ]),
        JudgeStep("q49", .ask("b", most: 2)),
      ]),
      [
        .answer("q1", .typed(.int(1))),
        .answer("ff39", .typed(.int(2))),
        .answer("fo40", .submit),
        .back("q30"),
        .edit(.add("new1", before: "g41", into: "z")),
        .answer("q1", .typed(.int(0))),
        .answer("new1", .typed(.int(1))),
        .answer("q30", .yes(false)),
        .edit(.reads("new1", "d")),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }
}
