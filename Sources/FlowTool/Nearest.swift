/// The candidate that a misspelt word most likely meant: at most a third of it, or two, wrong.
func nearest(to word: String, in candidates: [String]) -> String? {
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(Array(word), Array(candidate))
    guard distance <= max(2, candidate.count / 3), distance < candidate.count else { continue }
    if let known = best, known.distance <= distance { continue }
    best = (candidate, distance)
  }
  return best?.candidate
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into another.
func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  if left.count > 64 || right.count > 64 { return max(left.count, right.count) }
  var rows = [Array(0...right.count)]
  for (i, a) in left.enumerated() {
    var row = [i + 1]
    for (j, b) in right.enumerated() {
      var distance = min(rows[i][j] + (a == b ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
        distance = min(distance, rows[i - 1][j - 1] + 1)
      }
      row.append(distance)
    }
    rows.append(row)
  }
  return rows[left.count][right.count]
}
