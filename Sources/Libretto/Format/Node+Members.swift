// The members of each kind of step in JSON, without the steps inside.

extension Node {
  /// The name of its kind, the member “type”.
  var typeName: String {
    switch self {
    case .say: "say"
    case .prompt(let prompt): prompt.kind.rawValue
    case .action: "do"
    case .load: "load"
    case .reload: "reload"
    case .operations: "operations"
    case .operation: "operation"
    case .cancelOperation: "cancelOperation"
    case .select: "switch"
    case .wait: "wait"
    case .when: "when"
    case .loop: "repeat"
    case .leave: "break"
    case .back: "back"
    case .store: "store"
    case .finish: "finish"
    case .fail: "fail"
    case .subflow: "flow"
    }
  }

  /// A step of a kind other than a prompt, before its members are read.
  static func blank(_ type: String) -> Node? {
    switch type {
    case "say": .say("")
    case "do": .action(Node.Action(id: "", name: ""))
    case "load": .load(Load("", key: noKey))
    case "reload": .reload
    case "operations": .operations([])
    case "operation": .operation(Operation("", after: []))
    case "cancelOperation": .cancelOperation(Cancel(""))
    case "switch": .select(Selection(key: noKey, cases: [], otherwise: []))
    case "wait": .wait(Wait(.zero))
    case "when": .when(Condition(.all([])), then: [], otherwise: [])
    case "repeat": .loop(.times(0), [])
    case "break": .leave
    case "back": .back
    case "store": .store(noKey, .null)
    case "finish": .finish(nil)
    case "fail": .fail("")
    case "flow": .subflow(Subflow(id: "", name: "", steps: []))
    default: nil
    }
  }

  private static let noKey = KeyReference(name: "", type: .string)

  /// Goes over the members that stand before the steps inside; those of a prompt are its own.
  mutating func members(_ coder: inout some MemberCoder) {
    switch self {
    case .say(var text):
      coder.template("text", &text)
      become(.say(text), coder)
    case .fail(var message):
      coder.template("message", &message)
      become(.fail(message), coder)
    case .finish(var outcome):
      coder.text("outcome", &outcome)
      become(.finish(outcome), coder)
    case .store(var key, var value):
      coder.key("into", &key)
      coder.value("value", &value)
      become(.store(key, value), coder)
    case .action(var action):
      action.members(&coder)
      become(.action(action), coder)
    case .load(var load):
      load.members(&coder)
      become(.load(load), coder)
    case .operation(var operation):
      coder.text("id", &operation.id)
      coder.was(&operation.was)
      coder.text("name", &operation.name)
      coder.texts("after", &operation.after)
      become(.operation(operation), coder)
    case .cancelOperation(var cancel):
      coder.text("id", &cancel.id)
      coder.was(&cancel.was)
      coder.text("name", &cancel.operation)
      become(.cancelOperation(cancel), coder)
    case .wait(var wait):
      coder.text("id", &wait.id)
      coder.was(&wait.was)
      coder.time("milliseconds", from: 0, &wait.duration)
      become(.wait(wait), coder)
    case .select(var selection):
      coder.key("key", &selection.key)
      become(.select(selection), coder)
    case .when(var condition, _, _):
      coder.condition("condition", &condition)
      become(.when(condition, then: [], otherwise: []), coder)
    case .loop(var loop, _):
      loop.members(&coder)
      become(.loop(loop, []), coder)
    case .subflow(var subflow):
      coder.text("id", &subflow.id)
      coder.was(&subflow.was)
      coder.text("name", &subflow.name)
      become(.subflow(subflow), coder)
    case .prompt, .reload, .operations, .leave, .back: break
    }
  }

  /// Changes to what was read; what is written stays.
  private mutating func become<Coder: MemberCoder>(_ read: @autoclosure () -> Node, _: Coder) {
    if Coder.isReading { self = read() }
  }
}

extension Node.Action {
  fileprivate mutating func members(_ coder: inout some MemberCoder) {
    coder.text("id", &id)
    coder.was(&was)
    coder.text("name", &name)
    coder.key("into", &result)
    coder.time("timeoutMilliseconds", from: 1, &timeout)
    coder.keys("reads", &reads)
    coder.flag("undo", &isUndoable)
  }
}

extension Node.Load {
  fileprivate mutating func members(_ coder: inout some MemberCoder) {
    coder.text("id", &id)
    coder.was(&was)
    coder.text("name", &name)
    coder.key("into", &key)
    coder.template("loading", &loading)
    coder.count("retries", &retries)
    var pause = backoff == .zero ? nil : backoff
    coder.time("backoffMilliseconds", from: 0, &pause)
    backoff = pause ?? .zero
    coder.time("timeoutMilliseconds", from: 1, &timeout)
    coder.keys("reads", &reads)
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

/// A member with the steps of a branch.
struct BranchMember {
  let name: String
  let form: Form

  enum Form {
    /// It has to be there.
    case always
    /// It is left out where it has no steps.
    case filled
    /// Whether it is there makes a difference.
    case given
  }

  init(_ name: String, _ form: Form) { (self.name, self.form) = (name, form) }
}

extension Node {
  /// The members with its branches, in their order; those of prompts and cases are apart.
  var branchMembers: [BranchMember] {
    switch self {
    case .when: Self.whenMembers
    case .load: Self.loadMembers
    case .operation: Self.operationMembers
    case .operations: Self.groupMembers
    case .loop, .subflow: Self.bodyMembers
    case .say, .prompt, .action, .reload, .cancelOperation, .select, .wait, .leave, .back, .store,
      .finish, .fail:
      []
    }
  }

  private static let whenMembers = [
    BranchMember("then", .always), BranchMember("otherwise", .filled),
  ]
  private static let loadMembers = [
    BranchMember("data", .filled), BranchMember("empty", .filled), BranchMember("failure", .given),
  ]
  private static let operationMembers = [
    BranchMember("steps", .always), BranchMember("failure", .given),
  ]
  private static let groupMembers = [BranchMember("operations", .always)]
  private static let bodyMembers = [BranchMember("steps", .always)]
}
