/// An interpreter that shows work while it is performed, and what was answered in the order of the
/// run: the rich console.
package protocol LiveInterpreter: PageInterpreter {
  /// Says where the run is now, before something is asked or shown.
  /// - Parameters:
  ///   - name: the name of the question that is asked next; nil for something else.
  ///   - standing: the names of the answers, work and texts that the run has come past, in order,
  ///     and of the answers and work to which it may come.
  func arrange(
    for name: String?, _ standing: () -> (passed: [String], ahead: Set<String>)
  ) throws
  /// Shows what the flow says.
  /// - Parameter name: identifies it in `standing`; nil for what the run doesn't come past.
  func say(_ statement: Statement, name: String?) throws
  /// Tells what was kept of the answer that was typed last.
  /// - Parameter name: the name of its question.
  func kept(_ value: Value, for name: String)
  /// Begins to show work.
  func began(_ work: LiveWork)
  /// Ends showing work.
  /// - Parameter failure: why it failed; nil if it didn't.
  func ended(_ work: LiveWork, _ failure: String?)
}

/// Work that is being performed, for an interpreter that shows it.
package struct LiveWork: Sendable {
  /// Identifies it in this performance.
  package let number: Int
  /// The name of its step.
  package let name: String
  /// What is shown; nil for work that is shown only once it reports something.
  package let text: String?
  /// The operation that it belongs to; nil for none.
  package let operation: String?
  /// The longest it may take; nil for no limit.
  package let limit: Duration?
  package let work: Work
}
