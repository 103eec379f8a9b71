/// Writes a flow as the library reads it, and nothing but what the format's guide says.
struct JudgeJSON {
  private var keys: [String] = []

  static func text(_ flow: JudgeFlow) -> String {
    var json = JudgeJSON()
    let steps = json.list(flow.steps)
    let types = json.keys.map { "\"\($0)\":\(type(of: $0))" }
    let version = flow.version.map { #""version":\#($0),"# } ?? ""
    return #"{"libretto":1,"flow":"judged",\#(version)"keys":{"# + types.joined(separator: ",")
      + #"},"steps":"# + steps + "}"
  }

  private static func type(of key: String) -> String {
    switch key {
    case "y": #""boolean""#
    case "l": #"{"list":"string"}"#
    case "s", "t", "pin", "pin2": #""string""#
    default: #""integer""#
    }
  }

  private mutating func key(_ key: String) -> String {
    if !keys.contains(key) { keys.append(key) }
    return "\"\(key)\""
  }

  private mutating func names(_ keys: [String]) -> String {
    "[" + keys.map { key($0) }.joined(separator: ",") + "]"
  }

  private mutating func list(_ steps: [JudgeStep]) -> String {
    "[" + steps.map { step($0) }.joined(separator: ",") + "]"
  }

  /// The id, and in a text the values of the keys that it shows: what a person would see.
  private mutating func template(_ step: JudgeStep) -> String {
    "\""
      + ([step.id] + step.reads.map { "{" + key($0).dropFirst().dropLast() + "}" })
      .joined(separator: " ") + "\""
  }

  private mutating func condition(_ condition: JudgeStep.Condition) -> String {
    #"{"key":\#(key(condition.key)),"is":"==","value":\#(Self.value(condition.value))}"#
  }

  private static func value(_ value: JudgeValue) -> String {
    switch value {
    case .unset: "null"
    case .int(let int): String(int)
    case .flag(let flag): String(flag)
    case .text(let text): "\"\(text)\""
    case .list(let texts): "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    case .secret(let number): "\"secret\(number)\""
    }
  }

  private mutating func step(_ step: JudgeStep) -> String {
    "{" + members(step) + "}"
  }

  private mutating func members(_ step: JudgeStep) -> String {
    switch step.kind {
    case .say: return #""type":"say","text":"# + template(step)
    case .store(let key, let value):
      return #""type":"store","into":\#(self.key(key)),"value":\#(Self.value(value))"#
    case .sum(let key, let other, let number):
      return #""type":"store","into":\#(self.key(key)),"value":"#
        + #"{"%":[{"+":[{"key":\#(self.key(other))},\#(number)]},3]}"#
    case .when(let condition):
      return #""type":"when","condition":\#(self.condition(condition))"#
        + branch("then", step.branches[0]) + branch("otherwise", step.branches[1])
    case .pick(let key, let values):
      let cases = zip(values, step.branches).map { value, steps in
        #"{"values":[\#(Self.value(value))]"# + branch("steps", steps) + "}"
      }
      return #""type":"switch","key":\#(self.key(key)),"cases":["# + cases.joined(separator: ",")
        + "]" + branch("default", step.branches[values.count])
    case .loop(let loop): return self.loop(loop) + branch("steps", step.branches[0])
    case .leave: return #""type":"break""#
    case .reload: return #""type":"reload""#
    case .back: return #""type":"back""#
    case .finish(let outcome):
      return #""type":"finish""# + (outcome.map { #","outcome":"\#($0)""# } ?? "")
    case .fail: return #""type":"fail","message":"no""#
    case .subflow:
      return head("flow", step) + #","name":"\#(step.id)""# + branch("steps", step.branches[0])
    case .work(let work):
      return head("do", step) + #","name":"\#(step.id)""# + reads(work)
        + (work.isUndoable ? #","undo":true"# : "") + (work.isPure ? #","pure":true"# : "")
        + tries(work, work.retries)
        + (work.isHandled ? branch("failure", step.branches[0]) : "")
    case .load(let load): return self.load(load, step)
    case .operations: return #""type":"operations""# + branch("operations", step.branches[0])
    case .operation(let plan):
      let after = plan.after.map { "\"\($0)\"" }.joined(separator: ",")
      return head("operation", step) + #","name":"\#(step.id)""#
        + (after.isEmpty ? "" : #","after":[\#(after)]"#) + branch("steps", step.branches[0])
        + (plan.isHandled ? branch("failure", step.branches[1]) : "")
    case .cancel(let target): return head("cancelOperation", step) + #","name":"\#(target)""#
    case .wait: return head("wait", step) + #","milliseconds":1000"#
    default: return prompt(step)
    }
  }

  private func head(_ type: String, _ step: JudgeStep) -> String {
    #""type":"\#(type)","id":"\#(step.id)""# + (step.was.map { #","was":"\#($0)""# } ?? "")
  }

  private mutating func branch(_ name: String, _ steps: [JudgeStep]) -> String {
    #","\#(name)":"# + list(steps)
  }

  private mutating func loop(_ loop: JudgeStep.Loop) -> String {
    switch loop {
    case .times(let times): #""type":"repeat","times":\#(times)"#
    case .whileTrue(let condition): #""type":"repeat","while":\#(self.condition(condition))"#
    case .until(let condition): #""type":"repeat","until":\#(self.condition(condition))"#
    }
  }

  private mutating func reads(_ work: JudgeStep.Work) -> String {
    work.declared.map { #","reads":"# + names($0) } ?? ""
  }

  private func tries(_ work: JudgeStep.Work, _ retries: Int) -> String {
    (retries > 0 ? #","retries":\#(retries)"# : "")
      + (work.pause.map { #","backoffMilliseconds":\#($0)"# } ?? "")
      + (work.isLimited ? #","timeoutMilliseconds":1000"# : "")
  }

  private mutating func load(_ load: JudgeStep.Load, _ step: JudgeStep) -> String {
    head("load", step) + #","name":"\#(step.id)","into":\#(key(load.key))"#
      + tries(load.work, load.retries) + reads(load.work)
      + branch("data", step.branches[0]) + branch("empty", step.branches[1])
      + (load.isHandled ? branch("failure", step.branches[2]) : "")
  }

  private mutating func prompt(_ step: JudgeStep, shows: JudgeStep.Condition? = nil) -> String {
    var text: String
    let title = #","title":"# + template(step)
    switch step.kind {
    case .notice: text = head("alert", step) + title + #","dismissAfterMilliseconds":2000"#
    case .ask(let key, let most):
      text = head("ask", step) + title + #","into":"# + self.key(key)
      text += #","rules":[{"rule":"range","minimum":0,"maximum":\#(most)}]"#
    case .askUpTo(let key, let bound):
      text = head("ask", step) + title + #","into":"# + self.key(key)
      text += #","rules":[{"rule":"range","minimum":0,"maximum":{"key":\#(self.key(bound))}}]"#
    case .askText(let key): text = head("ask", step) + title + #","into":"# + self.key(key)
    case .askSecret(let key):
      text = head("ask", step) + title + #","into":\#(self.key(key)),"secret":true"#
    case .confirm(let key):
      text = head("confirm", step) + title + into(key)
      text += branch("then", step.branches[0]) + branch("otherwise", step.branches[1])
    case .choose(let key, let options):
      text = head("choose", step) + title + into(key) + #","options":["#
      text +=
        zip(options, step.branches).map { option, steps in
          #"{"id":"\#(option.id)","title":"\#(option.id)""#
            + (key == nil ? "" : option.value.map { #","value":\#($0)"# } ?? "")
            + branch("steps", steps) + "}"
        }.joined(separator: ",") + "]"
    case .chooseFrom(let source, let key):
      text = head("choose", step) + title + #","from":"# + self.key(source) + into(key)
    case .chooseMany(let key, let options):
      text = head("chooseMany", step) + title + into(key) + #","options":["#
      text +=
        options.map { #"{"id":"\#($0)","title":"\#($0)","value":"\#($0)"}"# }
        .joined(separator: ",") + #"],"rules":[{"rule":"length","minimum":1}]"#
    case .alert(let fields, let buttons):
      text = head("alert", step) + title
      if !fields.isEmpty { text += branch("fields", fields) }
      text += #","buttons":["#
      text +=
        zip(buttons, step.branches).map { button, steps in
          #"{"id":"\#(button.id)","title":"\#(button.id)""#
            + (button.cancels ? #","role":"cancel""# : "") + branch("steps", steps) + "}"
        }.joined(separator: ",") + "]"
    case .form(let fields):
      text = head("form", step) + title + #","fields":["#
      text +=
        fields.map { "{" + prompt($0.step, shows: $0.shows) + "}" }
        .joined(separator: ",") + "]"
    default: return ""
    }
    if let checks = step.checks {
      text += #","checks":[{"name":"free","reads":\#(names(checks))}]"#
    }
    if let limit = step.limit { text += #","timeoutMilliseconds":\#(limit)"# }
    if let late = step.late { text += branch("timedOut", late) }
    if let shows { text += #","when":"# + condition(shows) }
    return text
  }

  private mutating func into(_ key: String?) -> String {
    key.map { #","into":"# + self.key($0) } ?? ""
  }
}
