@testable import LibrettoCore
@testable import LibrettoTerminal

/// A question or a page as it is put to a person, with what is true of it whatever keys come.
struct FuzzPrompt {
  private(set) var problems: [String] = []
  private(set) var view: QuestionView
  private(set) var accepted = 0
  private(set) var refused = 0
  private let run: Run
  private let need: Need
  private let ids: Set<String>

  /// - Parameter flow: a flow whose first need is a question or belongs to a page.
  init(_ flow: Flow) throws {
    run = try Run(flow)
    guard let need = run.needs.first, let question = run.question(for: need) else {
      throw Rejection(message: "no question in \(flow.name)")
    }
    self.need = need
    let aids = FuzzPrompts.aids
    guard let page = run.page(for: need) else {
      ids = Set(question.choices.map(\.id))
      let isNotice = question.kind == .alert && question.choices.isEmpty
      view = QuestionView(
        isNotice
          ? .notice(question)
          : .question(question, PromptStates.state(for: question, aids: aids)))
      return
    }
    ids = Set(page.buttons.map(\.id))
    view = QuestionView(
      .page(
        FormPrompt(page.untouched(), aids: aids) { [run] answers in
          run.page(for: need, with: answers)?.untouched(but: answers) ?? page
        }))
    view.note = page.note
    if case .page(let form) = view.body { check(form.buttons.pressed) }
  }

  // MARK: Keys

  /// Presses a key as the console does.
  mutating func press(_ key: KeyPress) {
    switch view.body {
    case .question(let question, var state):
      let pressed = state.press(key)
      view.body = .question(question, state)
      switch pressed {
      case .accept: if let reply = state.reply { answer(reply, question) }
      case .refused(let reason): view.problem = Words.english(reason)
      case .edited, .used:
        guard let text = state.typed, !question.isSecret else { return }
        view.problem = question.ruleProblem(with: text)
      case .editor:
        state.replace("one\ntwo\u{1B}[31m\n")
        view.body = .question(question, state)
      case .ignored: pressIgnored(key)
      case .back, .reply: break
      }
    case .page(var form):
      let outcome = form.press(key)
      switch outcome {
      case .submit(let answers): submit(answers, &form)
      case .refused(let reason): view.note = Words.english(reason)
      case .editor: form.replace("one\ntwo\u{1B}[31m\n")
      case .edited(let id):
        if let draft = form.draft, draft.id == id {
          form.note(draft.text.count > 40 ? "Long." : nil, at: id)
        }
      case .ignored: pressIgnored(key)
      case .used, .back, .reply: break
      }
      view.body = .page(form)
    case .notice: break
    }
  }

  private mutating func pressIgnored(_ key: KeyPress) {
    if key == .function(1) || key == .text("?") { view.showsHelp.toggle() }
  }

  private mutating func answer(_ reply: Reply, _ question: Question) {
    do throws(Rejection) {
      switch reply {
      case .text(let text): try run.check(question.read(text), for: need)
      case .given(let given):
        if case .choice(let id) = given, !ids.contains(id) { problems.append("answers \(id)") }
        try run.check(given, for: need)
        _ = question.words(for: given)
      default: problems.append("accepts \(reply)")
      }
      accepted += 1
    } catch {
      refused += 1
      view.problem = error.message
    }
  }

  private mutating func submit(_ answers: PageAnswers, _ form: inout FormPrompt) {
    guard let page = run.page(for: need, with: answers) else {
      return problems.append("submits what is no page")
    }
    if !page.hasProblems {
      accepted += 1
      var copy = run
      do throws(Rejection) {
        if let again = try copy.submit(need, with: answers), !again.hasProblems {
          problems.append("refused without a problem")
        }
      } catch {
        problems.append("not submitted: \(error.message)")
      }
      return
    }
    refused += 1
    form.show(page)
  }

  // MARK: What is always true

  private mutating func check(_ button: Question.Choice?) {
    if button?.role == .destructive { problems.append("\(button?.title ?? "") has the focus") }
  }

  /// Nothing that destroys something has the focus; to be called before any key.
  mutating func checkFocus() {
    switch view.body {
    case .question(let question, let state):
      if case .given(let given)? = state.reply { check(question.choice(given)) }
    case .page(let form): check(form.buttons.pressed)
    case .notice: break
    }
  }

  /// Draws it, and looks whether it keeps to the screen.
  mutating func draw(_ size: QuestionView.Size, _ glyphs: Glyphs) {
    let frame = view.frame(size, glyphs)
    let place = "\(size.columns)×\(size.rows)"
    if frame.rows.count > size.height {
      problems.append("\(frame.rows.count) rows at \(place)")
    }
    for row in frame.rows {
      if row.mostColumns > size.width {
        problems.append("\(row.mostColumns) columns at \(place): \(row.text)")
      }
      if row.text != row.text.neutralisedLine { problems.append("a control in \(row.text)") }
    }
    if let cursor = frame.cursor {
      if !frame.rows.indices.contains(cursor.row) || !(0...size.width).contains(cursor.column) {
        problems.append("the cursor at \(cursor) in \(frame.rows.count) rows of \(place)")
      }
    } else if case .notice = view.body {
    } else {
      problems.append("no cursor at \(place)")
    }
  }
}

/// Questions and pages of every kind, with texts that are hard to draw.
enum FuzzPrompts {
  static let aids = PromptStates.Aids(
    today: CalendarDay(year: 2026, month: 11, day: 28) ?? .today,
    paths: { ["\($0)a.txt", "\($0)b\u{1B}.txt"] })

  /// Words that are hard to draw.
  static let words: [String] = [
    "wide 漢字かな", "e\u{301}o\u{302}\u{323}", "👨‍👩‍👧‍👦 👍🏽", "🇨🇭🇩🇪🇨", "❤\u{FE0F}☺\u{FE0E}⌚\u{FE0E}",
    "\u{1B}[2J\u{7}\u{9B}1m",
    "\u{200B}\u{200D}\u{FE0F}", "a\tb\tc", "one\r\ntwo\nthree\rfour", "\u{202E}reversed\u{2066}",
    "क्षि กำ ｶﾞ", "🏴\u{E0067}\u{E0062}\u{E007F}", String(repeating: "long ", count: 60),
    String(repeating: "unbroken", count: 30), "\u{0}\u{301}", " ",
  ]

  private static func text(_ place: Int) -> Text { Text(stringLiteral: words[place % words.count]) }

  private static func flow(@FlowBuilder _ steps: () -> Steps) -> Flow { Flow("prompts", steps) }

  static let all = questions + pages

  private static let text = Key<String>("text")
  private static let number = Key<Int>("number")
  private static let ratio = Key<Double>("ratio")
  private static let day = Key<CalendarDay>("day")
  private static let several = Key<[String]>("several")
  private static let yes = Key<Bool>("yes")

  static let questions: [Flow] = [
    flow { Ask("Name?", into: text).placeholder("Bob").validate(.length(2...8)) },
    flow { Ask(Self.text(2), into: text).default(Self.text(0)).validate(.notEmpty) },
    flow { Ask(Self.text(8), into: text).secret() },
    flow { Ask("Colour?", into: text).validate(.oneOf(["red", "reddish", Self.words[2]])) },
    flow { Ask("Which file?", into: text).validate(.path(.existing)) },
    flow { Ask(Self.text(12), into: text).multiline().placeholder(Self.text(7)) },
    flow { Ask("Secret lines", into: text).secret().multiline() },
    flow { Ask("How many?", into: number).validate(.range(1...30)).default(3) },
    flow { Ask("Ratio?", into: ratio).validate(.range(-1.5...1.5)) },
    flow { Ask("When?", into: day).validate(.daysFromToday(0...365)) },
    flow { Ask(Self.text(5), into: day).default("9999-12-31") },
    flow { Ask("At what time?", into: Key<TimeOfDay>("time")) },
    flow { Ask("Which ones?", into: several) },
    flow { Ask("Anything else?", into: Key<String?>("else")) },
    flow { Rate("How was it?", scale: 1...5, into: number) },
    flow { Rate(Self.text(13), scale: 0...10, into: number).default(4) },
    flow {
      Rate("Large?", scale: 999_999_999_999_999_990...1_000_000_000_000_000_000, into: number)
    },
    flow {
      Rate("Small?", scale: (-1_000_000_000_000_000_000)...(-999_999_999_999_999_990), into: number)
    },
    flow { Rate("Of a hundred?", scale: 1...100, into: number) },
    flow { Confirm("Subscribe?") },
    flow { Confirm(Self.text(3), into: yes).default(true) },
    flow {
      Store(2, into: number)
      Choose("Which room?", into: text) {
        Option("Suite", shortcut: "s").description("with a view").when(
          number > 3, because: "only for 4")
        Option("Single", shortcut: "e")
        Option("Attic").when(number > 3)
        Option(Self.text(0), Self.words[0]).description(Self.text(10))
        Option(Self.text(8), Self.words[8]).description(Self.text(12))
      }
    },
    flow {
      Choose(
        "Which city?", from: (1...300).map { "City \($0) \(words[$0 % words.count])" }, into: text)
    },
    flow {
      ChooseMany("Features", from: words + (0..<30).map { "f\($0)" }, into: several)
        .atLeast(1).atMost(4).default(["f3"])
    },
    flow {
      Alert("Some random error", message: "Do you want to delete all the user's data?") {
        Button("Yes", role: .destructive, shortcut: "y")
        Button("No", role: .cancel, shortcut: "n")
      }
    },
    flow {
      Alert(Self.text(12), message: Self.text(8)) { Button(Self.text(13), role: .destructive) }
    },
    flow {
      Alert(Self.text(5), message: Self.text(13)) {
        for place in 0..<12 { Button("\(place)\(Self.words[place])") }
      }
    },
    flow { Alert(Self.text(1), message: Self.text(12)).dismiss(after: .seconds(1)) },
  ]

  static let pages: [Flow] = [
    flow {
      Form("Your stay", message: "Everything can be corrected before it is sent.") {
        Ask("Name?", into: text).validate(.notEmpty)
        Ask("Nights?", into: number).validate(.range(1...30))
        Choose("Room?", from: ["single", "suite"], into: Key<String>("room"))
        Confirm("An extra bed?", into: yes).default(false)
        Ask("For whom?", into: Key<String>("whom")).when(yes)
        Ask("Arrival?", into: day).validate(.daysFromToday(0...365))
      }
    },
    flow {
      Form(Self.text(12), message: Self.text(8)) {
        Ask(Self.text(2), into: text).secret()
        Ask(Self.text(13), into: Key<String>("lines")).multiline().default(Self.text(8))
        Rate(Self.text(5), scale: 1...9, into: number)
        ChooseMany(Self.text(7), from: words, into: several).atMost(2)
        Ask(Self.text(9), into: ratio).default(0.5).when(number > 5)
        Confirm(Self.text(6), into: yes)
      }
    },
    flow {
      Alert("Sign in", message: Self.text(3)) {
        Field("User name", into: text)
        Field(Self.text(10), into: Key<String>("password")).secret()
        Button("Erase", role: .destructive)
        Button("OK").validate(text, .notEmpty)
        Button("Cancel", role: .cancel)
      }
    },
    flow {
      Alert(Self.text(8), message: Self.text(12)) {
        Field(Self.text(13), into: text)
        Button(Self.text(12), role: .destructive)
      }
    },
  ]
}
