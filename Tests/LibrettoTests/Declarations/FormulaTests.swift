import Testing

@testable import LibrettoAnalysis
@testable import LibrettoCore

@Suite("Formulas")
struct FormulaTests {
  static let a = Key<Int>("a"), b = Key<Int>("b"), x = Key<Double>("x"), t = Key<String>("t")
  static let l = Key<[String]>("l"), secret = Key<String>("secret"), again = Key<String>("again")

  @Test("are described as they are written")
  func descriptions() {
    #expect((Self.a + 1).calculation.description == "a + 1")
    #expect(((Self.a + Self.b) * 2 - Self.a).calculation.description == "((a + b) * 2) - a")
    #expect(min(Self.a, 3).calculation.description == "min(a, 3)")
    #expect((Self.l.count % 2).calculation.description == "l.count % 2")
    #expect(Formula("Dear \(Self.t)").calculation.description == "\"Dear {t}\"")
    #expect((Self.a + 1 >= Self.b).description == "a + 1 >= b")
    #expect((!(Self.a + 1 == 2)).description == "!(a + 1 == 2)")
    #expect(Text("\(Self.a * Self.x) euros").template == "{a * x} euros")
  }

  @Test("A key, a value and a text without placeholders need no calculation")
  func plain() {
    #expect((Formula(Self.a) == Self.b).form == (Self.a == Self.b).form)
    #expect(Formula("plain").calculation.given == "plain")
    #expect(Text("\(Formula(Self.a))") == "\(Self.a)")
    #expect(Text("\(Formula("Dear \(Self.t)"))!") == "Dear \(Self.t)!")
  }

  private static func run(
    _ answers: [ScriptedAnswer], @FlowBuilder _ steps: () -> Steps
  ) async throws -> FlowResult {
    let steps = steps()
    return try await Flow("f") { steps }.run(with: Scripted(answers))
  }

  @Test("work in Store, texts, conditions, defaults and rules")
  func everywhere() async throws {
    let result = try await Self.run([3, .refused(4), .preset, .preset]) {
      Ask("A?", into: Self.a)
      Ask("B?", into: Self.b).default(Self.a - 1).validate(.range(0...Self.a))
      Store(Self.b, into: Self.a)
      Store(Self.a * Self.b, into: Self.b)
      Ask("T?", into: Self.t).default("\(Self.a)-\(Self.b + 1)")
      When(Self.a + Self.b > 5) { Say("\(Self.a + Self.b): \(Self.t)") }
    }
    #expect(
      result.transcript == """
        ASK      A?
        PERSON   3
        ASK      B?
        PERSON   4
        REFUSED  Give 0 to 3.
        PERSON   2
        ASK      T?
        PERSON   2-5
        SAY      6: 2-5
        END      finished

        """)
  }

  @Test("A default that breaks a rule isn't offered")
  func brokenDefault() async throws {
    var run = try Run(
      Flow("f") {
        Store(9, into: Self.a)
        Ask("B?", into: Self.b).default(Self.a).validate(.range(1..<Self.a))
      })
    let need = try #require(run.needs.first)
    let question = try #require(run.question(for: need))
    #expect(question.defaultAnswer == nil)
    #expect(question.rules == ["Give 1 or more, and less than 9."])
    #expect(
      question.constraints.map(\.kind) == [
        .range(minimum: Calculation(1), maximum: Calculation(9), excludesMaximum: true)
      ])
    try run.resolve(need, with: .answer(8))
    #expect(run.answers[Self.b] == 8)
  }

  @Test("Rules that name other answers")
  func others() async throws {
    let result = try await Self.run([["u", "v"], .refused("w"), "v", .refused("v"), "u"]) {
      Ask("L?", into: Self.l)
      Ask("T?", into: Self.t).validate(.oneOf(Self.l))
      Ask("Again?", into: Self.again).validate(
        .differs(from: Self.t, message: "Not “\(Self.t)” again."))
    }
    #expect(
      result.transcript == """
        ASK      L?
        PERSON   u, v
        ASK      T?
        PERSON   w
        REFUSED  Give one of “u”, “v”.
        PERSON   v
        ASK      Again?
        PERSON   v
        REFUSED  Not “v” again.
        PERSON   u
        END      finished

        """)
  }

  @Test("A secret is repeated, and neither is shown")
  func repeatedSecret() async throws {
    let result = try await Self.run(["hunter2", .refused("hunter3"), "hunter2"]) {
      Ask("Password?", into: Self.secret).secret()
      Ask("Again?", into: Self.again).secret().validate(.equals(Self.secret))
    }
    #expect(
      result.transcript == """
        ASK      Password?
        PERSON   (secret)
        ASK      Again?
        PERSON   (secret)
        REFUSED  Give the same answer as for “Password?”.
        PERSON   (secret)
        END      finished

        """)
  }

  @Test("A secret is compared only by a secret question, and never calculated with")
  func secretProblems() {
    let flow = Flow("f") {
      Ask("Password?", into: Self.secret).secret()
      Ask("Again?", into: Self.again).validate(.equals(Self.secret)).id("again")
      Ask("T?", into: Self.t).default("\(Self.secret)!")
      Store(Self.secret, into: Self.t)
      When(Self.secret.count > 3) {}
    }
    #expect(
      flow.problems.map(\.message) == [
        "the key “secret” holds a secret, so only a secret question can be compared with it: write "
          + ".secret()",
        "the key “secret” holds a secret, and a formula would show it; use only secret.isSet",
        "the key “secret” holds a secret, and a formula would show it; use only secret.isSet",
        "the key “secret” holds a secret, and a condition would show it; use only secret.isSet",
      ])
  }

  @Test("A rule in JSON that names a key of another type says which type it needs")
  func wrongKeys() {
    func problems(_ rule: String) -> [String] {
      let json =
        #"{"libretto":1,"flow":"f","keys":{"n":"integer","t":"string"},"steps":["#
        + #"{"type":"ask","id":"t","title":"T","into":"t"},"#
        + #"{"type":"ask","id":"n","title":"N","into":"n","rules":[\#(rule)]}]}"#
      do throws(InvalidFlow) {
        _ = try Flow(json: Array(json.utf8))
        return []
      } catch {
        return error.problems.map(\.description)
      }
    }
    #expect(
      problems(#"{"rule":"equals","key":"t"}"#) == [
        "$.steps[1].rules[0]: the key “t” is text, but the rule “equals” needs a whole number here"
      ])
    #expect(
      problems(#"{"rule":"oneOf","from":"t"}"#) == [
        "$.steps[1].rules[0]: the key “t” is text, but the rule “oneOf” needs a list of whole "
          + "numbers here"
      ])
  }

  @Test("A text that grows without end fails the run, and takes no more memory than its limit")
  func growing() async throws {
    let result = try await Self.run([]) {
      Store("0123456789abcdef", into: Self.t)
      Repeat { Store("\(Self.t)\(Self.t)", into: Self.t) }
    }
    #expect(result.failure?.reason == .limit)
    #expect(
      result.failure?.message
        == "a Store works out a text of more than 1048576 bytes; end the loop that does")
  }

  @Test("What is missing takes defaults that are worked out into account")
  func missing() throws {
    let flow = Flow("f") {
      Ask("A?", into: Self.a).default(10)
      Ask("B?", into: Self.b).default(Self.a / 2)
      Ask("T?", into: Self.t).default("\(Self.b)").validate(.length(9...))
    }
    let all = MissingAnswers(flow, MissingAnswers.Setting(acceptsDefaults: true))
    #expect(all.missing.map(\.name) == ["t"])
    let none = MissingAnswers(flow, MissingAnswers.Setting(acceptsDefaults: false))
    #expect(none.missing.map(\.name) == ["a", "b", "t"])
    let template = try AnswersTemplate().perform(flow).filter { !$0.isWhitespace }
    #expect(template.contains(#""default":{"/":[{"key":"a"},2]}"#))
  }

  @Test("A secret question lists no answers that it accepts, by a key either")
  func secretList() {
    let flow = Flow("f") {
      Ask("L?", into: Self.l)
      Ask("Password?", into: Self.secret).secret().validate(.oneOf(Self.l))
    }
    #expect(flow.problems.map(\.code) == ["secret-in-flow"])
  }

  @Test("What can't be evaluated fails the run, and says where")
  func failures() async throws {
    let zero = try await Self.run([]) {
      Store(0, into: Self.a)
      Say("\(10 / Self.a)")
    }
    #expect(zero.failure?.reason == .calculation)
    #expect(
      zero.failure?.message
        == "Say(\"{10 / a}\") divides by zero; test the divisor first, as in When(count != 0)")
    let over = try await Self.run([]) {
      Store(Int.max, into: Self.a)
      Store(Self.a + 1, into: Self.a)
    }
    #expect(
      over.failure?.message
        == "a Store works out a number that doesn’t fit; limit the answers that it uses")
    let unset = try await Self.run([false]) {
      Confirm("B?") { Store(0, into: Self.b) }
      Store(Self.b + 1, into: Self.a)
    }
    #expect(unset.failure?.reason == .unsetKey)
    let bound = try await Self.run([]) {
      Store(0, into: Self.a)
      Ask("B?", into: Self.b).validate(.range(0...(10 / Self.a)))
    }
    #expect(
      bound.failure?.message
        == "the step “b” divides by zero; test the divisor first, as in When(count != 0)")
  }
}

extension FlowResult {
  fileprivate var failure: Failure? {
    if case .failed(let failure) = outcome { failure } else { nil }
  }
}
