extension Building {
  /// A property compared by its bytes instead of by canonical equivalence.
  @propertyWrapper
  public struct Exact: Hashable, Sendable {
    private var exact: ExactText

    /// Wraps a text.
    /// - Parameter wrappedValue: the text.
    public init(wrappedValue: String) { exact = ExactText(wrappedValue) }

    /// The text.
    public var wrappedValue: String {
      get { exact.text }
      set { exact = ExactText(newValue) }
    }
  }

  /// A property whose texts are compared by their bytes instead of by canonical equivalence.
  @propertyWrapper
  package struct ExactList: Hashable, Sendable {
    private var exact: [ExactText]

    /// Wraps texts.
    /// - Parameter wrappedValue: the texts.
    package init(wrappedValue: [String]) { exact = wrappedValue.map(ExactText.init) }

    /// The texts.
    package var wrappedValue: [String] {
      get { exact.map(\.text) }
      set { exact = newValue.map(ExactText.init) }
    }
  }
}
