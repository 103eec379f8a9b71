/// A regular expression that a whole text must match, in time that grows only with the text.
///
/// It has no way to hang: there are no back-references and no look-around, and matching never
/// goes back. It reads Unicode scalars, not characters.
///
/// | written | stands for |
/// |---|---|
/// | `.` | any scalar but a newline |
/// | `[a-z_]` `[^a-z]` | one of these, none of these |
/// | `\d` `\w` `\s` | an ASCII digit; a letter, digit or `_`; a space, tab or end of line |
/// | `\D` `\W` `\S` | anything else, beyond ASCII too |
/// | `\n` `\t` `\r` `\u{E9}` | newline, tab, carriage return, a scalar by its number |
/// | `\.` | a punctuation mark itself |
/// | `ab` `a\|b` `(a)` `(?:a)` | one after the other, either, a group |
/// | `a*` `a+` `a?` | any number, at least one, at most one |
/// | `a{2}` `a{2,}` `a{2,5}` | two, at least two, two to five |
/// | `^` `$` | where the text begins and ends |
public struct Pattern: Sendable {
  /// The pattern as it is written.
  public let source: String
  private let matcher: Result<PatternMatcher, PatternError>

  /// Makes a pattern; what is wrong with it, ``problem`` tells.
  /// - Parameter source: the pattern as it is written, at most 4,096 bytes.
  public init(_ source: String) {
    self.source = source
    do throws(PatternError) {
      matcher = .success(PatternMatcher(try PatternParser.program(source)))
    } catch {
      matcher = .failure(error)
    }
  }

  /// What is wrong with the source, or nil.
  public var problem: PatternError? {
    if case .failure(let error) = matcher { error } else { nil }
  }

  /// How many states it has, its counted repetitions written out.
  var states: Int {
    if case .success(let matcher) = matcher { matcher.program.instructions.count } else { 0 }
  }

  /// Whether the pattern matches the whole text; one with a problem matches none.
  /// - Parameter text: the text, compared scalar by scalar: “é” is not “e” with an accent.
  public func matches(_ text: String) -> Bool {
    if case .success(let matcher) = matcher { matcher.matches(text) } else { false }
  }
}

extension Pattern: ExpressibleByStringLiteral {
  /// Makes a pattern of a literal; what is wrong with it, ``problem`` tells.
  /// - Parameter value: the pattern as it is written, best between `#"` and `"#`.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Pattern: CustomStringConvertible {
  /// The pattern as it is written.
  public var description: String { source }
}

extension Pattern: Hashable {
  /// Whether two patterns are written the same, to the byte.
  public static func == (lhs: Pattern, rhs: Pattern) -> Bool {
    lhs.source.isIdenticalText(to: rhs.source)
  }

  /// Feeds the source to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
