/// The members of an object while they are taken one by one, so that those left over show.
struct JSONMembers {
  private let outer: JSONTrail
  private let member: String?
  private let index: Int
  private let parts: JSONDocument.Parts
  /// How many names had been asked for, of the objects around, when this one was begun.
  let asked: Int
  /// The name of the first that has not been taken; members mostly stand in the order of reading.
  private var rest: Int
  /// How many stand before it.
  private var before = 0
  /// Which have been taken. What is read here has far fewer than 64 members.
  private var taken: UInt64 = 0

  /// - Parameters:
  ///   - parts: the names and values.
  ///   - trail: the way to the object, or to what it stands in.
  ///   - member: the member in which it stands there.
  ///   - index: its place in the array in that member.
  ///   - asked: how many names were asked for, of the objects around.
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

  /// The way to the object, made when it is asked for.
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

  /// The names that nobody asked for, the first ten.
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
