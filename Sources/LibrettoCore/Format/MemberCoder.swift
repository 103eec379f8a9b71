/// Goes through the members of a step in JSON, to write them or to read them.
///
/// The members of each kind are listed once, in `members(_:)`, in the order of the format. The
/// writer leaves out members with default values; the reader reports what is missing or has the
/// wrong type.
protocol MemberCoder {
  /// Whether members are read.
  static var isReading: Bool { get }

  mutating func text(_ name: String, _ text: inout String)
  mutating func text(_ name: String, _ text: inout String?)
  /// A text that determines the other members; nil if it can't be read.
  mutating func word(_ name: String, _ word: String) -> String?
  /// An array of texts; left out if it is empty.
  mutating func texts(_ name: String, _ texts: inout [String])
  /// Earlier ids: a text for one, an array for several.
  mutating func was(_ ids: inout [String])
  mutating func template(_ name: String, _ text: inout Text)
  mutating func template(_ name: String, _ text: inout Text?)
  mutating func key(_ name: String, _ key: inout KeyReference)
  mutating func key(_ name: String, _ key: inout KeyReference?)
  mutating func keys(_ name: String, _ keys: inout [KeyReference]?)
  /// A member that is true; left out otherwise.
  mutating func flag(_ name: String, _ flag: inout Bool)
  /// A whole number with a minimum.
  mutating func integer(_ name: String, from least: Int, _ number: inout Int)
  mutating func integer(_ name: String, from least: Int, _ number: inout Int?)
  /// A time in whole milliseconds, with a minimum.
  mutating func time(_ name: String, from least: Int, _ time: inout Duration)
  mutating func time(_ name: String, from least: Int, _ time: inout Duration?)
  mutating func value(_ name: String, _ value: inout Value)
  mutating func value(_ name: String, _ value: inout Value?)
  /// A value, or a calculation as an object.
  mutating func calculation(_ name: String, _ calculation: inout Calculation)
  mutating func calculation(_ name: String, _ calculation: inout Calculation?)
  mutating func values(_ name: String, _ values: inout [Value])
  mutating func condition(_ name: String, _ condition: inout Condition)
  mutating func condition(_ name: String, _ condition: inout Condition?)
  mutating func pattern(_ name: String, _ pattern: inout Pattern)
  mutating func letter(_ name: String, _ letter: inout Character?)
  /// An array of words of an enumeration; left out if it is empty.
  mutating func transforms(_ name: String, _ transforms: inout [Prompt.Transform])
  mutating func role(_ name: String, _ role: inout Role)
  /// An array of objects; left out if it is empty.
  /// - Parameters:
  ///   - name: the name of the member.
  ///   - what: what each object is, for an error.
  ///   - elements: the elements.
  ///   - blank: an element before its members are read.
  ///   - members: goes through the members of one element; false if it can't be read.
  mutating func objects<Element>(
    _ name: String, _ what: String, _ elements: inout [Element], _ blank: Element,
    _ members: (inout Element, inout Self) -> Bool
  )
  /// Reports a problem of what was read; does nothing when writing.
  mutating func refuse(_ message: @autoclosure () -> String, at member: String?)
}

extension MemberCoder {
  /// A number that is left out if it is zero.
  mutating func count(_ name: String, _ number: inout Int) {
    var given = number == 0 ? nil : number
    integer(name, from: 0, &given)
    number = given ?? 0
  }

  /// A key that is required.
  mutating func requiredKey(_ name: String, _ key: inout KeyReference?) {
    var given = key ?? KeyReference(name: "", type: .string)
    self.key(name, &given)
    key = given
  }
}

// The members of each kind of step in JSON, without the steps inside.

extension Node.Kind {
  /// The member “type”.
  package var type: String {
    if case .prompt(let prompt) = self { prompt.kind.rawValue } else { name.rawValue }
  }

  /// A kind other than a prompt, before its members are read.
  static func blank(_ name: Name) -> Node.Kind? {
    switch name {
    case .say: .say("")
    case .heading: .heading("")
    case .note: .note("", "")
    case .prompt: nil
    case .action: .action(Node.Action(""))
    case .load: .load(Node.Action(load: "", key: noKey))
    case .tryAgain: .tryAgain
    case .operations: .operations
    case .operation: .operation(Node.Operation("", after: []))
    case .cancelOperation: .cancelOperation(Node.Cancel(""))
    case .select: .select(Node.Selection(key: noKey, cases: []))
    case .wait: .wait(.zero)
    case .when: .when(Condition(.all([])))
    case .loop: .loop(.times(0))
    case .leave: .leave
    case .back: .back
    case .store: .store(noKey, Calculation(.null))
    case .finish: .finish(Node.Finish())
    case .fail: .fail("")
    case .subflow: .subflow(Node.Subflow(""))
    }
  }

  private static let noKey = KeyReference(name: "", type: .string)

  /// Goes through the members before the branches; a prompt has its own function for this.
  mutating func members(_ coder: inout some MemberCoder, _ identity: inout Node.Identity?) {
    switch self {
    case .say(var text):
      coder.template("text", &text)
      become(.say(text), coder)
    case .heading(var title):
      coder.template("title", &title)
      become(.heading(title), coder)
    case .note(var title, var text):
      coder.template("title", &title)
      coder.template("text", &text)
      become(.note(title, text), coder)
    case .fail(var message):
      coder.template("message", &message)
      become(.fail(message), coder)
    case .finish(var finish):
      coder.template("text", &finish.text)
      coder.text("outcome", &finish.outcome)
      become(.finish(finish), coder)
    case .store(var key, var calculation):
      coder.key("into", &key)
      coder.calculation("value", &calculation)
      become(.store(key, calculation), coder)
    case .action(var action):
      coder.identity(&identity)
      action.members(&coder)
      become(.action(action), coder)
    case .load(var load):
      coder.identity(&identity)
      load.loadMembers(&coder)
      become(.load(load), coder)
    case .operation(var operation):
      coder.identity(&identity)
      coder.text("name", &operation.name)
      coder.texts("after", &operation.before)
      become(.operation(operation), coder)
    case .cancelOperation(var cancel):
      coder.identity(&identity)
      coder.text("name", &cancel.operation)
      become(.cancelOperation(cancel), coder)
    case .wait(var duration):
      coder.identity(&identity)
      coder.time("milliseconds", from: 0, &duration)
      become(.wait(duration), coder)
    case .select(var selection):
      coder.key("key", &selection.key)
      become(.select(selection), coder)
    case .when(var condition):
      coder.condition("condition", &condition)
      become(.when(condition), coder)
    case .loop(var loop):
      loop.members(&coder)
      become(.loop(loop), coder)
    case .subflow(var subflow):
      coder.identity(&identity)
      coder.text("name", &subflow.name)
      become(.subflow(subflow), coder)
    case .prompt, .tryAgain, .operations, .leave, .back: break
    }
  }

  /// Becomes the kind that was read; does nothing when writing.
  private mutating func become<Coder: MemberCoder>(_ read: @autoclosure () -> Node.Kind, _: Coder) {
    if Coder.isReading { self = read() }
  }
}

extension MemberCoder {
  /// The id of a step and its earlier ids.
  mutating func identity(_ identity: inout Node.Identity?) {
    var known = identity ?? Node.Identity("")
    text("id", &known.id)
    was(&known.was)
    if Self.isReading { identity = known }
  }
}

extension Node.Action {
  fileprivate mutating func members(_ coder: inout some MemberCoder) {
    coder.text("name", &name)
    coder.key("into", &result)
    coder.time("timeoutMilliseconds", from: 1, &timeout)
    coder.keys("reads", &reads)
    coder.keys("writes", &writes)
    coder.template("loading", &loading)
    coder.count("retries", &retries)
    coder.pause(&backoff)
    coder.flag("undo", &isUndoable)
    coder.flag("pure", &isPure)
    coder.flag("takesTerminal", &takesTerminal)
    coder.flag("showsErrors", &showsErrors)
  }
}

extension MemberCoder {
  /// The pause before the first retry; none is left out.
  fileprivate mutating func pause(_ backoff: inout Duration) {
    var pause = backoff == .zero ? nil : backoff
    time("backoffMilliseconds", from: 0, &pause)
    backoff = pause ?? .zero
  }
}

extension Node.Action {
  fileprivate mutating func loadMembers(_ coder: inout some MemberCoder) {
    coder.text("name", &name)
    coder.requiredKey("into", &result)
    coder.template("loading", &loading)
    coder.count("retries", &retries)
    coder.pause(&backoff)
    coder.time("timeoutMilliseconds", from: 1, &timeout)
    coder.keys("reads", &reads)
    coder.flag("showsErrors", &showsErrors)
  }
}

extension Node.Loop {
  fileprivate mutating func members(_ coder: inout some MemberCoder) {
    var times: Int?
    var condition: Condition?
    var until: Condition?
    switch self {
    case .times(let number): times = number
    case .whileTrue(let form): condition = form
    case .until(let form): until = form
    }
    coder.integer("times", from: 0, &times)
    coder.condition("while", &condition)
    coder.condition("until", &until)
    if let condition {
      self = .whileTrue(condition)
    } else if let until {
      self = .until(until)
    } else {
      self = .times(times ?? 0)
    }
  }
}

/// A member that contains the steps of a branch.
struct BranchMember {
  let part: Node.Part
  let name: String
  let form: Form

  enum Form {
    /// It is required.
    case always
    /// It is left out if it has no steps.
    case filled
    /// An empty one isn't the same as none.
    case given
  }

  init(_ part: Node.Part, _ name: String, _ form: Form) {
    (self.part, self.name, self.form) = (part, name, form)
  }
}

extension Node.Kind {
  /// The members for its branches, in order, except those of choices and cases.
  var branchMembers: [BranchMember] {
    switch self {
    case .when: Self.whenMembers
    case .load: Self.loadMembers
    case .action: Self.actionMembers
    case .operation: Self.operationMembers
    case .operations: Self.groupMembers
    case .loop, .subflow: Self.bodyMembers
    case .select: Self.switchMembers
    case .prompt: Self.promptMembers
    case .say, .heading, .note, .tryAgain, .cancelOperation, .wait, .leave, .back, .store, .finish,
      .fail:
      []
    }
  }

  private static let whenMembers = [
    BranchMember(.then, "then", .always), BranchMember(.otherwise, "otherwise", .filled),
  ]
  private static let loadMembers = [
    BranchMember(.data, "data", .filled), BranchMember(.empty, "empty", .filled),
    BranchMember(.failure, "failure", .given),
  ]
  private static let actionMembers = [BranchMember(.failure, "failure", .given)]
  private static let operationMembers = [
    BranchMember(.body, "steps", .always), BranchMember(.failure, "failure", .given),
  ]
  private static let groupMembers = [BranchMember(.body, "operations", .always)]
  private static let bodyMembers = [BranchMember(.body, "steps", .always)]
  private static let switchMembers = [BranchMember(.otherwise, "default", .given)]
  private static let promptMembers = [
    BranchMember(.questions, "fields", .always), BranchMember(.timedOut, "timedOut", .given),
  ]
}

// The members of prompts in JSON, and of their choices and rules.

extension Prompt {
  /// Goes through the members before the branches. A kind has the members that its declaration can
  /// set.
  mutating func members(_ coder: inout some MemberCoder, _ identity: inout Node.Identity?) {
    let shape = Shape(kind, hasChoices: true)
    coder.identity(&identity)
    coder.template("title", &title)
    if kind == .alert || kind == .form { coder.template("message", &message) }
    switch shape {
    case .typed, .someOf: coder.requiredKey("into", &key)
    case .yesNo: coder.key("into", &key)
    case .oneOf: if kind != .alert { coder.key("into", &key) }
    case .review, .notice: break
    }
    if kind == .choose || kind == .chooseMany {
      coder.key("from", &source)
      coder.key("titles", &titles)
      if let titles, titles.type != .list(.string) {
        coder.refuse("the key “\(titles.name)” must be a list of texts here", at: "titles")
      } else if titles != nil, source == nil {
        coder.refuse("titles belong to options from a key; give “from” too", at: "titles")
      }
    }
    if shape == .typed || shape == .yesNo { coder.calculation("default", &self.default) }
    if shape == .typed { coder.template("placeholder", &placeholder) }
    if kind != .alert && kind != .form { coder.template("help", &help) }
    if shape == .typed {
      coder.flag("secret", &isSecret)
      coder.flag("optional", &isOptional)
      coder.flag("multiline", &isMultiline)
      coder.transforms("transforms", &transforms)
      if !transforms.isEmpty, let key, !key.type.isText {
        coder.refuse("an answer that is \(key.type) can't have transforms", at: "transforms")
      }
    }
    if kind == .alert { coder.time("dismissAfterMilliseconds", from: 0, &dismissAfter) }
    if kind != .form { coder.time("timeoutMilliseconds", from: 1, &timeout) }
    if shape == .typed || kind == .chooseMany {
      let type = key?.type ?? .string
      coder.rules("rules", &rules, type)
    }
    if shape == .typed {
      coder.rules("draftRules", &draftRules, .string)
      coder.objects("checks", "a check", &checks, Check("", nil)) { check, coder in
        coder.text("name", &check.name)
        coder.template("message", &check.message)
        var reads: [KeyReference]? = check.reads.isEmpty ? nil : check.reads
        coder.keys("reads", &reads)
        check.reads = reads ?? []
        return true
      }
    }
  }
}

extension Choice {
  /// Goes through the members of a button or option before its steps.
  mutating func members(_ coder: inout some MemberCoder, isButton: Bool) {
    coder.text("id", &id)
    coder.was(&was)
    coder.template("title", &title)
    if isButton { coder.role("role", &role) }
    coder.letter("key", &shortcut)
    coder.flag("preferred", &isDefault)
    coder.template("description", &detail)
    coder.condition("when", &condition)
    coder.template("otherwise", &because)
    guard isButton else { return coder.value("value", &value) }
    let blank = FieldRule(
      key: KeyReference(name: "", type: .string), rule: Prompt.Rule(.notEmpty, nil))
    coder.objects("rules", "a rule", &rules, blank) { rule, coder in
      coder.key("field", &rule.key)
      return rule.rule.members(&coder, rule.key.type)
    }
  }
}

extension MemberCoder {
  fileprivate mutating func rules(
    _ name: String, _ rules: inout [Prompt.Rule], _ type: ValueType
  ) {
    objects(name, "a rule", &rules, Prompt.Rule(.notEmpty, nil)) { $0.members(&$1, type) }
  }
}

extension Prompt.Rule {
  /// Goes through the members of a rule for answers of a type.
  fileprivate mutating func members<Coder: MemberCoder>(
    _ coder: inout Coder, _ type: ValueType
  ) -> Bool {
    guard let name = coder.word("rule", kind.name) else { return false }
    if Coder.isReading {
      guard let blank = Kind.blanks.first(where: { $0.name == name }) else {
        let known = Kind.blanks.map { "“\($0.name)”" }.joined(separator: ", ")
        coder.refuse("there is no rule “\(JSONExcerpt.text(name))”; there are \(known)", at: "rule")
        return false
      }
      kind = blank
    }
    kind.members(&coder)
    if let (key, wanted) = kind.wrongKey(type) {
      coder.refuse(
        "the key “\(key.name)” is \(key.type), but the rule “\(name)” needs \(wanted) here", at: nil
      )
    } else if !kind.fits(type) {
      coder.refuse("an answer that is \(type) can't have the rule “\(name)”", at: nil)
    }
    coder.template("message", &message)
    return true
  }
}

extension Prompt.Rule.Kind {
  fileprivate var name: String {
    switch self {
    case .notEmpty: "notEmpty"
    case .length: "length"
    case .range: "range"
    case .oneOf, .among: "oneOf"
    case .equals: "equals"
    case .differs: "differs"
    case .matches: "matches"
    case .daysFromToday: "daysFromToday"
    case .path: "path"
    }
  }

  /// The rules before their members are read, in the order in which an error lists them.
  fileprivate static let blanks: [Self] = {
    let key = KeyReference(name: "", type: .string)
    return [
      .notEmpty, .length(minimum: nil, maximum: nil),
      .range(minimum: nil, maximum: nil, excludesMaximum: false), .oneOf([]), .equals(key),
      .differs(key), .matches(Pattern("")), .daysFromToday(minimum: nil, maximum: nil), .path([]),
    ]
  }()

  fileprivate mutating func members(_ coder: inout some MemberCoder) {
    switch self {
    case .notEmpty: break
    case .length(var minimum, var maximum):
      coder.integer("minimum", from: 0, &minimum)
      coder.integer("maximum", from: 0, &maximum)
      self = .length(minimum: minimum, maximum: maximum)
    case .range(var minimum, var maximum, var excludesMaximum):
      coder.calculation("minimum", &minimum)
      coder.calculation("maximum", &maximum)
      coder.flag("excludesMaximum", &excludesMaximum)
      self = .range(minimum: minimum, maximum: maximum, excludesMaximum: excludesMaximum)
    case .oneOf(var values):
      var source: KeyReference?
      coder.key("from", &source)
      if let source {
        self = .among(source)
      } else {
        coder.values("values", &values)
        self = .oneOf(values)
      }
    case .among(var key): coder.key("from", &key)
    case .equals(var key):
      coder.key("key", &key)
      self = .equals(key)
    case .differs(var key):
      coder.key("key", &key)
      self = .differs(key)
    case .matches(var pattern):
      coder.pattern("pattern", &pattern)
      self = .matches(pattern)
    case .daysFromToday(var minimum, var maximum):
      coder.integer("minimum", from: .min, &minimum)
      coder.integer("maximum", from: .min, &maximum)
      self = .daysFromToday(minimum: minimum, maximum: maximum)
    case .path(let states):
      var names = states.map(\.rawValue)
      coder.texts("are", &names)
      let known = names.compactMap(PathState.init)
      if known.count < names.count || known.isEmpty {
        coder.refuse(
          "expected an array of “missing”, “file” and “folder”, at least one of them", at: "are")
      }
      self = .path(known)
    }
  }

  /// The other key that the rule reads, if it has the wrong type, and the right one.
  fileprivate func wrongKey(_ type: ValueType) -> (key: KeyReference, wanted: ValueType)? {
    switch self {
    case .among(let key) where key.type != .list(type): (key, .list(type))
    case .equals(let key) where key.type != type: (key, type)
    case .differs(let key) where key.type != type: (key, type)
    default: nil
    }
  }

  fileprivate func fits(_ type: ValueType) -> Bool {
    switch self {
    case .notEmpty, .length: type.hasLength
    case .range: !type.isList
    case .oneOf, .among, .equals, .differs: true
    case .matches: type.isText
    case .daysFromToday: type.innermost == .day
    case .path: type.innermost == .string
    }
  }
}
