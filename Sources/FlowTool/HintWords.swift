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
    requires that 'Text' conform to 'SIMD' | a text shows an answer by its key: "Hello, \\(name)"
    argument passed to call that takes no arguments | write it without an argument, as in .secret()
    member 'custom' expects argument | your own code goes after the question: \
    .check("name", message: "…") { answer in … }
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
