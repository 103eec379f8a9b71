// Conditions, and their patterns.

extension FlowReader {
  // Only these two functions are recursive, because the stack may be 512 KiB.

  mutating func condition(
    _ json: Int, _ trail: JSONTrail, depth: Int = 1
  ) -> Condition {
    guard depth <= Limits.depth else {
      note("conditions are nested more than \(Limits.depth) deep", trail)
      return Condition(.all([]))
    }
    guard case .object(let object) = document[json], let (name, value) = only(object) else {
      return test(json, trail)
    }
    switch (name, document[value]) {
    case ("all", .array(let elements)):
      let (forms, deepest) = conditions(elements, trail, "all", depth + 1)
      return Condition(.all(forms), depth: deepest + 1)
    case ("any", .array(let elements)):
      let (forms, deepest) = conditions(elements, trail, "any", depth + 1)
      return Condition(.any(forms), depth: deepest + 1)
    case ("not", _):
      let inner = condition(value, trail.appending("not"), depth: depth + 1)
      return Condition(.not(inner.form), depth: inner.depth + 1)
    default: return test(json, trail)
    }
  }

  private mutating func conditions(
    _ elements: JSONDocument.Parts, _ trail: JSONTrail, _ member: String, _ depth: Int
  ) -> ([Condition.Form], depth: Int) {
    var forms: [Condition.Form] = []
    var deepest = 0
    for (index, element) in document.list(elements).enumerated() {
      let condition = self.condition(element, trail.appending(member, index), depth: depth)
      forms.append(condition.form)
      deepest = max(deepest, condition.depth)
    }
    return (forms, deepest)
  }

  /// A condition on one key.
  private mutating func test(_ json: Int, _ trail: JSONTrail) -> Condition {
    guard case .object(let object) = document[json] else { return refuseCondition(json, trail) }
    let members = JSONMembers(object, at: trail, asked: known.count)
    if members.has("formula", in: document) { return calculated(members) }
    guard members.has("key", in: document) else { return refuseCondition(json, trail) }
    begin(members)
    let key = requiredKey("key")
    let form = string("is").map { test(key, $0) } ?? .isSet(key)
    finish()
    return Condition(form)
  }

  private mutating func refuseCondition(_ json: Int, _ trail: JSONTrail) -> Condition {
    note(
      "expected a condition, found \(document[json].words); a condition is an object with “key” or "
        + "“formula” and “is”, or with “all”, “any” (an array of conditions) or “not” (a condition) "
        + "alone", trail)
    return Condition(.all([]))
  }

  /// A condition that compares what is worked out.
  private mutating func calculated(_ members: JSONMembers) -> Condition {
    begin(members)
    var some = Calculation(.null)
    var other = Calculation(.null)
    calculation("formula", &some)
    let word = string("is")
    calculation("value", &other)
    let comparison = word.flatMap(Condition.Comparison.init(rawValue:))
    if let word, comparison == nil {
      note(
        "a formula can't have the test “\(JSONExcerpt.text(word))”; there are "
          + Condition.Comparison.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", "),
        members.trail, "is")
    }
    finish()
    return Condition(some, comparison ?? .equal, other)
  }

  private mutating func test(
    _ key: KeyReference, _ test: String
  ) -> Condition.Form {
    let problem: String?
    let form: Condition.Form
    switch test {
    case "set": return .isSet(key)
    case "empty": (form, problem) = (.isEmpty(key), key.type.hasLength ? nil : "has no length")
    case "multiple":
      var divisor: Int?
      integer("of", from: .min, &divisor)
      if divisor == nil && !has("of") { note("the member “of” is missing", members.trail) }
      form = .isMultiple(key, of: divisor ?? 1)
      problem = key.type == .integer ? nil : "is not a whole number"
    case "contains":
      form = .contains(key, requiredValue("value"))
      problem = key.type.hasLength ? nil : "contains nothing"
    case "matches":
      form = .matches(key, pattern("pattern"))
      problem = key.type.isText ? nil : "is not text"
    default:
      guard let comparison = Condition.Comparison(rawValue: test) else {
        note("there is no test “\(JSONExcerpt.text(test))”; \(Self.tests)", members.trail, "is")
        return .isSet(key)
      }
      (form, problem) = compare(key, comparison)
    }
    if let problem {
      note("the answer “\(key.name)” is \(key.type), which \(problem)", members.trail)
    }
    return form
  }

  private mutating func compare(
    _ key: KeyReference, _ comparison: Condition.Comparison
  ) -> (Condition.Form, problem: String?) {
    var problem: String?
    if comparison != .equal && comparison != .notEqual, case .list = key.type {
      problem = "has no order"
    }
    guard has("other") else {
      return (.compare(key, comparison, .value(requiredValue("value"))), problem)
    }
    let other = requiredKey("other")
    if other.type != key.type { problem = "can't be compared with \(other.type)" }
    return (.compare(key, comparison, .key(other)), problem)
  }

  private static var tests: String {
    let known =
      Condition.Comparison.allCases.map(\.rawValue)
      + ["set", "empty", "multiple", "contains", "matches"]
    return "there are " + known.map { "“\($0)”" }.joined(separator: ", ")
  }

  mutating func pattern(_ member: String) -> Pattern {
    let source = string(member) ?? ""
    if let known = patterns[source], known.source.hasSameUnits(as: source) { return known }
    // A few bytes of a pattern can make thousands of states.
    guard states <= Limits.patternStates, isReporting else { return Pattern("") }
    let pattern = Pattern(source)
    if let problem = pattern.problem {
      note(
        "the pattern “\(JSONExcerpt.text(source))” can't be used: \(problem)", members.trail,
        member)
    }
    states += pattern.states
    if states > Limits.patternStates {
      note(
        "the patterns up to here have \(states) states together, more than the limit "
          + "“patternStates” of \(Limits.patternStates); write smaller counts in braces",
        members.trail, member)
    }
    patterns[source] = pattern
    return pattern
  }
}
