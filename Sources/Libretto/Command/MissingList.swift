import LibrettoAnalysis
import LibrettoCore

extension MissingAnswers {
  /// What is missing, for a person: a line each, with an example of how to give it.
  func list(for flow: Flow) -> String {
    let blanks = Dictionary(Blanks.all(in: flow).map { ($0.id, $0) }) { first, _ in first }
    let program = flow.program
    let unknown = Knowledge(program.keys)
    let rows = missing.compactMap { missing in
      blanks[missing.id].map { blank in
        (
          give: blank.example(in: program, as: missing.name, unknown),
          title: blank.title + (blank.isSecret ? " (secret)" : "")
            + (missing.isSure ? "" : " (maybe)")
            + (blank.isOptional ? " (\(missing.name)= leaves it out)" : "")
        )
      }
    }
    var text = summary + "; give \(missing.count == 1 ? "it" : "them") like this:\n"
    text += Help.columns(rows.map { ($0.give, $0.title) })
    text +=
      "The command “answers” prints a file for all answers, to fill in and give with --answers."
    guard isPartial else { return text }
    return text + "\nOnly \(Self.mostSteps) steps were looked at; more answers may be missing."
  }
}

extension Flow {
  /// What a run without a person would say of the answers that are missing, for benchmarks.
  /// - Returns: the list.
  package func listMissingAnswers() -> String {
    MissingAnswers(self, MissingAnswers.Setting()).list(for: self)
  }
}

extension Blank {
  /// Whether its answer may be left out.
  fileprivate var isOptional: Bool {
    if case .prompt(let prompt, _) = step {
      prompt.shape == .typed && (prompt.isOptional || prompt.key?.type.isOptional == true)
    } else {
      false
    }
  }

  /// An option that answers it.
  /// - Parameter name: the id, or the name of one performance.
  fileprivate func example(in program: Program, as name: String, _ unknown: Knowledge) -> String {
    if isSecret { return "--answer \(name)=@FILE" }
    switch step {
    case .prompt(let prompt, _):
      return "--answer \(name)=\(example(of: prompt, in: program, unknown))"
    case .load(let load): return "--answer \(name)=\(load.key.type.examples[0])"
    case .action(let action):
      let type = action.result?.type ?? .string
      let value = type.value(parsing: type.examples[0]) ?? .string(type.examples[0])
      return "--answers FILE with " + JSONWriter.text(pretty: false) { $0.member(name, value) }
    }
  }

  /// An answer that the question may have, as a word of a shell; a word in capitals if none is known.
  private func example(of prompt: Prompt, in program: Program, _ unknown: Knowledge) -> String {
    let type = Question.type(of: prompt)
    let check = GivenCheck(id, in: program, unknown)
    let fitting = prompt.examples(type).first { example in
      (try? check?.check(ScriptedAnswer(.string(example)))) != nil
    }
    return fitting?.inShell ?? type.placeholder
  }
}

extension Prompt {
  /// Answers that may fit, the best first.
  fileprivate func examples(_ type: ValueType) -> [String] {
    switch shape {
    case .yesNo: return ["yes"]
    case .review: return [Run.submission]
    case .oneOf, .notice:
      let safe = choices.filter { $0.role != .destructive }
      return (safe.filter { $0.condition == nil } + safe + choices).map(\.id)
    case .someOf:
      let ids = choices.map(\.id)
      return ids.isEmpty ? [] : (1...ids.count).map { ids.prefix($0).joined(separator: ",") }
    case .typed: break
    }
    let values = rules.flatMap(\.values).map(\.description)
    let known = [
      defaultValue?.description, placeholder.flatMap { $0.keys.isEmpty ? $0.template : nil },
    ]
    return known.compactMap(\.self) + type.examples + values
      + (type.innermost == .day ? ["today", "tomorrow", "yesterday"] : [])
  }
}

extension ValueType {
  /// Answers of the type.
  fileprivate var examples: [String] {
    switch self {
    case .string: [placeholder]
    case .integer: ["42", "1", "0"]
    case .number: ["4.2", "0.5", "0"]
    case .boolean: ["yes"]
    case .day: ["2026-11-20"]
    case .time: ["09:30"]
    case .oneOf(let values): values.map(\.description)
    case .list(let element): ["\(element.examples[0]),\(element.examples[0])"]
    case .optional(let wrapped): wrapped.examples
    }
  }

  /// What stands for an answer of which no example is known.
  fileprivate var placeholder: String {
    switch innermost {
    case .integer, .number: "NUMBER"
    case .day: "DAY"
    case .time: "TIME"
    default: "TEXT"
    }
  }
}

extension String {
  /// The text as one word of a shell.
  var inShell: String {
    let isPlain = allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber) || "-_.,:/@%+=".contains($0)
    }
    return isPlain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
