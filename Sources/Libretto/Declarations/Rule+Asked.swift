// Rules for which the interpreter is asked, once, when the question is answered: they read the
// calendar or the file system. A run that is resumed later doesn't ask again.

extension Rule where Answer == CalendarDay {
  /// The day is in a range of days counted from today, as in `.daysFromToday(0...30)`.
  ///
  /// Today is the interpreter's when the question is answered. An answer that was accepted stays
  /// accepted later.
  /// - Parameters:
  ///   - days: the range; 0 is today, and −1 is yesterday.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func daysFromToday(_ days: ClosedRange<Int>, message: Text? = nil) -> Rule {
    Rule(.daysFromToday(minimum: days.lowerBound, maximum: days.upperBound), message)
  }

  /// The day is in a range of days counted from today that excludes its upper bound.
  /// - Parameters:
  ///   - days: the range; 0 is today, and −1 is yesterday.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func daysFromToday(_ days: Range<Int>, message: Text? = nil) -> Rule {
    Rule(.daysFromToday(minimum: days.lowerBound, maximum: days.upperBound - 1), message)
  }

  /// The day isn't earlier than a day counted from today: `.daysFromToday(0...)`.
  /// - Parameters:
  ///   - days: the range; 0 is today, and −1 is yesterday.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func daysFromToday(_ days: PartialRangeFrom<Int>, message: Text? = nil) -> Rule {
    Rule(.daysFromToday(minimum: days.lowerBound, maximum: nil), message)
  }

  /// The day isn't later than a day counted from today: `.daysFromToday(...0)`.
  /// - Parameters:
  ///   - days: the range; 0 is today, and −1 is yesterday.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func daysFromToday(
    _ days: PartialRangeThrough<Int>, message: Text? = nil
  ) -> Rule {
    Rule(.daysFromToday(minimum: nil, maximum: days.upperBound), message)
  }
}

/// What must be at a path that a person types.
public enum PathRequirement: Sendable {
  /// A file or a folder.
  case existing
  /// Something that isn't a folder.
  case file
  /// A folder.
  case folder
  /// Nothing yet.
  case new

  fileprivate var states: [PathState] {
    switch self {
    case .existing: [.file, .folder]
    case .file: [.file]
    case .folder: [.folder]
    case .new: [.missing]
    }
  }
}

extension Rule where Answer == String {
  /// The answer is a path at which something exists, or nothing yet.
  ///
  /// The interpreter looks when the question is answered. A flow that is performed with scripted
  /// answers and without its actions doesn't look.
  /// - Parameters:
  ///   - requirement: what must be there.
  ///   - message: the message if it isn't satisfied; defaults to the rule's own.
  public static func path(_ requirement: PathRequirement, message: Text? = nil) -> Rule {
    Rule(.path(requirement.states), message)
  }
}
