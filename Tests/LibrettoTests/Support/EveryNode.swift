import Libretto

/// A flow with every node of the language, and every member that each can have.
enum EveryNode {
  enum Size: String, CaseIterable, AnswerValue { case small, large }

  static let name = Key<String>("name"), age = Key<Int>("age"), weight = Key<Double>("weight")
  static let ready = Key<Bool>("ready"), size = Key<Size>("size"), days = Key<[String]>("days")
  static let maybe = Key<Int?>("maybe"), secret = Key<String>("secret"), grid = Key<[[Int]]>("grid")
  static let picked = Key<[String]>("picked"), day = Key<String>("day")

  static var flow: Flow {
    Flow("every “node”") {
      Do("fill in") { _ in }
      Say("Hello, \(name): {braces} and }} \"quotes\" \u{1F600}\n.")
      Say("")
      Heading("For \(name)")
      Note("Before, \(name)", text: "Close \(age) apps.")
      Say(list: days)
      Say(table: ["Name": "\(name)", "Age": "\(age)"])
      questions
      prompts
      Flow("inner") {
        work
        Flow("innermost") { Ask("Again?", into: name).id("again") }
      }
      operations
      branches
      Finish("Bye, \(name).", name: "saved")
      Finish()
      Fail("No \(name).")
    }
  }

  @FlowBuilder static var questions: Steps {
    Ask("Your name?", into: name).default("Ada").placeholder("Like \(day)").help("Any.")
      .validate(
        .notEmpty, .notEmpty(message: "Say it."), .length(1...40), .length(2...),
        .length(...9, message: "Short!"),
        .matches("[A-Z][a-z]+", message: "Begin big, {}."), .oneOf(["Ada", "Bo"]), .range("A"..."Z")
      )
      .validateDrafts(.matches("[A-Za-z]*")).multiline().optional()
      .check("name is free", message: "Taken: \(name).") { _ in true }.check("polite") { _ in true }
      .timeout(.seconds(30)) { Say("Slow.") }
    Ask("Age?", into: age).validate(.range(0...130), .range(0..<131), .range(1...), .range(...99))
    Ask("Weight?", into: weight).default(-0.0).validate(.range(-0.5...1e300))
    Ask("Perhaps?", into: maybe)
    Ask("How much?", into: weight).id("much").default(weight * age / 2)
      .validate(
        .range(0...weight - 1.5), .range(..<weight), .range(weight...), .differs(from: weight))
    Ask("Arrival?", into: Key<CalendarDay>("arrival")).default("2026-11-20")
      .validate(
        .daysFromToday(-1...30), .daysFromToday(0...), .daysFromToday(...7, message: "Sooner."))
    Ask("At?", into: Key<TimeOfDay>("time")).validate(.range(Key<TimeOfDay>("time")...))
    Ask("Folder?", into: day).id("folder").validate(
      .path(.folder), .path(.existing, message: "None.")
    )
    .check("writable", message: "Not \(name).", reads: [name, age]) { _, _ in nil }
    Ask("E-mail?", into: day).id("mail").trimmed().lowercased().uppercased().validate(.email, .url)
    Ask("Word?", into: day).id("word").default("\(name) {\(age % 7)}")
      .validate(.oneOf(picked), .equals(name, message: "Not \(name.count) letters."))
    Ask("Password?", into: secret).secret().timeout(.milliseconds(1))
    Ask("Days?", into: days).validate(.length(1...7))
    Ask("Grid?", into: grid).default([[1], [], [2, 3]])
  }

  @FlowBuilder static var prompts: Steps {
    Alert("Done")
    Alert("Done soon").dismiss(after: .zero)
    Alert("Sign in", message: "To \(name)") {
      Field("User", into: Key("user")).validate(.notEmpty)
      Field("Why", into: Key("why")).secret().id("reason")
      Button("Send", role: .destructive, shortcut: "s") { Say("Sent.") }.default()
        .validate(Key<String>("why"), .length(3..., message: "Why?"))
      Button("é", role: .cancel, shortcut: "é").id("leave", was: "go")
    }.timeout(.seconds(5)) {}
    Confirm("Sure?") {
      Say("Yes.")
    } otherwise: {
      Say("No.")
    }
    Confirm("Quite?", into: ready).default(false).help("Think.").id("quite.sure", was: "sure.quite")
    Confirm("Only no?") {
    } otherwise: {
      Say("No.")
    }
    Choose("Which?", into: size) {
      Option("Small", Size.small, shortcut: "m") { Say("Small.") }
      Option("Large, \(name)", Size.large).default()
        .description("For \(name)").when(age > 3, because: "Not yet, \(age).")
    }.help("One.")
    Choose("What?", from: ["C", "C++", "C#"], into: day)
    Choose("Which day?", from: days, into: day).id("day-of")
    Choose("Which one?", from: days, titles: picked, into: day).id("titled")
    Choose("Anything?") { Option("a", "a") }.timeout(.seconds(1)) { Fail("Slow.") }
    ChooseMany("Many?", from: ["x", "y", "z"], into: picked).atLeast(1).atMost(2, message: "Two!")
      .default(["x"])
    Form("Order", message: "All of it") {
      Ask("Street?", into: Key<String>("street")).default("Main")
      Confirm("Express?", into: Key<Bool>("express"))
      Choose("Size?", from: Size.self, into: Key<Size>("form-size")).when(ready)
      ChooseMany("Extras?", from: ["salt"], into: Key<[String]>("extras")).when(!ready && age > 3)
    }
  }

  @FlowBuilder static var work: Steps {
    Do("save") { _ in }.id("saved", was: "old-save", "save")
    Do("pay") { _ in
    }.reads(name, age).undo { _ in
    }.showsErrors()
    Do("send") {
    } failure: { error in
      Say("Not sent: \(error).")
      Confirm("Send it again?").id("send-again")
      TryAgain()
    }.loading("Sending to \(name)…").retry(3, backoff: .milliseconds(20)).timeout(.seconds(2))
      .pure().takesTerminal()
    Do("log") {
    } failure: { _ in
    }.loading("Logging…")
    Load("rates", into: days) { ["a"] }.reads(age).showsErrors().id("rates", was: "r")
    Back()
    Do("count", into: age) { 3 }.timeout(.seconds(9))
    Check("paid", into: ready) { true }
    Load("prices", into: days) { ["a"] }.loading("Fetching \(name)…")
    Load("more", into: picked) {
      ["a"]
    } data: {
      Say("Data.")
    } empty: {
      TryAgain()
    } failure: {
      error in
      Say("It failed: \(error).")
      Alert("Again?") { Button("Yes") { TryAgain() } }
    }.retry(2, backoff: .milliseconds(10)).timeout(.seconds(1))
    Load("silent", into: grid) {
      [[1]]
    } failure: { _ in
    }
    Wait(.milliseconds(1500))
    Wait(.zero).id("pause", was: "wait")
    Store(Size.small, into: size)
    Store([[0], []], into: grid)
    Store(nil, into: maybe)
    Store(1.5, into: weight)
  }

  @FlowBuilder static var operations: Steps {
    Operations {}
    Operations {
      Operation("enter") { Ask("User?", into: Key<String>("login")) }
      Operation("upload", after: "enter") {
        Do("upload file") { _ in }
      } failure: { error in
        Say("\(error)")
        CancelOperation("report")
      }
      Operation("report", after: "enter", "upload") {
      } failure: { _ in
      }
      Operation("clean up") { Operations { Operation("sweep") { CancelOperation("upload") } } }
    }
  }

  @FlowBuilder static var branches: Steps {
    When(age < 18 && (name != "Bob" || !days.isEmpty) && secret.isSet) { Say("a") }
    When(days.contains("Mon") || name.contains("x") || name.matches("a{2,3}|\\d+")) {
    } otherwise: {
      Say("b")
    }
    When(!(age.isMultiple(of: -2)) && weight >= 0.5 && name == day && !ready) { Say("c") }
    Switch(size) {
      Case(.small) { Say("s") }
      Case(.large) {}
      Default { Say("d") }
    }
    Switch(age) { Case(1, 2, 3) { Say("few") } }
    Repeat(times: 3) { Break() }
    Repeat(while: age < 3) { When(ready.isSet) { Break() } }
    Repeat {
      Say("until")
    } until: {
      ready == true
    }
    Repeat { Break() }
  }
}
