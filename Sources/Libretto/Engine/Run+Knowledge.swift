// What a run knows in addition to its position and its events.

extension Run {
  /// Data that a run doesn't need if it only moves forward from question to question.
  ///
  /// It is stored separately, because a server copies and restores runs at each step.
  struct Knowledge: Sendable {
    /// When each open prompt with a time limit, or wait, was opened.
    var opened: [StepName: Int] = [:]
    /// Secrets by their sources; no line contains one.
    var secrets = HeldSecrets()
    /// The number of the last secret from each source.
    var secretNumbers: [SecretName: Int] = [:]
    /// The answers that loads, and work that failed, have read; set just before their needs are
    /// resolved.
    var reads: [StepName: ReadKeys] = [:]
    /// The work in progress.
    var inFlight: [StepName: Flight] = [:]
    /// During a migration, the current inputs of the work that was taken, by the places of its
    /// entries, and whether it was a failure.
    var accepted: [Int: (inputs: WorkInputs, isOfFailure: Bool)] = [:]
    /// The current inputs of answers from an earlier version, by the places of their entries.
    var standing: [Int: Shown] = [:]
    var remarks: [ResumeRemark] = []
    /// The texts that this performance has come past; kept if ``tellsTexts``.
    var passed: [PassedText] = []
    var tellsTexts = false
    /// What other versions of the flow have written and this one can't hold.
    var foreign = ForeignLines()
    /// The work of which a try has failed after it used a secret.
    var tainted: Set<StepName> = []
  }

  var tainted: Set<StepName> {
    get { knowledge.box?.content.tainted ?? [] }
    _modify { yield &knowledge[or: Knowledge()].tainted }
  }

  /// Work in progress.
  struct Flight: Sendable {
    let number: Int
    /// The strand as it was when the work began.
    let strand: Strand
    /// The time at which it was begun earlier without running.
    var since: Int?
  }

  var opened: [StepName: Int] {
    get { knowledge.box?.content.opened ?? [:] }
    _modify { yield &knowledge[or: Knowledge()].opened }
  }
  var secrets: HeldSecrets {
    get { knowledge.box?.content.secrets ?? HeldSecrets() }
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
  var accepted: [Int: (inputs: WorkInputs, isOfFailure: Bool)] {
    get { knowledge.box?.content.accepted ?? [:] }
    _modify { yield &knowledge[or: Knowledge()].accepted }
  }
  var standing: [Int: Shown] {
    get { knowledge.box?.content.standing ?? [:] }
    _modify { yield &knowledge[or: Knowledge()].standing }
  }

  /// Remarks since the run was resumed or restored: that a secret that was given again counts as
  /// the same.
  public internal(set) var remarks: [ResumeRemark] {
    get { knowledge.box?.content.remarks ?? [] }
    set { knowledge[or: Knowledge()].remarks = newValue }
  }
}
