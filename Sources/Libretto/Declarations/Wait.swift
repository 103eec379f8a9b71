/// Lets some time pass, by the clock of whoever performs the flow; a scripted run never waits.
public struct Wait: Declaration {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares the pause.
  /// - Parameters:
  ///   - duration: how long, to the millisecond; not negative.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ duration: Duration, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Draft(.wait(milliseconds: duration.milliseconds), at: Place(fileID, line))
  }
}
