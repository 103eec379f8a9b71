// How messages help: the spelling that was probably meant, and lists of what there is.

/// The known spelling that was probably meant, or nil if none is close enough.
/// - Parameters:
///   - word: the word as it was written.
///   - known: the words that could have been meant.
package func nearest(to word: String, among known: [String]) -> String? {
  let wanted = Array(word.lowercased().prefix(64))
  var best: (distance: Int, word: String)?
  for candidate in known {
    let letters = Array(candidate.lowercased().prefix(64))
    let distance = editDistance(wanted, letters)
    let shorter = min(wanted.count, letters.count)
    // If every letter differs, the two words have nothing in common.
    guard distance < shorter, distance <= max(1, shorter / 3) else { continue }
    if distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  return best?.word
}

/// The number of letters to add, drop, change or swap with a neighbour.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var before: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
      row.append(cost)
    }
    before = last
    last = row
  }
  return last[b.count]
}

extension Collection {
  /// The elements in words, separated by commas: at most 20, so that a message fits on a screen.
  package func listed(separator: String = ", ", _ words: (Element) -> String) -> String {
    let shown = prefix(mostListed).map(words).joined(separator: separator)
    return shown + (count > mostListed ? separator + "…" : "")
  }
}

/// The maximum number of elements that a message lists.
let mostListed = 20
