import Testing

@testable import LibrettoCore

infix operator < : NestingPrecedence
infix operator > : NestingPrecedence

/// Chains beyond the trees that they make: what they leave alone, and what they refuse.
struct ChainTests {
  static let age = Key<Int>("age")
  static let ready = Key<Bool>("ready")
  static let size = Key<Int>("size")

  @Test("different chains give different trees")
  func different() {
    let flows = [
      Flow("f") { Alert("A") < Button("B") < Say("1") < Say("2") > Button("C") },
      Flow("f") { Alert("A") < Button("B") < Say("1") > Button("C") < Say("2") },
      Flow("f") { Alert("A") < Button("B") > Button("C") < Say("1") < Say("2") },
      Flow("f") { Alert("A") < Button("B") < Alert("C") < Button("D") },
      Flow("f") { Alert("A") < Button("B") < Alert("C") > Say("D") },
    ]
    #expect(Set(flows).count == flows.count)
  }

  @Test("ordinary comparisons go on working in a file with the two operators")
  func comparisons() {
    let (a, b, c, d) = (1, 2, 2.5, 0.5)
    #expect(1 < 2)
    #expect(!(a > b))
    #expect(a < b && c > d)
    #expect(a > b || c > d && "a" < "b")
    #expect((a < b ? c : d) > 1)
    #expect([3, 1, 2].sorted(by: >) == [3, 2, 1])
    let nothing: Int? = nil
    #expect(nothing ?? 0 < 1)
    #expect((Self.age < 18 && Self.age > 3).description == "age < 18 && age > 3")
    #expect((Self.age < Self.size || Self.age > 2).description == "age < size || age > 2")
  }

  @Test("a > with nothing left to close is a problem that names the place")
  func nothingLeft() {
    let line = #line + 2
    let flow = Flow("f") {
      When(Self.ready.isSet) < Say("a") > Say("b") > Say("c")
    }
    #expect(
      flow.problems.map(\.description) == [
        "ChainTests.swift:\(line): this > has nothing left to close: "
          + "everything in the chain is closed already"
      ])
  }

  @Test("a Button, Alert or Closed element that a > puts where nothing is open is not lost")
  func nothingLeftForContainers() {
    let left = "this > has nothing left to close: everything in the chain is closed already"
    let line = #line + 2
    let flow = Flow("f") {
      When(Self.ready.isSet) < Say("a") > Say("b") > Button("c")
      When(Self.ready.isSet) < Say("a") > Say("b") > Alert("c") < Button("d")
      When(Self.ready.isSet) < Say("a") > Say("b") > Option("c", 1)>>
    }
    #expect(
      flow.problems.map(\.description)
        == (0..<3).map { "ChainTests.swift:\(line + $0): \(left)" })
  }

  @Test("a Button beside a step, and a step beside a Button, are problems")
  func wrongNeighbours() {
    let line = #line + 2
    let flow = Flow("f") {
      When(Self.ready.isSet) < When(Self.age < 1) < Say("a") > Say("b") > Button("c")
      Alert("x") { Button("y") < Alert("z") > Say("a") > Say("b") }
      anything
    }
    #expect(
      flow.problems.map(\.description) == [
        "ChainTests.swift:\(line): this > would put a Button or Option beside a step; "
          + "close one more container",
        "ChainTests.swift:\(line + 1): this > would put a step beside a Button or Option; "
          + "put it inside with <",
      ])
  }
}
