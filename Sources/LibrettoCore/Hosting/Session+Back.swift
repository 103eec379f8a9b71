// Going back in a session.

extension Session {
  /// The name of the question to which a step back leads, or nil if there is none.
  public var backTarget: String? { foremost.flatMap { run.backTarget(of: $0) } }

  /// The need from which a step back goes: while work goes on, the first that is handed out.
  private var foremost: Need? {
    guard let crew = working.box?.content.crew else { return run.nextNeed }
    return run.needs.first { $0.kind != .wait && !crew.serves($0) } ?? run.nextNeed
  }

  /// Goes back to the previous question. Answers that don't depend on it are kept.
  ///
  /// If something was done under an answer that changes, the flow asks about it when it gets there.
  /// - Parameter name: the name of the need to go back from; defaults to the first, or to the first
  ///   that isn't being performed.
  /// - Throws: ``Rejection`` if there is no earlier question.
  public mutating func goBack(from name: String? = nil) throws(Rejection) {
    _ = try step { (session, time) throws(Rejection) in
      let named = try name.map { (name) throws(Rejection) in try session.open(name) }
      guard let need = named ?? session.foremost else {
        throw Rejection(.ended, Sentence(.sessionEnded))
      }
      try session.run.goBack(from: need, at: time)
      return nil
    }
  }

  /// Goes back from a page to the question before it.
  ///
  /// From a need of the page, ``goBack(from:)`` leads to the previous question of the page.
  /// - Parameter name: the name of one of the ``needs`` that belongs to the page, or of the page.
  /// - Throws: ``Rejection`` if there is no earlier question, or the need doesn't belong to a page.
  public mutating func goBack(fromPage name: String) throws(Rejection) {
    _ = try step { (session, time) throws(Rejection) in
      try session.run.goBack(fromPage: try session.onPage(name), at: time)
      return nil
    }
  }
}
