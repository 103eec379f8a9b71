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
      Say("Hello, \(name): {braces} and }} \"quotes\" \u{1F600}\n.")
      Say("")
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
      Finish("saved")
      Finish()
      Fail("No \(name).")
    }
  }

  @FlowBuilder static var questions: Steps {
    Ask("Your name?", into: name).default("Ada").placeholder("Like \(day)").help("Any.")
      .validate(
        .notEmpty, .notEmpty("Say it."), .length(1...40), .length(2...), .length(...9, "Short!"),
        .matches("[A-Z][a-z]+", "Begin big, {}."), .oneOf(["Ada", "Bo"]), .range("A"..."Z")
      )
      .validateDrafts(.matches("[A-Za-z]*")).multiline().optional()
      .check("name is free", "Taken: \(name).") { _ in true }.check("polite") { _ in true }
      .timeout(.seconds(30)) { Say("Slow.") }
    Ask("Age?", into: age).validate(.range(0...130), .range(0..<131), .range(1...), .range(...99))
    Ask("Weight?", into: weight).default(-0.0).validate(.range(-0.5...1e300))
    Ask("Perhaps?", into: maybe)
    Ask("How much?", into: weight).id("much").default(weight * age / 2)
      .validate(
        .range(0...weight - 1.5), .range(..<weight), .range(weight...), .differs(from: weight))
    Ask("Arrival?", into: Key<CalendarDay>("arrival")).default("2026-11-20")
      .validate(.daysFromToday(-1...30), .daysFromToday(0...), .daysFromToday(...7, "Sooner."))
    Ask("At?", into: Key<TimeOfDay>("time")).validate(.range(Key<TimeOfDay>("time")...))
    Ask("Folder?", into: day).id("folder").validate(.path(.folder), .path(.existing, "None."))
      .check("writable", "Not \(name).", reads: [name, age]) { _, _ in nil }
    Ask("E-mail?", into: day).id("mail").trimmed().lowercased().uppercased().validate(.email, .url)
    Ask("Word?", into: day).id("word").default("\(name) {\(age % 7)}")
      .validate(.oneOf(picked), .equals(name, "Not \(name.count) letters."))
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
      Button("Send", role: .destructive, shortcut: "s") { Say("Sent.") }.preferred()
        .validate(Key<String>("why"), .length(3..., "Why?"))
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
      Option("Large, \(name)", Size.large).preferred()
        .description("For \(name)").when(age > 3, otherwise: "Not yet, \(age).")
    }.help("One.")
    Choose("What?", from: ["C", "C++", "C#"], into: day)
    Choose("Which day?", from: days, into: day).id("day-of")
    Choose("Which one?", from: days, titles: picked, into: day).id("titled")
    Choose("Anything?") { Option("a", "a") }.timeout(.seconds(1)) { Fail("Slow.") }
    ChooseMany("Many?", from: ["x", "y", "z"], into: picked).atLeast(1).atMost(2, "Two!")
      .default(["x"])
    Form("Order", message: "All of it") {
      Ask("Street?", into: Key<String>("street")).default("Main")
      Confirm("Express?", into: Key<Bool>("express"))
      Choose("Size?", from: Size.self, into: Key<Size>("form-size")).when(ready)
      ChooseMany("Extras?", from: ["salt"], into: Key<[String]>("extras")).when(!ready && age > 3)
    }
  }

  @FlowBuilder static var work: Steps {
    Do("save") {}.id("saved", was: "old-save", "save")
    Do("pay", reads: [name, age]) { _ in
    } undo: { _ in
    }.showsErrors()
    Do("send", loading: "Sending to \(name)…") {
    } failure: { error in
      Say("Not sent: \(error).")
      Confirm("Send it again?").id("send-again")
      Reload()
    }.retry(3, backoff: .milliseconds(20)).timeout(.seconds(2)).pure().takesTerminal()
    Do("log", loading: "Logging…") {
    } failure: {
    }
    Load("rates", into: days) { ["a"] }.reads(age).showsErrors().id("rates", was: "r")
    Back()
    Do("count", into: age) { 3 }.timeout(.seconds(9))
    Check("paid", into: ready) { true }
    Load("prices", into: days, loading: "Fetching \(name)…") { ["a"] }
    Load("more", into: picked) {
      ["a"]
    } data: {
      Say("Data.")
    } empty: {
      Reload()
    } failure: {
      error in
      Say("It failed: \(error).")
      Alert("Again?") { Button("Yes") { Reload() } }
    }.retry(2, backoff: .milliseconds(10)).timeout(.seconds(1))
    Load("silent", into: grid) {
      [[1]]
    } failure: {
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
        Do("upload file") {}
      } failure: { error in
        Say("\(error)")
        CancelOperation("report")
      }
      Operation("report", after: "enter", "upload") {
      } failure: {
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
