// Smaller flows: what a walk finds is made as small as it can be.

extension JudgeFlow {
  /// Smaller flows: without a step, or with what stands in it in its place.
  func without(_ id: String) -> [JudgeFlow] {
    var smaller = [replacing(id) { _ in [] }]
    if let step = step(id), !step.fields.isEmpty || !step.branches.isEmpty || step.late != nil {
      if !step.isGroup {
        smaller.append(replacing(id) { $0.branches.flatMap { $0 } })
        smaller.append(replacing(id) { $0.branches.first ?? [] })
      }
      if step.limit != nil {
        smaller.append(changing(id) { ($0.limit, $0.late) = (nil, nil) })
      }
    }
    if let step = step(id), !step.reads.isEmpty { smaller.append(changing(id) { $0.reads = [] }) }
    return smaller.map(\.withoutStrangers).filter { $0 != self && $0.endsItsLoops }
  }

  /// The flow without what names operations that are gone.
  private var withoutStrangers: JudgeFlow {
    let known = Set(all.map(\.id))
    return mapping { step in
      var step = step
      switch step.kind {
      case .cancel(let target) where !known.contains(target): return []
      case .operation(var plan):
        plan.after = plan.after.filter(known.contains)
        step.kind = .operation(plan)
      default: break
      }
      return [step]
    }
  }

  /// Whether every loop without a number of rounds asks something first in each.
  private var endsItsLoops: Bool {
    all.allSatisfy { step in
      switch step.kind {
      case .loop(.whileTrue), .loop(.until): step.branches[0].first?.isQuestion == true
      default: true
      }
    }
  }
}

extension JudgeStep {
  /// Whether it holds operations, or is one: those stand nowhere else.
  fileprivate var isGroup: Bool {
    switch kind {
    case .operations, .operation: true
    default: false
    }
  }
}
