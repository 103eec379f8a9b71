/// Operations that run side by side: which wait, which run, and what those that ended have set.
///
///     waiting ──all before it ended──▶ running ──end──▶ done
///        │                               │  └─failure─▶ recovering ──end──▶ done
///        └──────────cancelled────────────┴──cancelled──▶ done
///
/// The strand that is moved is not in here: the run has it in registers, so that a flow without
/// operations pays nothing.
struct Schedule: Sendable {
  /// The parked strands by number: 0 for the main one, else the operation’s number plus 1.
  var strands: [Strand] = []
  /// How many operations of each group have not ended.
  var openOperations: [Int] = []
  var openGroups = 0
  /// The operations whose strands need something, and those that may start, by rank.
  var needy: RankSet
  var ready: RankSet
  /// The strands that wait to cancel an operation, and those that go on behind that.
  var cancelling: Set<Int> = []
  /// The strands that are to end the flow.
  var finishing: Set<Int> = []
  var resuming: [Int] = []
  /// Operations that could start, and were found waiting when they were cancelled: they are held back
  /// until it is known whether the step that cancels them is come to again.
  var held: [Int] = []
  var released: Set<Int> = []
  /// Operations that were cancelled while they worked, and wait now: each starts, goes as far as it
  /// went then, and is cancelled there.
  var leaving: Set<Int> = []
  /// The strands of operations that were cancelled while they worked, and have come to their end.
  var ending: Set<Int> = []
  /// Whether such a step has been come to after all.
  var isOverrun = false
  /// What operations that ended have set, until their group is over.
  var results: [Strand.Writes?] = []
  /// The operations that were cancelled, with the rounds of the loops around their groups.
  var cancelled: Set<Cancelled> = []
  /// The answers at the end of operations on which exactly one operation waits alone.
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
