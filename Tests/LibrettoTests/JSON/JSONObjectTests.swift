import Testing

@testable import LibrettoCore

/// Members by name and in order, few (looked through) and many (indexed).
struct JSONObjectTests {
  @Test("finds each of its members, keeps their order", arguments: [0, 1, 16, 17, 31, 33, 5000])
  func members(_ count: Int) {
    var object = JSONObject()
    for number in 0..<count {
      let isNew = object.append("name \(number)", .integer(number))
      #expect(isNew)
    }
    #expect(object.count == count)
    #expect(object.map(\.name) == (0..<count).map { "name \($0)" })
    #expect(object.map(\.value) == (0..<count).map { .integer($0) })
    for number in 0..<count {
      #expect(object["name \(number)"] == .integer(number))
    }
    #expect(object["name \(count)"] == nil)
    #expect(object[""] == nil)
  }

  @Test("refuses a name that it has", arguments: [2, 16, 17, 100])
  func duplicates(_ count: Int) {
    var object = JSONObject()
    for number in 0..<count { _ = object.append("\(number)", .integer(number)) }
    let before = object
    for number in 0..<count {
      let isNew = object.append("\(number)", .null)
      #expect(!isNew)
    }
    #expect(object == before)
  }

  @Test("a duplicate is found among many members")
  func duplicateAmongMany() {
    let members = (0..<1000).map { "\"n\($0)\":0" }.joined(separator: ",\n")
    #expect(
      JSONCase("", Array("{\(members),\n\"n7\":1}".utf8), error: "").outcome
        == .error("line 1001, column 1, at $.n7: the name “n7” appears twice in the object"))
  }

  @Test("names and strings are compared by code units, not by canonical equivalence")
  func codeUnits() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    #expect(composed == decomposed, "Swift holds them for equal, hence the care")
    let read = try JSONReader.read("{\"\(composed)\":1,\"\(decomposed)\":2}")
    guard case .object(let object) = read else {
      Issue.record("not an object: \(read)")
      return
    }
    #expect(object[composed] == 1)
    #expect(object[decomposed] == 2)
    #expect(JSONValue.string(composed) != .string(decomposed))
    #expect(JSONValue.object([composed: 1]) != .object([decomposed: 1]))
    var many = JSONObject()
    for number in 0..<100 { _ = many.append("\(number)", .null) }
    let areNew = [many.append(composed, 1), many.append(decomposed, 2)]
    #expect(areNew == [true, true])
    #expect(many[composed] == 1)
    #expect(many[decomposed] == 2)
  }

  @Test("equal objects have the same members in the same order")
  func equality() {
    let object: JSONObject = ["a": 1, "b": [2]]
    #expect(object == ["a": 1, "b": [2]])
    #expect(object.hashValue == JSONObject(dictionaryLiteral: ("a", 1), ("b", [2])).hashValue)
    #expect(object != ["b": [2], "a": 1])
    #expect(object != ["a": 1])
    #expect(object != ["a": 1, "c": [2]])
    #expect(object != ["a": 1, "b": [3]])
    #expect(JSONValue.integer(1) != .number(1))
  }
}
