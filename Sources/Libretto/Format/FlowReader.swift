/// Makes the drafts of a flow from its JSON, so that what is checked of every flow is of this one.
///
/// It goes on after a mistake, to tell all of them at once; what it makes then is dropped.
struct FlowReader {
  private(set) var document = JSONDocument()
  /// The names of members that were asked for, of all objects that are being read.
  var known: [String] = []
  private(set) var problems: [Problem] = []
  private(set) var count = 0
  /// The keys that the document declares, by their names.
  private(set) var keys: [String: KeyReference] = [:]
  /// The patterns, each made once however often it is used.
  var patterns: [String: Pattern] = [:]
  /// How many states they have together.
  var states = 0

  /// What a flow is made of.
  struct Contents {
    let name: String
    /// The names of the declared keys, in order.
    let keys: [String]
    let steps: [Draft]
  }

  mutating func read(_ bytes: [UInt8], _ limits: JSONLimits) throws(FlowFormatError) -> Contents {
    do throws(JSONError) {
      document = try JSONReader.document(bytes, limits: limits)
    } catch {
      throw FlowFormatError([JSONForm.problem(error.description, at: nil)])
    }
    let contents = self.contents()
    if count > 0 { throw FlowFormatError(problems, count: count) }
    return contents
  }

  private mutating func contents() -> Contents {
    let trail = JSONTrail()
    guard case .object(let object) = document[0] else {
      note("expected a flow, which is an object, found \(document[0].words)", trail)
      return Contents(name: "", keys: [], steps: [])
    }
    var members = JSONMembers(object, at: trail, asked: 0)
    guard checkVersion(&members) else { return Contents(name: "", keys: [], steps: []) }
    let name = string("flow", &members) ?? ""
    let names = keys(&members)
    let plan = Plan(array("steps", &members), "steps", Branch(at: Place(trail)))
    finish(members)
    var root = Open(
      Draft(.subflow(Node.Subflow(id: "", name: "", steps: [])), at: Place(trail)), trail)
    root.plans = [plan]
    return Contents(name: name, keys: names, steps: steps(of: root))
  }

  /// Where this is another version, nothing else can be said of the document.
  private mutating func checkVersion(_ members: inout JSONMembers) -> Bool {
    switch take("libretto", &members).map({ document[$0] }) {
    case .integer(JSONExporter.version)?: return true
    case .integer(let version)?:
      note(
        "this is version \(version) of the format, and only version \(JSONExporter.version) can be read",
        members.trail, "libretto")
    case let other?:
      note("expected the version of the format, 1, found \(other.words)", members.trail, "libretto")
    case nil:
      note(
        "the member “libretto”, the version of the format, is missing; a flow has 1", members.trail)
    }
    return false
  }

  private mutating func keys(_ members: inout JSONMembers) -> [String] {
    guard let json = required("keys", &members) else { return [] }
    guard case .object(let object) = document[json] else {
      note("expected an object of keys, found \(document[json].words)", members.trail, "keys")
      return []
    }
    let trail = members.trail.appending("keys")
    var names: [String] = []
    var part = object.first
    while part < object.end {
      let name = document.text(part)
      let type = self.type(part + 1, trail.appending(name)) ?? .string
      keys[name] = KeyReference(name: name, type: type)
      names.append(name)
      part = document.next(part + 1)
    }
    if keys.count < names.count {
      note("two keys look the same and have other characters; name them apart", trail)
    }
    return names
  }

  // MARK: Steps

  /// The steps of one branch, yet to be read.
  struct Plan {
    /// The elements that are yet to be read.
    var rest: JSONDocument.Parts
    /// The member in which they stand.
    let member: String
    /// Where that member stands; nil for the step itself.
    var trail: JSONTrail?
    var kind = Kind.step
    var branch: Branch
    var conditions: [Condition?] = []

    /// What the elements are.
    enum Kind { case step, operation, field, question }

    init(_ steps: JSONDocument.Parts?, _ member: String, _ branch: Branch) {
      rest = steps ?? JSONDocument.Parts(first: 0, end: 0)
      self.member = member
      self.branch = branch
    }
  }

  /// A step that has been begun, and its branches.
  struct Open {
    var draft: Draft
    let trail: JSONTrail
    var plans: [Plan] = []
    var plan = 0
    var step = 0

    init(_ draft: Draft, _ trail: JSONTrail) {
      self.draft = draft
      self.trail = trail
    }
  }

  /// Reads all that stands in a step, with a stack of its own: no depth can overflow it.
  private mutating func steps(of root: Open) -> [Draft] {
    var stack = [root]
    while true {
      let top = stack.count - 1
      let number = stack[top].plan
      guard number < stack[top].plans.count else {
        let draft = stack.removeLast().draft
        let plan = stack[top - 1].plan
        stack[top - 1].plans[plan].branch.append(draft)
        continue
      }
      let step = stack[top].step
      let rest = stack[top].plans[number].rest
      guard rest.first < rest.end else {
        // What stands in the flow itself is its steps, and no branch of one.
        if top == 0 { return stack[0].plans[0].branch.steps }
        close(&stack[top])
        continue
      }
      stack[top].step += 1
      stack[top].plans[number].rest.first = document.next(rest.first)
      let kind = stack[top].plans[number].kind
      let trail = (stack[top].plans[number].trail ?? stack[top].trail)
        .appending(stack[top].plans[number].member, step)
      guard stack.count <= Limits.depth else {
        note("more than \(Limits.depth) steps are nested here", trail)
        stack[top].plans[number].rest.first = rest.end
        continue
      }
      var condition: Condition?
      guard let open = begin(rest.first, trail, kind, &condition) else { continue }
      if kind == .field || kind == .question {
        stack[top].plans[number].conditions.append(condition)
      }
      if open.plans.isEmpty {
        stack[top].plans[number].branch.append(open.draft)
      } else {
        stack.append(open)
      }
    }
  }

  private func close(_ open: inout Open) {
    var branch = Branch(at: open.draft.place)
    swap(&branch, &open.plans[open.plan].branch)
    if case .fields = branch.part { branch.part = .fields(open.plans[open.plan].conditions) }
    open.draft.append(branch)
    open.plan += 1
    open.step = 0
  }

  // MARK: Problems

  /// Whether problems are still told, or only counted.
  var isTelling: Bool { problems.count < FlowFormatError.most }

  mutating func note(_ message: String, _ trail: JSONTrail, _ member: String? = nil) {
    count += 1
    guard isTelling else { return }
    problems.append(
      JSONForm.problem(message, at: Place(member.map { trail.appending($0) } ?? trail)))
  }

  /// Notes the members that nothing here knows.
  mutating func finish(_ members: JSONMembers) {
    defer { known.removeLast(known.count - members.asked) }
    for name in members.leftOver(in: document) {
      var message = "there is no member “\(JSONExcerpt.text(name))” here"
      let known = Array(known[members.asked...])
      if let near = nearest(to: name, among: known) {
        message += "; did you mean “\(near)”?"
      } else {
        message += "; there are " + known.map { "“\($0)”" }.joined(separator: ", ")
      }
      note(message, members.trail, name)
    }
  }
}
