/// The path to a value of a JSON document, shared by all values inside it.
///
/// Only an error spells it out, so reading a step needs one small object and no string.
final class JSONTrail: Sendable {
  private let outer: JSONTrail?
  private let member: String
  /// The index in the array that the member holds; −1 for the member itself.
  private let index: Int

  /// The path to the whole document.
  init() {
    outer = nil
    member = ""
    index = -1
  }

  private init(_ outer: JSONTrail, _ member: String, _ index: Int) {
    self.outer = outer
    self.member = member
    self.index = index
  }

  /// Returns the path to a member, or to an element of the array in it.
  func appending(_ member: String, _ index: Int = -1) -> JSONTrail {
    JSONTrail(self, member, index)
  }

  var path: JSONPath {
    var steps: [JSONPath.Step] = []
    var trail = self
    while let outer = trail.outer {
      if trail.index >= 0 { steps.append(.index(trail.index)) }
      if !trail.member.isEmpty || trail.index < 0 { steps.append(.name(trail.member)) }
      trail = outer
    }
    return JSONPath(steps: steps.reversed())
  }
}

extension JSONTrail: Hashable {
  static func == (left: JSONTrail, right: JSONTrail) -> Bool {
    left === right || left.path == right.path
  }

  func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
