import Testing

@testable import LibrettoCore

/// Titles and texts that are a `String` of the program.
struct StringTitlesTests {
  let name = Key<String>("name")
  let title = "Ready {name}?"
  let words = ["Yes", "No"]

  @Test("variables, sums, parts of texts and calls are shown as they are")
  func verbatim() {
    same(
      Flow("f") {
        Say(title)
        Say(title + "!")
        Say(String(title.prefix(5)))
        Say(words.joined(separator: ", "))
        Say(words.isEmpty ? title : words[0])
        Ask(title, into: name)
        Alert(title, message: "m \(name)") {
          Button(words[0]) { Say(words[0]) }
          Button(words[1], role: .cancel)
        }
        Alert(words[0].prefix(2)) { Button(words[0]) }
        Choose("Which?") {
          for word in words { Option(word) { Say(word) } }
        }.id("which")
        Choose(title, into: name) { Option(words[0]) }.id("one")
        Choose(title, from: words, into: name).id("other")
        Fail(title)
      },
      Flow("f") {
        Say(Text("Ready {name}?"))
        Say(Text("Ready {name}?!"))
        Say("Ready")
        Say("Yes, No")
        Say("Yes")
        Ask(Text("Ready {name}?"), into: name)
        Alert(Text("Ready {name}?"), message: "m \(name)") {
          Button("Yes") { Say("Yes") }
          Button("No", role: .cancel)
        }
        Alert("Ye") { Button("Yes") }
        Choose("Which?") {
          Option("Yes") { Say("Yes") }
          Option("No") { Say("No") }
        }.id("which")
        Choose(Text("Ready {name}?"), into: name) { Option("Yes") }.id("one")
        Choose(Text("Ready {name}?"), from: ["Yes", "No"], into: name).id("other")
        Fail(Text("Ready {name}?"))
      })
  }

  @Test("a key in a literal is a placeholder in every title, whatever follows")
  func placeholders() {
    let flow = Flow("f") {
      Say("\(name)")
      Ask("a \(name)", into: Key<String>("b")).id("a")
      Alert("c \(name)") {
        Field("d \(name)", into: name)
        Button("e \(name)") { Say("\(name)") }
        Button("f \(name)").validate(name, .notEmpty)
      }
      Choose("g \(name)", into: name) {
        Option("h \(name)", "h")
        Option("i \(name)", "i") { Say("\(name)") }
      }.id("g")
      Confirm("j \(name)") { Say("\(name)") }
    }
    let prompts = flow.tree.steps.deep.compactMap { node -> Prompt? in
      if case .prompt(let prompt) = node.kind { prompt } else { nil }
    }
    let titles = prompts.flatMap { [$0.title] + $0.choices.map(\.title) }
    #expect(titles.filter { $0.keys != [name.reference] }.map(\.template) == ["Yes", "No"])
  }
}
