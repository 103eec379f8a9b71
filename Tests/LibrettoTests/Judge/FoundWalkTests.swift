import Testing

@testable import Libretto

/// Walks in which the engine and the judge differed, as small as they were made.
@Suite("Walks that found faults") struct FoundWalkTests {
  @Test("an operation that was called off while it worked goes as far as it went")
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

  @Test("an operation whose work ended after it was called off stays called off by the same answer")
  func calledOffAgain() throws {
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

  @Test("an operation called off while it worked is cancelled once it has started again")
  func calledOffWaits() throws {
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

  @Test("what failed again is told of once")
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

  @Test("to begin an undo says nothing again")
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
