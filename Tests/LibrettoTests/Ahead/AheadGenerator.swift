@testable import LibrettoCore

/// Makes small flows that read a few keys before, behind and beside the steps that set them.
///
/// Behind each text and at the start of each branch of a condition, a mark is set: it shows that the
/// run came past what was read there.
struct AheadGenerator {
  private var random: SeededGenerator
  private var steps = 0
  private var loops = 0
  private var loads = 0
  private var budget = 9

  static let a = Key<Int>("a"), b = Key<Int>("b"), y = Key<Bool>("y")
  static let word = Key<String>("word")

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func flow() -> Flow {
    let body = list(depth: 2)
    return Flow("ahead") {
      body
      // It can set any key, so that none is refused for being set nowhere.
      Do("anything") { _ in }
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func flip() -> Bool { below(2) == 0 }
  private mutating func key() -> Key<Int> { flip() ? Self.a : Self.b }

  private mutating func id() -> String {
    steps += 1
    return "s\(steps)"
  }

  private mutating func mark() -> any FlowContent { Store(1, into: Key<Int>("mark-" + id())) }

  private mutating func list(depth: Int) -> [any FlowContent] {
    var list: [any FlowContent] = []
    for _ in 0..<(depth == 2 ? 3 + below(4) : below(3)) where budget > 0 {
      budget -= 1
      list += step(depth)
    }
    return list
  }

  private mutating func condition(_ depth: Int = 1) -> Condition {
    switch below(depth > 0 ? 7 : 4) {
    case 0: Self.y == flip()
    case 1: key().isSet
    case 2: Self.y.isSet
    case 3: key() > below(3)
    case 4: condition(0) && condition(0)
    case 5: condition(0) || condition(0)
    default: !condition(0)
    }
  }

  private mutating func step(_ depth: Int) -> [any FlowContent] {
    switch below(depth == 0 ? 8 : 18) {
    case 0, 1:
      let text: Text = flip() ? "\(id()) \(key())" : "\(id()) \(key() + 1)"
      return [Say(text), mark()]
    case 2, 3: return [ask()]
    case 4: return [flip() ? Store(below(3), into: key()) : Store(key() + 1, into: key())]
    case 5:
      switch below(3) {
      case 0: return [Do("result", into: key()) { 1 }.id(id())]
      case 1: return [Do("declared", writes: [Self.a]) { _ in }.id(id())]
      default: return [below(6) == 0 ? Do("open") { _ in }.id(id()) : Do("none") {}.id(id())]
      }
    case 6: return [last()]
    case 7, 8: return [confirm(depth)]
    case 9, 10: return [branch(depth)]
    case 11, 12: return [loop(depth)]
    case 13: return [choose(depth)]
    case 14: return [work(depth)]
    case 15: return [form()]
    case 16: return [alert(depth)]
    default: return [group(depth)]
    }
  }

  private mutating func ask() -> any FlowContent {
    var ask = Ask(below(4) == 0 ? "\(key())?" : "?", into: key()).id(id())
    if below(4) == 0 { ask = ask.default(key()) }
    if below(4) == 0 { ask = ask.validate(.range(Self.a...)) }
    return below(3) == 0 ? ask.optional() : ask
  }

  private mutating func last() -> any FlowContent {
    switch below(6) {
    case 0, 1: return loops > 0 ? Break() : mark()
    case 2: return loads > 0 ? TryAgain() : mark()
    case 3: return Back()
    case 4: return Finish()
    default: return Fail("\(key())")
    }
  }

  private mutating func confirm(_ depth: Int) -> any FlowContent {
    let (yes, no) = (list(depth: depth - 1), list(depth: depth - 1))
    return Confirm("?", into: flip() ? Self.y : nil) {
      yes
    } otherwise: {
      no
    }
    .id(id())
  }

  private mutating func branch(_ depth: Int) -> any FlowContent {
    let (one, two) = ([mark()] + list(depth: depth - 1), [mark()] + list(depth: depth - 1))
    if below(4) == 0 {
      return Switch(key()) {
        Case(1) { one }
        Default { two }
      }
    }
    return When(condition()) {
      one
    } otherwise: {
      two
    }
  }

  private mutating func loop(_ depth: Int) -> any FlowContent {
    loops += 1
    let inner = [mark()] + list(depth: depth - 1)
    loops -= 1
    let condition = condition()
    switch below(4) {
    case 0: return Repeat(times: below(4)) { inner }
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

  private mutating func choose(_ depth: Int) -> any FlowContent {
    let (one, two) = (list(depth: depth - 1), list(depth: depth - 1))
    let condition = condition()
    return Choose("?", into: key()) {
      Option("One", 1) { one }
      Option("Two", 2) { two }.when(condition)
      Option("Three", 3)
    }
    .id(id())
  }

  private mutating func work(_ depth: Int) -> any FlowContent {
    loads += 1
    let (one, two, three) = (
      list(depth: depth - 1), list(depth: depth - 1), list(depth: depth - 1)
    )
    loads -= 1
    if flip() {
      return Do("handled", into: key()) {
        1
      } failure: { _ in
        one
      }
      .id(id())
    }
    return Load("load", into: key()) {
      1
    } data: {
      one
    } empty: {
      two
    } failure: { _ in
      three
    }
    .id(id())
  }

  private mutating func form() -> any FlowContent {
    let (one, two, condition) = (id(), id(), condition())
    let title: Text = below(3) == 0 ? "\(Self.a)?" : "B?"
    return Form("Page") {
      Ask("?", into: Self.a).id(one).when(condition)
      Ask(title, into: Self.b).id(two)
    }
    .id(id())
  }

  private mutating func alert(_ depth: Int) -> any FlowContent {
    let (field, one, two) = (id(), list(depth: depth - 1), list(depth: depth - 1))
    return Alert("?") {
      Field("?", into: Self.word).id(field)
      Button("One") { one }
      Button("Two") { two }
      Button("No", role: .cancel)
    }
    .id(id())
  }

  private mutating func group(_ depth: Int) -> any FlowContent {
    let held = (loops, loads)
    (loops, loads) = (0, 0)
    defer { (loops, loads) = held }
    let (one, two, three) = (
      list(depth: depth - 1), list(depth: depth - 1), list(depth: depth - 1)
    )
    let (first, second) = (id(), id())
    return Operations {
      Operation(second, after: first) {
        one
        if below(4) == 0 { Operations { Operation("inner") { three } } }
      }
      if flip() {
        Operation(first) { two }
      } else {
        Operation(first) {
          two
        } failure: { _ in
          three
        }
      }
      if below(4) == 0 { Operation("canceller") { CancelOperation(first) } }
    }
  }
}
