import Testing

@testable import LibrettoCore

/// Conditions: what the operators make, in words, and how deep they may be.
struct ConditionTests {
  static let age = Key<Int>("age")
  static let limit = Key<Int>("limit")
  static let name = Key<String>("name")
  static let tags = Key<[String]>("tags")
  static let ready = Key<Bool>("ready")
  static let note = Key<String?>("note")

  @Test("operators make data")
  func forms() {
    let age = Self.age.reference
    #expect((Self.age == 1).form == .compare(age, .equal, .value(1)))
    #expect((Self.age != 1).form == .compare(age, .notEqual, .value(1)))
    #expect((Self.age < 1).form == .compare(age, .less, .value(1)))
    #expect((Self.age <= 1).form == .compare(age, .lessOrEqual, .value(1)))
    #expect((Self.age > 1).form == .compare(age, .greater, .value(1)))
    #expect((Self.age >= 1).form == .compare(age, .greaterOrEqual, .value(1)))
    let limit = Condition.Operand.key(Self.limit.reference)
    #expect((Self.age == Self.limit).form == .compare(age, .equal, limit))
    #expect((Self.age != Self.limit).form == .compare(age, .notEqual, limit))
    #expect((Self.age < Self.limit).form == .compare(age, .less, limit))
    #expect((Self.age <= Self.limit).form == .compare(age, .lessOrEqual, limit))
    #expect((Self.age > Self.limit).form == .compare(age, .greater, limit))
    #expect((Self.age >= Self.limit).form == .compare(age, .greaterOrEqual, limit))
    #expect(Self.age.isSet.form == .isSet(age))
    #expect(Self.age.isMultiple(of: 3).form == .isMultiple(age, of: 3))
    #expect(Self.name.isEmpty.form == .isEmpty(Self.name.reference))
    #expect(Self.name.contains("x").form == .contains(Self.name.reference, "x"))
    #expect(Self.tags.contains("x").form == .contains(Self.tags.reference, "x"))
    #expect((!Self.ready).form == .compare(Self.ready.reference, .equal, .value(false)))
    #expect((Self.note == nil).form == .compare(Self.note.reference, .equal, .value(.null)))
  }

  @Test("&& and || are flat, and !! cancels out")
  func flattening() {
    let (a, b, c) = (Self.age < 1, Self.age < 2, Self.age < 3)
    #expect((a && b && c).form == .all([a.form, b.form, c.form]))
    #expect((a && (b && c)) == ((a && b) && c))
    #expect((a || (b || c)).form == .any([a.form, b.form, c.form]))
    #expect((a && b || c).form == .any([.all([a.form, b.form]), c.form]))
    #expect((!(!a)) == a)
    #expect((!(a && b)).form == .not(.all([a.form, b.form])))
    #expect((a && b) != (b && a))
    #expect(Set([a && (b && c), (a && b) && c]).count == 1)
  }

  @Test("a yes-or-no answer is a condition beside others")
  func yesOrNo() {
    let (ready, adult) = (Self.ready, Self.age >= 18)
    let yes = ready == true
    #expect(ready._condition == yes)
    #expect(adult._condition == adult)
    #expect((ready && adult) == (yes && adult))
    #expect((adult && ready) == (adult && yes))
    #expect((ready && ready) == (yes && yes))
    #expect((ready || adult && !ready) == (yes || adult && !ready))
    #expect((!(ready || adult)) == !(yes || adult))
    #expect(
      (ready && adult && Self.name.isSet).description
        == "ready == true && age >= 18 && name.isSet")
  }

  static let descriptionCases: [(Condition, String)] = [
    (age < 18 && name != "Bob", #"age < 18 && name != "Bob""#),
    (age == limit, "age == limit"), (age > 1 || ready == true, "age > 1 || ready == true"),
    ((age > 1 || age < 0) && name.isSet, "(age > 1 || age < 0) && name.isSet"),
    (!(age == 1), "!(age == 1)"), (!name.isSet, "!name.isSet"),
    (!(age == 1 && age == 2), "!(age == 1 && age == 2)"), (!ready, "ready == false"),
    (age.isMultiple(of: 2), "age.isMultiple(of: 2)"), (name.isEmpty, "name.isEmpty"),
    (name.contains(#"a"b\"#), #"name.contains("a\"b\\")"#), (note == nil, "note == nil"),
    (tags == ["a", "b"], #"tags == ["a", "b"]"#),
  ]

  @Test(
    "in words, as it would be written in Swift",
    arguments: descriptionCases)
  func description(condition: Condition, words: String) {
    #expect(condition.description == words)
  }

  /// A condition of so many conditions inside one another.
  static func nested(_ depth: Int) -> Condition {
    var condition = age < 0
    for level in 1..<depth {
      condition = level.isMultiple(of: 2) ? condition && age < 1 : condition || age < 1
    }
    return condition
  }

  @Test("128 nested conditions are allowed, 129 are refused when the flow is built")
  func depth() {
    #expect(Self.nested(128).depth == 128)
    func flow(_ depth: Int) -> Flow {
      Flow("a") {
        anything
        When(Self.nested(depth)) { Say("x") }
      }
    }
    let line = #line - 3
    #expect(flow(128).problems == [])
    #expect(
      flow(129).problems.map(\.description) == [
        "ConditionTests.swift:\(line): conditions are nested more than 128 deep"
      ])
  }

  @Test("a hundred thousand nested conditions are refused as well, also negations")
  func farTooDeep() {
    let line = #line + 3
    let flow = Flow("a") {
      anything
      When(!Self.nested(100_000) && Self.age < 1) { Say("x") }
    }
    #expect(
      flow.problems.map(\.description) == [
        "ConditionTests.swift:\(line): conditions are nested more than 128 deep"
      ])
  }

  @Test("a long row of && isn't deeply nested")
  func wide() {
    var condition = Self.age < 0
    for bound in 1...1000 { condition = condition && Self.age != bound }
    #expect(condition.depth == 2)
    let flow = Flow("a") {
      anything
      When(condition) { Say("x") }
    }
    #expect(flow.problems == [])
  }
}
