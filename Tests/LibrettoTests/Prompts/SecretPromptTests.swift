import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("A secret is masked, whatever its type") struct SecretPromptTests {
  enum Colour: String, CaseIterable, AnswerValue { case red, green }

  /// A secret question, by itself and on a form, and an answer to it.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let question: Flow
    let form: Flow
    let answer: String

    init(
      _ name: String, _ question: some Building.TypedQuestion & Building.Answerable & FormContent,
      _ answer: String
    ) {
      testDescription = name
      self.question = Flow("f") { question.secret() }
      form = Flow("f") {
        Form("Page") {
          question.secret()
          Ask("Name?", into: Key<String>("name"))
        }
      }
      self.answer = answer
    }
  }

  static let cases = [
    Case("text", Ask("T?", into: Key<String>("t")), "canary"),
    Case("lines", Ask("T?", into: Key<String>("t")).multiline(), "canary"),
    Case("day", Ask("T?", into: Key<CalendarDay>("t")), "1987-03-19"),
    Case("time", Ask("T?", into: Key<TimeOfDay>("t")), "17:43"),
    Case("whole number", Ask("T?", into: Key<Int>("t")).validate(.range(1...99)), "73"),
    Case("number", Ask("T?", into: Key<Double>("t")), "7.25"),
    Case("rating", Rate("T?", scale: 1...7, into: Key<Int>("t")), "5"),
    Case("yes or no", Ask("T?", into: Key<Bool>("t")), "yes"),
    Case("named values", Ask("T?", into: Key<Colour>("t")), "green"),
    Case("list", Ask("T?", into: Key<[String]>("t")), "canary, bird"),
    Case("left out", Ask("T?", into: Key<Int?>("t")).optional(), "73"),
    Case("path", Ask("T?", into: Key<String>("t")).validate(.path(.existing)), "/canary"),
  ]

  @Test("Neither the row, nor what opens below it, nor the form shows it", arguments: cases)
  func masked(_ secret: Case) throws {
    for flow in [secret.question, secret.form] {
      #expect(flow.problems == [])
      let typed = [KeyPress].typing(secret.answer)
      let moved: [KeyPress] = [.up, .down, .left, .right, .pageUp, .pageDown]
      for keys in [typed, typed + [.tab], typed + [.enter], typed + moved, moved] {
        let drawn = try picture(flow, keys, columns: 70, rows: 24)
        #expect(!drawn.contains(secret.answer), "\(drawn)")
        #expect(!drawn.contains("mon tue wed"), "\(drawn)")
      }
    }
  }

  @Test("A day is typed, without a calendar; on a form, its row says only that it is there")
  func day() throws {
    let day = try #require(Self.cases.first { $0.testDescription == "day" })
    let keys = [KeyPress].typing(day.answer)
    #expect(
      try picture(day.question, keys) == """
        ? T?                    ••••••••••▏
          enter accept · F1 help
        """)
    #expect(
      try picture(day.form, keys + [.tab]) == """
        Page
            T?                  (secret)
          ❯ Name?               ▏
                                [ Submit ]
          enter accept · tab next · shift-tab previous · F1 help
        """)
  }

  @Test("A field of an alert is masked too, if another question makes its key secret")
  func field() throws {
    let pin = Key<String>("pin")
    let flow = Flow("f") {
      Alert("Sign in") {
        Field("PIN", into: pin)
        Button("OK")
      }
      Ask("New PIN?", into: pin).secret()
    }
    let run = try Run(flow)
    let need = try #require(run.nextNeed)
    #expect(run.question(for: need)?.fields.map(\.isSecret) == [true])
    #expect(try !picture(flow, .typing("canary")).contains("canary"))
  }
}
