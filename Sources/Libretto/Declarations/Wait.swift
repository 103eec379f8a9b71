/// Pauses the flow, by the clock of the interpreter; a scripted run never waits.
///
/// Its id defaults to `wait`, that of a second one beside it to `wait-2`, and so on.
public struct Wait: Answerable {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares the pause.
  /// - Parameters:
  ///   - duration: the time in whole milliseconds; not negative.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ duration: Duration, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Draft(
      .wait(duration.inWholeMilliseconds), component: "wait", at: FlowLocation(fileID, line))
  }
}
