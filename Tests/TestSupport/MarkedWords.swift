import LibrettoCore

/// A table of words in which each word of the product has a mark, so that a word without one has come
/// from elsewhere. A flow's own texts must have no Latin letter.
package enum MarkedWords {
  /// English with a mark around each word; what is read stays, and the keys for yes and no have no
  /// letter.
  package static let entries: [String: String] = {
    var entries = Words.english.entries
    for (code, template) in entries
    where !code.hasPrefix("read") && code != "plurals" && code != "own" {
      entries[code] = mark(template)
    }
    (entries["readYes"], entries["readNo"]) = ("ναι", "όχι")
    entries["keyYes"] = "1"
    entries["keyNo"] = "0"
    entries["keysOfSeveral"] = "+, *, #"
    return entries
  }()

  private static func mark(_ template: String) -> String {
    template.replacing(/\{[^}]*\}|[A-Za-z'’]+/) { match in
      let piece = String(match.output)
      guard piece.hasPrefix("{") else { return "«\(piece)»" }
      let parts = piece.dropFirst().dropLast().split(separator: ":")
      if parts.count < 2 { return piece }
      let forms = parts[1].split(separator: "|").map { "«\($0)»" }
      return "{\(parts[0]):\(forms.joined(separator: "|"))}"
    }
  }

  /// The words without a mark; the name of the key F1 is the same in every language.
  package static func strays(in text: String) -> [String] {
    let rest = text.replacing(/«[^»\n]*(»|…|\n|$)/, with: "\n").replacing("F1", with: "")
    return rest.matches(of: /[A-Za-z]+/).map { String($0.output) }
  }

  /// The words without a mark in a document for a front end, but for what only a program reads.
  package static func strays(inJSON text: String) throws -> [String] {
    strays(in: try JSONReader.read(text), "")
  }

  private static func strays(in value: JSONValue, _ member: String) -> [String] {
    switch value {
    case .string(let text) where !ofPrograms.contains(member): strays(in: text)
    case .array(let values): values.flatMap { strays(in: $0, member) }
    case .object(let object): object.flatMap { strays(in: $0.value, $0.name) }
    case .string, .null, .bool, .integer, .number: []
    }
  }

  private static let ofPrograms: Set = [
    "name", "id", "kind", "decision", "prompt", "type", "key", "role", "run", "token", "reason",
    "outcome", "rejected", "error",
  ]
}
