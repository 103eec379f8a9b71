import Testing

@testable import LibrettoCore

/// How much of a program is walked: each instruction once, and once more for each loop around it.
struct AheadTests {
  private static let name = Key<String>("name"), ready = Key<Bool>("ready")

  private func steps(_ flow: Flow) -> (walked: Int, of: Int) {
    (Ahead(flow.program, Unforeseen()).steps, flow.program.instructions.count)
  }

  @Test("Each instruction of branches once, however many there are")
  func branches() {
    let flow = Flow("f") {
      Choose("Which?") {
        for number in 0..<500 {
          Option("\(number)") { Ask("?", into: Key<Int>("k\(number)")).id("q\(number)") }
        }
      }
      for number in 0..<500 {
        When(Self.name.isSet) { Ask("?", into: Self.name).id("w\(number)") }
      }
    }
    let (walked, of) = steps(flow)
    // `isSet` is known there, so that the branches behind the choice aren't walked.
    #expect(walked == of - 500)
  }

  @Test("Loops in loops once more for each loop around them", arguments: [1, 10, 100])
  func loops(depth: Int) {
    var steps: [any FlowContent] = [Ask("Name?", into: Self.name)]
    for level in 0..<depth {
      let inner = steps
      steps = [
        Repeat {
          inner
          Confirm("Ready?", into: Self.ready).id("r\(level)")
        } until: {
          Self.ready
        }
      ]
    }
    let (walked, of) = self.steps(Flow("f") { steps })
    #expect(walked <= of * (depth + 2))
  }

  @Test("Loops one after the other three times at most, with work in them too")
  func row() {
    let flow = Flow("f") {
      for number in 0..<200 {
        Repeat {
          Ask("Name?", into: Self.name).id("n\(number)")
          Do("work") { _ in }.id("d\(number)")
          Confirm("Ready?", into: Self.ready).id("r\(number)")
        } until: {
          Self.ready
        }
      }
    }
    let (walked, of) = steps(flow)
    #expect(walked <= 3 * of)
  }

  @Test("Operations in the order of waiting, and those that wait for each other not at all")
  func operations() {
    let flow = Flow("f") {
      Operations {
        Operation("b", after: "a") { Say("\(Self.name)") }
        Operation("a") { Ask("Name?", into: Self.name) }
        Operation("c", after: "d") { Say("c") }
        Operation("d", after: "c") { Say("d") }
      }
    }
    let ahead = Ahead(flow.program, Unforeseen())
    #expect(ahead.unset.isEmpty)
    #expect(ahead.steps < flow.program.instructions.count)
  }
}
