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
      ForEach(model.said, id: \.words) { Text($0.words) }
      switch model.screen {
      case .question(let question), .decision(let question, _):
        QuestionView(model: model, question: question)
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

  var body: some View {
    Text(question.title)
    ForEach(question.choices, id: \.id) { choice in
      Button(choice.title) { model.choose(choice.id, for: question.name) }
    }
    if question.choices.isEmpty {
      TextField(question.placeholder ?? "", text: $text)
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
          field.typed ?? field.given.map { field.question.words(for: $0) } ?? ""
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
