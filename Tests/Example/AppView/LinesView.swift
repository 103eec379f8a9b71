import LibrettoApp

/// A view in lines of text, for a terminal or a test. One `switch` is the whole view.
@MainActor struct LinesView {
  let model: FlowModel

  var lines: [String] {
    model.said.map(\.words) + screen + (model.mayGoBack ? ["[Back]"] : [])
  }

  private var screen: [String] {
    switch model.screen {
    case .question(let question), .decision(let question, _):
      [question.title] + question.choices.map { "- \($0.title)" } + problem(question.name)
    case .page(let page):
      [page.title] + page.fields.filter(\.isVisible).flatMap(field)
        + page.buttons.map { "[\($0.title)]" }
        + problem(page.name)
    case .working(let work): work.map(\.line)
    case .ended(let outcome): ["\(outcome)"]
    }
  }

  private func field(_ field: FormPage.Field) -> [String] {
    let given =
      field.typed ?? (field.given ?? field.question.defaultAnswer).map(field.question.words) ?? ""
    return ["\(field.question.title) \(given)"] + (field.problem.map { ["! \($0)"] } ?? [])
  }

  private func problem(_ name: String) -> [String] {
    model.problems[name].map { ["! \($0)"] } ?? []
  }

  /// The person types a line: an answer, or `field=answer` on a page; an empty line submits the page.
  func type(_ line: String) {
    switch model.screen {
    case .question(let question), .decision(let question, _):
      model.answer(question.name, with: line)
    case .page(let page):
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return model.submit(button: page.buttons.first?.id) }
      model.entries["\(page.name)/\(parts[0])"] = .text(parts[1])
    case .working, .ended: break
    }
  }
}
