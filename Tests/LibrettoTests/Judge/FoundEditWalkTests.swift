import Testing

@testable import Libretto

/// Walks with edits in which the engine and the judge differed, as small as they were made.
@Suite("Walks with edits that found faults") struct FoundEditWalkTests {
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
              [
                JudgeStep("q31", .ask("a", most: 1), limit: 5000)
              ]),
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

  @Test("a load that fails under other answers is another performance")
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
}
