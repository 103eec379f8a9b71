/// Parallel operations: which ones wait, which ones run, and what those that ended have set.
///
///     waiting ──all before it ended──▶ running ──end──▶ done
///        │                               │  └─failure─▶ recovering ──end──▶ done
///        └──────────cancelled────────────┴──cancelled──▶ done
///
/// The active strand isn't in the schedule: the run has it in registers, so that a flow without
/// operations has no cost.
struct Schedule: Sendable {
  /// The parked strands by number: 0 for the main strand, otherwise the operation's number plus 1.
  var strands: [Strand] = []
  /// For each group, the number of operations that have not ended.
  var openOperations: [Int] = []
  var openGroups = 0
  /// The operations whose strands have needs, and those that can start, by rank.
  var needy: RankSet
  var ready: RankSet
  /// The strands that wait to cancel an operation.
  var cancelling: Set<Int> = []
  /// The strands that will end the flow.
  var finishing: Set<Int> = []
  var resuming: [Int] = []
  /// The operations that have been cancelled and not yet dropped.
  var cut: Set<Int> = []
  /// The writes of operations that ended, until their group is over.
  var results: [Strand.Writes?] = []
  /// The operations that were cancelled, with the rounds of the loops around their groups.
  var cancelled: Set<Cancelled> = []
  /// The answers at the end of operations for which exactly one operation waits, and that one for
  /// nothing else.
  var handedOver: [Int: Strand] = [:]

  struct Cancelled: Hashable, Sendable {
    let operation: Int
    let rounds: [Int]
  }

  init(_ program: Program) {
    needy = RankSet(capacity: program.operations.count)
    ready = needy
    guard !program.operations.isEmpty else { return }
    var idle = Strand(slots: [])
    idle.status = .done
    strands = Array(repeating: idle, count: program.operations.count + 1)
    openOperations = Array(repeating: 0, count: program.groups.count)
    results = Array(repeating: nil, count: program.operations.count)
  }
}
