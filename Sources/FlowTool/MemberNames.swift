import Libretto

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
