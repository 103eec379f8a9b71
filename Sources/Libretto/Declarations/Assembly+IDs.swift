// The ids of steps and choices, and their ids in earlier versions of the flow.

extension Assembly.Scope {
  /// The id of a step in this scope, whether or not it is taken; nil if the step can't have one.
  func id(of draft: Draft) -> String? {
    if let explicit = draft.explicitID { return inFlow(explicit, draft) }
    guard let component = draft.component, !component.isEmpty else { return nil }
    return path.isEmpty ? component : path + "/" + component
  }

  /// The full id in the flow for an explicit id.
  func inFlow(_ id: String, _ draft: Draft) -> String {
    let flow = draft.hasWholeID ? root : self.flow
    return flow.isEmpty ? id : flow + "/" + id
  }

  /// The full ids of a step in earlier versions.
  func was(_ draft: Draft) -> [String] { draft.was.map { inFlow($0, draft) } }

  /// A placeholder for a missing id; such a flow is always invalid.
  var unnamed: String { path + "/?" }

  /// The scope of a sub-flow.
  func flow(_ id: String, _ draft: Draft) -> Self {
    Self(flow: id, path: id, root: draft.hasWholeID ? root : id)
  }
}

extension Draft {
  /// Whether a number is appended to the id if it is taken: nobody answers a pause or a
  /// cancellation, so two of them don't need different names.
  var isNumbered: Bool {
    guard explicitID == nil else { return false }
    switch node {
    case .wait, .cancelOperation: return true
    default: return false
    }
  }
}

/// Assigns numbered ids, `wait`, `wait-2`, `wait-3`, in the order of declaration.
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
          if case .subflow = draft.node { inner = scope.flow(id, draft) }
        }
        for branch in draft.branches where !branch.steps.isEmpty {
          lists.append((branch.steps, inner.inside(branch)))
        }
      }
    }
    return ids
  }
}

/// The ids of steps or choices in earlier versions, each with the place that claims it first.
struct EarlierIDs {
  private var places: [String: Place] = [:]

  /// - Parameters:
  ///   - was: the full ids.
  ///   - written: the same ids as they were written.
  ///   - id: the current id of the step or choice.
  ///   - place: the place of its declaration.
  mutating func claim(
    _ was: [String], _ written: [String], now id: String?, _ place: Place
  ) -> [DeclaredID.Earlier] {
    let earlier = zip(was, written).map {
      DeclaredID.Earlier(written: $1, id: $0, other: places[$0])
    }
    for was in was where was != id && places[was] == nil { places[was] = place }
    return earlier
  }
}
