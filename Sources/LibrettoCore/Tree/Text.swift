/// A text for a person: literal pieces, and placeholders that are filled in during the run.
///
/// ```swift
/// Say("Hello, \(name).")          // name is a Key: a placeholder
/// Say("Version \(version).")      // version is a String: literal, taken when declared
/// ```
public struct Text: Hashable, Sendable {
  /// One piece of a text.
  package enum Piece: Sendable {
    /// Literal text.
    case literal(String)
    /// The answer for a key.
    case placeholder(KeyReference)
    /// A calculation over answers.
    case calculation(Calculation)
  }

  /// The pieces in order; no two literal pieces are adjacent, and none is empty.
  package private(set) var pieces: [Piece]

  /// Makes a text from a literal.
  /// - Parameter literal: the text; braces have no special meaning.
  public init(_ literal: String) {
    pieces = literal.isEmpty ? [] : [.literal(literal)]
  }

  /// Makes a text from pieces.
  /// - Parameter pieces: the pieces; empty ones are dropped, and adjacent literal ones are joined.
  package init(pieces: [Piece]) {
    self.pieces = []
    for piece in pieces { append(piece) }
  }

  private mutating func append(_ piece: Piece) {
    guard case .literal(let literal) = piece else { return pieces.append(piece) }
    guard !literal.isEmpty else { return }
    if case .literal(let before) = pieces.last {
      pieces[pieces.count - 1] = .literal(before + literal)
    } else {
      pieces.append(piece)
    }
  }
}

extension Text.Piece: Hashable {
  /// Whether two pieces are the same, byte for byte.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.literal(let a), .literal(let b)): a.isIdenticalText(to: b)
    case (.placeholder(let a), .placeholder(let b)): a == b
    case (.calculation(let a), .calculation(let b)): a == b
    default: false
    }
  }

  /// Feeds the piece's exact content into a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .literal(let text): hasher.combine(text: text)
    case .placeholder(let key): hasher.combine(key)
    case .calculation(let calculation): hasher.combine(calculation)
    }
  }
}

extension Text.Piece {
  var isLiteral: Bool { if case .literal = self { true } else { false } }
}

extension Text: ExpressibleByStringInterpolation {
  /// Collects the pieces of an interpolated text.
  public struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    /// Starts a text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(interpolationCount * 2 + 1)
    }

    /// Adds literal text.
    public mutating func appendLiteral(_ literal: String) {
      pieces.append(.literal(literal))
    }

    // One overload: with several, the type checker walks a sum once for each.

    /// Adds what an answer, a calculation or another text shows, or a value as it is at declaration.
    /// - Parameter value: the key of the answer, the calculation, the text, or the value, whose
    ///   description becomes literal text.
    public mutating func appendInterpolation<T: CustomStringConvertible>(_ value: T) {
      if let part = value as? any TextPart {
        pieces += part.pieces
      } else {
        pieces.append(.literal(String(describing: value)))
      }
    }
  }

  /// Makes a text from an interpolated literal.
  public init(stringInterpolation: StringInterpolation) {
    self.init(pieces: stringInterpolation.pieces)
  }

  /// Makes a text from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Text {
  /// The text in its JSON form: `{name}` for a placeholder, `{{` and `}}` for braces. What is
  /// worked out stands in braces too, as in `{price * count}`.
  public var template: String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .literal(let literal) where !literal.utf8.contains { $0 == 0x7B || $0 == 0x7D }:
        result += literal
      case .literal(let literal):
        for scalar in literal.unicodeScalars {
          if scalar == "{" || scalar == "}" { result.unicodeScalars.append(scalar) }
          result.unicodeScalars.append(scalar)
        }
      case .placeholder(let key):
        result += "{" + key.name + "}"
      case .calculation(let calculation):
        result += "{" + calculation.description + "}"
      }
    }
    return result
  }

  /// The keys that the text shows.
  public var keys: [KeyReference] {
    var keys: [KeyReference] = []
    for piece in pieces {
      switch piece {
      case .literal: break
      case .placeholder(let key): keys.append(key)
      case .calculation(let calculation): keys += calculation.form.keys
      }
    }
    return keys
  }

  /// The calculations in the text.
  package var calculations: [Calculation] {
    if pieces.count < 2, pieces.first?.isLiteral ?? true { return [] }
    return pieces.compactMap {
      if case .calculation(let calculation) = $0 { calculation } else { nil }
    }
  }

  /// The literal pieces only; a step's id is made from them.
  var literals: String {
    var result = ""
    for case .literal(let literal) in pieces { result += literal }
    return result
  }

  /// Whether the text has no pieces.
  package var isEmpty: Bool { pieces.isEmpty }
}

/// What has pieces of its own in a text, instead of its description.
protocol TextPart {
  /// The pieces.
  var pieces: [Text.Piece] { get }
}

extension Text: TextPart, CustomStringConvertible {
  /// The text in its JSON form.
  public var description: String { template }
}
