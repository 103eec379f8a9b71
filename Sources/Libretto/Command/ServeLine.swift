import LibrettoCore

/// A line that another program sends to `flow serve`.
enum ServeLine: Hashable, Sendable {
  case resolve(String, SessionResolution, reads: [String]?)
  /// A page with its entries.
  case submit(String, [String: SessionResolution], button: String?)
  /// A request for the page as it looks with the entries so far.
  case page(String, [String: SessionResolution], button: String?)
  case back(from: String?)
  /// A step back to the question before a page.
  case leave(String)
  case cancel
  case token
  /// The other program is about to perform this effect.
  case begin(String)
  /// The token with the begin of this effect has been stored.
  case saved(String)
  /// Starts a conversation, or shows again what it is at; with the token to continue.
  case start(String?, today: LocalDay?)
  /// Lets go of a conversation, whose token continues it.
  case close

  /// What a refusal of the line names.
  var name: String {
    switch self {
    case .resolve(let name, _, _), .submit(let name, _, _), .page(let name, _, _), .leave(let name),
      .begin(let name), .saved(let name):
      name
    case .back(let name): name ?? "back"
    case .start: "start"
    case .close: "close"
    case .cancel: "cancel"
    case .token: "token"
    }
  }

  /// Whether it is about what the person saw, and not about the conversation as a whole.
  var isStep: Bool {
    switch self {
    case .resolve, .submit, .back, .leave: true
    case .page, .cancel, .token, .begin, .saved, .start, .close: false
    }
  }

  /// Whether it is refused if it comes from an old page.
  var isOfPage: Bool { if case .cancel = self { true } else { isStep } }

  /// Whether it goes past the lines that wait.
  var isTakenAtOnce: Bool {
    switch self {
    case .cancel, .begin, .saved, .start, .close: true
    case .resolve, .submit, .back, .leave, .page, .token: false
    }
  }

  /// The reason a line doesn't belong to the protocol.
  struct Wrong: Error, Hashable {
    let message: String
  }

  private static let words = [
    "answer", "submit", "page", "performed", "undone", "loaded", "failed", "dismissed",
    "timedOut", "elapsed", "back", "leave", "cancel", "token", "begin", "saved",
  ]

  /// The further words of lines with an id.
  private static let wordsOfMany = ["start", "close"]

  /// - Throws: ``Wrong``, which says what is wrong with the line.
  init(_ text: String) throws(Wrong) { try self.init(try Self.object(text), isOfMany: false) }

  /// The object that a line is.
  static func object(_ text: String) throws(Wrong) -> JSONObject {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(text)
    } catch {
      // Nothing is quoted: the line may contain a secret.
      let message =
        switch error.reason {
        case .repeatedName:
          "The line has a member twice: the second one is at column \(error.column)."
        case .numberOutOfRange: "The number at column \(error.column) is too large."
        case .unclosed, .other:
          "The line is not JSON: its syntax is wrong at column \(error.column)."
        }
      throw Wrong(message: message)
    }
    guard case .object(let object) = value else {
      throw Wrong(message: "The line is not a JSON object.")
    }
    return object
  }

  /// - Parameter isOfMany: whether the line has the id of a conversation.
  init(_ object: JSONObject, isOfMany: Bool) throws(Wrong) {
    let words = Self.words + (isOfMany ? Self.wordsOfMany : [])
    let found = words.filter(object.contains)
    guard found.count == 1, let word = found.first, let subject = object[word] else {
      var message = "A line must have exactly one of the members "
      message += words.map { "“\($0)”" }.joined(separator: ", ")
      let near = object.lazy.prefix(20).compactMap { nearest(to: $0.name, among: words) }.first
      message += found.isEmpty ? near.map { "; did you mean “\($0)”?" } ?? "." : "."
      throw Wrong(message: message)
    }
    try Self.checkMembers(
      of: object, word, Self.membersOfAll + (isOfMany ? Self.membersOfMany : []))
    switch (word, subject) {
    case ("cancel", .bool(true)): self = .cancel
    case ("token", .bool(true)): self = .token
    case ("close", .bool(true)): self = .close
    case ("start", .bool(true)): self = .start(nil, today: try Self.today(object))
    case ("start", .string(let token)): self = .start(token, today: try Self.today(object))
    case ("start", _): throw Wrong(message: "“start” must be true or a token.")
    case ("back", .bool(true)): self = .back(from: nil)
    case ("back", .string(let name)): self = .back(from: name)
    case ("leave", .string(let name)): self = .leave(name)
    case ("begin", .string(let name)): self = .begin(name)
    case ("saved", .string(let name)): self = .saved(name)
    case ("submit", .string(let name)):
      self = .submit(name, try Self.answers(object), button: try Self.button(object))
    case ("page", .string(let name)):
      self = .page(name, try Self.answers(object), button: try Self.button(object))
    case ("back", _): throw Wrong(message: "“back” must be true or the name of a need.")
    case ("cancel", _), ("token", _), ("close", _):
      throw Wrong(message: "“\(word)” must be true or left out.")
    case (_, .string(let name)):
      self = .resolve(name, try Self.resolution(word, object), reads: try Self.reads(object))
    default: throw Wrong(message: "“\(word)” must be a text, the name of a need.")
    }
  }

  /// The members that may stand beside the word of a line, and beside any.
  private static func members(beside word: String) -> [String] {
    switch word {
    case "answer": ["value", "text", "choice", "reads"]
    case "submit", "page": ["answers", "button"]
    case "performed": ["writes", "reads"]
    case "loaded": ["value", "reads"]
    case "failed": ["error", "reads"]
    case "undone", "dismissed", "timedOut", "elapsed": ["reads"]
    case "start": ["today"]
    default: []
    }
  }

  private static let membersOfAll = ["request"]
  private static let membersOfMany = ["id", "step"]

  /// Another member is a slip of the other program, which would otherwise never learn of it.
  private static func checkMembers(
    of object: JSONObject, _ word: String, _ others: [String]
  ) throws(Wrong) {
    let own = members(beside: word)
    let known = own + others
    for name in object.map(\.name) where name != word && !known.contains(name) {
      var message = "A line with “\(word)” has no such member"
      // Anything but a name may be a secret in the wrong place.
      if name.looksLikeID { message = "A line with “\(word)” has no member “\(name.shortened)”" }
      if let near = nearest(to: name, among: known) {
        message += "; did you mean “\(near)”?"
      } else {
        message += own.isEmpty ? "." : "; it may have \(own.listed { "“\($0)”" })."
      }
      throw Wrong(message: message)
    }
  }

  /// The entries on a page.
  private static func answers(
    _ object: JSONObject
  ) throws(Wrong) -> [String: SessionResolution] {
    guard case .object(let members) = object["answers"] ?? .object([:]) else {
      throw Wrong(message: "“answers” must be an object with the filled-in answers by id.")
    }
    var answers: [String: SessionResolution] = [:]
    for member in members {
      if case .object(let answer) = member.value {
        do throws(Wrong) {
          answers[member.name] = try Self.answer(answer)
        } catch {
          let isShown = member.name.looksLikeID
          throw isShown ? Wrong(message: "“\(member.name.shortened)”: \(error.message)") : error
        }
      } else {
        answers[member.name] = .value(try Self.answer(member.value, "answers"))
      }
    }
    return answers
  }

  private static func today(_ object: JSONObject) throws(Wrong) -> LocalDay? {
    guard let json = object["today"] else { return nil }
    guard case .string(let text) = json, let day = LocalDay(option: text) else {
      throw Wrong(message: "“today” must be a day, as 2026-11-20, or an offset, as +02:00.")
    }
    return day
  }

  private static func button(_ object: JSONObject) throws(Wrong) -> String? {
    guard let json = object["button"] else { return nil }
    guard case .string(let id) = json else {
      throw Wrong(message: "“button” must be a text, the id of a button.")
    }
    return id
  }

  /// The keys that work read; nil for all.
  private static func reads(_ object: JSONObject) throws(Wrong) -> [String]? {
    guard let json = object["reads"] else { return nil }
    guard case .array(let elements) = json else {
      throw Wrong(message: "“reads” must be an array of the keys that the work read.")
    }
    var names: [String] = []
    for element in elements {
      guard case .string(let name) = element else {
        throw Wrong(message: "“reads” must be an array of the keys that the work read.")
      }
      names.append(name)
    }
    return names
  }

  private static func resolution(
    _ word: String, _ object: JSONObject
  ) throws(Wrong) -> SessionResolution {
    switch word {
    case "answer": return try answer(object)
    case "performed":
      var writes: [String: Value?] = [:]
      guard case .object(let members) = object["writes"] ?? .object([:]) else {
        throw Wrong(message: "“writes” must be an object with the written values by key.")
      }
      for member in members {
        let value = try answer(member.value, "writes")
        writes[member.name] = .some(value == .null ? nil : value)
      }
      return .performed(writes)
    case "loaded":
      let value = try answer(object["value"] ?? .null, "value")
      return .loaded(value == .null ? nil : value)
    case "failed":
      guard case .string(let error)? = object["error"] else {
        throw Wrong(message: "“error” must be a text that says what went wrong.")
      }
      return .failed(error)
    case "dismissed": return .dismissed
    case "undone": return .undone
    case "timedOut": return .timedOut
    default: return .elapsed
    }
  }

  private static func answer(_ object: JSONObject) throws(Wrong) -> SessionResolution {
    let given = ["value", "text", "choice"].filter(object.contains)
    guard given.count == 1, let form = given.first, let json = object[form] else {
      throw Wrong(message: "An answer must have exactly one of “value”, “text” and “choice”.")
    }
    let value = try answer(json, form)
    switch (form, value) {
    case ("value", _): return .value(value)
    case ("text", .string(let text)): return .text(text)
    case ("choice", .string(let id)): return .answer(.choice(id))
    case ("choice", .list(let ids)): return .answer(.choices(ids.map(\.description)))
    case ("text", _): throw Wrong(message: "“text” must be a text, as a person typed it.")
    default: throw Wrong(message: "“choice” must be the id of a choice, or a list of ids.")
    }
  }

  private static func answer(_ json: JSONValue, _ name: String) throws(Wrong) -> Value {
    guard let value = Value(json) else {
      // Named is only a member of the protocol: any other name may be a secret in the wrong place.
      throw Wrong(message: "“\(name)” contains an object, but an answer can't contain one.")
    }
    return value
  }
}

/// A line with what names it: the conversation that it is for, and what its reply repeats.
struct ServeMessage: Sendable {
  /// The most bytes of an id, and of a request.
  static let mostBytes = 256

  /// Nil without a valid one.
  private(set) var id: String?
  /// A text or a whole number of the other program.
  private(set) var request: Value?
  /// The number of the step that the person saw.
  private(set) var step: Int?
  let content: Result<ServeLine, ServeLine.Wrong>

  /// - Parameter isOfMany: whether lines are for one of many conversations.
  init(_ text: String, isOfMany: Bool) {
    do throws(ServeLine.Wrong) {
      let object: JSONObject
      do throws(ServeLine.Wrong) {
        object = try ServeLine.object(text)
      } catch {
        let lenient = try? JSONReader.read(text, limits: JSONLimits(depth: 512, isLenient: true))
        if case .object(let object)? = lenient {
          (id, request) = Self.names(object, isOfMany)
          // What stands for half a pair isn't what was sent.
          if id?.contains("\u{FFFD}") == true { id = nil }
          if case .string(let name)? = request, name.contains("\u{FFFD}") { request = nil }
        }
        throw error
      }
      (id, request) = Self.names(object, isOfMany)
      if request == nil, object.contains("request") {
        throw ServeLine.Wrong(
          message: "“request” must be a whole number, or a text of at most "
            + "\(Self.mostBytes) bytes.")
      }
      if isOfMany {
        if id == nil {
          throw ServeLine.Wrong(
            message:
              "“id” must be the id of a conversation, a text of 1 to \(Self.mostBytes) bytes.")
        }
        if let json = object["step"] {
          guard case .integer(let number) = json, (1...1 << 53).contains(number) else {
            throw ServeLine.Wrong(message: "“step” must be the number of a step.")
          }
          step = number
        }
      }
      content = .success(try ServeLine(object, isOfMany: isOfMany))
    } catch {
      content = .failure(error)
    }
  }

  /// What names the line, which is kept for the reply whatever else is wrong with it.
  private static func names(
    _ object: JSONObject, _ isOfMany: Bool
  ) -> (id: String?, request: Value?) {
    let request: Value? =
      switch object["request"] {
      case .integer(let number)?: .int(number)
      case .string(let text)? where text.utf8.count <= mostBytes: .string(text)
      default: nil
      }
    guard isOfMany, case .string(let id)? = object["id"], (1...mostBytes).contains(id.utf8.count)
    else { return (nil, request) }
    return (id, request)
  }
}
