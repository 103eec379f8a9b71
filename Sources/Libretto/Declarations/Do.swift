/// A named action of the host: the work that a flow leads to.
///
/// ```swift
/// Do("delete everything") { try await store.deleteEverything() }
/// Do("count") { answers in answers[score, default: 0] += 1 }
/// ```
///
/// The closure runs where it was written: on the main actor in a script or a main-actor type,
/// on an actor in its methods. It stands beside the tree; the tree has the name.
public struct Do: Answerable {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares an action.
  /// - Parameters:
  ///   - name: what the action is called; it makes the step's id.
  ///   - work: the work. An error it throws fails the flow.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Void
  ) {
    self.init(name, Place(fileID, line)) { _ in try await work() }
  }

  /// Declares an action that reads and sets answers.
  /// - Parameters:
  ///   - name: what the action is called; it makes the step's id.
  ///   - work: the work, on a snapshot of the answers; what it sets is kept when it ends.
  ///     An error it throws fails the flow, and what it set is dropped.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (inout Answers) async throws -> Void
  ) {
    self.init(name, Place(fileID, line), work)
  }

  private init(_ name: String, _ place: Place, _ work: @escaping ActionBody) {
    _draft = Draft(
      .action(Node.Action(id: "", name: name)), component: Slug.title(name), at: place)
    _draft.closures.action = work
  }
}
