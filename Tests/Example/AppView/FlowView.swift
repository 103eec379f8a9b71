// Libretto has a Text, a Button and a Form of its own: a view imports only what it names.
import class LibrettoApp.FlowModel
import struct LibrettoCore.FormPage
import struct LibrettoCore.Question

#if canImport(SwiftUI)
  import SwiftUI
#else
  import ViewStubs
#endif

struct FlowView: View {
  @State var model: FlowModel

  var body: some View {
    VStack {
      ForEach(Array(model.said.enumerated()), id: \.offset) { Text($0.element.words) }
      switch model.screen {
      case .question(let question), .decision(let question, _):
        QuestionView(model: model, question: question).id(question.name)
      case .page(let page): PageView(model: model, page: page)
      case .working(let work): ForEach(work, id: \.step) { ProgressView($0.line) }
      case .ended(let outcome): Text("\(outcome)")
      }
      if model.mayGoBack { Button("Back") { model.back() } }
    }
  }
}

struct QuestionView: View {
  let model: FlowModel
  let question: Question
  @State private var text = ""
  @State private var chosen: Set<String> = []

  var body: some View {
    Text(question.title)
    ForEach(question.choices, id: \.id) { choice in
      Button((chosen.contains(choice.id) ? "✓ " : "") + choice.title) {
        if question.kind != .chooseMany { return model.choose(choice.id, for: question.name) }
        chosen.formSymmetricDifference([choice.id])
      }
    }
    if question.kind == .chooseMany {
      Button("Next") { model.answer(question.name, with: .answer(.choices(chosen.sorted()))) }
    } else if question.choices.isEmpty {
      if question.isSecret { SecureField("", text: $text) } else { TextField("", text: $text) }
      Button("Next") { model.answer(question.name, with: text) }
    }
    if let problem = model.problems[question.name] { Text(problem) }
  }
}

struct PageView: View {
  let model: FlowModel
  let page: FormPage

  var body: some View {
    Text(page.title)
    ForEach(page.fields.filter(\.isVisible), id: \.id) { field in
      TextField(
        field.question.title,
        text: Binding {
          field.typed ?? (field.given ?? field.question.defaultAnswer).map(field.question.words)
            ?? ""
        } set: {
          model.entries[field.id] = .text($0)
        })
      if let problem = field.problem { Text(problem) }
    }
    ForEach(page.buttons, id: \.id) { button in
      Button(button.title) { model.submit(page.name, button: button.id) }
    }
    if page.buttons.isEmpty { Button("Submit") { model.submit(page.name) } }
  }
}
