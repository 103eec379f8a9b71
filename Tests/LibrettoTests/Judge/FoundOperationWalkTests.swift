import Testing

@testable import Libretto

/// Walks in which the engine and the judge differed, as small as they were made.
@Suite("Random walks that found bugs with operations") struct FoundOperationWalkTests {
  @Test("an operation that was cancelled while it worked goes as far as it went")
  func operationGoesAsFarAsItWent() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "g41", .operations,
          [
            JudgeStep(
              "op19", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("x26", .cancel("op20")),
                JudgeStep(
                  "e27",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["a", "c"], writes: [], isUndoable: false, isFresh: true
                    ))),
              ], []),
            JudgeStep(
              "op20", .operation(JudgeStep.Operation(after: ["op21"], isHandled: false)), [], []),
            JudgeStep(
              "op21", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep(
                  "q34",
                  .choose(
                    "a",
                    [
                      JudgeStep.Option(id: "o0", value: Optional(0)),
                      JudgeStep.Option(id: "o1", value: Optional(1)),
                    ]), [], []),
                JudgeStep("x35", .cancel("op19")),
              ], []),
          ])
      ]),
      [
        .begin("e27"),
        .answer("q34", .choice("o1")),
        .end("e27", .ends),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("an operation whose work ended after it was cancelled stays cancelled by the same answer")
  func cancelledWorkAgain() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "g36", .operations,
          [
            JudgeStep(
              "op15", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep("q24", .ask("a", most: 2)),
                JudgeStep("x25", .cancel("op16")),
              ], []),
            JudgeStep(
              "op16", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q28", .ask("b", most: 2)),
                JudgeStep(
                  "e30",
                  .work(
                    JudgeStep.Work(
                      declared: ["c"], looks: ["c"], writes: [], isUndoable: false, isFresh: false))
                ),
              ], []),
          ]),
        JudgeStep("q52", .chooseMany("l", ["u", "v", "w"])),
      ]),
      [
        .answer("q28", .typed(.int(0))),
        .begin("e30"),
        .answer("q24", .typed(.int(2))),
        .end("e30", .ends),
        .back("q52"),
        .answer("q24", .typed(.int(1))),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("an operation cancelled while it worked is cancelled once it has started again")
  func cancelledWorkWaits() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "g28", .operations,
          [
            JudgeStep(
              "op1", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep("q6", .ask("c", most: 2)),
                JudgeStep("w7", .wait),
                JudgeStep("x8", .cancel("op2")),
                JudgeStep("q9", .ask("c", most: 2)),
              ], []),
            JudgeStep(
              "op2", .operation(JudgeStep.Operation(after: ["op3"], isHandled: false)),
              [
                JudgeStep(
                  "e16",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["b", "y"], writes: ["b"], isUndoable: true,
                      isFresh: false)))
              ], []),
            JudgeStep(
              "op3", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep("q23", .ask("d", most: 1))
              ], []),
          ]),
        JudgeStep(
          "e29",
          .work(
            JudgeStep.Work(
              declared: nil, looks: ["y", "b", "d", "a"], writes: [], isUndoable: false,
              isFresh: true))),
      ]),
      [
        .answer("q6", .typed(.int(2))),
        .answer("q23", .typed(.int(0))),
        .elapse("w7"),
        .back("q9"),
        .begin("e16"),
        .answer("q6", .typed(.int(2))),
        .end("e16", .ends),
        .answer("q9", .typed(.int(1))),
        .sameAgain("e29"),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("an operation that was held back and started is not found waiting any more")
  func heldBackStarts() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "g33", .operations,
          [
            JudgeStep(
              "op4", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "q7",
                  .alert(
                    [],
                    [
                      JudgeStep.Button(id: "go", cancels: false),
                      JudgeStep.Button(id: "leave", cancels: true),
                    ]), [], [])
              ], []),
            JudgeStep(
              "op5", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "q16", .confirm(nil), [],
                  [
                    JudgeStep("fi15", .finish("over"))
                  ]),
                JudgeStep("x17", .cancel("op6")),
              ], []),
            JudgeStep(
              "op6", .operation(JudgeStep.Operation(after: ["op4"], isHandled: true)),
              [
                JudgeStep(
                  "e20",
                  .work(
                    JudgeStep.Work(
                      declared: ["y", "d", "b"], looks: ["y", "d", "b"], writes: [],
                      isUndoable: true, isFresh: false)))
              ], []),
          ]),
        JudgeStep(
          "g54", .operations,
          [
            JudgeStep(
              "op36", .operation(JudgeStep.Operation(after: [], isHandled: false)),
              [
                JudgeStep(
                  "fo52",
                  .form([JudgeStep.Field(step: JudgeStep("ff49", .ask("a", most: 2)), shows: nil)]))
              ], [])
          ]),
      ]),
      [
        .answer("q16", .yes(true)),
        .answer("q7", .choice("go")),
        .back("ff49"),
        .perform("e20", .ends),
        .answer("q16", .yes(false)),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("the failure of work in a group stays when the same answer is given again")
  func failureStays() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "g15", .operations,
          [
            JudgeStep(
              "op3", .operation(JudgeStep.Operation(after: ["op4"], isHandled: true)),
              [
                JudgeStep(
                  "e6",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["b", "d"], writes: [], isUndoable: true, isFresh: true)
                  ))
              ], []),
            JudgeStep(
              "op4", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep("q10", .ask("b", most: 1))
              ], []),
          ]),
        JudgeStep("q18", .confirm("y"), [], []),
      ]),
      [
        .answer("q10", .typed(.int(0))),
        .perform("e6", .ends),
        .back("q18"),
        .answer("q10", .typed(.int(1))),
        .decide("e6", .again),
        .perform("e6", .fails),
        .back("q18"),
        .answer("q10", .typed(.int(1))),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }

  @Test("beginning an undo repeats no text")
  func undoSaysNothing() throws {
    try Walks.retake(
      JudgeFlow(steps: [
        JudgeStep(
          "g36", .operations,
          [
            JudgeStep(
              "op2", .operation(JudgeStep.Operation(after: [], isHandled: true)),
              [
                JudgeStep(
                  "q20", .confirm(nil),
                  [
                    JudgeStep(
                      "e21",
                      .work(
                        JudgeStep.Work(
                          declared: ["a", "d"], looks: ["a", "d"], writes: [], isUndoable: true,
                          isFresh: true)))
                  ], []),
                JudgeStep(
                  "e23",
                  .work(
                    JudgeStep.Work(
                      declared: ["d"], looks: ["d"], writes: ["a"], isUndoable: true, isFresh: false
                    ))),
              ], []),
            JudgeStep(
              "op3", .operation(JudgeStep.Operation(after: ["op2"], isHandled: false)),
              [
                JudgeStep("s31", .say),
                JudgeStep(
                  "e33",
                  .work(
                    JudgeStep.Work(
                      declared: ["a", "c"], looks: ["a", "c"], writes: [], isUndoable: true,
                      isFresh: true))),
                JudgeStep(
                  "e34",
                  .work(
                    JudgeStep.Work(
                      declared: nil, looks: ["y", "d", "b"], writes: [], isUndoable: false,
                      isFresh: false))),
              ], []),
          ])
      ]),
      [
        .answer("q20", .yes(false)),
        .perform("e23", .ends),
        .perform("e33", .ends),
        .back("e34"),
        .answer("q20", .yes(true)),
        .begin("e21"),
        .end("e21", .fails),
        .undo("e33", .ends),
      ]
    ) { try EngineUnderTest($0, at: $1) }
  }
}
