// How the product's own sentences are made: what is said is a value, and becomes words where a person
// reads it.
//
// A `Phrase` is a code; its raw value is the sentence in English, and `Phrase.swift` has all of them.
// A `Sentence` is a phrase with its values, which a refusal, a remark or a rule carries from the engine
// to the edge. `Words` has the sentences in one language. So nothing below the edge knows a language,
// and a run without a person makes no sentence at all.
//
// A template has the names of its values in braces, and `{count:day|days}` has the form that fits a
// number. Values are given in the order in which the English template first names them.

/// The product's own sentences in one language: rules, refusals, decisions, hints, days, yes and no.
///
/// English is built in. Another language is a table of all codes, as `Words.english.entries` has them:
///
/// ```swift
/// let german = try Words(json: String(contentsOfFile: "de.json", encoding: .utf8))
/// let session = try Session(booking, words: german)
/// ```
///
/// A name in braces stands for a value: `{count}`. Forms for a number stand behind a colon, as in
/// `{count:day|days}`, as many as the entry `plurals` names. What is read, such as the names of months,
/// is a list with commas. The guide “In another language” shows a table.
public struct Words: Sendable {
  /// The sentences by their phrases; nil for English, which is in the phrases themselves.
  private let table: Table?

  /// A table that was made once.
  private final class Table: Sendable {
    let templates: [Phrase: String]
    let plurals: Plurals
    let read: ReadWords

    init(_ templates: [Phrase: String], _ plurals: Plurals) {
      (self.templates, self.plurals) = (templates, plurals)
      read = ReadWords { templates[$0] ?? $0.rawValue }
    }
  }

  /// The words of this product's author.
  public static let english = Words()

  private init() { table = nil }

  /// Makes the words of another language.
  /// - Parameter entries: the sentences by their codes, all of them.
  /// - Throws: ``InvalidWords`` with everything that is missing, unknown or wrong.
  public init(_ entries: [String: String]) throws(InvalidWords) {
    var problems: [String] = []
    var templates: [Phrase: String] = [:]
    let codes = Dictionary(uniqueKeysWithValues: Phrase.allCases.map { ($0.code, $0) })
    for (code, template) in entries.sorted(by: { $0.key < $1.key }) {
      if let phrase = codes[code] {
        templates[phrase] = template
      } else {
        let near = nearest(to: code, among: Phrase.allCases.map(\.code)).map {
          "; did you mean “\($0)”?"
        }
        problems.append("there is no sentence “\(code.shortened)”\(near ?? "")")
      }
    }
    let missing = Phrase.allCases.filter { templates[$0] == nil }.map(\.code)
    if !missing.isEmpty {
      let all = missing.count > mostListed ? " (\(missing.count); “flow words” writes all)" : ""
      problems.append("missing: \(missing.listed(\.self))\(all)")
    }
    let plurals = templates[.plurals].flatMap { Plurals(rawValue: $0) }
    if plurals == nil, let given = templates[.plurals] {
      problems.append("“plurals” is “\(given.shortened)”, not one of \(Plurals.names)")
    }
    for phrase in Phrase.allCases {
      guard let template = templates[phrase] else { continue }
      if let problem = phrase.problem(template, plurals) {
        problems.append("“\(phrase.code)” \(problem)")
      }
    }
    for (one, other) in [
      (Phrase.keyYes, Phrase.keyNo), (.readYes, .readNo), (.all, .none), (.yes, .no),
      (.yesTitle, .noTitle), (.today, .tomorrow),
    ] {
      let words = (templates[one] ?? "").parts.map { $0.lowercased() }
      let others = Set((templates[other] ?? "").parts.map { $0.lowercased() })
      if let word = words.first(where: others.contains) {
        problems.append("“\(one.code)” and “\(other.code)” are both “\(word.shortened)”")
      }
    }
    guard problems.isEmpty, let plurals else { throw InvalidWords(problems: problems) }
    table = Table(templates, plurals)
  }

  /// Makes the words of another language from JSON: an object with a text for each code.
  /// - Parameter json: the text.
  /// - Throws: ``InvalidWords`` with everything that is missing, unknown or wrong.
  public init(json: String) throws(InvalidWords) {
    var entries: [String: String] = [:]
    do {
      guard case .object(let object) = try JSONReader.read(Array(json.utf8)) else {
        throw InvalidWords(problems: ["a table of words is a JSON object: {\"code\": \"sentence\"}"]
        )
      }
      for member in object {
        guard case .string(let text) = member.value else {
          throw InvalidWords(problems: ["“\(member.name.shortened)” isn't a text"])
        }
        entries[member.name] = text
      }
    } catch let error as InvalidWords {
      throw error
    } catch {
      throw InvalidWords(problems: ["\(error)"])
    }
    try self.init(entries)
  }

  /// All sentences as JSON, by subject, for a translator.
  package var json: String {
    JSONWriter.text(pretty: true) { writer in
      for phrase in Phrase.allCases { writer.member(phrase.code, template(phrase)) }
    }
  }

  /// All sentences by their codes, for a translator.
  public var entries: [String: String] {
    Dictionary(uniqueKeysWithValues: Phrase.allCases.map { ($0.code, template($0)) })
  }
}

/// The reasons why a table of words can't be used.
public struct InvalidWords: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is missing, unknown or wrong, in sentences.
  public let problems: [String]
  /// All problems, a line each.
  public var description: String { problems.joined(separator: "\n") }
}

extension Words: Hashable {
  /// Whether both are the same table; two tables with equal sentences aren't.
  public static func == (a: Words, b: Words) -> Bool { a.table === b.table }
  /// Feeds nothing into a hasher: there are few tables.
  public func hash(into hasher: inout Hasher) {}
}

// MARK: - Saying

/// A sentence of the product before it has a language: a phrase and its values.
package struct Sentence: Hashable, Sendable {
  let phrase: Phrase
  let values: [Said]

  package init(_ phrase: Phrase, _ values: any Sayable...) {
    (self.phrase, self.values) = (phrase, values.map(\.said))
  }

  init(_ phrase: Phrase, _ values: [Said]) { (self.phrase, self.values) = (phrase, values) }

  /// A text that isn't the product's: the author's, or an answer.
  package init(_ text: String) { (phrase, values) = (.own, [.text(text)]) }
}

extension Sentence {
  /// A sentence that was kept; nil if there is none with this code and as many values.
  init?(code: String, _ values: [Said]) {
    let phrase = Phrase.allCases.first { $0.code == code }
    guard let phrase, phrase.names.count == values.count else { return nil }
    (self.phrase, self.values) = (phrase, values)
  }

  /// The reason of a failure. It is kept as a text, in English: the error's own words, or what stands
  /// in their place.
  /// - Parameter limit: the time limit of the work.
  init(kept reason: String, limit: Duration? = nil) {
    let hidden = Phrase.hiddenText.rawValue.dropFirst("{error}".count)
    let tookLonger = limit.map { Self(.tookLonger, $0) } ?? Self(.tookLongerThanMay)
    if reason == Words.english(tookLonger) {
      self = tookLonger
    } else if reason == Phrase.hiddenReport.rawValue {
      self.init(.hiddenReport)
    } else if reason.hasSuffix(hidden) {
      self.init(.hiddenText, String(reason.dropLast(hidden.count)))
    } else {
      self.init(reason)
    }
  }
}

/// A value in a sentence.
package indirect enum Said: Hashable, Sendable {
  case text(String)
  case number(Int)
  case sentence(Sentence)
  /// Values with a phrase between them.
  case list([Said], Phrase)
}

/// What a sentence can have as a value.
package protocol Sayable: Sendable {
  var said: Said { get }
}

extension Said: Sayable { package var said: Said { self } }
extension String: Sayable { package var said: Said { .text(self) } }
extension Int: Sayable { package var said: Said { .number(self) } }
extension Sentence: Sayable { package var said: Said { .sentence(self) } }
extension Phrase: Sayable { package var said: Said { .sentence(Sentence(self)) } }

extension Sequence where Element: Sayable {
  /// The values with a phrase between them; all of them.
  package func said(between phrase: Phrase = .comma) -> Said { .list(map(\.said), phrase) }
}

extension BidirectionalCollection where Element: Sayable {
  /// The values with commas between them, and a phrase before the last one.
  package func said(lastAfter phrase: Phrase) -> Said {
    guard count > 1, let last else { return said() }
    return [dropLast().said(), last.said].said(between: phrase)
  }
}

extension Collection where Element: Sayable {
  /// The first values, as many as a message lists, with a phrase between them.
  package func listed(between phrase: Phrase = .comma) -> Said {
    .list(prefix(mostListed).map(\.said) + (count > mostListed ? [.text("…")] : []), phrase)
  }
}

extension String {
  /// The text in quotation marks.
  package var inQuotes: Sentence { Sentence(.quote, shortened) }
}

extension Duration: Sayable {
  /// The duration in English: “2 seconds”, “1.5 seconds”, “300 milliseconds”.
  package var inWords: String { Words.english(self) }

  /// The duration in seconds, or in milliseconds if it is shorter: “1.5 seconds”.
  package var said: Said {
    let milliseconds = milliseconds
    if milliseconds < 1000 { return .sentence(Sentence(.milliseconds, milliseconds)) }
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    if rest == 0 { return .sentence(Sentence(.seconds, seconds)) }
    var fraction = String(String(rest + 1000).dropFirst())
    while fraction.last == "0" { fraction.removeLast() }
    return .sentence(Sentence(.seconds, "\(seconds).\(fraction)"))
  }
}

extension Words {
  /// The text of a phrase with values.
  package func callAsFunction(_ phrase: Phrase, _ values: any Sayable...) -> String {
    fill(phrase, values.map(\.said))
  }

  /// The text of a sentence.
  package func callAsFunction(_ sentence: Sentence) -> String {
    fill(sentence.phrase, sentence.values)
  }

  /// The text of a value.
  package func callAsFunction(_ value: some Sayable) -> String { text(value.said) }

  /// The parts of a phrase that is a list.
  package func list(_ phrase: Phrase) -> [String] { template(phrase).parts }

  private func template(_ phrase: Phrase) -> String {
    table.map { $0.templates[phrase] ?? "" } ?? phrase.rawValue
  }

  private func fill(_ phrase: Phrase, _ values: [Said]) -> String {
    if values.isEmpty { return template(phrase) }
    if phrase == .own { return text(values[0]) }
    let names = phrase.names
    assert(names.count == values.count, "\(phrase) has other values: \(values)")
    return Template.filled(template(phrase)) { name, forms in
      guard let place = names.firstIndex(of: name), place < values.count else { return "" }
      let value = values[place]
      guard let forms else { return text(value) }
      let number = if case .number(let number) = value { number } else { Int(text(value)) ?? 2 }
      let form = (table?.plurals ?? .oneOther).form(of: number)
      return forms.indices.contains(form) ? forms[form] : forms.last ?? ""
    }
  }

  private func text(_ value: Said) -> String {
    switch value {
    case .text(let text): text
    case .number(let number): String(number)
    case .sentence(let sentence): self(sentence)
    case .list(let values, let phrase):
      values.map(text).joined(separator: template(phrase))
    }
  }

  /// What is read of an answer.
  package var read: ReadWords { table?.read ?? .english }
}

extension Phrase {
  /// The code of the sentence in a table.
  package var code: String { String(describing: self) }

  /// The names of its values.
  fileprivate var names: [String] { Template.names(in: rawValue) }

  /// What is wrong with its sentence in a table.
  fileprivate func problem(_ template: String, _ plurals: Plurals?) -> String? {
    guard let pieces = Template.pieces(template) else { return "has a brace without its other one" }
    if template.isEmpty, !rawValue.isEmpty { return "is empty" }
    var missing = names
    for case .value(let name, let forms) in pieces {
      missing.removeAll { $0 == name }
      guard names.contains(name) else {
        let known = names.isEmpty ? "it has none" : "it has \(names.listed { "{\($0)}" })"
        return "names the value {\(name.shortened)}; \(known)"
      }
      if let forms, let plurals, forms.count != plurals.count {
        return
          "has \(forms.count) form\(forms.count == 1 ? "" : "s") for {\(name)}; the language has "
          + "\(plurals.count)"
      }
    }
    // Several patterns of what is read need not all have each value.
    if let name = missing.first, !code.hasPrefix("read") { return "lacks the value {\(name)}" }
    let parts = template.parts
    if let count, parts.count != count {
      let found = "\(parts.count) part\(parts.count == 1 ? "" : "s")"
      return "has \(found) between its commas instead of \(count)"
    }
    if count != nil, Set(parts.map { $0.lowercased() }).count < parts.count {
      return "has a part twice, so that one of them can't be meant"
    }
    let isKey = self == .keyYes || self == .keyNo || self == .keysOfSeveral
    let isPressed = parts.allSatisfy { $0.count == 1 && $0 == $0.neutralised }
    if isKey, !isPressed || parts.isEmpty { return "isn't a key, which is one character" }
    return (self == .readYes || self == .readNo) && parts.isEmpty ? "names no word" : nil
  }
}

extension String {
  /// The parts of a list.
  fileprivate var parts: [String] { split(separator: ",").map { String($0).trimmed } }
}

/// A text with names in braces.
private enum Template {
  enum Piece {
    case literal(Substring)
    case value(name: String, forms: [String]?)
  }

  /// - Returns: nil if a brace has no other one.
  static func pieces(_ template: String) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = template[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
      if open > rest.startIndex { pieces.append(.literal(rest[..<open])) }
      let inside = rest[rest.index(after: open)..<close]
      if let colon = inside.firstIndex(of: ":") {
        let forms = inside[inside.index(after: colon)...]
          .split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        pieces.append(.value(name: String(inside[..<colon]), forms: forms))
      } else {
        pieces.append(.value(name: String(inside), forms: nil))
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.literal(rest)) }
    return pieces
  }

  static func filled(_ template: String, _ value: (String, [String]?) -> String) -> String {
    var text = ""
    for piece in pieces(template) ?? [] {
      switch piece {
      case .literal(let literal): text += literal
      case .value(let name, let forms): text += value(name, forms)
      }
    }
    return text
  }

  static func names(in template: String) -> [String] {
    var names: [String] = []
    for case .value(let name, _) in pieces(template) ?? [] where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}

/// Which form of a word goes with a number, by the rules of the Unicode CLDR for whole numbers.
private enum Plurals: String, CaseIterable {
  /// Japanese, Chinese, Turkish.
  case other
  /// English, German, Spanish.
  case oneOther = "one other"
  /// French: nothing is one, too.
  case zeroOneOther = "zero-one other"
  /// Czech.
  case oneFewOther = "one few other"
  /// Polish.
  case oneFewMany = "one few many"
  /// Russian, Ukrainian: 21 is as 1.
  case endsInOneFewMany = "ends-in-one few many"

  static var names: String { allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ") }

  var count: Int { rawValue.split(separator: " ").count }

  func form(of number: Int) -> Int {
    let (last, two) = (number.magnitude % 10, number.magnitude % 100)
    let isFew = (2...4).contains(last) && !(12...14).contains(two)
    return switch self {
    case .other: 0
    case .oneOther: number == 1 ? 0 : 1
    case .zeroOneOther: number == 0 || number == 1 ? 0 : 1
    case .oneFewOther: number == 1 ? 0 : (2...4).contains(number) ? 1 : 2
    case .oneFewMany: number == 1 ? 0 : isFew ? 1 : 2
    case .endsInOneFewMany: last == 1 && two != 11 ? 0 : isFew ? 1 : 2
    }
  }
}

// MARK: - Reading

/// The words of a language that are read in answers, split up.
package final class ReadWords: Sendable {
  let yes, no, months, weekdays, weekdaysShort, numbers, one, skipped, ordinals, noon,
    midnight: [String]
  let morning, afternoon, today, tomorrow, yesterday, afterTomorrow, beforeYesterday: [String]
  let inDays, ago, next, this, last, day, week, month, year: [String]

  static let english = ReadWords(\.rawValue)

  init(_ template: (Phrase) -> String) {
    func read(_ phrases: Phrase...) -> [String] {
      phrases.flatMap { template($0).lowercased().parts }
    }
    (yes, no) = (read(.readYes), read(.readNo))
    (months, weekdays, numbers) = (read(.months), read(.weekdays), read(.readNumbers))
    weekdaysShort = read(.weekdaysShort)
    (one, skipped, ordinals) = (read(.readOne), read(.readSkipped), read(.readOrdinals))
    (noon, midnight) = (read(.readNoon), read(.readMidnight))
    (morning, afternoon) = (read(.readMorning), read(.readAfternoon))
    (today, tomorrow) = (read(.today, .readToday), read(.tomorrow))
    (yesterday, afterTomorrow) = (read(.yesterday), read(.readAfterTomorrow))
    beforeYesterday = read(.readBeforeYesterday)
    (inDays, ago) = (read(.readIn), read(.readAgo))
    (next, this, last) = (read(.readNext), read(.readThis), read(.readLast))
    (day, week) = (read(.readDay), read(.readWeek))
    (month, year) = (read(.readMonth), read(.readYear))
  }

  /// Yes or no, typed in any case.
  func boolean(_ text: String) -> Bool? {
    let word = text.trimmed.lowercased()
    return yes.contains(word) ? true : no.contains(word) ? false : nil
  }

  /// The words in place of the names in one of the patterns, if the words have its form.
  static func match(_ words: [String], _ patterns: [String]) -> [String: String]? {
    for pattern in patterns {
      let parts = pattern.split(separator: " ")
      guard parts.count == words.count else { continue }
      var found: [String: String] = [:]
      let fits = zip(parts, words).allSatisfy { part, word in
        guard part.first == "{", part.last == "}" else { return part == word }
        found[String(part.dropFirst().dropLast())] = word
        return true
      }
      if fits { return found }
    }
    return nil
  }
}
