import Testing

@testable import LibrettoCore

/// Equal trees have equal JSON, different trees different JSON.
struct JSONEqualityTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let ratio = Key<Double>("ratio")
  static let ready = Key<Bool>("ready")
  static let note = Key<String?>("note")

  static func operations(_ name: String, _ after: String, _ cancel: CancelOperation) -> Flow {
    Flow("f") {
      Operations {
        Operation(name) {}
        Operation("b", after: after) { cancel }
      }
    }
  }

  /// Flows of which each differs from its neighbours in one thing only.
  static let rows: [[Flow]] = [
    [Flow("a") {}, Flow("b") {}, Flow("é") {}, Flow("e\u{301}") {}, Flow("a") { Say("") }],
    [
      Flow("a") {}, Flow("a", version: 1) {}, Flow("a", version: 2) {}, Flow("a", gone: ["é"]) {},
      Flow("a", gone: ["e\u{301}"]) {}, Flow("a", gone: ["b", "c"]) {},
      Flow("a", gone: ["c", "b"]) {},
    ],
    flows(Say("é"), Say("e\u{301}"), Say("\(name)"), Say("{name}"), Say("{{name}}"), Say(" é")),
    flows(Say("\(name)\(age)"), Say("\(age)\(name)"), Say("\(name) \(age)")),
    flows(Say("\(Key<String>("é"))"), Say("\(Key<String>("e\u{301}"))")),
    flows(Say("\(Key<String>("k"))"), Say("\(Key<Int>("k"))"), Say("\(Key<String?>("k"))")),
    flows(Store(0.0, into: ratio), Store(-0.0, into: ratio), Store(1, into: ratio)),
    flows(Store(0, into: Key<Int>("k")), Store(0.0, into: Key<Double>("k"))),
    flows(Store("é", into: name), Store("e\u{301}", into: name), Store("", into: name)),
    flows(Store(nil, into: note), Store("", into: note), Store("null", into: note)),
    flows(
      Finish(), Finish(name: ""), Finish(name: "é"), Finish(name: "e\u{301}"), Fail("é"),
      Fail("e\u{301}")),
    flows(Do("é") { _ in }, Do("e\u{301}") { _ in }, Do("É") { _ in }, Do("é") { _ in }.id("x")),
    flows(Do("x") { _ in }.id("é"), Do("x") { _ in }.id("e\u{301}")),
    flows(
      Do("x") { _ in }.id("x", was: "é"), Do("x") { _ in }.id("x", was: "e\u{301}"),
      Do("x") { _ in }.id("x"),
      Do("x") { _ in }.id("x", was: "a", "b"), Do("x") { _ in }.id("x", was: "b", "a")),
    flows(
      Alert("A") { Button("B").id("b", was: "é") },
      Alert("A") { Button("B").id("b", was: "e\u{301}") }, Alert("A") { Button("B") },
      Alert("A") { Button("B").id("b", was: "c", "d") }),
    flows(
      Wait(.seconds(1)), Wait(.seconds(2)), Wait(.seconds(1)).id("é"),
      Wait(.seconds(1)).id("e\u{301}"), Wait(.seconds(1)).id("w", was: "é"),
      Wait(.seconds(1)).id("w", was: "e\u{301}")),
    [
      operations("é", "é", CancelOperation("é")), operations("é", "e\u{301}", CancelOperation("é")),
      operations("é", "é", CancelOperation("e\u{301}")),
      operations("é", "é", CancelOperation("é").id("x")),
      operations("é", "é", CancelOperation("é").id("x", was: "y")),
    ],
    flows(Flow("é") {}, Flow("e\u{301}") {}, Flow("é") {}.id("x"), Flow("é") { Say("x") }),
    flows(
      When(ready) {}, When(ready) { Say("x") },
      When(ready) {
      } otherwise: {
        Say("x")
      }, When(!ready) {}, When(ready.isSet) {}, When(!ready.isSet) {}),
    flows(
      When(ready) { When(ready) {} },
      When(ready) {
      } otherwise: {
        When(ready) {}
      }),
    flows(
      When(age < 1) {}, When(age <= 1) {}, When(age < 2) {}, When(age < age) {},
      When(ratio < 1) {}),
    flows(
      When(name == "é") {}, When(name == "e\u{301}") {}, When(name == name) {},
      When(name == "name") {}, When(name.contains("name")) {}),
    flows(
      When(ready == true && age.isSet) {}, When(ready == true || age.isSet) {},
      When(age.isSet && ready == true) {},
      When(!(ready == true && age.isSet)) {}),
    flows(
      Repeat(times: 1) {}, Repeat(times: 2) {}, Repeat {}, Repeat(while: ready == true) {},
      Repeat {
      } until: {
        ready == true
      }),
    flows(
      Alert("A"), Alert("A").dismiss(after: .seconds(3)), Alert("A", message: ""),
      Alert("A", message: "m"), Alert("A").id("b"), Alert("A ") {}, Alert("A") { Button("B") }),
    flows(
      Alert("A") { Button("B") }, Alert("A") { Button("B", role: .cancel) },
      Alert("A") { Button("B", role: .destructive) }, Alert("A") { Button("B", shortcut: "b") },
      Alert("A") { Button("B", shortcut: "é") }, Alert("A") { Button("B", shortcut: "e\u{301}") },
      Alert("A") { Button("B").default() }, Alert("A") { Button("B").id("c") },
      Alert("A") { Button("b") }, Alert("A") { Button("B") { Say("x") } },
      Alert("A") { Button("B").id("é") }, Alert("A") { Button("B").id("e\u{301}") }),
    flows(
      Ask("A?", into: name), Ask("A?", into: name).default(""), Ask("A?", into: name).secret(),
      Ask("A?", into: name).placeholder(""), Ask("A?", into: name).help(""),
      Ask("A?", into: name).validate(.notEmpty),
      Ask("A?", into: name).validate(.notEmpty(message: "")),
      Ask("A?", into: name).validate(.length(1...)), Ask("A?", into: name).validate(.length(...1)),
      Ask("A?", into: name).validate(.length(1...1)), Ask("A?", into: name).id("x"),
      Ask("A?", into: name).validate(.notEmpty, .notEmpty),
      Ask("A?", into: name).validate(.oneOf(["a", "b"])),
      Ask("A?", into: name).validate(.oneOf(["b", "a"])),
      Ask("A?", into: name).validate(.range("a"..."b")),
      Ask("A?", into: name).validate(.range("a"..<"b")),
      Ask("A?", into: name).validate(.range("a"...)),
      Ask("A?", into: name).validate(.range(..."a"))),
    flows(
      Ask("A?", into: note), Ask("A?", into: note).default(nil),
      Ask("A?", into: note).default("")),
    flows(
      Confirm("A?", into: ready), Confirm("A?", into: ready).default(true),
      Confirm("A?", into: ready).default(false), Confirm("A?").id("ready"),
      Confirm("A?", into: ready) { Say("x") },
      Confirm("A?", into: ready) {
      } otherwise: {
        Say("x")
      }),
    flows(
      Choose("A?", from: [1, 2], into: age), Choose("A?", from: [2, 1], into: age),
      Choose("A?", from: [1, 2], into: age).default(1),
      Choose("A?", from: [1, 2], into: age).default(2),
      Choose("A?", from: [1, 2], into: age) { $0 == 1 ? "1!" : "2" },
      Choose("A?", into: age) {
        Option("1", 2)
        Option("2", 1)
      }),
    flows(Choose("A?") { Option("B") }, Alert("A?") { Button("B") }),
  ]

  static func flows(_ steps: any FlowContent...) -> [Flow] {
    steps.map { step in
      Flow("f") {
        anything
        step
      }
    }
  }

  @Test("flows that differ in one thing", arguments: rows.indices)
  func different(row: Int) throws {
    let flows = Self.rows[row]
    #expect(flows.flatMap(\.problems) == [])
    let texts = try flows.map { try JSONExporter().bytes($0) }
    for i in flows.indices {
      for j in flows.indices {
        #expect((flows[i].tree == flows[j].tree) == (i == j), "\(i) and \(j): \(flows[i].tree)")
        #expect((texts[i] == texts[j]) == (i == j), "\(String(decoding: texts[i], as: UTF8.self))")
      }
    }
    #expect(Set(flows).count == flows.count)
  }

  @Test("flows made twice are equal, and so is their JSON")
  func equal() throws {
    func make() -> [Flow] {
      ReplayTests.flows.map {
        Flow(
          Tree(name: $0.name, steps: []), FlowLocation("x/y.swift", 1),
          $0._draft.branches[0].steps)
      }
    }
    for (a, b) in zip(make(), ReplayTests.flows) {
      #expect(a == b)
      #expect(a.tree.hashValue == b.tree.hashValue)
      #expect(try JSONExporter().bytes(a) == JSONExporter().bytes(b))
    }
  }
}
