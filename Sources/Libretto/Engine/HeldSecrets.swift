/// The secrets that a run holds, by their sources; no line contains one.
struct HeldSecrets: Sendable {
  private var current: [Run.SecretName: Value] = [:]
  /// Those that were replaced: an error may still quote one.
  private var replaced: Set<Value> = []

  init(_ secrets: [Run.SecretName: Value] = [:]) { current = secrets }

  subscript(name: Run.SecretName) -> Value? {
    get { current[name] }
    set {
      let old = current[name]
      current[name] = newValue
      if let old, old != newValue { replaced.insert(old) }
    }
  }

  /// All secrets, also those that were replaced.
  var values: [Value] { Array(current.values) + replaced }

  var isEmpty: Bool { current.isEmpty && replaced.isEmpty }
}
