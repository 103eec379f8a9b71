/// The result of waiting for a line.
enum LineRead: Hashable, Sendable {
  case line(String)
  /// A whole line that isn't UTF-8; the next one may be valid.
  case invalidUTF8
  /// A line longer than the maximum, discarded, with its size.
  case tooLong(bytes: Int)
  /// No more lines, now or later: the end of a file, Ctrl-D, or a terminal that hung up.
  case endOfInput
}
