import TestSupport
import Testing

/// Inside a module, rooms are folders, so nothing but this and `.ci/rooms` holds their order.
@Suite("Rooms") struct RoomsTests {
  /// The rooms with their modules in the order of the guide, the lowest first.
  private static func order() throws -> [(room: String, module: String)] {
    let guide = try Files.read("\(Files.package)/Guides/Libretto.docc/Architecture.md")
    return guide.matches(of: /\n\| `([A-Z]\w+)` \| `(Libretto\w*)` \|/).map {
      (String($0.1), String($0.2))
    }
  }

  @Test("No room uses a room above it, and the guide names all rooms")
  func order() throws {
    let listed = try Self.order()
    let order = listed.map(\.room)
    var files: [String: String] = [:]
    for module in Set(listed.map(\.module)) {
      let own = try Files.swift(in: "\(Files.package)/Sources/\(module)")
      let rooms = Set(own.keys.map { String($0.prefix { $0 != "/" }) })
      #expect(rooms == Set(listed.filter { $0.module == module }.map(\.room)), "in \(module)")
      files.merge(own) { $1 }
    }
    let upward = Rooms(files).arrows.filter { arrow in
      guard let from = order.firstIndex(of: arrow.from), let to = order.firstIndex(of: arrow.to)
      else { return true }
      return from < to
    }
    let words = upward.sorted().map { "\($0.from) → \($0.to): \($0.name) in \($0.file)" }
    #expect(words == [])
  }

  @Test("Types, functions and members of other rooms are found, words and comments are not")
  func arrows() {
    let rooms = Rooms([
      "Low/A.swift": """
      struct Thing { let inner = 1 }
      func helper() {}
      extension Thing {
        var own: Int { 1 }
      }
      private struct Hidden {}
      // Upper in a comment
      let words = "Upper \\(upper("Upper"))"
      """,
      "High/B.swift": """
      struct Upper { let thing: Thing }
      func upper(_ text: String) { helper() }
      extension Upper { var low: Int { thing.own } }
      struct Hidden {}
      """,
    ])
    let found = rooms.arrows.sorted().map { "\($0.from) → \($0.to): \($0.name)" }
    #expect(
      found == [
        "High → Low: Thing", "High → Low: helper", "High → Low: own", "Low → High: upper",
      ])
  }
}
