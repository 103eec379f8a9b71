/// The remaining answers of those given beforehand.
actor GivenAnswers {
  private var answers: [String: ArraySlice<ScriptedAnswer>]
  private var last: String?
  /// The forms with a question whose answer wasn't given beforehand.
  private var askedForms: Set<String> = []
  /// The last review that the person was asked for.
  private var lastReview: String?
  /// The pages of which an answer was given beforehand.
  private var pages: Set<String> = []
  private var defaults = 0

  /// The number of defaults that `--yes` takes before the run fails: in a loop that only another
  /// answer ends, it would take them forever.
  static let mostDefaults = 10_000

  init(_ answers: [String: [ScriptedAnswer]]) {
    self.answers = answers.mapValues { $0[...] }
  }

  func next(_ question: Question) -> ScriptedAnswer? {
    last = nil
    guard let answer = next(question.id, question.name) else { return nil }
    last = question.name
    return answer
  }

  func next(_ id: String, _ name: String) -> ScriptedAnswer? {
    answers[name]?.popFirst() ?? (name == id ? nil : answers[id]?.popFirst())
  }

  /// Whether any of them is for a page, or was.
  func concern(_ page: FormPage) -> Bool {
    let steps = [(page.id, page.name)] + page.fields.map { ($0.id, $0.question.name) }
    if steps.contains(where: { answers[$0]?.isEmpty == false || answers[$1]?.isEmpty == false }) {
      pages.insert(page.name)
    }
    return pages.contains(page.name)
  }

  /// Whether no question of a form has been asked since the form was last shown, and this isn't a
  /// review that is asked for again: what was typed at it wasn't consent.
  func wasGiven(_ form: Question) -> Bool {
    askedForms.remove(form.id) == nil && lastReview != form.name
  }

  /// Records that the person takes part in a form, and so must review it.
  func noteAsked(_ question: Question) {
    if let page = question.page { askedForms.insert(page.id) }
    if question.kind == .form { lastReview = question.name }
  }

  /// Records that a default was taken: it isn't taken again if it is refused.
  func noteTaken(_ question: Question) { last = question.name }

  /// Counts a default that is taken without asking, and returns whether it may still be taken.
  func mayTakeDefault() -> Bool {
    defaults += 1
    return defaults <= Self.mostDefaults
  }

  func wasLast(_ name: String) -> Bool { last == name }
}
