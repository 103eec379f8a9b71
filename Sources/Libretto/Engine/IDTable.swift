/// The short forms of ids and keys in a token: 32 bits each, the same in every process.
///
/// They are made with the flow. So a token contains neither the words that a person read nor their
/// positions. Among a hundred thousand steps, or options of a question, two are likely to have the
/// same; of these, a token contains the ids themselves.
final class IDTable: Sendable {
  let steps: ShortForms
  /// By slot.
  let keys: ShortForms
  /// The short forms of each prompt's choices.
  private let choices: [[UInt32]]
  /// The fingerprint of the flow's tree, computed when it is first needed.
  let fingerprint = Locked<UInt64?>(nil)

  init(steps: [Program.StepCode], prompts: [Program.PromptCode], keys: [KeyReference]) {
    self.steps = ShortForms(steps.map(\.id))
    self.keys = ShortForms(keys.map(\.name))
    choices = prompts.map { $0.prompt.choices.map(\.id.shortForm) }
  }

  /// The index of the choice of a prompt that has this short form; nil if several have it.
  func choice(_ short: UInt32, of prompt: Int) -> Int? {
    let place = choices[prompt].firstIndex(of: short)
    return place == choices[prompt].lastIndex(of: short) ? place : nil
  }
}

/// Texts by their places and their short forms.
struct ShortForms: Sendable {
  /// Stands for no text, so that the text itself is needed.
  static let none: UInt32 = 0

  let texts: [String]
  /// The short forms by place; ``none`` where another text has the same.
  let forms: [UInt32]
  private let places: [UInt32: Int]
  /// The places of texts without a short form, by their bytes: two that `==` takes for the same may
  /// differ.
  private var whole: [[UInt8]: Int] = [:]

  init(_ texts: [String]) {
    self.texts = texts
    var forms = texts.map(\.shortForm)
    var places: [UInt32: Int] = [:]
    places.reserveCapacity(forms.count)
    var shared: Set<UInt32> = [Self.none]
    for (place, form) in forms.enumerated() {
      if places.updateValue(place, forKey: form) != nil { shared.insert(form) }
    }
    if shared.contains(where: { places[$0] != nil }) {
      for (place, form) in forms.enumerated() where shared.contains(form) {
        forms[place] = Self.none
        whole[Array(texts[place].utf8)] = place
      }
      for form in shared { places[form] = nil }
    }
    self.forms = forms
    self.places = places
  }

  /// The place of the text with this short form.
  subscript(short: UInt32) -> Int? { places[short] }

  /// The place of a text.
  subscript(text: String) -> Int? {
    if let place = places[text.shortForm] {
      return texts[place].isIdenticalText(to: text) ? place : nil
    }
    return whole.isEmpty ? nil : whole[Array(text.utf8)]
  }
}
