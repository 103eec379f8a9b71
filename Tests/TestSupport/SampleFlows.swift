import LibrettoCore

extension Flow {
  /// Independent questions, each with two branches.
  package static func forks(_ count: Int) -> Flow {
    Flow("forks") {
      for number in 0..<count {
        Confirm("Question \(number)?") {
          Say("yes \(number)")
        } otherwise: {
          Say("no \(number)")
        }
      }
    }
  }

  /// Numbers that one condition reads together, after each was read alone.
  package static func crowd(_ count: Int) -> Flow {
    let keys = (0..<count).map { Key<Int>("k\($0)") }
    return Flow("crowd") {
      for key in keys {
        Ask("\(key.name)?", into: key).validate(.range(0...100))
        When(key < 50) {
          Say("low")
        } otherwise: {
          Say("high")
        }
      }
      When(keys.dropFirst().reduce(keys[0] < 50) { $0 && ($1 < 50) }) { Say("all") }
    }
  }
}
