/// Makes the steps of a flow from its JSON.
///
/// It goes on after a mistake, to tell all of them at once; what it makes then is dropped.
struct FlowReader {
  private(set) var document = JSONDocument()
  /// The members of the object that is being read.
  var members = JSONMembers(JSONDocument.Parts(first: 0, end: 0), at: JSONTrail(), asked: 0)
  /// Those of the objects around it.
  private var outer: [JSONMembers] = []
  /// The names of members that were asked for, of all objects that are being read.
  var known: [String] = []
  /// What the tree doesn't contain of each step, in the order of a walk.
  var sources: [StepSource] = []
  /// How deep the steps are nested.
  var depth = 0
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
      ?? Contents(name: "", keys: [], steps: FinishedSteps(nodes: [], sources: [], depth: 0))
  }

  private mutating func contents() -> Contents? {
    let trail = JSONTrail()
    guard case .object(let object) = document[0] else {
      note("expected a flow, which is an object, found \(document[0].words)", trail)
      return nil
    }
    begin(JSONMembers(object, at: trail, asked: 0))
    guard checkVersion() else { return nil }
    let name = string("flow") ?? ""
    let names = declaredKeys()
    let plan = Plan(array("steps"), "steps")
    finish()
    let root = Open(.back, trail, source: -1)
    root.plans = [plan]
    let nodes = steps(of: root)
    return Contents(
      name: name, keys: names,
      steps: FinishedSteps(nodes: nodes, sources: sources, depth: depth))
  }

  /// Where this is another version, nothing else can be said of the document.
  private mutating func checkVersion() -> Bool {
    switch take("libretto").map({ document[$0] }) {
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
      note("two keys look the same and have other characters; name them apart", trail)
    }
    return names
  }

  // MARK: Objects

  /// Goes into an object; ``finish()`` comes out of it.
  mutating func begin(_ members: JSONMembers) {
    outer.append(self.members)
    self.members = members
  }

  /// Notes the members that nothing here knows, and comes out of the object.
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

  /// Whether problems are still told, or only counted.
  var isTelling: Bool { problems.count < FlowFormatError.most }

  mutating func note(_ message: String, _ trail: JSONTrail, _ member: String? = nil) {
    count += 1
    guard isTelling else { return }
    problems.append(
      JSONForm.problem(message, at: Place(member.map { trail.appending($0) } ?? trail)))
  }
}
