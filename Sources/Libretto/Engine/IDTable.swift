/// The short forms of ids in a token: 32 bits each, the same in every process.
///
/// They are made with the flow; if the ids of two steps have the same short form, that is an error
/// of the flow. So a token contains neither the words that a person read nor their positions. Among a
/// hundred thousand options of a question, two are likely to have the same; a token contains the ids
/// of such options themselves.
final class IDTable: Sendable {
  private let steps: [UInt32: Int]
  /// The short forms of the steps' ids, by step number.
  let forms: [UInt32]
  private let names: [String]
  /// The short forms of each prompt's choices.
  private let choices: [[UInt32]]
  /// The slots of keys by the short forms of their names.
  private let slots: [UInt32: Int]
  /// The short forms of the keys' names, by slot.
  let keyForms: [UInt32]
  /// The fingerprint of the flow's tree, computed when it is first needed.
  let fingerprint = Locked<UInt64?>(nil)

  init(steps: [Program.StepCode], prompts: [Program.PromptCode], keys: [KeyReference]) {
    names = steps.map(\.id)
    forms = names.map(\.shortForm)
    self.steps = Dictionary(forms.enumerated().map { ($1, $0) }) { first, _ in first }
    choices = prompts.map { $0.prompt.choices.map(\.id.shortForm) }
    keyForms = keys.map(\.name.shortForm)
    slots = Dictionary(keyForms.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The step with this short form.
  func step(_ short: UInt32) -> Int? { steps[short] }

  /// The step with this id.
  func step(_ id: String) -> Int? {
    guard let step = steps[id.shortForm], names[step].isIdenticalText(to: id) else { return nil }
    return step
  }

  /// The index of the choice of a prompt that has this short form; nil if several have it.
  func choice(_ short: UInt32, of prompt: Int) -> Int? {
    let place = choices[prompt].firstIndex(of: short)
    return place == choices[prompt].lastIndex(of: short) ? place : nil
  }

  /// The slot of the key with this short form.
  func slot(_ short: UInt32) -> Int? { slots[short] }
}
