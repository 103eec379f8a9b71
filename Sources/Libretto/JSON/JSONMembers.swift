/// The members of an object while they are taken one by one; it knows the ones left over.
struct JSONMembers {
  private let outer: JSONTrail
  private let member: String?
  private let index: Int
  private let parts: JSONDocument.Parts
  /// The number of names requested from the enclosing objects before this one was begun.
  let asked: Int
  /// The name of the first member not taken; members are mostly in the order of reading.
  private var rest: Int
  /// The number of members before it.
  private var before = 0
  /// The members taken, as bits. Objects read here have far fewer than 64 members.
  private var taken: UInt64 = 0

  /// - Parameters:
  ///   - parts: the names and values.
  ///   - trail: the path to the object, or to its container.
  ///   - member: the member of the container that holds it.
  ///   - index: its index in the array in that member.
  ///   - asked: the number of names requested from the enclosing objects.
  init(
    _ parts: JSONDocument.Parts, at trail: JSONTrail, _ member: String? = nil, _ index: Int = -1,
    asked: Int
  ) {
    outer = trail
    self.member = member
    self.index = index
    self.parts = parts
    self.asked = asked
    rest = parts.first
  }

  /// The path to the object, made only when needed.
  var trail: JSONTrail {
    if let member { outer.appending(member, index) } else { outer }
  }

  mutating func take(_ name: String, from document: JSONDocument) -> Int? {
    var part = rest
    var number = before
    while part < parts.end {
      let next = document.next(part + 1)
      if document.isText(part, name) {
        if part == rest {
          rest = next
          before += 1
        } else if number < 64 {
          taken |= 1 << UInt64(number)
        }
        return part + 1
      }
      part = next
      number += 1
    }
    return nil
  }

  func has(_ name: String, in document: JSONDocument) -> Bool {
    var part = parts.first
    while part < parts.end {
      if document.isText(part, name) { return true }
      part = document.next(part + 1)
    }
    return false
  }

  /// The first ten names that weren't requested.
  func leftOver(in document: JSONDocument) -> [String] {
    var names: [String] = []
    var part = rest
    var number = before
    while part < parts.end, names.count < 10 {
      if number >= 64 || taken & (1 << UInt64(number)) == 0 { names.append(document.text(part)) }
      part = document.next(part + 1)
      number += 1
    }
    return names
  }
}
