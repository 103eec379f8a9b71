extension String {
  /// A word of a command line as far as a message may quote it: what follows “=” may be a secret.
  ///
  /// A word that only ends in “=” has no name to show, because encoded secrets end so.
  package var withoutValue: String {
    let name = unicodeScalars.prefix { $0 != "=" }
    let rest = unicodeScalars.dropFirst(name.count)
    if rest.isEmpty { return self }
    return rest.allSatisfy { $0 == "=" } ? "…" : String(name) + "=…"
  }

  /// Whether it looks like the id of a step or the name of a key.
  var looksLikeID: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "-_/@.".unicodeScalars.contains(scalar)
      }
  }
}
