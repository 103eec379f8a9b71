// The ids that steps and choices have, and those that they had in earlier versions of the flow.

extension Assembly.Scope {
  /// The id of a step here, whether or not another one has it; nil where none can be made.
  func id(of draft: Draft) -> String? {
    if let explicit = draft.explicitID { return inFlow(explicit, draft) }
    guard let component = draft.component, !component.isEmpty else { return nil }
    return path.isEmpty ? component : path + "/" + component
  }

  /// An id that the user gave, as it is in the whole flow.
  func inFlow(_ id: String, _ draft: Draft) -> String {
    let flow = draft.hasWholeID ? root : self.flow
    return flow.isEmpty ? id : flow + "/" + id
  }

  /// The ids that a step had before, as they are in the whole flow.
  func was(_ draft: Draft) -> [String] { draft.was.map { inFlow($0, draft) } }

  /// What stands for an id where none can be made; the flow is refused.
  var unnamed: String { path + "/?" }

  /// The scope of a flow in the flow.
  func flow(_ id: String, _ draft: Draft) -> Self {
    Self(flow: id, path: id, root: draft.hasWholeID ? root : id)
  }
}

extension Draft {
  /// Whether its id has a number where another step has it already: nobody answers a pause or a
  /// cancellation, so nobody should have to name two of them apart.
  var isNumbered: Bool {
    guard explicitID == nil else { return false }
    switch node {
    case .wait, .cancelOperation: return true
    default: return false
    }
  }
}

/// Gives the ids with numbers, `wait`, `wait-2`, `wait-3`, in the order of declaration.
///
/// They give way to the id of every other step, wherever it stands. So those are collected
/// first, if there is anything to be numbered at all.
struct NumberedIDs {
  private let drafts: [Draft]
  private var taken: Set<String>?
  /// The number last given of each id.
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

  /// The ids of all steps but those that are numbered.
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

/// The ids that steps or choices had in earlier versions, each with where that is said first.
struct EarlierIDs {
  private var places: [String: Place] = [:]

  /// - Parameters:
  ///   - was: the ids in the whole flow.
  ///   - written: the same, as they were written.
  ///   - id: the id that the step or choice has now.
  ///   - place: where it is declared.
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
