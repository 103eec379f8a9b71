// Earlier names of declarations. The compiler says what each is called now.

/// The earlier name of ``FlowLocation``.
@available(*, unavailable, renamed: "FlowLocation")
public typealias Place = FlowLocation

/// The earlier name of ``Diagnostic``.
@available(*, unavailable, renamed: "Diagnostic")
public typealias Problem = Diagnostic

/// The earlier name of ``TryAgain``.
@available(*, unavailable, renamed: "TryAgain")
public typealias Reload = TryAgain

extension Choice {
  /// The earlier name of ``isDefault``.
  @available(*, unavailable, renamed: "isDefault")
  public var isPreferred: Bool { isDefault }

  /// The earlier name of ``because``.
  @available(*, unavailable, renamed: "because")
  public var otherwise: Text? { because }
}

extension Node.Kind {
  /// The earlier name of ``tryAgain``.
  @available(*, unavailable, renamed: "tryAgain")
  public static var reload: Node.Kind { .tryAgain }
}

extension Choosable {
  /// The earlier name of ``default()``.
  @available(*, unavailable, renamed: "default()")
  public func preferred() -> Self { self }

  /// Refuses `otherwise:` for a reason.
  @available(*, unavailable, renamed: "when(_:because:)")
  public func when(_ condition: some Conditional, otherwise reason: Text) -> Self { self }
}
