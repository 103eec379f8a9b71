import LibrettoCore

/// The result of putting a question once in line mode.
enum TypedAnswer: Hashable, Sendable {
  case reply(Reply)
  /// The input ended before the end of an answer of several lines.
  case unended
  /// The person asks for help.
  case help
  /// The input isn't an answer.
  case problem(Sentence)

  /// An answer of one line.
  /// - Parameter maximum: the longest line in bytes.
  init(_ read: LineRead, maximum: Int) {
    switch read {
    case .line(let line): self = line.command ?? .reply(.text(line.withoutEscape))
    case .endOfInput: self = .reply(.endOfInput)
    case .invalidUTF8:
      self = .problem(Sentence(.notText))
    case .tooLong(let bytes):
      self = .problem(Sentence(.lineTooLong, bytes, maximum))
    }
  }
}

/// An answer of several lines, up to a line with only a full stop, as in mail.
struct TypedLines: Sendable {
  private let maximum: Int
  private var lines: [String] = []
  private var bytes = 0
  private var hasBegun = false
  private var isText = true

  /// - Parameter maximum: the longest answer in bytes.
  init(maximum: Int) { self.maximum = maximum }

  /// Takes a line, and returns the answer if the line ends it.
  mutating func take(_ read: LineRead) -> TypedAnswer? {
    defer { hasBegun = true }
    switch read {
    case .line("."): return answer
    case .line(let line):
      if !hasBegun, let command = line.command { return command }
      add(line.hasPrefix("..") ? String(line.dropFirst()) : hasBegun ? line : line.withoutEscape)
    case .invalidUTF8: isText = false
    case .tooLong(let size): bytes += size
    case .endOfInput: return hasBegun ? .unended : .reply(.endOfInput)
    }
    return nil
  }

  private mutating func add(_ line: String) {
    bytes += line.utf8.count + (lines.isEmpty ? 0 : 1)
    // Lines that will be discarded aren't kept until the end.
    if bytes <= maximum { lines.append(line) } else { lines = [] }
  }

  private var answer: TypedAnswer {
    guard isText else {
      return .problem(Sentence(.notText))
    }
    guard bytes <= maximum else {
      return .problem(Sentence(.answerTooLong, bytes, maximum))
    }
    let text = lines.joined(separator: "\n")
    // Typing nothing takes the default; empty lines are an answer.
    return .reply(hasBegun && text.trimmed.isEmpty ? .given(.typed(.string(text))) : .text(text))
  }
}

extension String {
  /// Input that isn't an answer but a request: for help, or to go back.
  fileprivate var command: TypedAnswer? {
    switch trimmed {
    case "?": .help
    case "<": .reply(.back)
    default: nil
    }
  }

  /// A lone question mark as an answer is typed `\?`, since `?` asks for help, and `<` is typed
  /// `\<`, since `<` goes back; every other backslash is literal.
  fileprivate var withoutEscape: String {
    let answer = trimmed
    guard answer.hasPrefix("\\"), answer.hasSuffix("?") || answer.hasSuffix("<"),
      answer.dropLast().allSatisfy({ $0 == "\\" }), let backslash = firstIndex(of: "\\")
    else { return self }
    var result = self
    result.remove(at: backslash)
    return result
  }
}
