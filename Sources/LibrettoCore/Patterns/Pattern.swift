/// A regular expression that must match a whole text, in time linear in the length of the text.
///
/// A pattern can't hang: it has no back-references and no look-around, and matching never
/// backtracks. It reads Unicode scalars, not characters.
///
/// | pattern | matches |
/// |---|---|
/// | `.` | any scalar except a newline |
/// | `[a-z_]` `[^a-z]` | one of these, any other |
/// | `\d` `\w` `\s` | an ASCII digit; a letter, digit or `_`; a space, tab or end of line |
/// | `\D` `\W` `\S` | anything else, including scalars beyond ASCII |
/// | `
/// ` `\t` `\r` `\u{E9}` | newline, tab, carriage return, a scalar given by its number |
/// | `\.` | a punctuation mark itself |
/// | `ab` `a\|b` `(a)` `(?:a)` | one after the other, either one, a group |
/// | `a*` `a+` `a?` | any number, at least one, at most one |
/// | `a{2}` `a{2,}` `a{2,5}` | two, at least two, two to five |
/// | `^` `$` | the beginning and the end of the text |
public struct Pattern: Sendable {
  /// The source of the pattern.
  public let source: String
  private let matcher: Result<PatternMatcher, PatternError>

  /// Makes a pattern; if the source has an error, ``problem`` describes it.
  /// - Parameter source: the source of the pattern, at most 4,096 bytes.
  public init(_ source: String) {
    self.source = source
    do throws(PatternError) {
      matcher = .success(PatternMatcher(try PatternParser.program(source)))
    } catch {
      matcher = .failure(error)
    }
  }

  /// What is wrong in the source, where, and how to fix it, in a sentence or two; nil if nothing is.
  public var problem: String? { error?.description }

  /// The error in the source, or nil.
  var error: PatternError? {
    if case .failure(let error) = matcher { error } else { nil }
  }

  /// The machine; nil if the source has an error.
  var code: PatternProgram? {
    if case .success(let matcher) = matcher { matcher.program } else { nil }
  }

  /// The number of states, with counted repetitions written out.
  var states: Int {
    if case .success(let matcher) = matcher { matcher.program.instructions.count } else { 0 }
  }

  /// Returns whether the pattern matches the whole text; a pattern with an error matches nothing.
  /// - Parameter text: the text, compared scalar by scalar: “é” is not “e” with an accent.
  /// - Returns: whether the whole text matches.
  public func matches(_ text: String) -> Bool {
    if case .success(let matcher) = matcher { matcher.matches(text) } else { false }
  }
}

extension Pattern: ExpressibleByStringLiteral {
  /// Makes a pattern from a literal; if the literal has an error, ``problem`` describes it.
  /// - Parameter value: the source of the pattern, preferably between `#"` and `"#`.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Pattern: CustomStringConvertible {
  /// The source of the pattern.
  public var description: String { source }
}

extension Pattern: Hashable {
  /// Whether two patterns have the same source, byte for byte.
  public static func == (lhs: Pattern, rhs: Pattern) -> Bool {
    lhs.source.isIdenticalText(to: rhs.source)
  }

  /// Feeds the source into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// The reason a pattern can't be used, and where in its source.
struct PatternError: Error, Hashable, Sendable {
  /// What is wrong and how to fix it, in a sentence or two.
  let message: String
  /// The number of Unicode scalars of the source before the mistake.
  let offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// Whether two errors have the same message, byte for byte, and the same offset.
  static func == (lhs: PatternError, rhs: PatternError) -> Bool {
    lhs.offset == rhs.offset && lhs.message.isIdenticalText(to: rhs.message)
  }
}

extension PatternError: CustomStringConvertible {
  /// The position, counted from 1, a colon and the message.
  var description: String { "character \(offset + 1): \(message)" }
}

/// The bounds that make every pattern cheap to store and to match; an error names the bound it hit.
enum PatternLimits {
  /// The maximum size of a pattern's source, in bytes.
  static let bytes = 4096

  /// The maximum number of groups open at once.
  static let depth = 64

  /// The maximum number of states, with counted repetitions written out.
  ///
  /// For each scalar of the text, matching takes at most twice this many steps.
  static let states = 10_000

  /// The maximum number of states of an automaton; a pattern that needs more is simulated.
  static let automatonStates = 512

  /// The maximum number of entries in the table of an automaton, two bytes each.
  static let automatonEntries = 32_768

  /// The maximum number of steps for making an automaton: a few tenths of a millisecond.
  static let automatonSteps = 30_000
}
