// The ids of steps and choices, and their ids in earlier versions of the flow.

extension Assembly.Scope {
  /// The id of a step in this scope, whether or not it is taken; nil if the step can't have one.
  func id(of draft: Draft) -> String? {
    if let explicit = draft.explicitID { return Assembly.joined(flow, explicit) }
    guard let component = draft.component, !component.isEmpty else { return nil }
    return Assembly.joined(path, component)
  }

  /// The id of a step with the full ids that it had in earlier versions.
  func identity(_ id: String, _ draft: Draft) -> Node.Identity {
    Node.Identity(id, was: draft.was.map { Assembly.joined(flow, $0) })
  }

  /// A placeholder for a missing id; such a flow is always invalid.
  var unnamed: String { path + "/?" }
}

extension Draft {
  /// Whether a number is appended to the id if it is taken: nobody answers a pause, a cancellation
  /// or an alert that dismisses itself, so two of them don't need different names.
  var isNumbered: Bool {
    guard explicitID == nil else { return false }
    switch kind {
    case .wait, .cancelOperation: return true
    case .prompt(let prompt) where prompt.kind == .alert: return !isAnswered
    default: return false
    }
  }

  /// Whether the draft of an alert has buttons or fields.
  private var isAnswered: Bool {
    branches.contains { if case .steps = $0.part { false } else { true } }
  }
}

/// Assigns numbered ids, `wait`, `wait-2`, `done`, `done-2`, in the order of declaration.
///
/// The ids of all other steps take precedence, wherever they are declared. They are collected when
/// the first number is needed.
struct NumberedIDs {
  private let drafts: [Draft]
  private var taken: Set<String>?
  /// The last number assigned to each id.
  private var last: [String: Int] = [:]

  init(_ drafts: [Draft]) { self.drafts = drafts }

  mutating func next(_ id: String) -> String {
    var taken = self.taken ?? Self.ids(in: drafts)
    self.taken = nil
    var number = last[id] ?? 0
    var numbered: String
    repeat {
      number += 1
      numbered = number == 1 ? id : "\(id)-\(number)"
    } while !taken.insert(numbered).inserted
    last[id] = number
    self.taken = taken
    return numbered
  }

  /// The ids of all steps except the numbered ones.
  private static func ids(in drafts: [Draft]) -> Set<String> {
    var ids: Set<String> = []
    var lists = [(drafts: drafts, scope: Assembly.Scope())]
    while let (drafts, scope) = lists.popLast() {
      for draft in drafts where draft.component != nil || !draft.branches.isEmpty {
        if draft.isNumbered { continue }
        var inner = scope
        if draft.component != nil {
          let id = scope.id(of: draft) ?? scope.unnamed
          ids.insert(id)
          inner.path = id
          if case .subflow = draft.kind { inner.flow = id }
          draft.finished?.collect(&ids, in: id)
        }
        for branch in draft.branches where !branch.steps.isEmpty {
          lists.append((branch.steps, inner.inside(branch)))
        }
      }
    }
    return ids
  }
}
