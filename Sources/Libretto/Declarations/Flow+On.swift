extension Flow {
  /// A new flow with a block added to one of its steps, so that two copies of one flow answer
  /// the same moment with blocks of their own.
  ///
  /// ```swift
  /// let first = signIn.on("sign-in", .answered) { _ in … }
  /// let second = signIn.on("sign-in", .answered) { _ in … }
  /// ```
  /// - Parameters:
  ///   - id: the id of the step; one that the flow has not is a problem of the new flow.
  ///   - moment: the moment.
  ///   - block: what is called; the value of its event is data.
  public func on(
    _ id: String, _ moment: Moment,
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

  /// Notes a problem, for a flow that this one is put into too: that one is built from the draft.
  private mutating func note(_ problem: Problem) {
    problems.append(problem)
    _draft.problems.append(problem)
  }
}

extension Tree {
  /// The moments that a step has; nil where there is no step with this id.
  fileprivate func moments(of id: String) -> [Moment]? {
    var lists = [steps]
    while let nodes = lists.popLast() {
      for node in nodes {
        if node.id?.isIdenticalText(to: id) == true, !node.moments.isEmpty { return node.moments }
        lists += node.branches
      }
    }
    return nil
  }
}
