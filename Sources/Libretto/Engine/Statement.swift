/// Something that a flow says to the person, with the answers filled in: the words of a ``Say``, a
/// ``Heading``, a ``Note`` or a ``Finish``.
public enum Statement: Hashable, Sendable {
  /// A text.
  case text(String)
  /// The beginning of a new part of the dialog.
  case heading(String)
  /// A text with a title.
  case note(title: String, text: String)

  /// The statement as plain text: a note's title, and its text indented below it.
  public var words: String {
    switch self {
    case .text(let words), .heading(let words): words
    case .note(let title, let text):
      title + "\n"
        + text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
    }
  }
}
