import Testing

@testable import LibrettoCore

/// Sets of scalars have one spelling each, and know what they hold on both sides of ASCII.
struct ScalarSetTests {
  @Test(
    "ranges are sorted and joined",
    arguments: [
      ([], []),
      ([5...5, 1...2], [1...2, 5...5]),
      ([1...2, 3...4], [1...4]),
      ([1...9, 2...3, 9...12], [1...12]),
      ([0...0x10FFFF, 65...90], [0...0x10FFFF]),
    ] as [([ClosedRange<UInt32>], [ClosedRange<UInt32>])])
  func joined(_ parts: [ClosedRange<UInt32>], _ ranges: [ClosedRange<UInt32>]) {
    #expect(ScalarSet(parts).ranges == ranges)
    #expect(ScalarSet(parts) == ScalarSet(ranges))
  }

  @Test("the inverse contains what the set doesn't, and inverts back")
  func inverted() {
    let set = ScalarSet([0...9, 60...70, 120...200, 0x1F600...0x10FFFF])
    #expect(set.inverted.ranges == [10...59, 71...119, 201...0x1F5FF])
    #expect(set.inverted.inverted == set)
    #expect(ScalarSet([]).inverted.ranges == [0...0x10FFFF])
    for value: UInt32 in [0, 9, 10, 59, 60, 63, 64, 70, 71, 119, 120, 127, 128, 200, 201, 0x1F5FF] {
      let isHeld = set.ranges.contains { $0.contains(value) }
      #expect(set.contains(value) == isHeld)
      #expect(set.inverted.contains(value) == !isHeld)
    }
  }
}
