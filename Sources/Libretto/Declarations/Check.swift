/// A named test by the host; conditions can read its result, yes or no.
///
/// ```swift
/// Check("paid", into: paid) { try await shop.isPaid() }
/// When(paid) { Say("Thank you.") }
/// ```
///
/// Conditions are data and contain no closures. Use a check for what only the host can know.
public struct Check: Answerable {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares a test.
  /// - Parameters:
  ///   - name: the test's name; it becomes the step's id.
  ///   - key: the key for the answer.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - test: the test. An error it throws fails the flow.
  public init(
    _ name: String, into key: Key<Bool>, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ test: @escaping @Sendable () async throws -> Bool
  ) {
    self.init(name, key, FlowLocation(fileID, line)) { _ in try await test() }
  }

  /// Declares a test of the answers so far.
  /// - Parameters:
  ///   - name: the test's name; it becomes the step's id.
  ///   - key: the key for the answer.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - test: the test, on a snapshot of the answers. An error it throws fails the flow.
  public init(
    _ name: String, into key: Key<Bool>, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ test: @escaping @Sendable (Work) async throws -> Bool
  ) {
    self.init(name, key, FlowLocation(fileID, line), test)
  }

  private init(
    _ name: String, _ key: Key<Bool>, _ place: FlowLocation,
    _ test: @escaping @Sendable (Work) async throws -> Bool
  ) {
    var action = Node.Action(name, result: key.reference)
    action.writes = []
    _draft = Draft(.action(action), component: Slug.title(name), at: place)
    _draft.closures.own = OwnType(key)
    _draft.closures.action = { given in given[key] = try await test(given) }
  }

  /// Limits the duration of the test; one that takes longer is cancelled and fails the flow.
  /// - Parameter duration: the time, to the millisecond; positive.
  public func timeout(_ duration: Duration) -> Check { with { $0.limitAction(to: duration) } }

  /// Shows the text of an error although the test read a secret.
  public func showsErrors() -> Check { with { $0.updateAction { $0.showsErrors = true } } }
}
