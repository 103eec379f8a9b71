extension Flow {
  /// Returns a flow with a block added to one of its steps. Two copies of a flow can have different
  /// blocks for the same moment.
  ///
  /// ```swift
  /// let first = signIn.on(.answered, of: "sign-in") { _ in … }
  /// let second = signIn.on(.answered, of: "sign-in") { _ in … }
  /// ```
  /// - Parameters:
  ///   - moment: the moment.
  ///   - id: the id of the step; an unknown id is a problem of the new flow.
  ///   - block: the block to call; its event has an untyped value.
  public func on(
    _ moment: Moment, of id: String,
    @_inheritActorContext _ block: @escaping @Sendable (Event<Value>) async throws -> Void
  ) -> Flow {
    var added = Closures()
    added.handlers[moment] = [
      { happening in try await block(Event(happening, value: happening.value)) }
    ]
    var copy = self
    copy.add(added, to: id)
    guard let known = tree.moments(of: id) else {
      copy.note(UnknownStep.problem(id, among: places.keys.sorted(), at: _draft.place))
      return copy
    }
    if !known.contains(moment) {
      copy.note(
        WrongMoment.problem(
          moment.rawValue, among: known.map(\.rawValue), of: id, at: places[id]))
    }
    return copy
  }

  /// Adds a problem to this flow and to its draft, from which any enclosing flow is built.
  private mutating func note(_ problem: Diagnostic) {
    addedProblems.append(problem)
    _draft.problems.append(problem)
  }
}

extension Tree {
  /// The moments of a step; nil if there is no step with this id.
  fileprivate func moments(of id: String) -> [Moment]? {
    steps.deep.first { $0.id?.isIdenticalText(to: id) == true && !$0.kind.moments.isEmpty }?
      .kind.moments
  }
}
