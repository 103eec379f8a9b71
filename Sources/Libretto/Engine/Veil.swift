// What people are shown of errors and texts that may contain secrets.
//
// The first net is what was read: the error of work that read or wrote a secret is shown by its
// type only, because no search finds every form in which a text can quote a secret. The second net
// searches the texts of all other work, in case it got hold of a secret by some other way.

extension Answers {
  /// Whether the work that was given these answers has read or written a secret.
  var usedSecret: Bool {
    if secrets.isEmpty { return false }
    if writeOrder.contains(where: secrets.contains) { return true }
    guard let names = reads?.names else { return secrets.contains { value($0) != nil } }
    return secrets.contains { names.contains($0) && value($0) != nil }
  }

  /// An error of work in words.
  /// - Parameter isShown: whether the flow allows its text although the work used a secret.
  func words(for error: any Error, isShown: Bool) -> String {
    if error is any WrittenError { return String(describing: error) }
    guard usedSecret, !isShown else { return hidingSecrets(in: String(describing: error)) }
    return Veil.hiddenText(of: error)
  }

  /// The text of an error that work of the host reported in words.
  func words(for text: String, isShown: Bool) -> String {
    guard usedSecret, !isShown else { return hidingSecrets(in: text) }
    return Veil.hiddenText(of: "an error")
  }

  /// The text with every secret in it hidden, also in the forms in which Swift, JSON, URLs, HTML and
  /// shells quote it, except secrets of one or two characters, which occur in every text.
  func hidingSecrets(in text: String) -> String {
    if secrets.isEmpty { return text }
    var values = secrets.compactMap(value)
    values += held.values
    return Veil(values).hiding(in: text)
  }
}

/// An error whose text comes from a script or a file of answers, so it quotes no answer.
protocol WrittenError: Error {}

/// Hides secrets in texts.
struct Veil {
  /// The texts to hide, the longest first: a secret can be the beginning of another one.
  private let texts: [String]

  init(_ secrets: [Value]) {
    let plain = Set(secrets.flatMap(\.plainTexts)).filter { $0.count > 2 }
    texts = Set(plain.flatMap(Self.forms)).sorted { ($1.utf8.count, $1) < ($0.utf8.count, $0) }
  }

  func hiding(in text: String) -> String {
    texts.reduce(text) { $0.replacing($1, with: "(secret)") }
  }

  /// What is shown instead of a line that work has logged.
  static let hiddenLine = "(a line is hidden because the work used a secret)"

  /// What is shown instead of the text of an error: its type.
  static func hiddenText(
    of error: any Error, because reason: String = "the work used a secret"
  ) -> String {
    hiddenText(of: String(describing: type(of: error)), because: reason)
  }

  /// What is shown instead of the text of an error.
  static func hiddenText(of error: String, because reason: String = "the work used a secret")
    -> String
  {
    "\(error) (its text is hidden because \(reason))"
  }

  /// The forms in which a text can occur in another one.
  private static func forms(of text: String) -> [String] {
    var json = JSONWriter(pretty: false)
    json.string(text)
    let quoted = String(json.text.dropFirst().dropLast())
    return [
      text, String(text.debugDescription.dropFirst().dropLast()), quoted,
      quoted.replacing("/", with: "\\/"), text.escaped(.percent), text.escaped(.html),
      text.replacing("'", with: "'\\''"),
    ]
  }
}

extension Value {
  /// The texts that are hidden if this is a secret: its own, and those of the elements of a list.
  fileprivate var plainTexts: [String] {
    guard case .list(let elements) = self else { return [description] }
    return [description, quoted] + elements.flatMap(\.plainTexts)
  }
}

extension String {
  fileprivate enum Escaping { case percent, html }

  fileprivate func escaped(_ escaping: Escaping) -> String {
    var result = ""
    for scalar in unicodeScalars {
      switch (escaping, scalar) {
      case (.percent, "a"..."z"), (.percent, "A"..."Z"), (.percent, "0"..."9"), (.percent, "-"),
        (.percent, "."), (.percent, "_"), (.percent, "~"):
        result.unicodeScalars.append(scalar)
      case (.percent, _):
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          let digits = String(byte, radix: 16, uppercase: true)
          result += "%" + (digits.count < 2 ? "0" : "") + digits
        }
      case (.html, "&"): result += "&amp;"
      case (.html, "<"): result += "&lt;"
      case (.html, ">"): result += "&gt;"
      case (.html, "\""): result += "&quot;"
      case (.html, "'"): result += "&#39;"
      case (.html, _): result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
