import Libretto

// What steps, members and words of other languages are called in a flow.

extension Hints {
  /// What Swift's statements are called in a flow, where builders don't take them.
  static let statements = [
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

  static let steps: Set = [
    "Alert", "Ask", "Back", "Break", "CancelOperation", "Check", "Choose", "ChooseMany", "Confirm",
    "Do", "Fail", "Field", "Finish", "Flow", "Form", "Heading", "Key", "Load", "Note", "Operation",
    "Operations", "Option", "Rate", "Repeat", "Say", "Store", "Switch", "TryAgain", "Wait", "When",
    "Button", "Case",
  ]

  /// What people look for by another name, in any spelling of capitals.
  static func instead(of name: String) -> String? {
    if let instead = names[name] { return instead }
    let lowercased = name.lowercased()
    return names.keys.sorted().first { $0.lowercased() == lowercased }.flatMap { names[$0] }
  }

  /// Words of other languages that stand for a value; % is a key that they are given.
  static let words = table(
    """
    null NULL None undefined | whether there is an answer is %.isSet
    True TRUE YES | write true
    False FALSE NO | write false
    len | write %.count
    str | write it in a text: "\\(%)"
    int float bool parseInt | an answer has the type of its key: Key<Int>, Key<Double>, Key<String>
    range | a range is written 1...10
    pass | a body may be empty: remove pass
    """)

  /// What other languages call something in work.
  static let inWork = table(
    """
    sleep delay wait setTimeout usleep | try await Task.sleep(for: .seconds(1))
    console puts printf println echo | print("…")
    log | work.log("…")
    raise | throw, and an error of your own
    exit quit abort | return to end the work, or throw an error if it failed
    """)

  /// What people look for by another name.
  static let names = table(
    """
    While | Repeat(while: …) { … }
    Until Forever | Repeat { … } until: { … }
    Loop For | Repeat(times: 3) { … }
    ForEach | for, which runs when the flow is declared
    If | When(…) { … }
    Unless | When(!(…)) { … }
    Else | otherwise: { … } of a When
    Match | Switch(key) { Case(…) { … } }
    Input Prompt Question TextField Read Enter | Ask("…", into: key)
    Secret Password SecureField | Ask("…", into: key).secret()
    Select Picker Menu Radio Choice | Choose("…", into: key) { Option("…") }
    MultiSelect Checkbox Checkboxes SelectMany | ChooseMany("…", into: key) { Option("…") }
    YesNo Toggle Confirmation | Confirm("…") { … }
    Dialog Modal | Alert("…") { Button("…") }
    Progress ProgressView ProgressBar | work.progress(0.4) in Do("…") { work in … }.loading("…")
    Spinner Loading | Load("…", into: key) { … }.loading("…")
    Print Show Echo Console Puts Println Printf Message Display Label | Say("…")
    VStack HStack Stack | the steps one below the other
    Set Assign | Store(value, into: key)
    Save | Store(value, into: key), or Do("…") { … }
    Action Run Perform Call | Do("…") { … }
    Sleep Delay Pause | Wait(.seconds(1))
    Exit Quit Stop End Return | Finish()
    Throw Abort | Fail("…")
    Goto GoTo Jump Next | steps in their order, with When(…) { … }, Repeat(…) { … } or Back()
    Image Picture Icon | Say("…"), in words: a flow has no pictures
    Title Header Banner | Heading("…")
    Box Info Warning | Note("…", text: "…")
    Cancel | Button("…", role: .cancel)
    Page Section | Form("…") { … }
    Slider Rating | Rate("…", into: key)
    Parallel Concurrently | Operations { Operation("…") { … } }
    Group | struct Name: FlowContent { var body: some FlowContent { … } }
    """)

  /// Rows of words, and what stands for each of them.
  static func table(_ rows: String) -> [String: String] {
    var table: [String: String] = [:]
    for row in rows.split(separator: "\n") {
      guard let (words, instead) = Diagnostics.split(String(row), at: " | ") else { continue }
      for word in words.split(separator: " ") { table[String(word)] = instead }
    }
    return table
  }
}

extension Hints {
  /// What to write, by a part of what the compiler says.
  static let sentences: [(part: String, hint: String)] = """
    contextual closure type '@Sendable () async throws | name what the work is given: { work in … }
    contextual closure type '@Sendable (Work) async throws | the work is given one value: { work \
    in … }
    contextual closure type '() -> Steps' expects 0 arguments | these steps are given nothing; an \
    answer is kept under a key: into: key
    expects 1 argument, which cannot be implicitly ignored | name what the closure is given, as in \
    { work in … }, or write { _ in … }
    closure passed to parameter of type 'any Conditional' | write the condition without braces, as \
    in When(age > 3) { … }
    requires that 'Text' conform to 'SIMD' | a text shows an answer by its key: "Hello, \\(name)"
    argument passed to call that takes no arguments | write it without an argument, as in .secret()
    member 'custom' expects argument | your own code goes after the question: \
    .check("name", message: "…") { answer in … }
    extra trailing closures at positions #2, #3 | a modifier stands behind the branches: \
    Confirm("…") { … } otherwise: { … }.default(true)
    operands of type 'Key< | texts stand side by side: "\\(first)\\(second)"
    cannot find operator '=<' | write <=
    cannot find operator '<>' | write !=
    expected to be an instance of a class | write ==
    cannot call value of non-function type 'Condition' | write it without parentheses, as in \
    name.isSet
    instance method 'default' requires the types ' | the default has the type of the answer
    type 'String?' to closure result type 'Bool' | this check returns whether the answer passes; \
    one that says what is wrong is .check("name", reads: []) { answer, answers in … }
    missing argument for parameter 'message' in call | without a message, write it without \
    parentheses, as in .notEmpty
    generic parameter 'Answer' could not be inferred | write the type of the answer: \
    Key<String>("name")
    does not conform to protocol 'FlowContent' | a component has a body: var body: some \
    FlowContent { … }
    and 'any FlowContent' be equivalent | a list of steps has the type [any FlowContent]; or \
    write for … in … { … }
    to closure result type 'Condition' | a condition compares the answer, as in age > 3, or tests \
    age.isSet
    for-in loop requires 'Key<Int | for runs when the flow is declared, before there are answers; \
    a loop over answers is a step: Repeat(while: …) { … }
    for-in loop requires 'Bounds< | for runs when the flow is declared, before there are answers; \
    a loop over answers is a step: Repeat(while: …) { … }
    for-in loop requires 'Formula< | for runs when the flow is declared, before there are \
    answers; a loop over answers is a step: Repeat(while: …) { … }
    for-in loop requires 'Key< | for runs when the flow is declared, before there are answers; \
    Choose("…", from: key, into: …) offers the elements of a list
    C-style for statement | write for _ in 1...3 { … }; a loop over answers is a step: \
    Repeat(while: …) { … }
    'async' call in a function that does not support | write await before the call, as in await \
    Flow("…") { … }.main()
    function declares an opaque return type, but has no | write @FlowBuilder before func: it \
    takes several steps
    result of call to 'run()' is unused | a script performs a flow with .main()
    function is unused | write .main(), with parentheses
    cannot call value of non-function type 'module | write .main() right after the closing brace \
    of the flow
    will never be executed | main() ends the program: perform one flow, with the others as steps \
    in it
    'main' attribute cannot be used | a script begins at its first line: await Flow("…") { … \
    }.main(), without @main
    annotated with '@main' | a script begins at its first line: await Flow("…") { … }.main(), \
    without @main
    use of protocol 'FlowContent' as a type | write some FlowContent
    the 'do' keyword is used to specify | work that can fail has a branch: Do("…") { … } failure: \
    { error in … }
    '&' used with non-inout argument of type 'Key< | write the key alone, without &
    force unwrap value of non-optional type 'Key< | a text shows an answer by its key: remove !
    ]>' has no subscripts | a part of an answer is read in work: Do("…") { work in … try \
    work.answer(key) … }
    """.split(separator: "\n").map { row in
      let (part, hint) = Diagnostics.split(String(row), at: " | ") ?? ("", "")
      return (part, hint)
    }
}

/// What the members of the library's types are called, and what people call them.
enum MemberNames {
  /// What to write for a member that a type doesn't have; nil for types of others.
  /// - Parameters:
  ///   - member: the name.
  ///   - type: the type, as the compiler writes it.
  ///   - name: the name of what has the type, if it has one.
  static func instead(of member: String, in type: String, named name: String) -> String? {
    let root = String(type.prefix { $0 != "<" })
    switch root {
    case "Rule": return rule(member, type)
    case "Key", "Formula": return ofKey(member, name)
    case "Flow": return ofFlow(member)
    case "Answers": return "an answer is read with its key: answers[key]"
    case "String" where member == "format":
      return "a text shows an answer by its key: \"Hello, \\(name)\""
    case "Role": return "a role is .destructive or .cancel; most Buttons have none"
    case "Condition": return "conditions are joined with && and ||, and turned round with !"
    default: return StepForm.all[root].map { modifier(member, $0, type) }
    }
  }

  // MARK: Steps

  private static func modifier(_ member: String, _ form: StepForm, _ type: String) -> String {
    if ["value", "answer", "result", "selection"].contains(member) { return Hints.stepAsAnswer }
    let callbacks: Set = [
      "then", "action", "perform", "onYes", "onSubmit", "onSelect", "onTap", "onClick",
    ]
    if callbacks.contains(member) {
      if let part = Mistakes.parts[form.name] {
        return "its steps go in braces: \(part)(\"…\") { … }"
      }
      let isBranch = ["Button", "Option", "Confirm"].contains(form.name)
      guard isBranch || (form.form.hasSuffix("}") && !form.isWork) else {
        return "the next step goes below it, on a line of its own"
      }
      return "its steps go in braces: \(isBranch ? "\(form.name)(\"…\") { … }" : form.form)"
    }
    let failures: Set = ["catch", "onFailure", "onError", "failure", "rescue", "onFail"]
    if failures.contains(member), form.labels.contains("failure") {
      return "write failure: \(form.form) failure: { error in … }"
    }
    if ["else", "otherwise", "onNo", "orElse"].contains(member), form.labels.contains("otherwise") {
      return "write otherwise: \(form.name)(…) { … } otherwise: { … }"
    }
    if form.labels.contains("role"), ["destructive", "cancel", "style", "role"].contains(member) {
      return "a Button has a role: Button(\"…\", role: .destructive)"
    }
    if ["required", "mandatory"].contains(member), form.modifiers.contains("optional") {
      return "an answer is needed unless the question is .optional(); for a text that isn’t empty, "
        + "write .validate(.notEmpty)"
    }
    if form.labels.dropLast(2).contains(member) {
      return "\(member): is an argument, within the parentheses"
    }
    if let meant = form.modifier(for: member) {
      let isFlag = form.name == "Option" || form.name == "Button"
      return "write \(StepForm.written(meant, isFlag && meant == "default" ? "" : nil))"
    }
    if form.modifiers.contains("validate"),
      let rule = rule(named: member, isText: type.contains("<String>"))
    {
      return "that is a rule: .validate(\(rule))"
    }
    if let meant = nearest(to: member, among: form.modifiers) {
      return "did you mean \(StepForm.written(meant))?"
    }
    let known = form.modifiers.map { ".\($0)" }.joined(separator: ", ")
    return form.modifiers.isEmpty
      ? "a \(form.name) has no modifiers: \(form.form)" : "\(form.name) has \(known)"
  }

  // MARK: Rules

  private static let rules = [
    "equals": ".equals(key)", "differs": ".differs(from: key)", "range": ".range(1...10)",
    "length": ".length(1...10)", "notEmpty": ".notEmpty", "matches": ".matches(\"[a-z]+\")",
    "oneOf": ".oneOf([…])", "email": ".email", "url": ".url", "path": ".path(.existing)",
    "daysFromToday": ".daysFromToday(0...30)",
  ]

  private static let ruleNames: [String: String] = {
    var names: [String: String] = [:]
    for (rule, words) in [
      "equals": "equal equalTo same sameAs is eq matching equalsTo",
      "differs": "notEqual notEquals not different unequal ne",
      "range":
        "in between within min max minimum maximum greaterThan lessThan atLeast atMost positive "
        + "inRange limit greater less above below",
      "length": "minLength maxLength count size minCount maxCount minlength maxlength lengthOf",
      "notEmpty": "required nonEmpty isNotEmpty notBlank nonempty notempty present",
      "matches":
        "regex pattern regularExpression format match contains hasPrefix hasSuffix startsWith "
        + "endsWith digits letters alphanumeric",
      "oneOf": "allowed among inList anyOf one values options",
      "path": "exists file folder directory existingFile isFile",
      "daysFromToday": "future past after before inFuture inPast today",
    ] {
      for word in words.split(separator: " ") { names[String(word)] = rules[rule] }
    }
    return names
  }()

  /// The rule that a word stands for.
  static func rule(named word: String, isText: Bool = false) -> String? {
    let rule = ruleNames[word] ?? rules[word]
    return isText && rule == rules["range"] ? rules["length"] : rule
  }

  private static let code: Set = [
    "custom", "closure", "predicate", "check", "where", "satisfies", "function", "valid", "test",
    "rule", "validator", "block",
  ]

  private static func rule(_ member: String, _ type: String) -> String {
    if code.contains(member) {
      return "your own code follows the question: .check(\"name\", message: \"…\") { answer in … }"
    }
    if let rule = ruleNames[member] {
      let isText = type == "Rule<String>" && rule == rules["range"]
      return "write \(isText ? ".length(1...10), or .oneOf([…])" : rule)"
    }
    if let meant = nearest(to: member, among: Array(rules.keys)) {
      return "did you mean \(rules[meant]!)?"
    }
    return "the rules are \(rules.keys.sorted().map { "." + $0 }.joined(separator: ", ")); "
      + "your own code goes into .check(\"name\") { answer in … }"
  }

  // MARK: Keys and flows

  private static func ofKey(_ member: String, _ key: String) -> String {
    switch member {
    case "uppercased", "lowercased", "trimmed":
      "write .\(member)() after the question that asks for it"
    case "value", "answer", "get", "wrappedValue", "rawValue", "description", "string", "current":
      "a text shows the answer of a key: \"\\(\(key))\"; in a Do, write work[\(key)]"
    case "hasPrefix", "starts", "startsWith": "write \(key).matches(\"a.*\") in a condition"
    case "hasSuffix", "endsWith": "write \(key).matches(\".*a\") in a condition"
    case "exists", "hasValue", "isPresent", "isNil", "isAnswered", "isEmptyOrNil":
      "write \(key).isSet in a condition"
    case "key", "binding", "projectedValue", "self": "it is a key already: write \(key)"
    case "length", "size": "write \(key).count"
    case "joined": "write \"\\(\(key))\" in a text, or Say(list: \(key))"
    case "includes", "has", "some", "indexOf": "write \(key).contains(…) in a condition"
    case "append", "insert", "remove", "removeAll", "removeLast":
      "a list is changed in a Do: Do(\"…\") { work in work[\(key), default: []].append(…) }"
    case "set", "store", "update", "assign", "toggle": "write Store(value, into: \(key))"
    default:
      nearest(to: member, among: ["isSet", "isEmpty", "contains", "matches", "count", "lines"])
        .map { "did you mean .\($0)?" }
        ?? "an answer is known when the flow is performed; work with it in a Do: "
        + "Do(\"…\", into: key) { work in … }"
    }
  }

  private static func ofFlow(_ member: String) -> String {
    switch member {
    case "start", "execute", "perform", "show", "present", "launch", "begin", "go", "play":
      "write await Flow(\"…\") { … }.main()"
    default:
      nearest(to: member, among: ["main", "run", "limits", "problems", "validate", "on"])
        .map { "did you mean .\($0)()?" } ?? "a script performs a flow with .main()"
    }
  }

  // MARK: Work

  static let work = ["answer", "answers", "begun", "key", "log", "progress", "step"]

  static func ofWork(_ member: String, _ name: String) -> String {
    switch member {
    case "report", "update", "percent", "fraction", "setProgress", "advance", "reportProgress":
      return "\(name).progress(0.4)"
    case "get", "value", "read", "valueFor", "string", "int":
      return "\(name)[key], or try \(name).answer(key)"
    case "set", "store", "write", "save", "put":
      return "\(name)[key] = value"
    case "print", "say", "message", "info", "show", "output", "note":
      return "\(name).log(\"…\")"
    default:
      if let meant = nearest(to: member, among: work) {
        let rest = ["progress": "(0.4)", "log": "(\"…\")", "answer": "(key)"][meant] ?? ""
        return "\(name).\(meant)\(rest)"
      }
      return "\(name)[key], \(name).answer(key), \(name).progress(0.4) or \(name).log(\"…\")"
    }
  }
}
