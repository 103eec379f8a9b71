/// Flows and steps as Swift: what a walk finds is to become a test.
enum JudgeSource {
  static func list(_ steps: [JudgeStep], _ indent: String) -> String {
    if steps.isEmpty { return "[]" }
    let inner = indent + "  "
    return "[\n" + steps.map { inner + step($0, inner) }.joined(separator: ",\n") + "\n\(indent)]"
  }

  static func step(_ step: JudgeStep, _ indent: String) -> String {
    var text = "JudgeStep(\"\(step.id)\", \(plain(step.kind))"
    if !step.reads.isEmpty { text += ", reads: \(step.reads)" }
    if let limit = step.limit { text += ", limit: \(limit)" }
    if let late = step.late { text += ", late: \(list(late, indent))" }
    for branch in step.branches { text += ", " + list(branch, indent) }
    return text + ")"
  }

  static func step(_ step: WalkStep) -> String { plain(step) }

  private static func plain(_ value: some Any) -> String {
    switch value {
    case let kind as JudgeStep.Kind:
      switch kind {
      case .alert(let fields, let buttons):
        return ".alert(\(list(fields, "")), \(buttons.map { plain($0) }.list))"
      case .form(let fields):
        return ".form("
          + fields.map {
            "JudgeStep.Field(step: \(step($0.step, "")), shows: \(plain($0.shows as Any)))"
          }.list + ")"
      default: return reflected(kind)
      }
    default: return reflected(value)
    }
  }

  /// A value as it is written, from what Swift knows of it.
  private static func reflected(_ value: Any) -> String {
    if let text = value as? String { return "\"\(text)\"" }
    if value is Int || value is Bool { return "\(value)" }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { reflected($0.value) } ?? "nil"
    case .collection: return mirror.children.map { reflected($0.value) }.list
    case .dictionary:
      if mirror.children.isEmpty { return "[:]" }
      return mirror.children.map { child in
        Mirror(reflecting: child.value).children.map { reflected($0.value) }
          .joined(separator: ": ")
      }.list
    case .enum:
      guard let child = mirror.children.first, let name = child.label else { return ".\(value)" }
      let inner = Mirror(reflecting: child.value)
      if inner.displayStyle == .tuple { return ".\(name)(\(members(inner)))" }
      return ".\(name)(\(reflected(child.value)))"
    case .struct:
      let name = String(reflecting: mirror.subjectType).split(separator: ".").dropFirst()
      return name.joined(separator: ".") + "(\(members(mirror)))"
    default: return "\(value)"
    }
  }

  private static func members(_ mirror: Mirror) -> String {
    mirror.children.map { child in
      let label = child.label ?? ""
      return (label.isEmpty || label.hasPrefix(".") ? "" : label + ": ") + reflected(child.value)
    }.joined(separator: ", ")
  }
}

extension [String] {
  fileprivate var list: String { "[" + joined(separator: ", ") + "]" }
}

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
