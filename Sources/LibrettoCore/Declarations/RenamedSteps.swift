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
  public func when(_ condition: some Building.Conditional, otherwise reason: Text) -> Self { self }

  /// Refuses a reason without its label.
  @available(*, unavailable, renamed: "when(_:because:)")
  public func when(_ condition: some Building.Conditional, _ reason: Text) -> Self { self }
}

// A message, a reason and the name of an outcome without their labels.

extension Rule {
  /// The earlier form of ``oneOf(_:message:)``.
  @available(*, unavailable, renamed: "oneOf(_:message:)")
  public static func oneOf(_ values: [Answer], _ message: Text) -> Rule { oneOf(values) }

  /// The earlier form of ``oneOf(_:message:)``.
  @available(*, unavailable, renamed: "oneOf(_:message:)")
  public static func oneOf(_ key: Key<[Answer]>, _ message: Text) -> Rule { oneOf(key) }

  /// The earlier form of ``equals(_:message:)``.
  @available(*, unavailable, renamed: "equals(_:message:)")
  public static func equals(_ key: Key<Answer>, _ message: Text) -> Rule { equals(key) }

  /// The earlier form of ``differs(from:message:)``.
  @available(*, unavailable, renamed: "differs(from:message:)")
  public static func differs(from key: Key<Answer>, _ message: Text) -> Rule { differs(from: key) }
}

extension Rule where Answer: Building.AnswerSequence {
  /// The earlier form of ``notEmpty(message:)``.
  @available(*, unavailable, renamed: "notEmpty(message:)")
  public static func notEmpty(_ message: Text) -> Rule { Rule(.notEmpty, nil) }

  /// The earlier form of ``length(_:message:)``.
  @available(*, unavailable, renamed: "length(_:message:)")
  public static func length(_ bounds: some RangeExpression<Int>, _ message: Text) -> Rule {
    Rule(.notEmpty, nil)
  }
}

extension Rule where Answer == String {
  /// The earlier form of ``email(message:)``.
  @available(*, unavailable, renamed: "email(message:)")
  public static func email(_ message: Text) -> Rule { email }

  /// The earlier form of ``url(message:)``.
  @available(*, unavailable, renamed: "url(message:)")
  public static func url(_ message: Text) -> Rule { url }

  /// The earlier form of ``matches(_:message:)``.
  @available(*, unavailable, renamed: "matches(_:message:)")
  public static func matches(_ pattern: Pattern, _ message: Text) -> Rule { matches(pattern) }

  /// The earlier form of ``path(_:message:)``.
  @available(*, unavailable, renamed: "path(_:message:)")
  public static func path(_ requirement: PathRequirement, _ message: Text) -> Rule {
    path(requirement)
  }
}

extension Rule where Answer: Building.AnswerOrdered {
  /// The earlier form of ``range(_:message:)``.
  @available(*, unavailable, renamed: "range(_:message:)")
  public static func range(_ bounds: some RangeExpression<Answer>, _ message: Text) -> Rule {
    Rule(.notEmpty, nil)
  }

  /// The earlier form of ``range(_:message:)``.
  @available(*, unavailable, renamed: "range(_:message:)")
  public static func range(_ bounds: Building.Bounds<Answer>, _ message: Text) -> Rule {
    range(bounds)
  }
}

extension Rule where Answer == CalendarDay {
  /// The earlier form of ``daysFromToday(_:message:)``.
  @available(*, unavailable, renamed: "daysFromToday(_:message:)")
  public static func daysFromToday(
    _ days: some RangeExpression<Int>, _ message: Text
  ) -> Rule { Rule(.notEmpty, nil) }
}

extension Building.TypedQuestion {
  /// The earlier form of ``check(_:message:_:)``.
  @available(*, unavailable, renamed: "check(_:message:_:)")
  public func check(
    _ name: String, _ message: Text, _ body: (Answer) async throws -> Bool
  ) -> Self { self }

  /// The earlier form of ``check(_:message:reads:_:)``.
  @available(*, unavailable, renamed: "check(_:message:reads:_:)")
  public func check(
    _ name: String, _ message: Text, reads: [any AnyKey],
    _ body: (Answer, Answers) async throws -> String?
  ) -> Self { self }
}

extension ChooseMany {
  /// The earlier form of ``atLeast(_:message:)``.
  @available(*, unavailable, renamed: "atLeast(_:message:)")
  public func atLeast(_ count: Int, _ message: Text) -> ChooseMany { self }

  /// The earlier form of ``atMost(_:message:)``.
  @available(*, unavailable, renamed: "atMost(_:message:)")
  public func atMost(_ count: Int, _ message: Text) -> ChooseMany { self }
}

extension Finish {
  /// The earlier form of ``init(_:name:fileID:line:)``.
  @available(*, unavailable, renamed: "init(_:name:)")
  public init(_ text: Text, _ name: String) { self.init(text) }
}
