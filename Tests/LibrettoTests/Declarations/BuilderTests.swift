import Testing

@testable import LibrettoCore

/// What runs when a flow is declared: if, switch, for, let, components and helpers.
struct BuilderTests {
  let name = Key<String>("name")

  struct SignIn: FlowContent {
    let name: Key<String>
    var isLong = false

    var body: some FlowContent {
      Ask("User name", into: name)
      if isLong { Say("Welcome indeed, \(name).") } else { Say("Welcome, \(name).") }
    }
  }

  struct Twice: FlowContent {
    let inner: any FlowContent
    var body: some FlowContent {
      inner
      SayAll(words: ["between"])
      inner
    }
  }

  struct SayAll: FlowContent {
    let words: [String]
    var body: some FlowContent { for word in words { Say(Text(word)) } }
  }

  @FlowBuilder private func helper(_ count: Int) -> some FlowContent {
    for number in 0..<count { Say("helper \(number)") }
  }

  private func list() -> [any FlowContent] { [Say("list 1"), SayAll(words: ["list 2"])] }

  /// What the flow says and asks, a line each.
  private func lines(@FlowBuilder _ steps: () -> Steps) throws -> [String] {
    try Outline().perform(Flow("f", steps)).split(separator: "\n").dropFirst().map {
      String($0.drop { $0 == " " })
    }
  }

  @Test("if, else, switch, for, let, availability, in a flow's body", arguments: [0, 1, 2])
  func control(number: Int) throws {
    let lines = try lines {
      let doubled = number * 2
      Say("\(doubled)")
      if number == 0 { Say("none") }
      if number == 1 { Say("one") } else if number == 2 { Say("two") } else { Say("else") }
      switch number {
      case 0: Say("case 0")
      case 1:
        Say("case 1a")
        Say("case 1b")
      default: Finish()
      }
      for index in 0..<number where index != 5 { Say("for \(index)") }
      if #available(macOS 14, *) { Say("available") } else { Say("old") }
      if let text = [1: "let"][number] { Say(Text(text)) }
    }
    let expected = [
      ["Say “0”", "Say “none”", "Say “else”", "Say “case 0”", "Say “available”"],
      [
        "Say “2”", "Say “one”", "Say “case 1a”", "Say “case 1b”", "Say “for 0”",
        "Say “available”", "Say “let”",
      ],
      ["Say “4”", "Say “two”", "Finish", "Say “for 0”", "Say “for 1”", "Say “available”"],
    ]
    #expect(lines == expected[number])
  }

  @Test("components, helper functions and arrays of content")
  func contents() throws {
    let lines = try lines {
      SignIn(name: name)
      SignIn(name: Key("other"), isLong: true)
      Twice(inner: Say("inner"))
      helper(2)
      list()
      [Say("array")]
      Steps([])
    }
    #expect(
      lines == [
        "Ask “User name” into name  [name]", "Say “Welcome, {name}.”",
        "Ask “User name” into other  [other]", "Say “Welcome indeed, {other}.”",
        "Say “inner”", "Say “between”", "Say “inner”", "Say “helper 0”", "Say “helper 1”",
        "Say “list 1”", "Say “list 2”", "Say “array”",
      ])
  }

  @Test("control in the bodies of alerts and choices", arguments: [true, false])
  func choices(isLong: Bool) throws {
    let lines = try lines {
      Alert("A") {
        let title: Text = "First"
        Button(title)
        if isLong { Button("Long") } else { Button("Short") }
        if isLong { Button("Only") }
        for number in 1...2 { Button("For \(number)") }
        switch isLong {
        case true: Button("On")
        case false: Button("Off")
        }
        if #available(macOS 14, *) { Button("New") }
      }
      Choose("B", into: name) {
        Option("First", "1")
        if isLong { Option("Long", "2") } else { Option("Short", "2") }
        if isLong { Option("Only") }
        for number in 1...2 { Option("For \(number)", "\(number)") }
        switch isLong {
        case true: Option("On")
        case false: Option("Off")
        }
        if #available(macOS 14, *) { Option("New") }
      }
    }
    let titles =
      isLong
      ? ["First", "Long", "Only", "For 1", "For 2", "On", "New"]
      : ["First", "Short", "For 1", "For 2", "Off", "New"]
    let choices = titles.map { "“\($0)”  [\(Slug.title($0))]" }
    #expect(lines == ["Alert “A”  [a]"] + choices + ["Choose “B” into name  [name]"] + choices)
  }
}
