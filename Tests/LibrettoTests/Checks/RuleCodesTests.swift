import Testing

@testable import LibrettoCore

infix operator < : NestingPrecedence
infix operator > : NestingPrecedence

/// Every rule has a code of its own, and refuses something.
struct RuleCodesTests {
  static let name = Key<String>("name"), word = Key<String>("word"), sure = Key<Bool>("sure")
  static let ratio = Key<Double>("ratio"), score = Key<Int>("score")
  static let words = Key<[String]>("words")

  /// A wrong flow and the codes of its problems.
  struct Wrong: CustomTestStringConvertible, Sendable {
    let codes: [String]
    let problems: @Sendable () -> [Diagnostic]

    init(_ codes: String..., @FlowBuilder steps: @escaping @Sendable () -> Steps) {
      self.init(codes) {
        Flow("f") {
          steps()
          Do("anything") { _ in }  // It can set any key.
        }.problems
      }
    }

    init(_ codes: [String], _ problems: @escaping @Sendable () -> [Diagnostic]) {
      self.codes = codes
      self.problems = problems
    }

    var testDescription: String { codes.joined(separator: ", ") }
  }

  private static let wrongOperand: @Sendable () -> [Diagnostic] = {
    let json =
      #"{"libretto":1,"flow":"f","keys":{"w":"string"},"steps":["#
      + #"{"type":"store","into":"w","value":{"+":[{"key":"w"},1]}}]}"#
    do throws(InvalidFlow) {
      return try Flow(json: Array(json.utf8)).problems
    } catch {
      return error.problems
    }
  }

  private static var rules: [any CodedRule.Type] { Checks.all }

  @Test("a code is in kebab case and belongs to one rule")
  func unique() {
    var rules: [String: ObjectIdentifier] = [:]
    for rule in Self.rules {
      #expect(rule.code.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(rule.code)")
      let other = rules.updateValue(ObjectIdentifier(rule), forKey: rule.code)
      #expect(other == nil || other == ObjectIdentifier(rule), "\(rule.code)")
    }
  }

  @Test("each wrong flow has the codes of its problems", arguments: steps + asking + whole)
  func codes(_ wrong: Wrong) {
    let problems = wrong.problems()
    #expect(problems.map(\.code) == wrong.codes, "\(problems)")
  }

  @Test("there is a wrong flow for each code")
  func complete() {
    let shown = (Self.steps + Self.asking + Self.whole).flatMap(\.codes)
    #expect(Set(Self.rules.map { $0.code }).subtracting(shown).sorted() == [])
  }
}

extension RuleCodesTests {
  /// Steps, their ids and their keys.
  static let steps: [Wrong] = [
    Wrong("id-form") { Do("a") { _ in }.id("a b") },
    Wrong("no-id") { Do("?") { _ in } },
    Wrong("same-id") {
      Do("a") { _ in }
      Do("a") { _ in }
    },
    Wrong("earlier-id") { Do("a") { _ in }.id("a", was: "a") },
    Wrong("unnamed-work") { Do("") { _ in }.id("a") },
    Wrong("pure-work") {
      Do("a") {
      }.undo {
      }.pure()
    },
    Wrong("button-rules") {
      Alert("A") {
        Field("F", into: name)
        Button("B").when(name.isSet)
      }
    },
    Wrong("asked-rule") { Ask("?", into: name).validateDrafts(.path(.new)) },
    Wrong("allowance-reason") { Say("a").allow("unreachable", because: " ") },
    Wrong("load-retry") { Load("a", into: score) { 1 }.retry(-1) },
    Wrong("reload-outside-load") { TryAgain() },
    Wrong("break-outside-repeat") { Break() },
    Wrong("same-operation", "same-id") {
      Operations {
        Operation("a") {}
        Operation("a") {}
      }
    },
    Wrong("unknown-operation") { CancelOperation("a") },
    Wrong("unknown-operation") { Operations { Operation("a", after: "b") {} } },
    Wrong("operation-cycle") { Operations { Operation("a", after: "a") {} } },
    Wrong("negative-wait") { Wait(.seconds(-1)) },
    Wrong("repeat-times") { Repeat(times: -1) {} },
    Wrong("store-type") { Store(.nan, into: ratio) },
    Wrong("switch-cases") { Switch(word) {} },
    Wrong("case-type") { Switch(ratio) { Case(.nan) {} } },
    Wrong("same-case") {
      Switch(word) {
        Case("a") {}
        Case("a") {}
      }
    },
    Wrong("same-case") {
      Switch(word) {
        Case("caf\u{E9}") {}
        Case("cafe\u{301}") {}
      }
    },
    Wrong("calculation-depth") {
      Store((0..<129).reduce(Formula(score)) { sum, _ in sum + 1 }, into: score)
    },
    Wrong("calculation-depth") {
      Store((0..<12).reduce(Formula(score)) { sum, _ in sum + sum }, into: score)
    },
    Wrong(["calculation-type"], wrongOperand),
    Wrong("calculation-zero") { Store(score / 0, into: score) },
    Wrong("calculation-zero") { Say("\(ratio / 0.0)") },
    Wrong("condition-depth") { When(ConditionTests.nested(129)) {} },
    Wrong("comparison-type") { When(ratio == .nan) {} },
    Wrong("pattern-form") { When(word.matches("[")) {} },
    Wrong("pattern-states") {
      for number in 0..<11 {
        Ask("A?", into: word).id("a\(number)")
          .validate(.matches(Pattern("a{\(9900 + number)}")))
      }
    },
    Wrong("key-name") { Store("a", into: Key<String>("a b")) },
    Wrong("key-spelling") {
      Store("a", into: Key<String>("\u{E9}"))
      Store("a", into: Key<String>("e\u{301}"))
    },
    Wrong("key-type") {
      Store("a", into: name)
      Store(1, into: Key<Int>("name"))
    },
    Wrong("time-limit") { Do("a") { _ in }.timeout(.zero) },
    Wrong("wrong-moment") { Do("a") { _ in }.on(.answered) { _ in } },
    Wrong("chain-bracket") { Confirm("A?") < Say("b") > Say("c") > Say("d") },
    Wrong("nesting-depth") { DepthTests.recursive(129) },
  ]

  /// Questions, alerts and forms.
  static let asking: [Wrong] = [
    Wrong("options-from-key") { Choose("A?", from: words, into: word).default("a") },
    Wrong("no-options") { Choose("A?", into: word) {} },
    Wrong("two-preferred") {
      Alert("A") {
        Button("B").default()
        Button("C").default()
      }
    },
    Wrong("option-title") { Choose("A?") { Option("B \(name)") } },
    Wrong("option-type") { Choose("A?", into: ratio) { Option("B", .nan) } },
    Wrong("option-steps") { ChooseMany("A?", into: words) { Option("B") { Say("b") } } },
    Wrong("default-option") { Choose("A?", from: [1, 2], into: score).default(3) },
    Wrong("answer-count") { ChooseMany("A?", from: ["b"], into: words).atLeast(2) },
    Wrong("shortcut-letter") { Alert("A") { Button("B", shortcut: "1") } },
    Wrong("impossible-rule") { Ask("A?", into: word).validate(.oneOf([])) },
    Wrong("rule-type") { Ask("A?", into: ratio).validate(.oneOf([.nan])) },
    Wrong("default-type") { Ask("A?", into: ratio).default(.nan) },
    Wrong("default-rule") { Ask("A?", into: score).validate(.range(0...9)).default(10) },
    Wrong("default-rule") {
      ChooseMany("A?", from: ["b", "c"], into: words).default(["b"]).atLeast(2)
    },
    Wrong("check-name") { Ask("A?", into: word).check("") { _ in true } },
    Wrong("rate-scale") { Rate("A?", scale: 1...1, into: score) },
    Wrong("time-limit") { Ask("A?", into: word).timeout(.zero) },
    Wrong("alert-dismissal") { Alert("A") { Button("B") }.dismiss(after: .seconds(1)) },
    Wrong("fields-without-button") { Alert("A") { Field("B", into: word) } },
    Wrong("button-rules") {
      Alert("A") {
        Field("B", into: word)
        Button("C").validate(name, .notEmpty)
      }
    },
    Wrong("impossible-rule") {
      Alert("A") {
        Field("B", into: word)
        Button("C").validate(word, .length(...(-1)))
      }
    },
    Wrong("empty-form") { Form("A") {} },
    Wrong("form-question") { Form("A") { Confirm("B?") } },
  ]

  /// What the whole flow shows, what is added to a flow, and flows in JSON.
  static let whole: [Wrong] = [
    Wrong(["unset-key"]) { Flow("f") { Say("\(word)") }.problems },
    Wrong("read-before-set") {
      Say("\(word)")
      Ask("A?", into: word)
    },
    Wrong(["unnamed-flow"]) { Flow("") {}.problems },
    Wrong("secret-shown") {
      Ask("A?", into: word).secret()
      Say("\(word)")
    },
    Wrong("secret-in-flow") { Ask("A?", into: word).secret().default("b") },
    Wrong("secret-written") {
      Ask("A?", into: word).secret()
      Store("b", into: word)
    },
    Wrong("ending-key") {
      Load("a", into: word) { "b" }
      Store(1, into: Key<Int>("word.state"))
    },
    Wrong("operation-race") {
      Operations {
        Operation("a") { Store("b", into: word) }
        Operation("c") { Say("\(word)") }
      }
    },
    Wrong(["unknown-step"]) { Flow("f") {}.on(.answered, of: "a") { _ in }.problems },
    Wrong(["handling-name"]) { Flow("f") {}.handling(action: "a") {}.problems },
    Wrong(["handling-result"]) {
      Flow("f") { Do("a", into: score) { 1 } }.handling(action: "a") {}.problems
    },
    Wrong(["missing-closure"]) {
      do {
        try Flow(json: json(#"{"type": "do", "id": "a", "name": "a"}"#)).validateClosures()
      } catch {
        return (error as? InvalidFlow)?.problems ?? []
      }
      return []
    },
    Wrong(["unused-key"]) { refusal(#"{"type": "say", "text": "b"}"#, keys: #""a": "string""#) },
    Wrong(["json-form"]) { refusal(#"{"type": "sya"}"#) },
  ]

  private static func json(_ step: String, keys: String = "") -> String {
    #"{"libretto":1,"flow":"f","keys":{\#(keys)},"steps":[\#(step)]}"#
  }

  private static func refusal(_ step: String, keys: String = "") -> [Diagnostic] {
    do throws(InvalidFlow) {
      _ = try Flow(json: json(step, keys: keys))
      return []
    } catch {
      return error.problems
    }
  }
}
