// Steps back of a session.

extension Session {
  /// The name of the question to which a step back leads; nil where none stands before.
  public var backTarget: String? { run.nextNeed.flatMap { run.backTarget(of: $0) } }

  /// Goes back to the question before. What did not depend on its answer stays.
  ///
  /// What was done under another answer is asked about where the flow comes to it.
  /// - Parameter name: the need from which to go back; defaults to the first.
  /// - Throws: ``Rejection`` where there is nothing to go back to.
  public mutating func goBack(from name: String? = nil) throws(Rejection) {
    let time = clock()
    expire(at: time)
    guard let need = try name.map({ (name) throws(Rejection) in try open(name) }) ?? run.nextNeed
    else { throw Rejection(message: "The session has ended.") }
    try run.goBack(from: need, at: time)
    said = []
    settle()
  }

  /// Goes back from a page to the question before it.
  ///
  /// From a need that stands on the page, ``goBack(from:)`` leads to the question before on it.
  /// - Parameter name: the name of one of the ``needs`` that stands on the page, or of the page.
  /// - Throws: ``Rejection`` where there is nothing to go back to, or the need stands on no page.
  public mutating func goBack(fromPage name: String) throws(Rejection) {
    let time = clock()
    expire(at: time)
    try run.goBack(fromPage: try onPage(name), at: time)
    said = []
    settle()
  }
}
