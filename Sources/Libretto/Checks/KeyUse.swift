/// A use of a key, and where it stands.
struct KeyUse {
  enum Way {
    /// Something would show the answer: a text, a condition, and so on, in words.
    case shown(by: String)
    /// It is only asked whether there is an answer.
    case isSet
    /// Work says that it reads the answer.
    case read
    /// An `Ask` writes the answer.
    case answered
    /// Something else writes the answer, in words.
    case written(by: String)
    /// The engine writes how something ended, where the flow uses the key.
    case ending
    /// The answer stands in the flow, as a default.
    case preset
    /// The answer stands in the flow, in a rule.
    case listed
  }

  let key: KeyReference
  let way: Way
  let place: Place

  init(_ key: KeyReference, _ way: Way, at place: Place) {
    self.key = key
    self.way = way
    self.place = place
  }

  /// Whether it makes the key one of the flow's; others say something of the answer only.
  var isOfFlow: Bool {
    switch way {
    case .ending, .preset, .listed: false
    case .shown, .isSet, .read, .answered, .written: true
    }
  }

  /// Whether the whole flow decides if it may be.
  var isForFlow: Bool {
    switch way {
    case .isSet, .read, .answered: false
    case .shown, .written, .ending, .preset, .listed: true
    }
  }
}
