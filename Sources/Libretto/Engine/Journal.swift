/// What happened in a run, in order: enough to bring another run of the same flow to the same
/// state.
public struct Journal: Hashable, Sendable {
  /// One line of a journal.
  public struct Entry: Hashable, Sendable {
    /// What happened.
    public enum Event: Hashable, Sendable {
      /// An action was begun. Nothing else is announced before it ends.
      case began
      /// A prompt was answered.
      case answered(Value)
      /// A secret was given; what it was is not kept.
      case answeredSecretly
      /// The time of a prompt was up.
      case timedOut
      /// An action or a load ended, with what it wrote; nil for a key that it took away.
      case performed([Write])
      /// What an action did was taken back.
      case undone
      /// The person went back to this step; the answers and effects of these names, its own among
      /// them, are in force no more.
      case back(drops: [String])
      /// An action or a load failed, with the error in words.
      case failed(String)
    }

    /// One answer that an action wrote.
    public struct Write: Hashable, Sendable {
      /// The name of the key.
      public let key: String
      /// The answer; nil where it was taken away.
      public let value: Value?
      /// Whether the key holds a secret, so that the value is not kept.
      public let isSecret: Bool

      init(_ key: String, _ value: Value?, isSecret: Bool = false) {
        self.key = key
        self.value = isSecret ? nil : value
        // That a secret was taken away is none.
        self.isSecret = isSecret && value != nil
      }
    }

    /// The id of the step.
    public let id: String
    /// The number of the performance of this step, from 1.
    public let performance: Int
    /// What happened.
    public let event: Event
    /// When, in milliseconds since 1970 began in UTC, as the driver told.
    public let time: Int

    init(_ id: String, _ performance: Int, _ event: Event, _ time: Int) {
      self.id = id
      self.performance = performance
      self.event = event
      self.time = time
    }
  }

  /// The lines, in order.
  public internal(set) var entries: [Entry] = []
}
