/// A use of a key and its place.
struct KeyUse {
  enum Way {
    /// Something would show the answer, for example a text or a condition; in words.
    case shown(by: String)
    /// A rule of a question that isn't secret compares the answer with the person's.
    case compared
    /// A condition only tests whether there is an answer.
    case isSet
    /// Work declares that it reads the answer.
    case read
    /// An `Ask` writes the answer.
    case answered
    /// Work declares that it may set the answer.
    case set
    /// Something else writes the answer; in words.
    case written(by: String)
    /// The engine writes how something ended, if the flow uses the key.
    case ending
    /// The flow contains the answer as a default.
    case preset
    /// The flow contains the answer in a rule.
    case listed
  }

  let key: KeyReference
  let way: Way
  let place: FlowLocation

  init(_ key: KeyReference, _ way: Way, at place: FlowLocation) {
    self.key = key
    self.way = way
    self.place = place
  }

  /// Whether it makes the key a key of the flow; other uses only concern the answer.
  var isOfFlow: Bool {
    switch way {
    case .ending, .preset, .listed: false
    case .shown, .compared, .isSet, .read, .answered, .set, .written: true
    }
  }

  /// Whether only the whole flow shows if the use is allowed.
  var isForFlow: Bool {
    switch way {
    case .isSet, .read, .answered, .set: false
    case .shown, .compared, .written, .ending, .preset, .listed: true
    }
  }

  /// What reads the answer, in words; nil if nothing does.
  var reader: String? {
    switch way {
    case .shown(let what): what
    case .compared: "a rule"
    case .isSet, .read, .answered, .set, .written, .ending, .preset, .listed: nil
    }
  }
}
