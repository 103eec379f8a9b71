import Testing

@testable import LibrettoCore

/// A key that a flow reads can be set by one of its steps.
struct UnsetKeyTests {
  private static let sure = Key<Bool>("sure"), name = Key<String>("name"), age = Key<Int>("age")
  private static let tags = Key<[String]>("tags")

  private func problems(@FlowBuilder _ steps: () -> Steps) -> [String] {
    Flow("f") { steps() }.problems.map { "\($0.code): \($0.message)" }
  }

  @Test("A key that nothing sets is a problem of the flow, once, at its first use")
  func unset() {
    let line = #line
    let flow = Flow("delete") {
      Confirm("Sure?")
      When(Self.sure) { Say("Deleted.") }
      Say("\(Self.sure)")
      Ask("Name?", into: Self.name).validate(.differs(from: Key<String>("old")))
      Say("Hello, \(Key<String>("nmae")).")
      ChooseMany("Which?", from: Self.tags, into: Key<[String]>("chosen"))
    }
    #expect(
      flow.problems.map { "\($0.place?.line ?? 0): \($0.code): \($0.message)" } == [
        "\(line + 3): unset-key: the key “sure” is read by a condition, but nothing in the flow sets it; set it with into: or Store, or test sure.isSet",
        "\(line + 5): unset-key: the key “old” is read by a rule, but nothing in the flow sets it; set it with into: or Store, or test old.isSet",
        "\(line + 6): unset-key: the key “nmae” is read by a text, but nothing in the flow sets it; did you mean “name”?",
        "\(line + 7): unset-key: the key “tags” is read by a question’s options, but nothing in the flow sets it; set it with into: or Store, or test tags.isSet",
      ])
  }

  @Test("isSet doesn't read, and what an action declares to read may be unset")
  func unread() {
    #expect(
      problems {
        When(Self.sure.isSet) { Say("Known.") }
        Load("age", into: Self.age) { 3 }.reads(Self.name)
        Ask("Tag?", into: Self.name).check("free", reads: [Self.tags]) { _, _ in nil }
      } == [])
  }

  @Test("Whatever can set a key does")
  func set() {
    #expect(
      problems {
        Operations {
          Operation("upload") {
            Repeat(times: 1) { Store("a", into: Self.name) }
          } failure: { error in
            Say("\(error)")
          }
        }
        Say("\(Key<String>("upload.state"))")
        Load("age", into: Self.age) {
          3
        } failure: { error in
          Say("\(error)")
        }
        Say("\(Key<String>("age.state"))")
        Do("tag", into: Self.tags) {
          ["a"]
        } failure: { error in
          Say("\(error)")
        }
        Flow("inner") { Form("Sure?") { Confirm("Sure?", into: Self.sure) } }
        Say("\(Self.name) \(Self.age) \(Self.tags) \(Self.sure)")
      } == [])
  }

  @Test("An action without a result can set any key")
  func anything() {
    #expect(
      problems {
        Repeat(times: 2) { Do("name") { work in work[Self.name] = "Ann" } }
        Say("\(Self.name)")
      } == [])
  }

  @Test("A flow in JSON keeps the rule")
  func json() throws {
    let text = #"""
      {"libretto": 1, "flow": "f", "keys": {"name": "string"}, "steps": [
        {"type": "say", "text": "Hello, {name}."}
      ]}
      """#
    let error = #expect(throws: InvalidFlow.self) { try Flow(json: text) }
    #expect(
      error?.description == """
        this JSON is not a valid flow; it has a problem:
          $.steps[0]: the key “name” is read by a text, but nothing in the flow sets it; set it with \
        into: or Store, or test name.isSet
        """)
  }
}
