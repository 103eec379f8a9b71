// Steps that say where the flow goes on: out of a loop, back, or no further; and one that waits.

/// Leaves the nearest ``Repeat`` in the same flow.
public struct Break: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares the jump.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Building.Draft(.leave, at: FlowLocation(fileID, line))
  }
}

/// Returns to the previous question.
///
/// In the steps of a button or option, it returns to the question before the one that the button
/// belongs to. Steps that depend on a changed answer are asked again, with the old answer offered;
/// the others stay. It never leaves an operation.
public struct Back: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares the jump.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Building.Draft(.back, at: FlowLocation(fileID, line))
  }
}

/// Ends the whole flow, even from a sub-flow.
///
/// ```swift
/// Finish("Nothing was created.")
/// Finish("Nothing was created.", name: "left")
/// ```
public struct Finish: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares the end.
  /// - Parameters:
  ///   - text: what the person is told; nil for nothing.
  ///   - name: the name of the outcome, for programs: the result's is `.finished(name)`.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ text: Text? = nil, name: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Building.Draft(
      .finish(Node.Finish(text, outcome: name)), at: FlowLocation(fileID, line))
  }
}

/// Fails the whole flow, even from a sub-flow.
public struct Fail: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares the failure.
  /// - Parameters:
  ///   - message: what went wrong, and what the person can do.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ message: Text, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Building.Draft(.fail(message), at: FlowLocation(fileID, line))
  }
}

/// Pauses the flow, by the clock of the interpreter; a scripted run never waits.
///
/// Its id defaults to `wait`, that of a second one beside it to `wait-2`, and so on.
public struct Wait: Building.Answerable {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares the pause.
  /// - Parameters:
  ///   - duration: the time in whole milliseconds; not negative.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ duration: Duration, fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Building.Draft(
      .wait(duration.inWholeMilliseconds), component: "wait", at: FlowLocation(fileID, line))
  }
}
