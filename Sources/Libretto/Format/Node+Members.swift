// The members of each kind of step in JSON, without the steps inside.

extension Node.Kind {
  /// The member “type”.
  var type: String {
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
    case .load: .load(Node.Load("", key: noKey))
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
      load.members(&coder)
      become(.load(load), coder)
    case .operation(var operation):
      coder.identity(&identity)
      coder.text("name", &operation.name)
      coder.texts("after", &operation.after)
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

extension Node.Load {
  fileprivate mutating func members(_ coder: inout some MemberCoder) {
    coder.text("name", &name)
    coder.key("into", &key)
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
  private static let switchMembers = [BranchMember(.otherwise, "default", .filled)]
  private static let promptMembers = [
    BranchMember(.questions, "fields", .always), BranchMember(.timedOut, "timedOut", .given),
  ]
}
