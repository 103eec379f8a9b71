import Testing

@testable import LibrettoCore

/// What the writer writes, the reader reads as the same value; random values, fixed seeds.
struct JSONRoundTripTests {
  private func written(_ value: JSONValue, pretty: Bool) -> [UInt8] {
    var writer = JSONWriter(pretty: pretty)
    writer.value(value)
    return writer.bytes
  }

  @Test("random values come back equal, from both layouts", arguments: UInt64(1)...8)
  func values(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let value = randomValue(depth: 5, using: &generator)
      for pretty in [false, true] {
        let bytes = written(value, pretty: pretty)
        let again = try JSONReader.read(bytes)
        #expect(again == value)
        #expect(written(again, pretty: pretty) == bytes)
      }
    }
  }

  @Test("random bit patterns of numbers come back bit for bit", arguments: UInt64(1)...4)
  func numbers(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      guard case .number(let again) = try JSONReader.read(written(.number(number), pretty: false))
      else {
        Issue.record("\(number) is read as something else")
        return
      }
      #expect(again.bitPattern == number.bitPattern)
    }
  }

  @Test("random integers come back", arguments: UInt64(1)...2)
  func integers(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<10_000 {
      let shift = Int.random(in: 0..<64, using: &generator)
      let value = JSONValue.integer(Int(truncatingIfNeeded: generator.next()) >> shift)
      #expect(try JSONReader.read(written(value, pretty: false)) == value)
    }
  }

  private func randomValue(
    depth: Int, using generator: inout SeededGenerator
  ) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .integer(Int(truncatingIfNeeded: generator.next()))
    case 3: return .number(Double.random(in: -1e9...1e9, using: &generator))
    case 4, 5: return .string(randomString(using: &generator))
    case 6:
      let count = Int.random(in: 0..<6, using: &generator)
      return .array((0..<count).map { _ in randomValue(depth: depth - 1, using: &generator) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<24, using: &generator) {
        let name = randomString(using: &generator)
        _ = object.append(name, randomValue(depth: depth - 3, using: &generator))
      }
      return .object(object)
    }
  }

  private func randomString(using generator: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x7E, 0x00...0x1F, 0x7F...0x7FF, 0x2000...0x206F, 0x0...0x10FFFF,
    ]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<20, using: &generator) {
      let range = ranges[Int.random(in: ranges.indices, using: &generator)]
      scalars.append(Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "�")
    }
    return String(scalars)
  }
}
