import Testing

@testable import LibrettoCore

@Suite("The members of steps")
struct NodeMembersTests {
  @Test("each kind of step is read under the name under which it is written")
  func names() throws {
    for name in Node.Kind.Name.allCases where name != .prompt {
      #expect(Node.Kind.blank(name)?.type == name.rawValue)
    }
    for kind in Prompt.Kind.allCases {
      #expect(Node.Kind.prompt(Prompt(kind, "")).type == kind.rawValue)
      #expect(Node.Kind.Name(rawValue: kind.rawValue) == nil)
    }
    #expect(Node.Kind.blank(.prompt) == nil)
  }

  @Test("an error lists every type of step and every question that a form can have")
  func listed() {
    let problems = FlowReaderRefusalTests.problems(
      #"{"type":"quux"},{"type":"form","id":"f","title":"F","fields":[{"type":"quux"}]}"#)
    #expect(
      problems == [
        "$.steps[0].type: there is no step of type “quux”; there are “say”, “alert”, “ask”, "
          + "“rate”, “confirm”, “choose”, “chooseMany”, “form”, “heading”, “note”, “do”, "
          + "“load”, “reload”, "
          + "“operations”, “cancelOperation”, “switch”, “wait”, “when”, “repeat”, “break”, "
          + "“back”, “store”, “finish”, “fail”, “flow”",
        "$.steps[1].fields[0].type: there is no question on a form of type “quux”; there are "
          + "“ask”, “rate”, “confirm”, “choose”, “chooseMany”",
      ])
  }
}
