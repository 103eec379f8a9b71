/// Adds a line to a report of the compiler where its words don't say what to write in a flow.
///
/// The compiler's own words stay. A hint follows the listing of the first report that it is for; a line
/// of the script gets one.
struct Hints {
  static func added(to report: String) -> String {
    var given: Set<String> = []
    var lines: Set<Int> = []
    var blocks = ReportBlock.all(of: report)
    for index in blocks.indices {
      guard let hint = hint(for: blocks[index]), given.insert(hint).inserted,
        blocks[index].line.map({ lines.insert($0).inserted }) ?? true
      else { continue }
      let last = blocks[index].lines.lastIndex { !$0.isEmpty } ?? 0
      blocks[index].lines.insert("  hint: " + hint, at: last + 1)
    }
    return blocks.flatMap(\.lines).joined(separator: "\n")
  }

  private static func hint(for block: ReportBlock) -> String? {
    let (message, code) = (block.message, block.code)
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
    let first = quoted.count > 2 ? String(quoted[1]) : ""
    let last = quoted.count > 4 ? String(quoted[3]) : ""
    switch message {
    case _ where message.hasPrefix("cannot find '"):
      return names[first].map { "Libretto has no \(first): write \($0)" }
    case _ where message.hasPrefix("no exact matches in call to static method 'buildExpression'"):
      let name = String(code.prefix { $0.isLetter })
      return names[name].map { "Libretto has no \(name): write \($0)" }
    case _ where message.hasSuffix("to expected condition type 'Bool'"):
      return isAnswer(first)
        ? "an answer is known when the flow is performed: write When(…) { … } otherwise: { … }"
        : nil
    case _ where message.hasPrefix("closure containing control flow statement"):
      return statements[String(code.prefix { $0.isLetter })]
    case _ where message.hasPrefix("cannot use explicit 'return' statement in the body of result"):
      return statements["return"]
    case _ where message.hasPrefix("for-in loop requires 'Key<"):
      return "for runs when the flow is declared, before there are answers; "
        + "Choose(\"…\", from: key, into: …) offers the elements of a list"
    case "'async' call in a function that does not support concurrency":
      return "write await before the call, as in await Flow(\"…\") { … }.main()"
    case "expected expression after operator", "expected expression after unary operator":
      return block.codeBefore.hasSuffix(">>")
        ? ">> ends a chain and touches its last element: Button(\"…\")>>" : nil
    case _ where message.hasPrefix("result of '") && message.contains("initializer is unused"):
      return steps.contains(first)
        ? "a Do holds work, so this step is never performed: put it after the Do" : nil
    default: return formula(message, first, last) ?? argument(message, first, last)
    }
  }

  /// The hint for an argument of a wrong type or with a wrong label.
  private static func argument(_ message: String, _ first: String, _ last: String) -> String? {
    if message.hasPrefix("cannot convert value of type '") {
      if last == "Text" { return "write it in a text: \"\\(…)\"" }
      if first.hasPrefix("Key<"), first == "Key<\(last)>" {
        return "an answer is read in work: Do(\"…\") { work in … work[key] … }"
      }
      return nil
    }
    guard message.hasPrefix("extra argument '") || message.hasPrefix("extraneous argument label '")
    else { return nil }
    switch first.filter({ $0 != ":" }) {
    case "to", "for", "key", "as", "in", "answer", "result", "store":
      return "the key for an answer follows into:, as in Ask(\"…\", into: key)"
    case "style", "kind", "type": return "a Button has a role: Button(\"…\", role: .destructive)"
    default: return nil
    }
  }

  private static func isAnswer(_ type: String) -> Bool {
    type == "Condition" || type.hasPrefix("Key<")
  }

  /// What Swift's statements are called in a flow, where builders don't take them.
  private static let statements = [
    "while": "a loop over answers is a step: Repeat(while: …) { … }",
    "repeat": "a loop over answers is a step: Repeat { … } until: { … }",
    "break": "the step that leaves a Repeat is Break()",
    "continue": "put the rest of the round in When(…) { … }",
    "guard": "write When(…) { … Finish() }",
    "return": "the step that ends a flow is Finish()",
    "throw": "the step that fails a flow is Fail(\"…\")",
    "do": "put work that can fail in Do(\"…\") { … }",
    "defer": "put work in Do(\"…\") { … }",
  ]

  private static let steps: Set = [
    "Alert", "Ask", "Back", "Break", "CancelOperation", "Check", "Choose", "ChooseMany", "Confirm",
    "Do", "Fail", "Finish", "Flow", "Form", "Heading", "Load", "Note", "Operations", "Rate",
    "Reload", "Repeat", "Say",
    "Store", "Switch", "Wait", "When",
  ]

  /// What people look for by another name.
  private static let names: [String: String] = {
    let ask = "Ask(\"…\", into: key)"
    let choose = "Choose(\"…\", into: key) { Option(\"…\") }"
    let many = "ChooseMany(\"…\", into: key) { Option(\"…\") }"
    let confirm = "Confirm(\"…\") { … }"
    let load = "Load(\"…\", into: key, loading: \"…\") { … }"
    let progress = "work.progress(0.4) in Do(\"…\", loading: \"…\") { work in … }"
    let secret = "Ask(\"…\", into: key).secret()"
    let say = "Say(\"…\")"
    let times = "Repeat(times: 3) { … }"
    let wait = "Wait(.seconds(1))"
    let finish = "Finish()"
    return [
      "While": "Repeat(while: …) { … }", "Until": "Repeat { … } until: { … }",
      "Loop": times, "For": times, "ForEach": "for, which runs when the flow is declared",
      "If": "When(…) { … }", "Unless": "When(!(…)) { … }",
      "Else": "otherwise: { … } of a When", "Match": "Switch(key) { Case(…) { … } }",
      "Input": ask, "Prompt": ask, "Question": ask, "TextField": ask, "Read": ask, "Enter": ask,
      "Secret": secret, "Password": secret, "SecureField": secret,
      "Select": choose, "Picker": choose, "Menu": choose, "Radio": choose, "Choice": choose,
      "MultiSelect": many, "Checkbox": many, "Checkboxes": many, "SelectMany": many,
      "YesNo": confirm, "Toggle": confirm, "Confirmation": confirm,
      "Dialog": "Alert(\"…\") { Button(\"…\") }",
      "Modal": "Alert(\"…\") { Button(\"…\") }",
      "Progress": progress, "ProgressView": progress, "ProgressBar": progress,
      "Spinner": load, "Loading": load,
      "Print": say, "Show": say, "Echo": say, "Message": say, "Display": say, "Label": say,
      "Set": "Store(value, into: key)", "Assign": "Store(value, into: key)",
      "Save": "Store(value, into: key), or Do(\"…\") { … }",
      "Action": "Do(\"…\") { … }", "Run": "Do(\"…\") { … }",
      "Perform": "Do(\"…\") { … }", "Call": "Do(\"…\") { … }",
      "Sleep": wait, "Delay": wait, "Pause": wait,
      "Exit": finish, "Quit": finish, "Stop": finish, "End": finish, "Return": finish,
      "Throw": "Fail(\"…\")", "Abort": "Fail(\"…\")",
      "Title": "Heading(\"…\")", "Header": "Heading(\"…\")", "Banner": "Heading(\"…\")",
      "Box": "Note(\"…\", \"…\")", "Info": "Note(\"…\", \"…\")", "Warning": "Note(\"…\", \"…\")",
      "Page": "Form(\"…\") { … }", "Section": "Form(\"…\") { … }",
      "Slider": "Rate(\"…\", into: key)", "Rating": "Rate(\"…\", into: key)",
      "Parallel": "Operations { Operation(\"…\") { … } }",
      "Concurrently": "Operations { Operation(\"…\") { … } }",
      "Group": "struct Name: FlowContent { var body: some FlowContent { … } }",
    ]
  }()
}
