/// A conversation as a front end shows it.
public struct ConversationView: Sendable {
  /// The number of the step; send it back with what the person does.
  public let step: Int
  /// What the flow has said since the person's last step, in order.
  public let statements: [Statement]
  /// The questions and decisions that are open, in the order of declaration.
  ///
  /// With operations, several can be open beside each other. A question that belongs to a form has the
  /// form as its ``SessionNeed/page``.
  public let open: [SessionNeed]
  /// The page that was submitted and refused, with a problem at each field that has one.
  public let refused: FormPage?
  /// Whether work goes on, or waits for ``Conversations/wake(_:)``: look again later.
  public let isWorking: Bool
  /// What to show while it works, in the order of declaration: the texts of loads and of actions with
  /// `.loading`.
  public let loading: [String]
  /// The first time at which a question or a wait is up.
  public let deadline: Timestamp?
  /// How the conversation ended, or nil while it continues.
  public let outcome: Outcome?
  /// The answers so far.
  public let answers: Answers
  /// Whether a step back leads anywhere.
  public let mayGoBack: Bool
  /// What this version of the flow could not take over from another one; and after an answer, that a
  /// secret which was given again counts as the same.
  public let remarks: [ResumeRemark]

  /// What the flow has said since the person's last step, as plain text.
  public var said: [String] { statements.map(\.words) }

  /// The answer for a key, or nil if there is none.
  /// - Parameter key: the key of the answer.
  public subscript<Answer>(key: Key<Answer>) -> Answer? { answers[key] }

  init(
    _ row: borrowing ConversationRow, _ session: borrowing Session, isHeld: Bool,
    refused: FormPage? = nil
  ) {
    step = row.step
    statements = session.statements
    self.refused = refused
    outcome = session.outcome
    answers = session.answers
    remarks = session.remarks
    guard outcome == nil else {
      (open, isWorking, loading, deadline, mayGoBack) = ([], false, [], nil, false)
      return
    }
    var open = session.needs
    open.removeAll { need in
      switch need.kind {
      case .question, .secret: false
      // Whoever performs it knows whether it ends.
      case .decision: isHeld && need.decision != .changed && need.decision != .undoFailed
      case .notice, .action, .undo, .load, .wait: true
      }
    }
    self.open = open
    isWorking = session.goesOn || isHeld
    loading = session.run.loading(isHeld: isHeld)
    deadline = session.deadline
    mayGoBack = session.backTarget != nil && !open.isEmpty
  }

  /// The view as one JSON object: the members of ``Session/json``, and `step`, `working` and `remarks`.
  public var json: String {
    JSONWriter.text(pretty: false) { writer in
      writer.member("step", step)
      writer.said(statements)
      if let outcome {
        writer.result(outcome, answers)
      } else {
        writer.needs(open)
        if let refused { writer.page(refused) }
        if isWorking { writer.member("working", true) }
        if !loading.isEmpty { writer.strings("loading", loading) }
        if mayGoBack { writer.member("mayGoBack", true) }
        if let deadline { writer.member("deadline", deadline) }
      }
      if !remarks.isEmpty { writer.strings("remarks", remarks.map(\.description)) }
    }
  }
}

/// Something that happened in a conversation, for metrics and for an audit.
public struct ConversationEvent: Sendable {
  /// What can happen.
  public enum Kind: Sendable {
    /// It was started.
    case started
    /// A question, a page or a decision was opened for the person, and it was saved; its name.
    case asked(String)
    /// The person answered, submitted or went back, and it was saved; the name of the need or page.
    case answered(String)
    /// What the person did was refused; the name of the need or page.
    case refused(String, Rejection)
    /// An action or an undo ended: the name of its step, its key, how long it took, and whether it
    /// failed.
    case performed(String, key: String, duration: Duration, failed: Bool)
    /// It was saved under this number, but for a lease that was renewed; what the save holds is told
    /// after it.
    case saved(Int)
    /// Another host has taken the conversation over, or the lease was up: the work was cancelled.
    case lost
    /// A step ended in an error of the store or of the host, which the caller gets too, unless it has
    /// gone.
    case failed(any Error)
    /// Something could not be taken over from another version of the flow, or a secret that was given
    /// again counts as the same.
    case remark(ResumeRemark)
    /// It ended.
    case ended(Outcome)
  }

  /// The id of the conversation.
  public let id: String
  /// When it happened.
  public let time: Timestamp
  /// What happened.
  public let kind: Kind
}
