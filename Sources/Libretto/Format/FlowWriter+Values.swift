// Types, values and conditions.

extension JSONWriter {
  mutating func type(_ type: ValueType) {
    switch type {
    case .string: string("string")
    case .integer: string("integer")
    case .number: string("number")
    case .boolean: string("boolean")
    case .day: string("day")
    case .time: string("time")
    case .oneOf(let values): wrapped("oneOf") { $0.answer(.list(values)) }
    case .list(let element): wrapped("list") { $0.type(element) }
    case .optional(let element): wrapped("optional") { $0.type(element) }
    }
  }

  private mutating func wrapped(_ name: String, _ write: (inout JSONWriter) -> Void) {
    beginObject()
    key(name)
    write(&self)
    endObject()
  }

  mutating func answer(_ value: Value) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value): integer(value)
    case .double(let value): number(value)
    case .string(let value): string(value)
    case .list(let values):
      beginArray()
      for value in values { answer(value) }
      endArray()
    }
  }

  mutating func condition(_ form: Condition.Form) {
    beginObject()
    switch form {
    case .compare(let key, let comparison, .value(let value)):
      test(key, comparison.rawValue, "value", value)
    case .compare(let key, let comparison, .key(let other)):
      test(key, comparison.rawValue, "other", .string(other.name))
    case .calculate(let some, let comparison, let other):
      key("formula")
      calculation(some.form)
      member("is", comparison.rawValue)
      key("value")
      calculation(other.form)
    case .isSet(let key): test(key, "set")
    case .isEmpty(let key): test(key, "empty")
    case .isMultiple(let key, let divisor): test(key, "multiple", "of", .int(divisor))
    case .contains(let key, let value): test(key, "contains", "value", value)
    case .matches(let key, let pattern): test(key, "matches", "pattern", .string(pattern.source))
    case .all(let forms): conditions("all", forms)
    case .any(let forms): conditions("any", forms)
    case .not(let form):
      key("not")
      condition(form)
    }
    endObject()
  }

  private mutating func test(
    _ key: KeyReference, _ test: String, _ name: String? = nil, _ value: Value = .null
  ) {
    member("key", key.name)
    member("is", test)
    guard let name else { return }
    self.key(name)
    answer(value)
  }

  private mutating func conditions(_ name: String, _ forms: [Condition.Form]) {
    key(name)
    beginArray()
    for form in forms { condition(form) }
    endArray()
  }
}
