import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("The console: help")
struct ConsoleHelpTests {
  private let name = Key<String>("name")

  @Test("A day: an example that the rules allow, and what a word was understood as")
  func day() throws {
    let today = CalendarDay("2026-11-26")
    let flow = Flow("day") {
      Ask("When?", into: Key<CalendarDay>("day")).validate(.daysFromToday(1...30))
    }
    let run = try Run(flow)
    let need = try #require(run.needs.first)
    let layout = PromptLayout(try #require(run.question(for: need)), today: today)
    #expect(
      layout.opening
        == "When? (a day from tomorrow to 30 days from today; for example 2026-11-27):\u{20}")
    #expect(
      layout.help == """
        Give a day from tomorrow to 30 days from today.
        Type a day, such as 2026-11-27, 27 Nov 2026, next friday or +3.
        When? (a day from tomorrow to 30 days from today; for example 2026-11-27):\u{20}
        """)
    #expect(layout.meant(by: "next friday") == "Fri 27 Nov 2026")
    #expect(layout.meant(by: "24.12.2026") == "Thu 24 Dec 2026")
    #expect(layout.meant(by: "soon") == nil)
  }

  @Test("A long list shows a person its beginning, and what has the text that was typed in it")
  func longList() throws {
    let flow = Flow("long") {
      Choose("Which city?", from: (1...200).map { "City \($0)" }, into: name)
    }
    let run = try Run(flow)
    let need = try #require(run.needs.first)
    let question = try #require(run.question(for: need))
    let layout = PromptLayout(question, most: 3)
    #expect(
      layout.opening == """
        Which city?
            1) City 1
            2) City 2
            3) City 3
        … and 197 more. Type a part of an answer to see those with it.
        Choose 1 to 200, or type an answer:\u{20}
        """)
    #expect(layout.found(by: "x 19") == nil)
    #expect(
      layout.found(by: " Y 19 ") == """
           19) City 19
          190) City 190
          191) City 191
        … and 8 more. Type a part of an answer to see those with it.
        Choose 1 to 200, or type an answer:\u{20}
        """)
    // An answer is taken, also where others have it in them.
    #expect(layout.found(by: "City 19") == nil)
    #expect(layout.found(by: "19") == nil)
    // A list for a program is whole.
    #expect(PromptLayout(question).found(by: "y 19") == nil)
  }

  @Test("Help of a list: the words, how to answer, and the whole question again")
  func list() async throws {
    let flow = Flow("help") {
      Choose("Which?", into: name) {
        Option("Red", shortcut: "r").default()
        Option("Blue")
      }.help("The colour of the door.")
    }
    let run = try await PipedConsole.perform(flow, input: " ? \nBlue\n")
    let question = """
      Which?
        1) Red (key r)
        2) Blue
      Choose 1 to 2, or type an answer (Enter for Red; ? for help): 

      """
    #expect(
      run.error == question + """
        The colour of the door.
        Type a number, a title, the beginning of one or a key.
        Press Enter to answer Red.

        """ + question)
    #expect(run.result[name] == "Blue")
    #expect(
      run.result.transcript == """
        CHOOSE   Which?
                 [Red] [Blue]
        PERSON   Blue
        END      finished

        """)
  }

  @Test("Help of several choices says which words and ranges stand for several")
  func several() async throws {
    func help(_ question: some FlowContent) async throws -> [Substring] {
      let run = try await PipedConsole.perform(Flow("help") { question }, input: "?\n")
      return run.error.split(separator: "\n").filter { $0.hasPrefix("Type") }.dropFirst().dropLast()
    }
    let tags = Key<[String]>("tags")
    let ways =
      "Type a number, a title or the beginning of one; several separated by commas."
    #expect(
      try await help(ChooseMany("Which?", from: ["a", "b", "c"], into: tags)) == [
        "\(ways)",
        "Type “all” for all of them, “none” for none of them, “1-3” for the first three.",
      ])
    #expect(
      try await help(ChooseMany("Which?", from: ["All", "b"], into: tags)) == [
        "\(ways)", "Type “none” for none of them.",
      ])
    #expect(
      try await help(ChooseMany("Which?", from: ["all", "none"], into: tags)) == ["\(ways)"])
  }

  @Test("Help of a text: its rules in sentences, and how to answer with a question mark")
  func text() async throws {
    let flow = Flow("help") {
      Ask("Why?", into: name).validate(.notEmpty, .length(1...3, message: "Be brief."))
    }
    let run = try await PipedConsole.perform(flow, input: "?\n\\?\n")
    #expect(
      run.error == """
        Why? 
        Give an answer that is not empty.
        Be brief.
        Type your answer.
        If your answer is a question mark alone, type \\? instead.
        Why? 

        """)
    #expect(run.result[name] == "?")
  }

  @Test(
    "Help of the other types",
    arguments: [
      PromptCase("Type a whole number.\nA? \n") { Ask("A?", into: Key<Int>("a")) },
      PromptCase("Type a number.\nA? \n") { Ask("A?", into: Key<Double>("a")) },
      PromptCase(
        "Type yes or no; y or n will do.\nPress Enter to answer Yes.\n"
          + "A? (yes or no; Enter for Yes): \n"
      ) { Confirm("A?", into: Key<Bool>("a")).default(true) },
      PromptCase(
        "Type a list of whole numbers, separated by commas.\nPress Enter to answer none.\n"
          + "A? (separated by commas; Enter for none): \n"
      ) { Ask("A?", into: Key<[Int]?>("a")) },
      PromptCase(
        "Type a number, a title or the beginning of one.\n"
          + "A?\n  1) OK\nChoose 1, or type an answer: \n"
      ) { Alert("A?") { Button("OK") } },
    ])
  func types(prompt: PromptCase) async throws {
    let help = prompt.screen
    let run = try await PipedConsole.perform(prompt.flow, input: "?\n")
    // The question, the help with the question, and the end of the line at the end of the input.
    let first = run.error.dropLast(help.utf8.count)
    #expect(run.error == first + help)
    #expect(help.hasSuffix(first))
  }

  @Test(
    "Only a lone question mark asks for help; one backslash before it is taken away",
    arguments: [
      ("\\?", "?"), ("\\\\?", "\\?"), ("??", "??"), ("?!", "?!"), ("a\\?", "a\\?"),
      ("\\", "\\"), ("\\n", "\\n"), (" \\?", " ?"),
    ])
  func escape(typed: String, answer: String) async throws {
    let flow = Flow("escape") { Ask("Why?", into: name) }
    let run = try await PipedConsole.perform(flow, input: typed + "\n")
    #expect(run.result[name] == answer)
    #expect(run.error == "Why? \n")
  }
}
