/// The members of an object while they are taken one by one, so that those left over show.
struct JSONMembers {
  let trail: JSONTrail
  private let object: JSONObject
  /// Which have been taken. What is read here has far fewer than 64 members.
  private var taken: UInt64 = 0
  /// The names asked for, which are all that an object like this may have.
  private(set) var known: [String] = []

  init(_ object: JSONObject, at trail: JSONTrail) {
    self.object = object
    self.trail = trail
  }

  mutating func take(_ name: String) -> JSONValue? {
    known.append(name)
    guard let index = object.index(of: name) else { return nil }
    if index < 64 { taken |= 1 << UInt64(index) }
    return object[index].value
  }

  func has(_ name: String) -> Bool { object.contains(name) }

  /// The names that nobody asked for, the first ten.
  var leftOver: [String] {
    guard taken.nonzeroBitCount != object.count else { return [] }
    var names: [String] = []
    for (index, member) in object.enumerated() where names.count < 10 {
      if index >= 64 || taken & (1 << UInt64(index)) == 0 { names.append(member.name) }
    }
    return names
  }
}
