import Testing

@testable import LibrettoCore

@Suite("The console: whole screens of every kind of prompt")
struct ConsoleTests {
  private let name = Key<String>("name")
  private let age = Key<Int>("age")

  private var cleanup: Flow {
    Flow("cleanup") {
      Alert("Some random error", message: "Do you want to delete all the user's data?") {
        Button("Yes", role: .destructive) { Say("Deleted.") }
        Button("No", role: .cancel) { Say("Saved.") }
      }
      Alert("Done").dismiss(after: .seconds(600))
    }
  }

  @Test("An alert; one without buttons shows on a pipe, waits for nothing and takes no line")
  func alert() async throws {
    let flow = Flow("two") {
      cleanup
      Ask("What is your name?", into: name)
      Say("Bye, \(name).")
    }
    let run = try await PipedConsole.perform(flow, input: "2\nBob\n")
    #expect(
      run.error == """
        Some random error
        Do you want to delete all the user's data?
          1) Yes (deletes)
          2) No
        Choose 1 to 2, or type an answer: 
        Done
        What is your name? 

        """)
    #expect(run.output == "Saved.\nBye, Bob.\n")
    #expect(run.result.outcome == .finished(nil))
  }

  @Test("Questions of each type")
  func ask() async throws {
    enum Size: String, CaseIterable, AnswerValue { case small, large }
    let flow = Flow("types") {
      Ask("Name:", into: name)
      Ask("How old are you?", into: age).placeholder("42").default(18)
      Ask("Height in metres", into: Key<Double>("height"))
      Ask("Member?", into: Key<Bool>("member"))
      Ask("Nickname?", into: Key<String?>("nickname"))
      Ask("Tags:", into: Key<[String]>("tags")).default([])
      Ask("Size?", into: Key<Size>("size")).help("Sizes run small.")
      Ask("Note?", into: Key<String>("note")).default("")
    }
    let run = try await PipedConsole.perform(
      flow, input: "Bob\n\n1.80\ny\n\na, b\nLARGE\n\n")
    #expect(
      run.error == """
        Name: 
        How old are you? (for example 42; Enter for 18): 18
        Height in metres: 
        Member? (yes or no): 
        Nickname? (Enter for none): none
        Tags (separated by commas; Enter for an empty list): 
        Size? (one of “small”, “large”; ? for help): 
        Note? (Enter for an empty answer): an empty answer

        """)
    #expect(run.output == "")
    #expect(
      run.result.answers.description
        == "[age: 18, height: 1.8, member: true, name: “Bob”, nickname: nothing, note: “”, "
        + "size: “large”, tags: [“a”, “b”]]")
  }

  @Test(
    "A confirmation, with and without a default",
    arguments: [
      (nil, "Y\n", true, "Go on? (yes or no): \n"),
      (nil, "no", false, "Go on? (yes or no): \n"),
      (false, "\n", false, "Go on? (yes or no; Enter for No): No\n"),
      (true, "\r\n", true, "Go on? (yes or no; Enter for Yes): Yes\n"),
      (true, "n\n", false, "Go on? (yes or no; Enter for Yes): \n"),
      (
        nil, "\nmaybe\nyes\n", true,
        """
        Go on? (yes or no): 
        An answer is needed: yes or no.
        Go on? (yes or no): 
        “maybe” is neither yes nor no.
        Go on? (yes or no): 

        """
      ),
    ] as [(Bool?, String, Bool, String)])
  func confirm(preset: Bool?, input: String, answer: Bool, screen: String) async throws {
    let key = Key<Bool>("go")
    let question = Confirm("Go on?", into: key)
    let flow = Flow("go") { preset.map { question.default($0) } ?? question }
    let run = try await PipedConsole.perform(flow, input: input)
    #expect(run.error == screen)
    #expect(run.result[key] == answer)
  }

  @Test(
    "A choice by number, title, unique beginning and key, in any case, and by Enter",
    arguments: [
      "3", " 3 ", "Extra large", "EXTRA LARGE", "ex", "E", "x", "X", "", "extra-large", "03",
    ])
  func choose(answer: String) async throws {
    let size = Key<String>("size")
    let flow = Flow("sizes") {
      Choose("Which size?", into: size) {
        Option("Small")
        Option("Large", shortcut: "l")
        Option("Extra large", shortcut: "x").default()
      }
      Say("\(size)")
    }
    let run = try await PipedConsole.perform(flow, input: answer + "\n")
    #expect(
      run.error == """
        Which size?
          1) Small
          2) Large (key l)
          3) Extra large (key x)
        Choose 1 to 3, or type an answer (Enter for Extra large): \
        \(answer.isEmpty ? "Extra large" : "")

        """)
    #expect(run.output == "Extra large\n")
  }

  @Test("Ten options: the titles are aligned")
  func tenOptions() async throws {
    let flow = Flow("ten") {
      Choose("Which?", from: (1...10).map { "Option \($0)" }, into: name)
    }
    let run = try await PipedConsole.perform(flow, input: "10\n")
    #expect(run.error.hasPrefix("Which?\n   1) Option 1\n   2) Option 2\n"))
    #expect(
      run.error.hasSuffix(
        "\n  10) Option 10\nChoose 1 to 10, or type an answer: \n"))
    #expect(run.result[name] == "Option 10")
  }

  @Test("Misleading numbers aren't offered")
  func numberTitles() async throws {
    let flow = Flow("numbers") { Choose("How many?", from: [3, 1, 12], into: age) }
    let run = try await PipedConsole.perform(flow, input: "1\n")
    #expect(run.error == "How many?\n  - 3\n  - 1\n  - 12\nType an answer: \n")
    #expect(run.result[age] == 1)
    let inOrder = Flow("numbers") { Choose("How many?", from: [1, 2, 12], into: age) }
    let second = try await PipedConsole.perform(inOrder, input: "3\n")
    #expect(
      second.error
        == "How many?\n  1) 1\n  2) 2\n  3) 12\nChoose 1 to 3, or type an answer: \n")
    #expect(second.result[age] == 12)
  }

  @Test("A secret on a pipe is read and never shown, right or wrong")
  func secret() async throws {
    let password = Key<String>("password")
    let flow = Flow("sign in") {
      Ask("Password:", into: password).secret().validate(.length(8...))
      When(password.isSet) { Say("Thank you.") }
    }
    let run = try await PipedConsole.perform(flow, input: "hunter2\nhunter22\n")
    #expect(
      run.error == """
        Password (the answer is not shown; at least 8 characters): 
        Give at least 8 characters.
        Password (the answer is not shown; at least 8 characters): 

        """)
    #expect(run.output == "Thank you.\n")
    #expect(run.result[password] == "hunter22")
    #expect(!run.result.transcript.contains("hunter"))
  }

  @Test("Wrong answers: what is wrong, then the question without its list")
  func wrongAnswers() async throws {
    let flow = Flow("wrong") {
      Choose("Which?", into: name) {
        Option("Red")
        Option("Reddish")
        Option("Blue")
      }
      Ask("How old are you?", into: age).validate(.range(0...130))
    }
    let run = try await PipedConsole.perform(
      flow, input: "x\n\n7\nred \nold\n\n131\n12\n")
    #expect(
      run.error == """
        Which?
          1) Red
          2) Reddish
          3) Blue
        Choose 1 to 3, or type an answer: 
        “x” is not one of the answers: Red, Reddish, Blue.
        Choose 1 to 3, or type an answer: 
        An answer is needed; the answers are: Red, Reddish, Blue.
        Choose 1 to 3, or type an answer: 
        “7” is not one of the answers: Red, Reddish, Blue.
        Choose 1 to 3, or type an answer: 
        How old are you? (0 to 130): 
        “old” is not a whole number.
        How old are you? (0 to 130): 
        An answer is needed: a whole number.
        How old are you? (0 to 130): 
        Give 0 to 130.
        How old are you? (0 to 130): 

        """)
    #expect(run.result[name] == "Red")
    #expect(run.result[age] == 12)
  }

  @Test("An ambiguous beginning isn't accepted")
  func ambiguous() async throws {
    let flow = Flow("wrong") { Choose("Which?", from: ["Reed", "Rest", "Blue"], into: name) }
    let run = try await PipedConsole.perform(flow, input: "re\nree\n")
    #expect(run.error.contains("\n“re” can be “Reed” or “Rest”; type more of it.\n"))
    #expect(run.result[name] == "Reed")
  }

  @Test("A text with the answers in it, and lines within a text")
  func say() async throws {
    let flow = Flow("say") {
      Say("One\nTwo\n")
      Ask("Line one\nline two", into: name)
      Say("Hello, \(name).")
    }
    let run = try await PipedConsole.perform(flow, input: "é漢🙂\n")
    #expect(run.output == "One\nTwo\n\nHello, é漢🙂.\n")
    #expect(run.error == "Line one\nline two: \n")
  }
}
