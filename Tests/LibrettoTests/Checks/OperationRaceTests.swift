import Testing

@testable import LibrettoCore

/// A step that reads what an operation beside it writes is refused when the flow is built.
struct OperationRaceTests {
  static let key = Key<String>("k"), list = Key<[String]>("list"), ready = Key<Bool>("ready")
  static let other = Key<String>("other")

  /// Two operations that can run together: one that sets the keys, one that reads.
  static func flow(@FlowBuilder _ steps: () -> Steps) -> Flow {
    let steps = steps()
    return Flow("f") {
      Store("before", into: key)
      Store("before", into: other)
      Operations {
        Operation("a") {
          Ask("?", into: key)
          Ask("?", into: list)
          Ask("?", into: ready)
          Load("prices", into: Key<[Int]>("prices")) { [1] }.id("prices")
        }
        Operation("b") { steps }
      }
    }
  }

  static let readers: [(words: String, key: String, flow: Flow)] = [
    ("a Say", "k", flow { Say("\(key)") }),
    ("a Fail", "k", flow { Fail("\(key)") }),
    ("the question “b/other”", "k", flow { Ask("\(key)", into: other) }),
    ("the question “b/other”", "k", flow { Ask("?", into: other).placeholder("\(key)") }),
    ("the question “b/other”", "k", flow { Ask("?", into: other).help("\(key)") }),
    (
      "the question “b/other”", "k",
      flow { Ask("?", into: other).validate(.length(1..., message: "Not \(key).")) }
    ),
    (
      "the question “b/other”", "k",
      flow { Ask("?", into: other).validateDrafts(.length(0..., message: "Not \(key).")) }
    ),
    (
      "the question “b/other”", "k",
      flow { Ask("?", into: other).check("c", message: "Not \(key).") { _ in true } }
    ),
    ("the question “b/a”", "k", flow { Alert("A", message: "\(key)") { Button("B") } }),
    ("the question “b/other”", "list", flow { Choose("?", from: list, into: other) }),
    (
      "the question “b/other”", "k",
      flow { Choose("?", into: other) { Option("\(key)", "x").id("x") } }
    ),
    (
      "the question “b/f”", "ready",
      flow { Form("F") { Ask("?", into: other).when(ready == true) } }
    ),
    ("the question “b/f/other”", "k", flow { Form("F") { Ask("\(key)", into: other) } }),
    ("a When", "k", flow { When(key == "x") {} }),
    ("a When", "k", flow { When(!(other == key || key.isSet)) {} }),
    ("a Repeat", "ready", flow { Repeat(while: ready == true) { Break() } }),
    (
      "a Repeat", "ready",
      flow {
        Repeat {
        } until: {
          ready == true
        }
      }
    ),
    ("a Switch", "k", flow { Switch(key) { Case("x") {} } }),
    ("the action “b/d”", "k", flow { Do("d") { _ in }.reads(key) }),
    ("the Load “b/l”", "k", flow { Load("l", into: Key<Int>("l")) { 1 }.reads(key) }),
    ("the Load “b/l”", "k", flow { Load("l", into: Key<Int>("l")) { 1 }.loading("\(key)") }),
    ("a Say", "k", flow { Alert("A") { Button("B") { Repeat(times: 1) { Say("\(key)") } } } }),
    ("a Say", "k", flow { Operations { Operation("i") { Flow("g") { Say("\(key)") } } } }),
  ]

  @Test("each way to read a key, whether or not it was set before", arguments: readers)
  func reads(_ reader: (words: String, key: String, flow: Flow)) {
    #expect(
      reader.flow.problems.map(\.message) == [
        "\(reader.words) in the operation “b” reads the key “\(reader.key)”, which the operation “a” "
          + "writes, and the two can run at the same time; write Operation(\"b\", after: \"a\"), "
          + "or use different keys"
      ])
  }

  @Test("how an operation or load ended is a key that it writes")
  func endings() {
    let line = #line + 2
    let flow = Flow("f") {
      Operations {
        Operation("a \"1\"") {
          Load("prices", into: Key<[Int]>("prices")) {
            [1]
          } failure: { _ in
          }
        }.id("a")
        Operation("b", after: "c") {
          When(.operation("a \"1\"", .failed)) {}
          Say("\(Key<String>.error(of: "a \"1\""))")
        }
        Operation("c") { When(.load(Key<[Int]>("prices"), .empty)) {} }
        Operation("d", after: "b", "a \"1\"") { When(.operation("b", .failed)) {} }
        Operation("e") { CancelOperation("a \"1\"") }
      }
    }
    func message(_ words: String, _ key: String, _ advice: String) -> String {
      "\(words) reads the key “\(key)”, which the operation “a \"1\"” writes, "
        + "and the two can run at the same time; write \(advice)"
    }
    #expect(
      OperationDeclarationTests.messages(flow, from: line) == [
        "8: "
          + message(
            "a When in the operation “b”", "a-1.state",
            #"Operation("b", after: "c", "a \"1\"")"#),
        "9: "
          + message(
            "a Say in the operation “b”", "a-1.error", #"Operation("b", after: "c", "a \"1\"")"#),
        "11: "
          + message(
            "a When in the operation “c”", "prices.state", #"Operation("c", after: "a \"1\"")"#),
      ])
  }

  @Test("an operation and one that it waits for, directly or not, don't race")
  func waiting() {
    let flow = Flow("f") {
      Store("", into: Self.key)
      Operations {
        Operation("before") { Say("\(Self.key)") }
        Operation("a", after: "before") { Ask("?", into: Self.key) }
        Operation("between", after: "a") {}
        Operation("behind", after: "between") { Say("\(Self.key)") }
        Operation("own") {
          Ask("?", into: Self.other)
          Operations {
            Operation("i") { Say("\(Self.other)") }
            Operation("j") { When(Self.other == "x") {} }
          }
        }
        Operation("opaque") { Do("work") { answers in answers[Self.key] = "x" } }
      }
      Say("\(Self.key)\(Self.other)")
    }
    #expect(flow.problems == [])
  }

  @Test("inner operations count as part of the outer one, and are checked among themselves too")
  func nested() {
    let line = #line + 2
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Operations {
            Operation("x") { Ask("?", into: Self.key) }
            Operation("y") { Say("\(Self.key)") }
          }
        }
        Operation("b") { Operations { Operation("z") { Say("\(Self.key)") } } }
      }
    }
    #expect(
      OperationDeclarationTests.messages(flow, from: line) == [
        "7: a Say in the operation “b” reads the key “k”, which the operation “a” writes, and the "
          + "two can run at the same time; write Operation(\"b\", after: \"a\"), "
          + "or use different keys",
        "4: a Say in the operation “y” reads the key “k”, which the operation “x” writes, and the "
          + "two can run at the same time; write Operation(\"y\", after: \"x\"), "
          + "or use different keys",
      ])
  }

  @Test("random graphs: exactly the pairs of which neither waits for the other", arguments: 0..<20)
  func oracle(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...700, using: &random)
    var operations: [(name: String, after: [String])] = []
    var waits: [Set<Int>] = []
    let names = (0..<count).map(String.init).shuffled(using: &random)
    for index in 0..<count {
      let most = min(index, Int.random(in: 0...3, using: &random))
      let after = (0..<most).map { _ in
        Int.random(in: max(0, index - 40)..<index, using: &random)
      }
      operations.append((names[index], after.map { names[$0] }))
      waits.append(after.reduce(into: Set(after)) { $0.formUnion(waits[$1]) })
    }
    let pairs = (0..<2000).map { _ in
      (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
    }
    .filter { $0 != $1 }
    let order = OperationOrder(operations)
    let expected = pairs.map { !waits[$0].contains($1) && !waits[$1].contains($0) }
    #expect(order.canRunTogether(pairs) == expected)
  }

  @Test("ten thousand operations, each of which reads what one far before it writes, in time")
  func many() {
    let count = 10_000
    func flow(_ isRow: Bool) -> Flow {
      Flow("f") {
        Operations {
          for number in 0..<count {
            let key = Key<Int>("k\(number)")
            let before = Key<Int>("k\(number / 2)")
            if isRow && number > 0 {
              Operation("o\(number)", after: "o\(number - 1)") {
                Store(1, into: key)
                Say("\(before)")
              }
            } else {
              Operation("o\(number)") {
                Store(1, into: key)
                Say("\(before)")
              }
            }
          }
        }
      }
    }
    #expect(flow(true).problems.isEmpty)
    #expect(flow(false).problems.count == count - 1)
  }
}
