/// What came of waiting for a line.
enum LineRead: Hashable, Sendable {
  case line(String)
  /// A whole line that was not UTF-8; the next one may be fine.
  case invalidUTF8
  /// A line over the maximum, thrown away, with its size.
  case tooLong(bytes: Int)
  /// No more lines, now and for ever: the end of a file, Ctrl-D, or a terminal that hung up.
  case endOfInput
}
