/// Makes the steps of a flow from its JSON.
///
/// It continues after a mistake, to report all of them at once, and then discards the steps.
struct FlowReader {
  private(set) var document = JSONDocument()
  /// The members of the object that is being read.
  var members = JSONMembers(JSONDocument.Parts(first: 0, end: 0), at: JSONTrail(), asked: 0)
  /// The members of the objects around it.
  private var outer: [JSONMembers] = []
  /// The names of the members requested so far, for all objects that are being read.
  var known: [String] = []
  /// What the tree doesn't contain of each step, in the order of a walk.
  var sources: [StepSource] = []
  /// The depth of the steps.
  var depth = 0
  private(set) var problems: [Diagnostic] = []
  private(set) var count = 0
  /// The keys that the document declares, by their names.
  private(set) var keys: [String: KeyReference] = [:]
  /// The patterns by their sources; each is made once.
  var patterns: [String: Pattern] = [:]
  /// The number of states of all patterns together.
  var states = 0

  /// The parts of a flow.
  struct Contents {
    /// The flow without its steps.
    let head: Tree
    /// The names of the declared keys, in order.
    let keys: [String]
    let steps: FinishedSteps
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
      ?? Contents(
        head: Tree(name: "", steps: []), keys: [],
        steps: FinishedSteps(nodes: [], sources: [], depth: 0))
  }

  private mutating func contents() -> Contents? {
    let trail = JSONTrail()
    guard case .object(let object) = document[0] else {
      note("expected a flow, which is an object, found \(document[0].words)", trail)
      return nil
    }
    begin(JSONMembers(object, at: trail, asked: 0))
    guard checkVersion() else { return nil }
    var head = Tree(name: string("flow") ?? "", steps: [])
    head.members(&self)
    let names = declaredKeys()
    let plan = Plan(.body, array("steps"), "steps")
    finish()
    let root = Open(.back, trail, source: -1)
    root.plans = [plan]
    let nodes = steps(of: root)
    return Contents(
      head: head, keys: names,
      steps: FinishedSteps(nodes: nodes, sources: sources, depth: depth))
  }

  /// Checks the version; in another version, nothing else can be checked.
  private mutating func checkVersion() -> Bool {
    switch take("libretto").map({ document[$0] }) {
    case .integer(JSONExporter.version)?: return true
    case .integer(let version)?:
      note(
        "this is version \(version) of the format; only version \(JSONExporter.version) can be read",
        members.trail, "libretto")
    case let other?:
      note("expected the version of the format, 1, found \(other.words)", members.trail, "libretto")
    case nil:
      note(
        "the member “libretto”, the version of the format, is missing; a flow has 1", members.trail)
    }
    return false
  }

  private mutating func declaredKeys() -> [String] {
    guard let json = required("keys") else { return [] }
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
      note("two keys look the same but have different characters; rename one of them", trail)
    }
    return names
  }

  // MARK: Objects

  /// Enters an object; ``finish()`` leaves it.
  mutating func begin(_ members: JSONMembers) {
    outer.append(self.members)
    self.members = members
  }

  /// Reports unknown members, and leaves the object.
  mutating func finish() {
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
    known.removeLast(known.count - members.asked)
    if let last = outer.popLast() { members = last }
  }

  // MARK: Problems

  /// Whether problems are still reported, or only counted.
  var isReporting: Bool { problems.count < FlowFormatError.most }

  mutating func note(_ message: String, _ trail: JSONTrail, _ member: String? = nil) {
    count += 1
    guard isReporting else { return }
    problems.append(
      JSONForm.problem(message, at: FlowLocation(member.map { trail.appending($0) } ?? trail)))
  }
}
