import Testing

@testable import LibrettoCore

@Suite("The console: forms, fields, several answers, several lines")
struct ConsolePageTests {
  private let name = Key<String>("name")
  private let age = Key<Int>("age")
  private let sizes = Key<[String]>("sizes")
  private let comment = Key<String>("comment")

  private var profile: Flow {
    Flow("profile") {
      Form("Profile", message: "For your order.") {
        Ask("Name:", into: name).validate(.notEmpty)
        Ask("How old are you?", into: age)
        ChooseMany("Sizes", from: ["S", "M", "L"], into: sizes)
      }
      Say("\(name), \(age), \(sizes)")
    }
  }

  @Test("A form: its title once, the questions in turn, then a review by number")
  func form() async throws {
    let run = try await PipedConsole.perform(
      profile, input: "Bob\n42\n1, l\n4\n2\n43\n\n")
    #expect(
      run.error == """
        Profile
        For your order.
        Name: 
        How old are you? 
        Sizes
          1) S
          2) M
          3) L
        Type numbers or answers separated by commas (Enter for none): 
        Profile
          1) Name: Bob
          2) How old are you? 42
          3) Sizes: S, L
        Enter to submit, or the number of an answer to correct: 
        “4” is not one of the answers: Name: Bob, How old are you? 42, Sizes: S, L, Submit.
        Enter to submit, or the number of an answer to correct: 
        How old are you? (Enter for 42): 
        Profile
          1) Name: Bob
          2) How old are you? 43
          3) Sizes: S, L
        Enter to submit, or the number of an answer to correct: 

        """)
    #expect(run.output == "Bob, 43, S, L\n")
  }

  @Test("A first answer that is refused does not bring the title again; “submit” works too")
  func refusedFirst() async throws {
    let run = try await PipedConsole.perform(profile, input: "\nBob\n42\nnone\nsubmit\n")
    #expect(
      run.error.hasPrefix(
        "Profile\nFor your order.\nName: \nAn answer is needed.\nName: \nHow old"))
    #expect(run.output == "Bob, 42, \n")
  }

  @Test("The help of a review")
  func help() async throws {
    let flow = Flow("f") { Form("Profile") { Ask("Name:", into: name) } }
    let run = try await PipedConsole.perform(flow, input: "Bob\n?\n\n")
    #expect(
      run.error.hasSuffix(
        """
        to correct: 
        Type a number, a title or the beginning of one.
        Press Enter to submit these answers.
        Type < alone to go back to the previous question.
        Profile
          1) Name: Bob
        Enter to submit, or the number of an answer to correct: 

        """))
  }

  @Test("An alert says what it asks next; the fields follow the button")
  func fields() async throws {
    let flow = Flow("f") {
      Alert("Sign in", message: "To go on.") {
        Field("User name:", into: name)
        Field("Password", into: comment).secret()
        Button("OK")
        Button("Cancel", role: .cancel)
      }
      Say("Hello, \(name).")
    }
    let run = try await PipedConsole.perform(flow, input: "ok\nBob\nsesame\n")
    #expect(
      run.error == """
        Sign in
        To go on.
          1) OK
          2) Cancel
        Asked next: User name, Password
        Choose 1 to 2, or type an answer: 
        User name: 
        Password (the answer is not shown): 

        """)
    #expect(run.output == "Hello, Bob.\n")
  }

  @Test("Several answers that are needed, with what is chosen beforehand")
  func several() async throws {
    let flow = Flow("f") {
      ChooseMany("Sizes?", from: ["S", "M", "L"], into: sizes).atLeast(1)
      ChooseMany("Days?", from: ["Mon", "Tue"], into: Key<[String]>("days")).default(["Tue"])
    }
    let run = try await PipedConsole.perform(flow, input: "\n1, 9\nm, S\n\n")
    #expect(
      run.error == """
        Sizes?
          1) S
          2) M
          3) L
        Type numbers or answers separated by commas (1 or more): 
        Choose at least 1.
        Type numbers or answers separated by commas (1 or more): 
        “9” is not one of the answers: S, M, L.
        Type numbers or answers separated by commas (1 or more): 
        Days?
          1) Mon
          2) Tue
        Type numbers or answers separated by commas (Enter for Tue): Tue

        """)
    #expect(run.result[sizes] == ["S", "M"])
  }

  private let remarks =
    "several lines; a full stop alone on a line ends them; two at the beginning of a line stand "
    + "for one"

  @Test("Several lines, and an optional question")
  func multiline() async throws {
    let flow = Flow("f") {
      Ask("What happened?", into: comment).multiline()
      Ask("Anything else:", into: name).multiline().optional()
      Ask("Nickname?", into: Key<String>("nick")).optional()
    }
    let run = try await PipedConsole.perform(flow, input: "one\n\n..two\n.\n.\n\n")
    #expect(
      run.error == """
        What happened? (\(remarks)):
        Anything else (\(remarks); the full stop at once for none):
        none
        Nickname? (Enter for none): none

        """)
    #expect(run.result[comment] == "one\n\n.two")
    #expect(run.result[name] == nil)
  }

  @Test("The end of the input does not end several lines")
  func unended() async throws {
    let flow = Flow("f") { Ask("What happened?", into: comment).multiline() }
    let run = try await PipedConsole.perform(flow, input: "one\ntwo\n")
    #expect(
      run.error
        == "What happened? (\(remarks)):\n"
        + "The input ended before the closing “.”, so the answer was discarded.\n")
    #expect(run.result.outcome.description.hasPrefix("failed: the input ended at the question"))
    #expect(run.result[comment] == nil)
  }
}
