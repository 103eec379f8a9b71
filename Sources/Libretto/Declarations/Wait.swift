/// Lets some time pass, by the clock of whoever performs the flow; a scripted run never waits.
///
/// Its id is `wait`, that of another one beside it `wait-2`, unless `.id("…")` gives it one.
public struct Wait: Answerable {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares the pause.
  /// - Parameters:
  ///   - duration: how long, to the millisecond; not negative.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ duration: Duration, fileID: StaticString = #fileID, line: UInt = #line) {
    let wait = Node.Wait(duration.inWholeMilliseconds)
    _draft = Draft(.wait(wait), component: "wait", at: Place(fileID, line))
  }
}
