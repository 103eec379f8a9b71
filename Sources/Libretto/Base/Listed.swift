extension Collection {
  /// The elements in words, separated by commas: at most 20, so that a message fits on a screen.
  func listed(separator: String = ", ", _ words: (Element) -> String) -> String {
    let shown = prefix(mostListed).map(words).joined(separator: separator)
    return shown + (count > mostListed ? separator + "…" : "")
  }
}

/// The maximum number of elements that a message lists.
let mostListed = 20
