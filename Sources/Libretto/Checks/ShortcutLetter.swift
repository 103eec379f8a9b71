/// A shortcut is a letter, and unique in its prompt.
///
///     Alert("Sure?") { Button("Yes", shortcut: "1") }  // shortcut: "y"
enum ShortcutLetter: PromptRule {
  static let code = "shortcut-letter"

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    var seen: Set<String> = []
    for shortcut in prompt.choices.compactMap(\.shortcut) {
      if !shortcut.isLetter {
        problems.append(problem("“\(shortcut)” can't be a shortcut: use a letter", at: step.place))
      }
      if !seen.insert(shortcut.lowercased()).inserted {
        problems.append(
          problem("two answers of one prompt have the shortcut “\(shortcut)”", at: step.place))
      }
    }
    return problems
  }
}
