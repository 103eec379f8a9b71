// What a run knows besides where it stands and what happened.

extension Run {
  /// What a run that only goes forward from question to question has no need of: it is kept aside,
  /// because a server copies and restores runs at each step.
  struct Knowledge: Sendable {
    /// Since when prompts and waits with a limit have been open.
    var opened: [StepName: Int] = [:]
    /// Secrets by what gave them; no line holds one.
    var secrets: [SecretName: Value] = [:]
    /// Which secret each name gave last.
    var secretNumbers: [SecretName: Int] = [:]
    /// What loads, and work that failed, were seen to read; handed in just before they are resolved.
    var reads: [StepName: ReadKeys] = [:]
    /// The work that is being performed.
    var inFlight: [StepName: Flight] = [:]
    /// In a migration: the inputs that taken work has now, by the places of its entries.
    var accepted: [Int: WorkInputs] = [:]
    /// Under what answers of an earlier version stand now, by the places of their entries.
    var standing: [Int: Shown] = [:]
    var remarks: [ResumeRemark] = []
  }

  /// Work that is being performed.
  struct Flight: Sendable {
    let number: Int
    /// The strand that it was begun in, as it was then.
    let strand: Strand
    /// When it was begun before, and did not run.
    var since: Int?
  }

  var opened: [StepName: Int] {
    get { knowledge.box?.content.opened ?? [:] }
    _modify { yield &knowledge[or: Knowledge()].opened }
  }
  var secrets: [SecretName: Value] {
    get { knowledge.box?.content.secrets ?? [:] }
    _modify { yield &knowledge[or: Knowledge()].secrets }
  }
  var secretNumbers: [SecretName: Int] {
    get { knowledge.box?.content.secretNumbers ?? [:] }
    _modify { yield &knowledge[or: Knowledge()].secretNumbers }
  }
  var reads: [StepName: ReadKeys] {
    get { knowledge.box?.content.reads ?? [:] }
    _modify { yield &knowledge[or: Knowledge()].reads }
  }
  var inFlight: [StepName: Flight] {
    get { knowledge.box?.content.inFlight ?? [:] }
    _modify { yield &knowledge[or: Knowledge()].inFlight }
  }
  var accepted: [Int: WorkInputs] {
    get { knowledge.box?.content.accepted ?? [:] }
    _modify { yield &knowledge[or: Knowledge()].accepted }
  }
  var standing: [Int: Shown] {
    get { knowledge.box?.content.standing ?? [:] }
    _modify { yield &knowledge[or: Knowledge()].standing }
  }

  /// What has had to be told since the run was resumed or restored: of a secret that was given again
  /// that it counts as the same.
  public internal(set) var remarks: [ResumeRemark] {
    get { knowledge.box?.content.remarks ?? [] }
    set { knowledge[or: Knowledge()].remarks = newValue }
  }
}
