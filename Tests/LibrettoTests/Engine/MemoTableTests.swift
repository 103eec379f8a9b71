import Testing

@testable import LibrettoCore

/// Lines of work in every state, also in those in which no run would write them.
@Suite("Memo: states of work") struct MemoTableTests {
  typealias Status = Memo.Effect.Status

  static let name = StepName(step: 0, rounds: .first)

  static func line(_ kind: Line.Kind, hasWork: Bool = true) -> Line {
    let hasWork = hasWork && kind != .undone
    return Line(name, kind, 0, detail: hasWork ? Line.Detail(work: Line.Work(number: 1)) : nil)
  }

  static func status(_ memo: Memo) -> Status { memo.effect(name)?.status ?? .absent }

  /// The fewest lines to each status.
  static let ways: [Status: [Line.Kind]] = [
    .absent: [], .begun: [.began], .cut: [.began, .cut], .ended: [.began, .ended],
    .undoing: [.began, .ended, .undoBegan], .undoFailed: [.began, .ended, .undoFailed],
    .undoDue: [.began, .ended, .undoBegan, .undoAgain],
    .failed: [.began, .failed], .timedOut: [.began, .workTimedOut],
    .due: [.began, .failed, .elapsed],
  ]

  static let all = (0...UInt8.max).compactMap(Line.Kind.init(rawValue:))

  @Test("A line does to work what the table says, and nothing where it isn't in it")
  func lines() {
    for status in Status.allCases {
      let memo = Memo((Self.ways[status] ?? []).map { Self.line($0) })
      #expect(Self.status(memo) == status)
      for kind in Self.all {
        var after = memo
        after.add(Self.line(kind))
        let expected = Memo.Effect.status(of: memo.effect(Self.name), after: kind)
        #expect(Self.status(after) == expected ?? status, "\(status), \(kind)")
        var bare = memo
        bare.add(Self.line(kind, hasWork: false))
        #expect(bare.count <= 1)
      }
    }
  }

  @Test("A memo of its own lines has work in the same state", arguments: Status.allCases)
  func written(_ status: Status) {
    for stays in [[], [Line.Kind.stays]] {
      let memo = Memo((Self.ways[status, default: []] + stays).map { Self.line($0) })
      let again = Memo(memo.compact())
      #expect(Self.status(again) == status)
      #expect(again.effect(Self.name)?.stays == memo.effect(Self.name)?.stays)
    }
  }

  @Test("What fits only the effect under a failure is about that one", arguments: Self.all)
  func failure(_ kind: Line.Kind) {
    var memo = Memo([.began, .ended, .began, .failed].map { Self.line($0) })
    let expected =
      Memo.Effect.status(of: memo.effect(Self.name), after: kind)
      ?? Memo.Effect.status(of: memo.standing(Self.name), after: kind) ?? .failed
    memo.add(Self.line(kind))
    #expect(Self.status(memo) == expected)
  }
}
