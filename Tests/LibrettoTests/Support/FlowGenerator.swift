@testable import LibrettoCore

/// Makes flows of every shape through the public declarations: the same ones from the same seed.
struct FlowGenerator {
  private var random: SeededGenerator
  private var steps = 0
  private var loops = 0
  private var loads = 0
  private var operations: [String] = []

  private static let words = [
    "", "a", "Hello", "{", "}}", "é", "e\u{301}", "\"\\/", "\n\t", "\u{0}", "😀", "name", "{name}",
  ]
  private static let patterns: [Pattern] = ["a*", "[a-z]{2,5}|\\d+", "(?:x|y)?.", "\\u{E9}$"]
  static let name = Key<String>("name"), other = Key<String>("other"), age = Key<Int>("age")
  static let weight = Key<Double>("weight"), ready = Key<Bool>("ready"),
    days = Key<[String]>("days")
  static let maybe = Key<Int?>("maybe")

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Where a load has no data, a step can be certain to fail; then another flow is made.
  mutating func flow() -> Flow {
    while true {
      let body = steps(depth: 5)
      let flow = Flow("f" + word()) {
        anything
        body
      }
      if flow.problems.isEmpty { return flow }
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func flip() -> Bool { below(2) == 0 }
  private mutating func word() -> String { Self.words[below(Self.words.count)] }

  private mutating func text() -> Text {
    var text: Text = "\(word())"
    for _ in 0..<below(3) {
      text = flip() ? "\(text)\(Self.name)\(word())" : "\(text)\(Self.age), \(word())"
    }
    return text
  }

  private mutating func id() -> String {
    steps += 1
    return "s\(steps)"
  }

  private mutating func steps(depth: Int) -> [any FlowContent] {
    var steps: [any FlowContent] = []
    for _ in 0..<below(depth == 5 ? 8 : 4) { steps.append(step(depth: depth)) }
    return steps
  }

  private mutating func step(depth: Int) -> any FlowContent {
    switch below(depth == 0 ? 12 : 22) {
    case 0:
      let said: [any FlowContent] = [Say(text()), Heading(text()), Note(text(), text: text())]
      return said[below(3)]
    case 1: return ask()
    case 2: return Ask(text(), into: Self.age).default(below(9)).validate(.range(0...9)).id(id())
    case 3: return Ask(text(), into: Self.weight).validate(.range(-0.5...(.pi))).id(id())
    case 4: return Ask(text(), into: Self.maybe).optional().id(id())
    case 5: return Store(below(100) - 50, into: Self.age)
    case 6: return Store([word(), word()], into: Self.days)
    case 7: return Store(flip() ? nil : below(9), into: Self.maybe)
    case 8: return flip() ? Finish(flip() ? text() : nil, name: word()) : Finish()
    case 9:
      return flip()
        ? Do("do " + word()) {}.id(id())
        : Do("do " + word(), writes: flip() ? [Self.age, Self.days] : nil) { _ in }.id(id())
    case 10: return Wait(.milliseconds(below(5000)))
    case 11: return last()
    case 12, 13: return alert(depth)
    case 14: return confirm(depth)
    case 15: return choose(depth)
    case 16: return load(depth)
    case 17: return group(depth)
    case 18: return loop(depth)
    case 19: return branch(depth)
    case 20: return form()
    default:
      let held = (loops, loads, operations)
      (loops, loads, operations) = (0, 0, [])
      defer { (loops, loads, operations) = held }
      let inner = steps(depth: depth - 1)
      return Flow("g" + word()) { inner }.id(id())
    }
  }

  private mutating func last() -> any FlowContent {
    if loops > 0 && flip() { return Break() }
    if loads > 0 && flip() { return TryAgain() }
    if let name = operations.last, flip() { return CancelOperation(name) }
    return flip() ? Fail(text()) : Check("check", into: Self.ready) { true }.id(id())
  }

  private mutating func ask() -> Ask<String> {
    var ask = Ask(text(), into: flip() ? Self.name : Self.other).id(id())
    if flip() { ask = ask.placeholder(text()).help(text()) }
    if flip() { ask = ask.validate(.notEmpty, .length(below(3)...9, message: text())) }
    if flip() { ask = ask.validate(.matches(Self.patterns[below(4)], message: text())) }
    if flip() { ask = ask.validateDrafts(.length(...40)).multiline() }
    if flip() { ask = ask.check("c\(below(3))", message: text()) { _ in true } }
    switch below(8) {
    case 0: ask = ask.default("\(Self.other)-\(Self.age + 1)").validate(.equals(Self.other))
    case 1: ask = ask.default(Self.other).validate(.differs(from: Self.other), .oneOf(Self.days))
    default: break
    }
    return flip() ? ask : ask.optional()
  }

  private mutating func alert(_ depth: Int) -> any FlowContent {
    if below(4) == 0 {
      return Alert(text(), message: text()).dismiss(after: .seconds(below(3))).id(id())
    }
    var buttons: [Button] = []
    for index in 0...below(3) {
      let inner = steps(depth: depth - 1)
      let role = Role.allCases[below(3)]
      buttons.append(Button(text(), role: role) { inner }.id("b\(index)"))
    }
    let mark = id()
    let fields = (0..<below(3)).map { Field("F", into: Key("field\($0)")).id("f\($0)-\(mark)") }
    let late = steps(depth: depth - 1)
    let alert = Alert(text(), message: flip() ? text() : nil) {
      for field in fields { field }
      for button in buttons { button }
    }.id(id())
    return flip() ? alert : alert.timeout(.seconds(1 + below(9))) { late }
  }

  private mutating func confirm(_ depth: Int) -> any FlowContent {
    let (yes, no) = (steps(depth: depth - 1), steps(depth: depth - 1))
    let confirm = Confirm(text(), into: flip() ? Self.ready : nil) {
      yes
    } otherwise: {
      no
    }
    return flip() ? confirm.id(id()) : confirm.default(flip()).help(text()).id(id())
  }

  private mutating func choose(_ depth: Int) -> any FlowContent {
    if below(4) == 0 { return Choose(text(), from: Self.days, into: Self.name).id(id()) }
    if below(4) == 0 {
      return ChooseMany(text(), from: ["x", "y"], into: Self.days).atMost(
        1 + below(3), message: text()
      )
      .id(id())
    }
    let (one, two) = (steps(depth: depth - 1), steps(depth: depth - 1))
    return Choose(text(), into: Self.age) {
      Option("One", 1, shortcut: "o") { one }
      Option("Two \(Self.name)", below(3)) { two }.default().id("own")
    }.id(id())
  }

  private mutating func load(_ depth: Int) -> any FlowContent {
    loads += 1
    let (data, empty, failure) = (
      steps(depth: depth - 1), steps(depth: depth - 1), steps(depth: depth - 1)
    )
    loads -= 1
    if flip() {
      return Load("load " + word(), into: Self.days) {
        ["a"]
      } data: {
        data
      }.retry(below(3)).id(id())
    }
    return Load("load", into: Self.days) {
      []
    } data: {
      data
    } empty: {
      empty
    } failure: { error in
      Say("\(error)")
      failure
    }.loading(text()).timeout(.seconds(2)).id(id())
  }

  private mutating func group(_ depth: Int) -> any FlowContent {
    let held = (loops, loads)
    (loops, loads) = (0, 0)
    defer { (loops, loads) = held }
    let names = (0..<below(4)).map { _ in id() }
    var list: [Operation] = []
    for (index, name) in names.enumerated() {
      operations.append(name)
      // One after the other, so that no two write a key side by side.
      let inner = steps(depth: depth - 1)
      list.append(
        index == 0 ? Operation(name) { inner } : Operation(name, after: names[index - 1]) { inner })
      operations.removeLast()
    }
    return Operations { list }
  }

  private mutating func loop(_ depth: Int) -> any FlowContent {
    loops += 1
    let inner = steps(depth: depth - 1)
    loops -= 1
    let condition = self.condition(3)
    switch below(4) {
    case 0: return Repeat(times: below(5)) { inner }
    case 1: return Repeat(while: condition) { inner }
    case 2: return Repeat { inner }
    default:
      return Repeat {
        inner
      } until: {
        condition
      }
    }
  }

  private mutating func branch(_ depth: Int) -> any FlowContent {
    let (one, two) = (steps(depth: depth - 1), steps(depth: depth - 1))
    switch below(3) {
    case 0:
      return When(condition(4)) {
        one
      } otherwise: {
        two
      }
    case 1:
      return Switch(Self.age) {
        Case(below(3), 7) { one }
        if flip() { Default { two } }
      }
    default:
      return Switch(Self.name) {
        Case("x") { one }
        Case("", "é") { two }
      }
    }
  }

  private mutating func form() -> any FlowContent {
    let (first, second) = (ask(), condition(2))
    return Form(text(), message: flip() ? text() : nil) {
      first
      Confirm("C", into: Self.ready).id(id()).when(second)
      Choose("Which?", from: [1, 2], into: Self.age).id(id())
    }.id(id())
  }

  private mutating func condition(_ depth: Int) -> Condition {
    switch below(depth == 0 ? 8 : 11) {
    case 0: return Self.age < below(9)
    case 1: return Self.name != word()
    case 2: return Self.name == Self.other
    case 3: return Self.days.contains(word())
    case 4: return Self.name.matches(Self.patterns[below(4)])
    case 5: return Self.age.isMultiple(of: below(9) - 4)
    case 6: return flip() ? Self.maybe.isSet : Self.days.isEmpty
    case 7: return flip() ? Self.weight >= Double(below(9)) / 7 : formula(3) >= Self.age
    case 8: return condition(depth - 1) && condition(depth - 1)
    case 9: return condition(depth - 1) || condition(depth - 1)
    default: return !condition(depth - 1)
    }
  }

  private mutating func formula(_ depth: Int) -> Formula<Int> {
    switch below(depth == 0 ? 3 : 9) {
    case 0: return Formula(Self.age)
    case 1: return Self.days.count
    case 2: return Formula(below(9) - 4)
    case 3: return formula(depth - 1) + formula(depth - 1)
    case 4: return formula(depth - 1) - Self.age
    case 5: return below(9) * formula(depth - 1)
    case 6: return formula(depth - 1) % (1 + below(9))
    case 7: return formula(depth - 1) / Self.name.count
    default: return flip() ? min(formula(depth - 1), 7) : max(Self.age, formula(depth - 1))
    }
  }
}
