#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Descriptor {
  /// The width of the terminal, in columns; 80 if it says none.
  package var terminalColumns: Int { terminalSize.columns }

  /// A text as it is written here: broken by words at a terminal, as it is anywhere else.
  package func fitting(_ text: String) -> String {
    isTerminal ? text.wrapped(columns: terminalColumns) : text
  }

  /// The size of the terminal; 80 by 24 if it says none.
  var terminalSize: QuestionView.Size {
    var size = winsize()
    // TIOCGWINSZ, whose macro Swift imports on some systems only.
    #if canImport(Darwin)
      let request: UInt = 0x4008_7468
    #else
      let request: UInt = 0x5413
    #endif
    guard ioctl(number, request, &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return QuestionView.Size(columns: 80, rows: 24)
    }
    return QuestionView.Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
