// The JSON that `--output json` has printed, as answers: it has keys instead of ids.

import LibrettoCore

extension Flow {
  /// The answers of a result; nil if an object isn't one.
  func resultAnswers(_ object: JSONObject) -> JSONObject? {
    guard case .string = object["flow"], case .string = object["outcome"],
      case .object(let answers) = object["answers"]
    else { return nil }
    return ["flow", "outcome", "answers"].contains(where: takesAnswers) ? nil : answers
  }
}

extension AnswersFile {
  /// Adds the answers of a result, each for the only question that can have given it.
  mutating func add(
    result: JSONObject, _ answers: JSONObject, for flow: Flow
  ) throws(DataError) {
    if case .string(let name)? = result["flow"], name != flow.name {
      throw DataError("this is a result of the flow “\(name)”, not of “\(flow.name)”")
    }
    let blanks = Blanks.all(in: flow).filter(\.isQuestion)
    let questions = Dictionary(grouping: blanks) { $0.key?.name ?? "" }
    let setters = Dictionary(
      grouping: flow.tree.steps.deep.flatMap { $0.keysSet ?? [] }, by: \.name)
    var others: [String] = []
    for answer in answers {
      let asking = questions[answer.name] ?? []
      guard let blank = asking.first else {
        others.append(answer.name)
        continue
      }
      func refuse(_ problem: String) {
        mistakes.append(Mistake(text: problem, names: asking.map(\.id)))
      }
      if asking.count > 1 {
        refuse(
          "\(asking.count) questions set the key “\(answer.name)”, and a result doesn't say whose "
            + "answer it has; give it by id: \(asking.listed(separator: " or ") { "“\($0.id)”" })")
      } else if blank.isRepeated {
        refuse(
          "the question “\(blank.id)” is asked in a loop, and a result has only its last answer; "
            + "give its answers by id: \"\(blank.id)\": [first, second]")
      } else if setters[answer.name, default: []].count > 1 {
        refuse(
          "the key “\(answer.name)” is set by the question “\(blank.id)” and by another step, so this "
            + "may not be the person's answer; give it by id: \"\(blank.id)\"")
      } else if let value = Value(answer.value), let given = blank.given(value) {
        add([ScriptedAnswer(.resolved(given))], blank.id, for: flow, checksFit: true)
      } else {
        refuse("the question “\(blank.id)” can't have this answer; give another one")
      }
    }
    // What has no answer in a result was left out, if the question allows it.
    var secrets: [JSONValue] = []
    if case .array(let names)? = result["secrets"] { secrets = names }
    for blank in blanks where blank.isOptional && !blank.isRepeated {
      guard let key = blank.key?.name, questions[key]?.count == 1, answers[key] == nil,
        !secrets.contains(.string(key))
      else { continue }
      add([ScriptedAnswer(.resolved(.typed(.null)))], blank.id, for: flow, checksFit: true)
    }
    if others.isEmpty { return }
    let names = others.listed { "“\($0)”" }
    remarks.append(
      others.count == 1
        ? "no question sets the key \(names), so its answer is left out"
        : "no question sets the keys \(names), so their answers are left out")
  }
}

extension Blank {
  fileprivate var prompt: Prompt? { if case .prompt(let prompt, _) = step { prompt } else { nil } }
  fileprivate var isOptional: Bool { prompt?.isOptional == true }
  fileprivate var isQuestion: Bool { prompt?.key != nil }
  fileprivate var key: KeyReference? { prompt?.key }

  /// The answer that leaves a value for the key; nil if there is none.
  fileprivate func given(_ value: Value) -> Given? {
    guard let prompt else { return nil }
    func id(_ value: Value) -> String? {
      if prompt.source != nil { return value.description }
      return prompt.choices.first { ($0.value ?? .string($0.id)).isSame(as: value) }?.id
    }
    switch (prompt.shape, value) {
    case (.typed, _): return .typed(value)
    case (.yesNo, .bool(let yes)): return .yes(yes)
    case (.oneOf, _): return id(value).map(Given.choice)
    case (.someOf, .list(let values)):
      let ids = values.compactMap(id)
      return ids.count == values.count ? .choices(ids) : nil
    default: return nil
    }
  }
}
