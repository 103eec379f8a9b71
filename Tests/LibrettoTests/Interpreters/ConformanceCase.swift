import Testing

@testable import LibrettoCore

/// A flow, the same answers as a script, as typed lines and as messages to a chat bot, and how the
/// performance reads.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  let flow: Flow
  let script: [ScriptedAnswer]
  let lines: [String]
  let messages: [String]
  /// The keys for each page, for a console that takes pages.
  let keys: [String]
  /// The lines for the questions that are on no page.
  let linesOutsidePages: [String]
  /// Whether keys can give these answers: a list has no key for what is not in it.
  let hasKeys: Bool
  let transcript: String

  /// - Parameters:
  ///   - messages: the messages to an interpreter that takes pages; nil for the lines.
  ///   - keys: the keys for each page, for a console that takes pages.
  ///   - outside: how many lines come before the pages.
  ///   - hasKeys: whether keys can give these answers.
  init(
    _ flow: Flow, script: [ScriptedAnswer], typed lines: [String], messages: [String]? = nil,
    keys: [String] = [], outside: Int = 0, hasKeys: Bool = true, transcript: String
  ) {
    self.flow = flow
    self.script = script
    self.lines = lines
    self.messages = messages ?? lines
    self.keys = keys
    self.hasKeys = hasKeys
    linesOutsidePages = keys.isEmpty ? lines : Array(lines.prefix(outside))
    self.transcript = transcript
  }

  var input: String { lines.map { $0 + "\n" }.joined() }
  var testDescription: String { flow.name }
}

extension ConformanceCase {
  static let all: [ConformanceCase] = [
    alert, subflow, refusals, unknown, presets, choice, loop, action, failingAction, secret, unset,
    declared, several, back, work, form, fields, laterButton,
  ]

  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let guest = Key<String>("guest")
  static let car = Key<Bool>("car")
  static let plate = Key<String>("plate")
  static let extras = Key<[String]>("extras")
  static let only = Key<[String]>("only")
}
