/// The steps and choices that had other ids in earlier versions of the flow.
///
/// All ids are mapped at once, so two steps can exchange their ids. The id of a step inside another
/// step or a choice starts with the outer id and changes with it. Inside a sub-flow, earlier ids
/// are relative to the sub-flow, whatever its own id was.
struct Renames {
  /// The ids of steps by their earlier ids, relative to their sub-flow; grouped by sub-flow, with
  /// an empty key for the flow itself.
  private var steps: [String: [String: String]] = [:]
  /// The ids of choices by their earlier ids, grouped by prompt.
  private var choices: [String: [String: String]] = [:]
  private var flows: Set<String> = []
  /// The ids of steps whose entries aren't kept.
  let gone: Set<String>
  /// The length of the longest id in the tables; longer parts of a path aren't looked up.
  private var reach = 0

  init(_ tree: Tree) {
    gone = Set(tree.gone)
    var lists = [(flow: "", nodes: tree.steps)]
    while let (flow, nodes) = lists.popLast() {
      for node in nodes {
        note(node, in: flow)
        var inner = flow
        if case .subflow = node.kind { inner = node.id ?? "" }
        lists += node.branches.map { (inner, $0.steps) }
      }
    }
  }

  private mutating func note(_ node: Node, in flow: String) {
    guard let id = node.id else { return }
    note(node.was, id, in: flow)
    switch node.kind {
    case .prompt(let prompt):
      for choice in prompt.choices {
        for was in choice.was {
          choices[id, default: [:]][was] = choice.id
          reach = max(reach, id.utf8.count, was.utf8.count)
        }
      }
    case .subflow:
      flows.insert(id)
      reach = max(reach, id.utf8.count)
    default: break
    }
  }

  private mutating func note(_ was: [String], _ id: String, in flow: String) {
    for was in was {
      let isInFlow = !flow.isEmpty && was.hasPrefix(flow + "/")
      let own = isInFlow ? String(was.dropFirst(flow.count + 1)) : was
      steps[isInFlow ? flow : "", default: [:]][own] = id
      reach = max(reach, own.utf8.count)
    }
  }

  /// The current id of a step, found by the longest part of its path that was renamed.
  func id(_ old: String) -> String {
    if steps.isEmpty && choices.isEmpty { return old }
    var path = ""
    var rest = old[...]
    repeat {
      // Into one sub-flow after the other.
      let flow = path
      if let renamed = steps[flow], let (length, new) = longest(rest, in: renamed) {
        path = new
        rest = rest.dropPath(length)
      }
      while !rest.isEmpty, path == flow || !flows.contains(path) {
        guard path.utf8.count <= reach else { return path + "/" + rest }
        if let renamed = choices[path], let (length, new) = longest(rest, in: renamed) {
          path += "/" + new
          rest = rest.dropPath(length)
        } else {
          let component = rest.utf8.prefix { $0 != UInt8(ascii: "/") }
          path += (path.isEmpty ? "" : "/") + String(Substring(component))
          rest = rest.dropPath(component.count)
        }
      }
    } while !rest.isEmpty
    return path
  }

  /// The longest part of a path, from its beginning to a slash, that is in a table.
  private func longest(
    _ path: Substring, in table: [String: String]
  ) -> (length: Int, new: String)? {
    var part = path.utf8[...]
    if part.count > reach {
      part = part.prefix(reach + 1)
      part = part.lastIndex(of: UInt8(ascii: "/")).map { part[..<$0] } ?? part.prefix(0)
    }
    while !part.isEmpty {
      if let new = table[String(Substring(part))] { return (part.count, new) }
      part = part.lastIndex(of: UInt8(ascii: "/")).map { part[..<$0] } ?? part.prefix(0)
    }
    return nil
  }

  /// The ids that a step may have had before, from its own earlier ids and those of the steps that
  /// contain it.
  func earlier(of id: String) -> [String] {
    var found: [String] = []
    for (flow, renamed) in steps {
      for (old, new) in renamed where id == new || id.hasPrefix(new + "/") {
        found.append((flow.isEmpty ? old : flow + "/" + old) + id.dropFirst(new.count))
      }
    }
    for (prompt, renamed) in choices where id.hasPrefix(prompt + "/") {
      for (old, new) in renamed {
        let path = prompt + "/" + new
        guard id.hasPrefix(path + "/") else { continue }
        found.append(prompt + "/" + old + id.dropFirst(path.count))
      }
    }
    return found
  }

  /// The ids that the choices of a prompt had before, each with its current id.
  func choices(of prompt: String) -> [String: String] { choices[prompt] ?? [:] }

  /// The current id of a choice of a prompt.
  /// - Parameter prompt: the current id of the prompt.
  func choice(_ old: String, of prompt: String) -> String {
    return choices[prompt]?[old] ?? old
  }
}

extension Substring {
  /// The rest of a path after a beginning of this many bytes and a slash.
  fileprivate func dropPath(_ length: Int) -> Substring { Substring(utf8.dropFirst(length + 1)) }
}
