extension Question.Choice {
  /// Whether a prompt may begin with it: a Return that comes by mistake must not destroy anything.
  var mayBeFocused: Bool { role != .destructive && refusal == nil }

  /// What stands beside the title, in words.
  var remark: String? {
    var notes = detail.map { [$0] } ?? []
    if role == .destructive { notes.append("(deletes)") }
    if let refusal { notes.append("not available: \(refusal)") }
    if let shortcut { notes.append("key \(shortcut)") }
    return notes.isEmpty ? nil : notes.joined(separator: ", ")
  }
}
